import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FolderOpen, RefreshCw } from "lucide-react";
import { type ReactNode, useDeferredValue, useRef } from "react";
import { ActNote, AskedNote, isRead } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { Places } from "../../facts/Places.tsx";
import { Problems } from "../../facts/Problems.tsx";
import { zone } from "../../facts/parts.ts";
import { clock } from "../../facts/Time.tsx";
import { useAct, useRows } from "../../host/useAsk.ts";
import type { SessionSort, SessionsView } from "../../host/wire.gen.ts";
import { ActionButton } from "../../kit/ActionButton.tsx";
import { Button } from "../../kit/Button.tsx";
import { EmptyState } from "../../kit/EmptyState.tsx";
import { aNumber, aText, oneOf, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Select } from "../../kit/Select.tsx";
import { Gap } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { AgentSelect } from "./SessionFilters.tsx";
import { SessionTable } from "./SessionTable.tsx";
import { SessionTimes } from "./SessionTimes.tsx";

const sorts: readonly { value: SessionSort; label: string }[] = [
  { value: "newest", label: t`Newest` },
  { value: "oldest", label: t`Oldest` },
  { value: "turns", label: t`Most turns` },
  { value: "drift", label: t`Most drift` },
];

/** The sessions of the workspace, to be narrowed, sorted and opened. */
export function SessionList({
  head,
  onOpen,
}: {
  /** Chooses what the list is about. */
  head?: ReactNode;
  onOpen: (key: string) => void;
}) {
  const [text, setText] = useKept("sessions text", "", aText);
  const [agent, setAgent] = useKept("sessions agent", "", aText);
  const [sort, setSort] = useKept("sessions order", "newest", oneOf(sorts.map(({ value }) => value)));
  const [current, setCurrent] = useKept("sessions current", 0, aNumber);
  const [since, setSince] = useKept<number | null>("sessions since", null, aNumber);
  const [until, setUntil] = useKept<number | null>("sessions until", null, aNumber);
  const span = (from: number | null, to: number | null) => {
    setSince(from);
    setUntil(to);
    setCurrent(0);
  };
  const wanted = useDeferredValue(text);
  const table = useRef<ListHandle>(null);
  const rows = useRows(
    "sessions",
    (from, count) => ({
      text: wanted,
      agent,
      ...(since === null ? {} : { since }),
      ...(until === null ? {} : { until }),
      zone: zone(),
      sort,
      from,
      count,
    }),
    (answer) => answer.rows,
  );
  const { answer } = rows.first;
  const narrow = (next: string) => {
    setText(next);
    setCurrent(0);
  };
  return (
    <ListScreen
      name="sessions"
      title={t`Sessions`}
      label={t`Sessions of this workspace`}
      about={head}
      total={answer !== undefined && (answer.total === 0 ? "0" : t`${count(answer.total)} in this workspace`)}
      filter={{ label: t`Filter titles, ids and skills`, value: text, onChange: narrow }}
      tools={
        answer?.total !== 0 && (
          <>
            <AgentSelect
              agent={agent}
              agents={answer?.agents ?? []}
              onPick={(next) => {
                setAgent(next);
                setCurrent(0);
              }}
            />
            <Select label={t`Order`} value={sort} options={sorts} onPick={setSort} />
          </>
        )
      }
      narrowing={
        answer !== undefined && (
          <SessionTimes times={answer.times} since={since} until={until} onSpan={span} />
        )
      }
      notes={
        <>
          <AskedNote asked={rows.first} />
          {answer !== undefined && <Problems problems={answer.problems} where={t`in the log folders`} />}
        </>
      }
      reading={isRead(rows.first) ? undefined : t`Sessions`}
      nothing={answer?.total === 0 && answer.reading.length === 0 ? <Nothing answer={answer} /> : undefined}
      foot={
        answer !== undefined && (
          <Foot
            answer={answer}
            text={wanted}
            onClear={() => {
              narrow("");
              setAgent("");
              span(null, null);
            }}
          />
        )
      }
      list={table}
    >
      {answer !== undefined && answer.matching + answer.reading.length > 0 ? (
        <SessionTable
          ref={table}
          total={answer.matching}
          at={rows.at}
          reading={answer.reading}
          current={Math.max(-answer.reading.length, Math.min(current, answer.matching - 1))}
          onCurrent={setCurrent}
          onOpenAt={(index) => {
            const row = rows.at(index);
            if (row !== undefined) onOpen(row.key);
          }}
          onSeen={rows.see}
        />
      ) : (
        answer !== undefined && <Gap />
      )}
    </ListScreen>
  );
}

function Foot({
  answer: { matching, total },
  text,
  onClear,
}: {
  answer: SessionsView;
  text: string;
  onClear: () => void;
}) {
  if (matching === 0) {
    return (
      <p role="status">
        {text === "" ? (
          t`No sessions match the filters (${count(total)} total).`
        ) : (
          <Trans>
            No sessions match “<Verbatim text={text} />” ({count(total)} total).
          </Trans>
        )}{" "}
        <Button look="link" onPress={onClear}>
          {t`Clear filter`}
        </Button>
      </p>
    );
  }
  return (
    <p role="status">
      {matching === total
        ? t`Showing all ${plural(total, { one: "# session", other: "# sessions" })}.`
        : t`Showing ${count(matching)} of ${plural(total, { one: "# session", other: "# sessions" })}.`}
    </p>
  );
}

function Nothing({ answer: { places, read_at } }: { answer: SessionsView }) {
  const again = useAct("look_again");
  const other = useAct("choose_workspace");
  return (
    <>
      <ActNote act={again} />
      <ActNote act={other} />
      <EmptyState
        icon={icons.sessions}
        title={t`No sessions recorded here yet`}
        table={<Places places={places} />}
        action={
          <div className="row gap-8 text-2 type-small">
            <Button icon={FolderOpen} look="primary" onPress={() => other.act({})}>
              {t`Open another folder…`}
            </Button>
            <Button icon={RefreshCw} onPress={() => again.act({})}>
              {t`Refresh`}
            </Button>
            <ActionButton of="example" />
            <span>
              {t`Refreshed at ${clock(read_at)}. Watching ${plural(places.length, { one: "# location", other: "# locations" })}.`}
            </span>
          </div>
        }
      >
        <Trans>
          No logs for this workspace in the locations below or in other agents’ folders. New sessions appear
          here automatically.
        </Trans>
      </EmptyState>
    </>
  );
}
