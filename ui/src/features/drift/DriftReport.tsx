import { PanelRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { ActNote, AskedNote } from "../../facts/FailureNote.tsx";
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
import { useActions } from "../../kit/actions.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Drawer } from "../../kit/Drawer.tsx";
import { EmptyState } from "../../kit/EmptyState.tsx";
import { FilterField } from "../../kit/Field.tsx";
import { aFlag, aNumber, aText, listOf, oneOf, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { Panes } from "../../kit/Panes.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { useWidth } from "../../kit/width.ts";
import { allStates, DriftFilters } from "./DriftFilters.tsx";
import { DriftTable } from "./DriftTable.tsx";
import { SnapshotInspector } from "./SnapshotInspector.tsx";
import "./DriftReport.css";

/** Rows asked for at once. */
const WINDOW = 200;

/** Every recorded snapshot, and how it differs from the disk. */
export function DriftReport({
  id,
  onSelect,
  onDiff,
  onSession,
  onSkill,
  acts,
}: {
  /** The snapshot in the inspector; the first one unless told. */
  id: string | undefined;
  onSelect: (id: string) => void;
  onDiff: (key: string, line: number) => void;
  onSession: (key: string, line?: number) => void;
  onSkill: (id: string) => void;
  /** What else can be done with a snapshot. */
  acts?: (row: DriftRow) => ReactNode;
}) {
  const width = useWidth();
  const [text, setText] = useKept("drift text", "", aText);
  const [states, setStates] = useKept("drift states", any, listOf(oneOf(allStates)));
  const [drifted, setDrifted] = useKept("drifted", false, aFlag);
  const [sort, setSort] = useKept("drift order", "state", oneOf(sorts));
  const [group, setGroup] = useKept("drift group", "none", oneOf(groupings.map(({ value }) => value)));
  // Grouped by session a snapshot has several rows; the place says which one is meant.
  const [place, setPlace] = useKept<number | null>("drift place", null, aNumber);
  const [drawer, setDrawer] = useState(false);
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
  const open = (row: DriftRow | undefined) => row !== undefined && onDiff(row.latest.key, row.latest.line);
  const inDrawer = width !== "wide";
  const arrived = view !== undefined;
  // Whatever led here is gone and took the focus with it; a click or a tab elsewhere is left alone.
  useEffect(() => {
    if (arrived && document.activeElement === document.body) table.current?.focus();
  }, [arrived]);
  useActions("On Drift", [
    {
      id: "inspector",
      name: "Show or hide the inspector",
      keys: ["i"],
      icon: PanelRight,
      when: inDrawer,
      run: () => setDrawer(!drawer),
    },
    {
      id: "snapshot.diff",
      name: "Diff this snapshot to disk",
      keys: ["d"],
      icon: icons.drift,
      when: selected !== undefined,
      run: () => open(selected),
    },
  ]);

  if (view === undefined || view.total === 0) {
    return (
      <div className="drift">
        <Toolbar label="Drift">
          <h1 className="drift-title">Drift</h1>
        </Toolbar>
        {view !== undefined ? (
          <>
            <ActNote act={look} />
            <NoSnapshots view={view} onAgain={() => look.act({})} />
          </>
        ) : first.failure !== null ? (
          <AskedNote asked={first} />
        ) : (
          <Skeleton label="Comparing snapshots with the disk" rows={8} />
        )}
      </div>
    );
  }

  const inspector = selected !== undefined && (
    <SnapshotInspector
      id={selected.id}
      onDiff={() => open(selected)}
      onSession={onSession}
      onSkill={onSkill}
      acts={acts}
    />
  );
  const list = (
    <>
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
          if (row !== undefined) onSelect(row.id);
        }}
        onOpen={(index) => open(at(index))}
        onSeen={see}
      />
      <p className="drift-foot">
        {shown(view, text)}
        {view.matching === 0 && (
          <Button
            look="link"
            onPress={() => {
              setText("");
              setStates([]);
              setDrifted(false);
            }}
          >
            Show all snapshots
          </Button>
        )}
      </p>
    </>
  );
  return (
    <div className="drift">
      <Toolbar label="Drift">
        <h1 className="drift-title">Drift</h1>
        <span className="drift-total">
          {counted(view.total, "recorded snapshot")} of {counted(view.skills, "skill")}
        </span>
        <Gap />
        <div className="drift-filter-field">
          <FilterField
            label="Filter"
            value={text}
            onChange={setText}
            onLeave={() => table.current?.focus()}
          />
        </div>
        <Segmented label="Group by" value={group} options={groupings} onPick={setGroup} />
        {inDrawer && (
          <IconButton
            icon={PanelRight}
            label="Inspector"
            action="inspector"
            expanded={drawer}
            onPress={() => setDrawer(!drawer)}
          />
        )}
      </Toolbar>
      <AskedNote asked={first} />
      <DriftFilters
        total={view.total}
        counts={view.counts}
        drifted={{ count: view.drifted, only: drifted }}
        states={states}
        onDrifted={setDrifted}
        onStates={setStates}
      />
      <div className="drift-body">
        <Panes
          name="drift"
          panes={[
            { id: "snapshots", label: "Snapshots", body: list },
            ...(inDrawer
              ? []
              : [
                  {
                    id: "inspector",
                    label: "Snapshot",
                    role: "complementary" as const,
                    width: { start: 340, min: 300, max: 480 },
                    body: inspector,
                  },
                ]),
          ]}
        />
        {inDrawer && drawer && (
          <Drawer label="Snapshot" onClose={() => setDrawer(false)}>
            {inspector}
          </Drawer>
        )}
      </div>
    </div>
  );
}

const any: DriftState[] = [];
const sorts: readonly DriftSort[] = ["state", "name", "turns", "last_used"];
const groupings: readonly { value: DriftGrouping; label: string }[] = [
  { value: "none", label: "Snapshot" },
  { value: "skill", label: "Skill" },
  { value: "session", label: "Session" },
];

function NoSnapshots({ view, onAgain }: { view: DriftView; onAgain: () => void }) {
  return (
    <EmptyState
      icon={icons.drift}
      title="No recorded snapshots yet"
      table={<Places places={view.places} />}
      action={<Button onPress={onAgain}>Look again</Button>}
    >
      A snapshot is a skill as a session recorded it.{" "}
      {view.sessions_without === 0
        ? "No sessions were found."
        : `${counted(view.sessions_without, "session")} without any activation.`}
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

function shown(view: DriftView, text: string): string {
  const all = counted(view.total, "snapshot");
  const grouped =
    view.groups_total > view.groups.length
      ? ` The heads of ${count(view.groups.length)} of ${count(view.groups_total)} groups are shown.`
      : "";
  if (view.matching === 0) {
    return text === ""
      ? `No snapshot is in this state, of ${all}. `
      : `No snapshot matches “${text}” in ${all}. `;
  }
  const without =
    view.sessions_without === 0
      ? ""
      : ` ${counted(view.sessions_without, "session")} without any activation ${view.sessions_without === 1 ? "is" : "are"} not in this list.`;
  if (view.groups.some((each) => each.key !== null)) {
    return `${counted(view.matching, "row")} of ${all}: one for each session that recorded it.${grouped}${without}`;
  }
  return view.matching === view.total
    ? `All ${all} shown.${grouped}${without}`
    : `${count(view.matching)} of ${all} shown.${without}`;
}
