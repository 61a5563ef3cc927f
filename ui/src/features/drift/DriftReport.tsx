import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useRef } from "react";
import { ActNote, AskedNote, isRead } from "../../facts/FailureNote.tsx";
import { diffOf, sessionOf, useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { Places } from "../../facts/Places.tsx";
import { useAct, useRows } from "../../host/useAsk.ts";
import type {
  DriftAsk,
  DriftGrouping,
  DriftRow,
  DriftSort,
  DriftState,
  DriftView,
} from "../../host/wire.gen.ts";
import { type Doable, useActions } from "../../kit/actions.ts";
import { Button } from "../../kit/Button.tsx";
import { EmptyState } from "../../kit/EmptyState.tsx";
import { aFlag, aNumber, aText, listOf, oneOf, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { ListScreen } from "../../kit/ListScreen.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { useBeside } from "../../kit/useBeside.ts";
import { useWidth } from "../../kit/width.ts";
import { count } from "../../language/numbers.ts";
import { allStates, DriftFilters } from "./DriftFilters.tsx";
import { DriftTable } from "./DriftTable.tsx";
import { DriftWorkspaces } from "./DriftWorkspaces.tsx";
import { SnapshotInspector } from "./SnapshotInspector.tsx";
import { useSnapshotMenu } from "./useSnapshotMenu.ts";

/** Rows asked for at once. */
const WINDOW = 200;

/** Every recorded snapshot, and how it differs from the disk. */
export function DriftReport({
  id,
  acts,
  more,
}: {
  /** The snapshot in the inspector; the first one unless told. */
  id: string | undefined;
  /** What else can be done with a snapshot. */
  acts?: (row: DriftRow) => ReactNode;
  /** The same as actions, for its menu and the palette. */
  more?: (row: DriftRow) => Doable[];
}) {
  const { go } = useGoing();
  const width = useWidth();
  const beside = useBeside("drift", t`Drift`);
  const [text, setText] = useKept("drift text", "", aText);
  const [states, setStates] = useKept("drift states", any, listOf(oneOf(allStates)));
  const [drifted, setDrifted] = useKept("drifted", false, aFlag);
  const [sort, setSort] = useKept("drift order", "state", oneOf(sorts));
  const [group, setGroup] = useKept("drift group", "none", oneOf(groupings.map(({ value }) => value)));
  // Grouped by session a snapshot has several rows; the place says which one is meant.
  const [place, setPlace] = useKept<number | null>("drift place", null, aNumber);
  const table = useRef<ListHandle>(null);
  const { first, at, see } = useRows(
    "drift",
    (from, number): DriftAsk => ({ text, states, drifted, sort, group, from, count: number }),
    (answer) => answer.rows,
    WINDOW,
  );
  const look = useAct("look_again");
  const view = first.answer;
  const current =
    view === undefined
      ? null
      : place !== null && at(place)?.id === id
        ? place
        : placeOf(id, view.matching, at);
  const selected = current === null ? undefined : at(current);
  const open = (row: DriftRow | undefined) => row !== undefined && go(diffOf(row.latest));
  const clear = () => {
    setText("");
    setStates([]);
    setDrifted(false);
  };
  const menu = useSnapshotMenu();
  const actionsOf = (row: DriftRow): Doable[] => [
    {
      id: "snapshot.diff",
      name: t`Compare snapshot with disk`,
      keys: ["d"],
      icon: icons.drift,
      run: () => open(row),
    },
    {
      id: "snapshot.session",
      name: t`Open session`,
      icon: icons.sessions,
      run: () => go(sessionOf(row.latest)),
    },
    ...(more?.(row) ?? []),
  ];
  useActions(t`Drift`, selected === undefined ? [] : actionsOf(selected));
  const isEmpty = view !== undefined && view.total === 0;
  return (
    <ListScreen
      name="drift"
      title={t`Drift`}
      label={t`Snapshots`}
      about={<DriftWorkspaces />}
      total={
        view !== undefined &&
        !isEmpty &&
        t`${plural(view.total, { one: "# recorded snapshot", other: "# recorded snapshots" })} of ${plural(view.skills, { one: "# skill", other: "# skills" })}`
      }
      filter={{ label: t`Filter`, value: text, onChange: setText }}
      tools={
        view !== undefined &&
        !isEmpty && <Segmented label={t`Group by`} value={group} options={groupings} onPick={setGroup} />
      }
      notes={
        <>
          <AskedNote asked={first} />
          <ActNote act={look} />
        </>
      }
      reading={isRead(first) ? undefined : t`Comparing snapshots with files on disk…`}
      nothing={isEmpty ? <NoSnapshots view={view} onAgain={() => look.act({})} /> : undefined}
      narrowing={
        view !== undefined && (
          <DriftFilters
            total={view.total}
            counts={view.counts}
            drifted={{ count: view.drifted, only: drifted }}
            states={states}
            onDrifted={setDrifted}
            onStates={setStates}
          />
        )
      }
      beside={beside}
      inspector={{
        label: t`Snapshot`,
        width: { start: 340, min: 300, max: 480 },
        body: selected !== undefined && <SnapshotInspector id={selected.id} acts={acts} />,
      }}
      foot={view !== undefined && <Shown view={view} text={text} onClear={clear} />}
      list={table}
    >
      {view !== undefined && (
        <DriftTable
          ref={table}
          total={view.matching}
          at={at}
          groups={view.groups}
          sort={sort}
          width={width}
          current={current}
          onSort={setSort}
          onCurrent={(index) => {
            const row = at(index);
            setPlace(index);
            if (row !== undefined) go({ screen: "drift", id: row.id });
          }}
          onOpen={(index) => open(at(index))}
          onSeen={see}
          menuOf={(row) => {
            const { copies, files } = menu(row);
            return [actionsOf(row), copies, files];
          }}
        />
      )}
    </ListScreen>
  );
}

const any: DriftState[] = [];
const sorts: readonly DriftSort[] = ["state", "name", "turns", "last_used"];
const groupings: readonly { value: DriftGrouping; label: string }[] = [
  { value: "none", label: t`Snapshot` },
  { value: "skill", label: t`Skill` },
  { value: "session", label: t`Session` },
];

function NoSnapshots({ view, onAgain }: { view: DriftView; onAgain: () => void }) {
  return (
    <EmptyState
      icon={icons.drift}
      title={t`No recorded snapshots yet`}
      table={<Places places={view.places} />}
      action={<Button onPress={onAgain}>{t`Refresh`}</Button>}
    >
      {t`A snapshot is the text of a skill as a session recorded it.`}{" "}
      {view.sessions_without === 0
        ? t`No sessions found.`
        : t`${plural(view.sessions_without, { one: "# session", other: "# sessions" })} without activations.`}
    </EmptyState>
  );
}

/** The row of a snapshot; the first one when none is named or the named one is not among the rows. */
function placeOf(
  id: string | undefined,
  total: number,
  at: (index: number) => DriftRow | undefined,
): number | null {
  for (let index = 0; id !== undefined && index < total; index++) {
    if (at(index)?.id === id) return index;
  }
  return total === 0 ? null : 0;
}

/** How many of all are listed. */
function Shown({ view, text, onClear }: { view: DriftView; text: string; onClear: () => void }) {
  return (
    <p>
      {shown(view, text)}
      {view.matching === 0 && (
        <Button look="link" onPress={onClear}>
          {t`Show all snapshots`}
        </Button>
      )}
    </p>
  );
}

function shown(view: DriftView, text: string): string {
  const all = plural(view.total, { one: "# snapshot", other: "# snapshots" });
  const grouped =
    view.groups_total > view.groups.length
      ? ` ${t`Showing headings for ${count(view.groups.length)} of ${count(view.groups_total)} groups.`}`
      : "";
  if (view.matching === 0) {
    return text === ""
      ? `${t`No snapshots match the filters (${all} total).`} `
      : `${t`No snapshots match “${text}” (${all} total).`} `;
  }
  const without =
    view.sessions_without === 0
      ? ""
      : ` ${plural(view.sessions_without, {
          one: "# session without activations is not listed.",
          other: "# sessions without activations are not listed.",
        })}`;
  if (view.groups.some((each) => each.key !== null)) {
    return (
      t`Showing ${plural(view.matching, { one: "# row", other: "# rows" })} for ${all}, one per session.` +
      grouped +
      without
    );
  }
  return view.matching === view.total
    ? t`Showing all ${all}.` + grouped + without
    : t`Showing ${count(view.matching)} of ${all}.` + without;
}
