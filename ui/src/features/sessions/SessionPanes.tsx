import type { ReactNode, RefObject } from "react";
import type { SessionView } from "../../host/wire.gen.ts";
import { type Pane, Panes } from "../../kit/Panes.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Damage } from "./Damage.tsx";
import type { FeedHandle } from "./EventFeed.tsx";
import { Provenance } from "./Provenance.tsx";
import { Timeline } from "./Timeline.tsx";
import { TurnPane } from "./TurnPane.tsx";
import type { Following } from "./useFollow.ts";
import type { Moves } from "./useMoves.ts";

/** Where there is no room for three panes, a turn shows its events or what shaped it. */
export type Half = "events" | "shaped";

interface SessionPanesProps {
  session: SessionView;
  /** The row that is read; not known while a line is looked for. */
  current: number | undefined;
  line: number | undefined;
  wide: boolean;
  half: Half;
  follow: Following;
  moves: Moves;
  feed: RefObject<FeedHandle | null>;
  onCurrent: (row: number) => void;
  onHalf: (half: Half) => void;
  /** What else can be done with a turn. */
  turnActs?: (turn: number) => ReactNode;
}

/** Turns, the events of one of them, and what shaped it; at a break, the damage. */
export function SessionPanes(props: SessionPanesProps) {
  const { session, current, wide, half } = props;
  const panes: Pane[] = [timeline(props)];
  if (session.damage !== null && session.damage.row === current) {
    panes.push({ id: "damage", label: "Damage", body: <Damage session={session} damage={session.damage} /> });
  } else if (current === undefined) {
    panes.push({ id: "turn", label: "Events", body: null });
  } else {
    panes.push({ id: "turn", label: "Events", body: <Turn {...props} current={current} /> });
    if (wide && half === "shaped") panes.push(shaped(session.row.key, current));
  }
  return <Panes name={wide ? "session" : "session-middle"} panes={panes} />;
}

function timeline({ session, current, wide, feed, onCurrent }: SessionPanesProps): Pane {
  return {
    id: "timeline",
    label: "Turns",
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

function shaped(session: string, row: number): Pane {
  return {
    id: "provenance",
    label: "What shaped it",
    role: "complementary",
    width: { start: 340, min: 300, max: 480 },
    body: <Provenance session={session} row={row} head="drawn" />,
  };
}

function Turn({
  session,
  current,
  line,
  wide,
  half,
  follow,
  moves,
  feed,
  onHalf,
  turnActs,
}: SessionPanesProps & { current: number }) {
  const instead = !wide && half === "shaped";
  return (
    <TurnPane
      feed={feed}
      row={current}
      line={line}
      follows={follow.follows}
      onEnd={follow.onEnd}
      onStep={moves.toTurn}
      beside={!wide && <Halves half={half} onPick={onHalf} />}
      acts={turnActs}
      body={instead ? <Provenance session={session.row.key} row={current} head="none" /> : undefined}
    />
  );
}

function Halves({ half, onPick }: { half: Half; onPick: (half: Half) => void }) {
  return (
    <Segmented
      label="Half of the turn"
      value={half}
      options={[
        { value: "events", label: "Events" },
        { value: "shaped", label: "What shaped it" },
      ]}
      onPick={onPick}
    />
  );
}
