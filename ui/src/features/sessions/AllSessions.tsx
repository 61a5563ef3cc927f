import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { AskedNote, isRead } from "../../facts/FailureNote.tsx";
import { zone } from "../../facts/parts.ts";
import { useRows } from "../../host/useAsk.ts";
import type { AllSessionRow, AllSessionsView, IndexingView, SessionSort } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { aNumber, oneOf, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Select } from "../../kit/Select.tsx";
import { Gap } from "../../kit/Toolbar.tsx";
import { count } from "../../language/numbers.ts";
import { anySession, SessionFilters } from "./SessionFilters.tsx";
import { SessionTable } from "./SessionTable.tsx";
import { SessionTimes } from "./SessionTimes.tsx";
import type { Target } from "./scope.ts";
import { useSessionFilter } from "./useSessionFilter.ts";
import { Workspaces } from "./Workspaces.tsx";

const sorts: readonly { value: SessionSort; label: string }[] = [
  { value: "newest", label: t`Newest` },
  { value: "oldest", label: t`Oldest` },
  { value: "turns", label: t`Most turns` },
  { value: "drift", label: t`Most drift` },
];

/** The sessions of every known workspace, to be narrowed, sorted and opened. */
export function AllSessions({
  head,
  onOpen,
}: {
  /** Chooses what the list is about. */
  head: ReactNode;
  onOpen: (target: Target) => void;
}) {
  const { filter, setFilter, age, setAge } = useSessionFilter("everywhere");
  const [sort, setSort] = useKept("everywhere order", "newest", oneOf(sorts.map(({ value }) => value)));
  const [current, setCurrent] = useKept("everywhere current", 0, aNumber);
  const table = useRef<ListHandle>(null);
  const [choosing, setChoosing] = useState(false);
  const wanted = useDeferredValue(filter);
  const rows = useRows(
    "all_sessions",
    (first, count) => ({ filter: wanted, zone: zone(), sort, first, count }),
    (answer) => answer.rows,
  );
  const { answer } = rows.first;
  const at = (index: number) => rows.at(index);
  const open = (row: AllSessionRow) =>
    onOpen({ workspace: row.workspace.current ? null : row.workspace.id, key: row.row.key });
  const clear = () => {
    setFilter(anySession);
    setAge("");
  };
  return (
    <>
      <ListScreen
        name="sessions"
        title={t`Sessions`}
        label={t`Sessions of all workspaces`}
        about={head}
        filter={{
          label: t`Filter titles, ids and skills`,
          value: filter.text,
          onChange: (text) => setFilter({ ...filter, text }),
        }}
        tools={<Select label={t`Order`} value={sort} options={sorts} onPick={setSort} />}
        narrowing={
          <>
            <SessionFilters
              filter={filter}
              age={age}
              agents={answer?.agents ?? []}
              workspaces={answer?.workspaces ?? []}
              skills={answer?.skills ?? []}
              onFilter={(next) => {
                setFilter(next);
                setCurrent(0);
              }}
              onAge={setAge}
            />
            {answer !== undefined && (
              <SessionTimes
                times={answer.times}
                since={filter.from}
                until={filter.to}
                onSpan={(from, to) => {
                  setAge("");
                  setFilter({ ...filter, from, to });
                  setCurrent(0);
                }}
              />
            )}
          </>
        }
        notes={<AskedNote asked={rows.first} />}
        reading={isRead(rows.first) ? undefined : t`Sessions`}
        foot={
          answer !== undefined && <Foot answer={answer} onChoose={() => setChoosing(true)} onClear={clear} />
        }
        list={table}
      >
        {answer !== undefined && answer.matching > 0 ? (
          <SessionTable
            ref={table}
            total={answer.matching}
            at={(index) => at(index)?.row}
            placeOf={(index) => at(index)?.workspace.name}
            current={Math.min(current, answer.matching - 1)}
            onCurrent={setCurrent}
            onOpenAt={(index) => {
              const row = at(index);
              if (row !== undefined) open(row);
            }}
            onSeen={rows.see}
          />
        ) : (
          answer !== undefined && <Gap />
        )}
      </ListScreen>
      {choosing && <Workspaces onClose={() => setChoosing(false)} />}
    </>
  );
}

function Foot({
  answer,
  onChoose,
  onClear,
}: {
  answer: AllSessionsView;
  onChoose: () => void;
  onClear: () => void;
}) {
  const { matching, total, workspaces, indexing } = answer;
  const all = plural(total, { one: "# session", other: "# sessions" });
  const places = plural(workspaces.length, { one: "# workspace", other: "# workspaces" });
  return (
    <>
      <p role="status">
        {matching === total
          ? t`Showing all ${all} in ${places}.`
          : t`Showing ${count(matching)} of ${all} in ${places}.`}
        {isReading(indexing) && (
          <> {t`${count(indexing.done)} of ${count(indexing.total)} logs read so far.`}</>
        )}
        {matching === 0 && total > 0 && (
          <>
            {" "}
            <Button look="link" onPress={onClear}>
              {t`Clear filter`}
            </Button>
          </>
        )}
      </p>
      <Button look="link" onPress={onChoose}>
        {t`Workspaces…`}
      </Button>
    </>
  );
}

function isReading({ stage }: IndexingView): boolean {
  return stage === "sessions" || stage === "held";
}
