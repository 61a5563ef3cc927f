import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAsk, useHost } from "../../host/useAsk.ts";
import type { SessionView, TimelineRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { useKeys } from "../../kit/keys.ts";
import type { ListHandle } from "../../kit/List.tsx";
import { Note } from "../../kit/Note.tsx";
import { type Pane, Panes } from "../../kit/Panes.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { useWidth } from "../../kit/width.ts";
import { Damage } from "./Damage.tsx";
import { findRow, type Goal, reaches } from "./findRow.ts";
import { GoTo } from "./GoTo.tsx";
import { Provenance } from "./Provenance.tsx";
import { type Reading, ReadingContext } from "./reading.ts";
import { SessionHead } from "./SessionHead.tsx";
import { SessionTree } from "./SessionTree.tsx";
import { Timeline } from "./Timeline.tsx";
import { type TurnHandle, TurnPane } from "./TurnPane.tsx";
import { useFollow } from "./useFollow.ts";
import "./SessionInspector.css";

interface SessionInspectorProps {
  sessionKey: string;
  /** The row of the timeline that is read; the last when absent. */
  row: number | undefined;
  /** The log line to show first. */
  line: number | undefined;
  onPlace: (place: { row?: number; line?: number }) => void;
  onBack: () => void;
  onDiff: (line: number) => void;
  onSession: (key: string) => void;
  onLink: (to: string) => void;
}

/** One session: its turns, the events of one of them, and what shaped it. */
export function SessionInspector(props: SessionInspectorProps) {
  const { answer, failure, again } = useAsk("session", { key: props.sessionKey });
  if (failure !== null && answer === undefined) return <FailureNote failure={failure} onAgain={again} />;
  if (answer === undefined) return <Skeleton label="Session" rows={8} />;
  return <Session {...props} session={answer} />;
}

type Layer = "tree" | "goto" | null;

function Session({ session, ...props }: SessionInspectorProps & { session: SessionView }) {
  const { sessionKey, line, onPlace } = props;
  const host = useHost();
  const last = Math.max(0, session.timeline_rows - 1);
  const current = useCurrent(props, session, last);
  const [layer, setLayer] = useState<Layer>(null);
  const [shaped, setShaped] = useState<"shown" | "hidden" | null>(null);
  const timeline = useRef<ListHandle>(null);
  const turn = useRef<TurnHandle>(null);
  const place = (row: number) => onPlace({ row });
  const follow = useFollow({
    live: session.row.live,
    events: session.row.events,
    last,
    current,
    onLast: () => place(last),
  });
  const reading = useReadingOf(props);

  const step = (by: 1 | -1, fits: (row: TimelineRow) => boolean) => {
    void findRow(host, sessionKey, current ?? last, by, fits).then((row) => row !== null && place(row));
  };
  const goTo = async (goal: Goal) => {
    const row = await findRow(host, sessionKey, -1, 1, reaches(goal));
    if (row !== null) onPlace("line" in goal ? { row, line: goal.line } : { row });
    return row !== null;
  };
  const activation = (by: 1 | -1) => {
    const rows = session.bands
      .flatMap((band) => band.tiles)
      .filter((row) => (row - (current ?? last)) * by > 0);
    if (rows.length > 0) place(by === 1 ? Math.min(...rows) : Math.max(...rows));
  };
  const wide = useWidth() === "wide";
  const shows = shaped === null ? wide : shaped === "shown";
  const inspect = () => setShaped(shows ? "hidden" : "shown");
  useKeys({
    "[": () => step(-1, isTurn),
    "]": () => step(1, isTurn),
    J: () => step(1, isPrompt),
    K: () => step(-1, isPrompt),
    n: () => activation(1),
    N: () => activation(-1),
    "Alt ArrowDown": () => activation(1),
    "Alt ArrowUp": () => activation(-1),
    i: inspect,
    r: () => turn.current?.toggleRaw(),
    d: () => {
      const event = turn.current?.activation();
      if (event !== undefined) props.onDiff(event.line);
    },
    "Ctrl G": () => setLayer("goto"),
  });

  const panes: Pane[] = [
    {
      id: "timeline",
      label: "Turns",
      width: wide ? { start: 420, min: 320, max: 560 } : { start: 344, min: 280, max: 420 },
      body: (
        <Timeline
          ref={timeline}
          session={session}
          current={current}
          onCurrent={place}
          onOpen={() => turn.current?.focus()}
        />
      ),
    },
  ];
  if (session.damage !== null && session.damage.row === current) {
    panes.push({ id: "damage", label: "Damage", body: <Damage session={session} damage={session.damage} /> });
  } else if (current !== undefined) {
    const provenance = <Provenance session={sessionKey} row={current} head={wide ? "drawn" : "none"} />;
    panes.push({
      id: "turn",
      label: "Events",
      body: (
        <TurnPane
          ref={turn}
          row={current}
          line={line}
          follows={follow.follows}
          onEnd={follow.onEnd}
          onStep={(by) => step(by, isTurn)}
          beside={wide ? null : <Half shows={shows} onPick={setShaped} />}
          body={!wide && shows ? provenance : undefined}
        />
      ),
    });
    if (wide && shows) {
      panes.push({
        id: "provenance",
        label: "What shaped it",
        role: "complementary",
        width: { start: 340, min: 300, max: 480 },
        body: provenance,
      });
    }
  }

  return (
    <ReadingContext value={reading}>
      <div className="session">
        <SessionHead session={session} onBack={props.onBack} onTree={() => setLayer("tree")} />
        <Refusal session={session} />
        <Panes name={wide ? "session" : "session-middle"} panes={panes} />
        {follow.unseen > 0 && (
          <div className="session-new">
            <Button
              onPress={() => {
                place(last);
                requestAnimationFrame(() => turn.current?.toEnd());
              }}
            >
              {counted(follow.unseen, "new event")}
            </Button>
          </div>
        )}
        <span className="unseen" role="status">
          {follow.said}
        </span>
      </div>
      {layer === "tree" && (
        <SessionTree rows={session.tree} onOpen={props.onSession} onClose={() => setLayer(null)} />
      )}
      {layer === "goto" && <GoTo onGo={goTo} onClose={() => setLayer(null)} />}
    </ReadingContext>
  );
}

/** The row that is read: the one asked for, the one that holds the line asked for, the break, or the last. */
function useCurrent(
  { sessionKey, row, line, onPlace }: SessionInspectorProps,
  session: SessionView,
  last: number,
): number | undefined {
  const host = useHost();
  const searched = row === undefined && line !== undefined;
  const start = useRef(session.damage?.row ?? last);
  const act = useRef(onPlace);
  act.current = onPlace;
  useEffect(() => {
    if (!searched) return;
    let wanted = true;
    void findRow(host, sessionKey, -1, 1, reaches({ line })).then((found) => {
      if (wanted) act.current({ row: found ?? start.current, line });
    });
    return () => {
      wanted = false;
    };
  }, [host, sessionKey, searched, line]);
  if (searched) return undefined;
  return Math.min(row ?? start.current, last);
}

function useReadingOf({ sessionKey, onDiff, onSession, onLink }: SessionInspectorProps): Reading {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const acts = useRef({ onDiff, onSession, onLink });
  acts.current = { onDiff, onSession, onLink };
  const toggle = useCallback((what: string) => {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(what)) after.add(what);
      return after;
    });
  }, []);
  return useMemo(
    () => ({
      session: sessionKey,
      isOpen: (what) => opened.has(what),
      toggle,
      openDiff: (line) => acts.current.onDiff(line),
      openSession: (key) => acts.current.onSession(key),
      openLink: (to) => acts.current.onLink(to),
    }),
    [sessionKey, opened, toggle],
  );
}

function isTurn({ what }: TimelineRow): boolean {
  return what.kind === "turn";
}

/** A turn that begins with words of a person. */
function isPrompt({ what }: TimelineRow): boolean {
  return what.kind === "turn" && what.prompt !== "";
}

function Half({ shows, onPick }: { shows: boolean; onPick: (half: "shown" | "hidden") => void }) {
  return (
    <Segmented
      label="Half of the turn"
      value={shows ? "shown" : "hidden"}
      options={[
        { value: "hidden", label: "Events" },
        { value: "shown", label: "What shaped it" },
      ]}
      onPick={onPick}
    />
  );
}

/** Pixir would not open this log, though every line of it can be read here. */
function Refusal({ session: { pixir, damage } }: { session: SessionView }) {
  if (pixir.accepts || damage !== null) return null;
  return (
    <div className="session-refusal">
      <Note tone="warn">
        Pixir refuses this log{pixir.line !== null && ` at line ${pixir.line}`}:{" "}
        <Verbatim text={pixir.reason ?? pixir.code ?? ""} />
      </Note>
    </div>
  );
}
