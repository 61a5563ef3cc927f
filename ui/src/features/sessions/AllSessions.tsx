import { type ReactNode, useDeferredValue, useState } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { AllSessionRow, IndexingView, SessionSort } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { FilterField } from "../../kit/Field.tsx";
import { aNumber, oneOf, useKept } from "../../kit/kept.ts";
import { Select } from "../../kit/Select.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { SessionFilters } from "./SessionFilters.tsx";
import { SessionTable } from "./SessionTable.tsx";
import type { Target } from "./scope.ts";
import { useSessionFilter } from "./useSessionFilter.ts";
import { Workspaces } from "./Workspaces.tsx";

const sorts: readonly { value: SessionSort; label: string }[] = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "turns", label: "Most turns" },
  { value: "drift", label: "Most drift" },
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
  const [choosing, setChoosing] = useState(false);
  const wanted = useDeferredValue(filter);
  const rows = useRows(
    "all_sessions",
    (first, count) => ({ filter: wanted, sort, first, count }),
    (answer) => answer.rows,
  );
  const { answer, failure } = rows.first;
  const at = (index: number) => rows.at(index);
  const open = (row: AllSessionRow) =>
    onOpen({ workspace: row.workspace.current ? null : row.workspace.id, key: row.row.key });
  return (
    <div className="sessions" data-pane="sessions">
      <Toolbar label="Sessions">
        <h1>Sessions</h1>
        {head}
        <Gap />
        <FilterField
          label="Filter titles, ids and skills"
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
        />
        <Select label="Order" value={sort} options={sorts} onPick={setSort} />
      </Toolbar>
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
      <AskedNote asked={rows.first} />
      {answer === undefined && failure === null && <Skeleton label="Sessions" rows={6} />}
      {answer !== undefined && answer.matching > 0 && (
        <SessionTable
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
      )}
      {answer !== undefined && (
        <div className="session-foot session-everywhere">
          <p role="status">
            {answer.matching === answer.total
              ? `All ${counted(answer.total, "session")} of ${counted(answer.workspaces.length, "workspace")}.`
              : `${count(answer.matching)} of ${counted(answer.total, "session")} in ${counted(answer.workspaces.length, "workspace")}.`}
            {stillReading(answer.indexing)}
          </p>
          <Button look="link" onPress={() => setChoosing(true)}>
            Workspaces…
          </Button>
        </div>
      )}
      {choosing && <Workspaces onClose={() => setChoosing(false)} />}
    </div>
  );
}

function stillReading({ stage, done, total }: IndexingView): string {
  return stage === "sessions" || stage === "held"
    ? ` ${count(done)} of ${count(total)} logs are read so far.`
    : "";
}
