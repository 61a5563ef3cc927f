import { t } from "@lingui/core/macro";
import type { ReactNode, RefObject } from "react";
import { relativesWords } from "../../facts/contextWords.ts";
import { icons } from "../../facts/icons.ts";
import type { BranchMark, SessionView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { type Pane, Panes } from "../../kit/Panes.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { Damage } from "./Damage.tsx";
import type { FeedHandle } from "./EventFeed.tsx";
import { ModelView } from "./ModelView.tsx";
import { Provenance } from "./Provenance.tsx";
import { useReading } from "./reading.ts";
import { relationWords } from "./relationWords.ts";
import { Timeline } from "./Timeline.tsx";
import { TurnPane } from "./TurnPane.tsx";
import type { Following } from "./useFollow.ts";
import type { Moves } from "./useMoves.ts";
import "./ModelView.css";

/** Where there is no room for three panes, a turn shows its events or what is known of them. */
export type Half = "events" | "shaped";

/** What is shown beside the events: what shaped the turn, or what the model had at a point of it. */
export type Side = "shaped" | "model";

interface SessionPanesProps {
  session: SessionView;
  /** The row that is read; not known while a line is looked for. */
  current: number | undefined;
  line: number | undefined;
  wide: boolean;
  half: Half;
  side: Side;
  /** The step of the row whose view is shown; null is its last call. */
  step: number | null;
  follow: Following;
  moves: Moves;
  feed: RefObject<FeedHandle | null>;
  onCurrent: (row: number) => void;
  onHalf: (half: Half) => void;
  onSide: (side: Side) => void;
  onStep: (step: number) => void;
  /** What else can be done with a turn. */
  turnActs?: (turn: number) => ReactNode;
}

/** Turns, the events of one of them, and what shaped it; at a break, the damage. */
export function SessionPanes(props: SessionPanesProps) {
  const { session, current, wide, half } = props;
  const panes: Pane[] = [timeline(props)];
  if (session.damage !== null && session.damage.row === current) {
    panes.push({
      id: "damage",
      label: t`Corrupt line`,
      body: <Damage session={session} damage={session.damage} />,
    });
  } else if (current === undefined) {
    panes.push({ id: "turn", label: t`Events`, body: null });
  } else {
    panes.push({ id: "turn", label: t`Events`, body: <Turn {...props} current={current} /> });
    if (wide && half === "shaped") panes.push(beside(props, current));
  }
  return <Panes name={wide ? "session" : "session-middle"} panes={panes} />;
}

function timeline({ session, current, wide, feed, onCurrent }: SessionPanesProps): Pane {
  return {
    id: "timeline",
    label: t`Turns`,
    width: wide ? { start: 420, min: 320, max: 560 } : { start: 344, min: 280, max: 420 },
    body: (
      <Timeline
        session={session}
        current={current}
        onCurrent={onCurrent}
        onOpen={() => feed.current?.focus()}
      />
    ),
  };
}

function beside(props: SessionPanesProps, row: number): Pane {
  return {
    id: "provenance",
    label: t`What shaped this turn`,
    role: "complementary",
    width: { start: 340, min: 300, max: 480 },
    body: (
      <>
        <header className="shaped-head row fixed gap-8 line-below padded-4">
          <h2 className="unseen">{props.side === "shaped" ? t`What shaped this turn` : t`Model’s view`}</h2>
          <Sides side={props.side} onPick={props.onSide} />
        </header>
        <Known {...props} row={row} />
      </>
    ),
  };
}

/** What is known of a row. */
function Known({ session, row, side, step, moves, onStep }: SessionPanesProps & { row: number }) {
  const key = session.row.key;
  const begun = session.branches.filter((mark) => mark.row === row);
  return (
    <>
      {begun.length > 0 && <Branches of={begun} />}
      {side === "shaped" ? (
        <Provenance session={key} row={row} head="none" />
      ) : (
        <ModelView session={key} row={row} step={step} onStep={onStep} onTurn={moves.toTurn} />
      )}
    </>
  );
}

/** Sessions that begin in the row, and the way to those whose log is here. */
function Branches({ of }: { of: readonly BranchMark[] }) {
  const { openSession } = useReading();
  return (
    <ul
      className="session-branches fixed text-2 type-small line-below scrolls-both padded-6"
      aria-label={t`Sessions started here`}
    >
      {of.map((mark) => (
        <li key={`${mark.line} ${rawText(mark.id)}`} className="row narrows gap-8">
          <Icon of={mark.relation === "fork" ? icons.fork : icons.assistant} />
          <span className="cut-end">
            <Verbatim text={`${relationWords(mark.relation)}, ${relativesWords(mark.facts)}`} />
          </span>
          {mark.key === null ? (
            <span className="text-3">{t`log not found`}</span>
          ) : (
            <Button look="link" onPress={() => mark.key !== null && openSession(mark.key)}>
              {t`Open`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Sides({ side, onPick }: { side: Side; onPick: (side: Side) => void }) {
  return (
    <Segmented
      label={t`Turn details`}
      value={side}
      options={[
        { value: "shaped", label: t`What shaped this turn` },
        { value: "model", label: t`Model’s view` },
      ]}
      onPick={onPick}
    />
  );
}

function Turn(props: SessionPanesProps & { current: number }) {
  const { current, line, wide, half, side, follow, moves, feed, onHalf, onSide, turnActs } = props;
  const instead = !wide && half === "shaped";
  const pick = (view: "events" | Side) => {
    onHalf(view === "events" ? "events" : "shaped");
    if (view !== "events") onSide(view);
  };
  return (
    <TurnPane
      feed={feed}
      row={current}
      line={line}
      follows={follow.follows}
      onEnd={follow.onEnd}
      onStep={moves.toTurn}
      beside={!wide && <Halves view={half === "events" ? "events" : side} onPick={pick} />}
      acts={turnActs}
      body={instead ? <Known {...props} row={current} /> : undefined}
    />
  );
}

function Halves({ view, onPick }: { view: "events" | Side; onPick: (view: "events" | Side) => void }) {
  return (
    <Segmented
      label={t`Turn view`}
      value={view}
      options={[
        { value: "events", label: t`Events` },
        { value: "shaped", label: t`What shaped this turn` },
        { value: "model", label: t`Model’s view` },
      ]}
      onPick={onPick}
    />
  );
}
