import { PanelRight } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { useRows } from "../../host/useAsk.ts";
import type { ApprovalsView } from "../../host/wire.gen.ts";
import { useActions } from "../../kit/actions.ts";
import { Button, IconButton } from "../../kit/Button.tsx";
import { Drawer } from "../../kit/Drawer.tsx";
import { EmptyState } from "../../kit/EmptyState.tsx";
import { FilterField } from "../../kit/Field.tsx";
import { aText, useKept } from "../../kit/kept.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { type Pane, Panes } from "../../kit/Panes.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { useWidth } from "../../kit/width.ts";
import { DecidedTable } from "./DecidedTable.tsx";
import { DecisionInspector } from "./DecisionInspector.tsx";
import { EvidenceKeeping } from "./EvidenceKeeping.tsx";
import { GrantList } from "./GrantList.tsx";
import { WaitingList } from "./WaitingList.tsx";
import "./approvals.css";

/** Rows asked for at once. */
const WINDOW = 200;

/** What waits, what was decided, and what may run unasked. */
export function Approvals({
  id,
  onSelect,
  onTurn,
  onSkill,
}: {
  /** The decision in the inspector; the first one unless told. */
  id: string | undefined;
  onSelect: (id: string) => void;
  onTurn: (key: string, row: number | undefined) => void;
  onSkill: (id: string) => void;
}) {
  const width = useWidth();
  const [text, setText] = useKept("approvals text", "", aText);
  const asking = useDeferredValue(text);
  const [drawer, setDrawer] = useState(false);
  const table = useRef<ListHandle>(null);
  const { first, at, see } = useRows(
    "approvals",
    (from, number) => ({ text: asking, from, count: number }),
    (answer) => answer.decided,
    WINDOW,
  );
  const view = first.answer;
  const inDrawer = width !== "wide";
  const selected = id ?? at(0)?.id;
  useActions("On Approvals", [
    {
      id: "inspector",
      name: "Show or hide the inspector",
      keys: ["i"],
      icon: PanelRight,
      when: inDrawer,
      run: () => setDrawer(!drawer),
    },
  ]);
  const arrived = view !== undefined;
  // Whatever led here is gone and took the focus with it; a click or a tab elsewhere is left alone.
  useEffect(() => {
    if (arrived && document.activeElement === document.body) table.current?.focus();
  }, [arrived]);

  if (view === undefined || isEmpty(view)) {
    return (
      <div className="approvals">
        <Toolbar label="Approvals">
          <h1 className="approvals-title">Approvals</h1>
          <Gap />
          <EvidenceKeeping />
        </Toolbar>
        <AskedNote asked={first} />
        {view !== undefined ? (
          <NothingYet view={view} />
        ) : (
          first.failure === null && <Skeleton label="Reading the decisions" rows={8} />
        )}
      </div>
    );
  }

  const inspector = selected !== undefined && (
    <DecisionInspector id={selected} onTurn={onTurn} onSkill={onSkill} />
  );
  const main: Pane = {
    id: "approvals",
    label: "Waiting, decided, granted",
    body: (
      <div className="approvals-lists">
        <WaitingList waiting={view.waiting} />
        <section className="decided" aria-label="Decided">
          <div className="approvals-head">
            <h2>Decided</h2>
            <span>{count(view.total)}</span>
            <Gap />
            <Evidence of="recorded" />
          </div>
          {view.matching > 0 && (
            <DecidedTable
              ref={table}
              total={view.matching}
              at={at}
              width={width}
              current={placeOf(selected, view.matching, at)}
              onCurrent={(index) => {
                const row = at(index);
                if (row !== undefined) onSelect(row.id);
              }}
              onOpen={() => setDrawer(inDrawer)}
              onSeen={see}
            />
          )}
          <Shown view={view} text={text} onClear={() => setText("")} />
        </section>
        <GrantList grants={view.grants} />
      </div>
    ),
  };
  const beside: Pane = {
    id: "inspector",
    label: "Decision",
    role: "complementary",
    width: { start: 320, min: 280, max: 480 },
    body: inspector,
  };
  return (
    <div className="approvals">
      <Toolbar label="Approvals">
        <h1 className="approvals-title">Approvals</h1>
        <Gap />
        <EvidenceKeeping />
        <div className="approvals-filter">
          <FilterField
            label="Filter by command or skill"
            value={text}
            onChange={setText}
            onLeave={() => table.current?.focus()}
          />
        </div>
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
      <div className="approvals-body">
        <Panes name="approvals" panes={inDrawer ? [main] : [main, beside]} />
        {inDrawer && drawer && (
          <Drawer label="Decision" onClose={() => setDrawer(false)}>
            {inspector}
          </Drawer>
        )}
      </div>
    </div>
  );
}

function isEmpty({ waiting, total, grants }: ApprovalsView): boolean {
  return waiting.length === 0 && total === 0 && grants.length === 0;
}

function NothingYet({ view }: { view: ApprovalsView }) {
  return (
    <EmptyState icon={icons.approvals} title="No decisions yet">
      Nothing waits and no grant is in force. When a skill wants the output of a command, the request appears
      here, and stays here with what was decided. <Verbatim text={view.notes.join(" ")} />
    </EmptyState>
  );
}

/** How many of all are listed, and what is not known of the rest. */
function Shown({ view, text, onClear }: { view: ApprovalsView; text: string; onClear: () => void }) {
  return (
    <p className="approvals-foot" role="status">
      {view.matching === 0 && view.total > 0 ? (
        <>
          No decision matches “<Verbatim text={text} />” in {count(view.total)}.{" "}
          <Button look="link" onPress={onClear}>
            Clear filter
          </Button>{" "}
        </>
      ) : (
        `${shownWords(view)} `
      )}
      <Verbatim text={view.notes.join(" ")} />
    </p>
  );
}

function shownWords({ matching, total }: ApprovalsView): string {
  if (total === 0) return "None decided yet.";
  return matching === total
    ? `All ${counted(total, "decision")} shown.`
    : `${count(matching)} of ${counted(total, "decision")} shown.`;
}

/** The row of a decision, when it is among those that have arrived. */
function placeOf(
  id: string | undefined,
  total: number,
  at: (index: number) => { id: string } | undefined,
): number | null {
  for (let index = 0; id !== undefined && index < total; index++) if (at(index)?.id === id) return index;
  return null;
}
