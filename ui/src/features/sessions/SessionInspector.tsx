import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Braces, Hash, PanelRight, Printer } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ActNote, Answer } from "../../facts/FailureNote.tsx";
import { diffOf, useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { verdictOfPixir } from "../../facts/logWords.ts";
import { useAsk, useHost } from "../../host/useAsk.ts";
import type { SessionView } from "../../host/wire.gen.ts";
import { useActions } from "../../kit/actions.ts";
import { Button } from "../../kit/Button.tsx";
import { aFlag, oneOf, useKept } from "../../kit/kept.ts";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { useWidth } from "../../kit/width.ts";
import { count } from "../../language/numbers.ts";
import type { FeedHandle } from "./EventFeed.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { GoTo } from "./GoTo.tsx";
import { IntegrityDialog } from "./IntegrityDialog.tsx";
import { type Reading, ReadingContext } from "./reading.ts";
import { SessionHead } from "./SessionHead.tsx";
import { SessionOrigin } from "./SessionOrigin.tsx";
import { SessionPanes, type Side } from "./SessionPanes.tsx";
import { SessionStrip } from "./SessionStrip.tsx";
import { SessionTree } from "./SessionTree.tsx";
import { useFollow } from "./useFollow.ts";
import { type Moves, useMoves } from "./useMoves.ts";
import "./SessionInspector.css";
import { Words } from "../../facts/Words.tsx";

interface SessionInspectorProps {
  sessionKey: string;
  /** The row of the timeline that is read; the last when absent. */
  row: number | undefined;
  /** The log line to show first. */
  line: number | undefined;
  /** The turn to show first, when neither a row nor a line is named. */
  turn?: number;
  onPlace: (place: { row?: number; line?: number }) => void;
  onLink: (to: string) => void;
  /** Stands in the head of a turn: what other features can do with it. */
  turnActs?: (turn: number) => ReactNode;
}

/** One session: its turns, the events of one of them, and what shaped it. */
export function SessionInspector(props: SessionInspectorProps) {
  const asked = useAsk("session", { key: props.sessionKey });
  return (
    <Answer asked={asked} waiting={<Skeleton label={t`Session`} rows={8} />}>
      {(session) => <Session {...props} session={session} />}
    </Answer>
  );
}

type Layer = "tree" | "goto" | "integrity" | "export" | null;

function Session({ session, ...props }: SessionInspectorProps & { session: SessionView }) {
  const { sessionKey, line, onPlace } = props;
  const { go, visit, back } = useGoing();
  const last = Math.max(0, session.timeline_rows - 1);
  const current = useCurrent(props, session, last);
  const [layer, setLayer] = useState<Layer>(null);
  // Beside the events where there is room, in their place where there is none: two choices, made apart.
  const [beside, setBeside] = useKept("session inspector", true, aFlag);
  const [instead, setInstead] = useKept("session inspector instead", false, aFlag);
  const [side, setSide] = useKept<Side>("session side", "shaped", oneOf<Side>(["shaped", "model"]));
  const [step, setStep] = useStep(current);
  const feed = useRef<FeedHandle>(null);
  const wide = useWidth() === "wide";
  const shaped = wide ? beside : instead;
  const setShaped = wide ? setBeside : setInstead;
  const moves = useMoves(sessionKey, current ?? last, onPlace);
  const follow = useFollow({
    live: session.row.live,
    events: session.row.events,
    last,
    current,
    onLast: () => onPlace({ row: last }),
  });
  useSessionActions({
    moves,
    feed,
    onDiff: (line) => go(diffOf({ key: sessionKey, line })),
    onGoTo: () => setLayer("goto"),
    onInspect: () => setShaped(!shaped),
    onTree: () => setLayer("tree"),
    onIntegrity: () => setLayer("integrity"),
    onExport: () => setLayer("export"),
    onModel: () => {
      setShaped(true);
      setSide(side === "model" ? "shaped" : "model");
    },
  });
  const toNew = () => {
    onPlace({ row: last });
    requestAnimationFrame(() => feed.current?.toEnd());
  };
  return (
    <ReadingContext value={useReadingOf(props, session)}>
      <div className="session column fill anchors on-surface">
        <SessionHead
          session={session}
          onBack={back ?? (() => visit("sessions"))}
          onTree={() => setLayer("tree")}
          onIntegrity={() => setLayer("integrity")}
          onExport={() => setLayer("export")}
        />
        <SessionOrigin origin={session.origin} />
        <Refusal session={session} />
        <ActNote act={moves} />
        <BrokenChain session={session} />
        <SessionStrip session={session} current={current} onPlace={onPlace} />
        <SessionPanes
          session={session}
          current={current}
          line={line}
          wide={wide}
          half={shaped ? "shaped" : "events"}
          side={side}
          step={step}
          follow={follow}
          moves={moves}
          feed={feed}
          onCurrent={(row) => onPlace({ row })}
          onHalf={(half) => setShaped(half === "shaped")}
          onSide={setSide}
          onStep={setStep}
          turnActs={props.turnActs}
        />
        {follow.unseen > 0 && (
          <div className="session-new">
            <Button onPress={toNew}>
              {plural(follow.unseen, { one: "# new event", other: "# new events" })}
            </Button>
          </div>
        )}
        <span className="unseen" role="status">
          {follow.said}
        </span>
      </div>
      {layer === "tree" && (
        <SessionTree session={sessionKey} rows={session.tree} onClose={() => setLayer(null)} />
      )}
      {layer === "integrity" && <IntegrityDialog sessionKey={sessionKey} onClose={() => setLayer(null)} />}
      {layer === "export" && (
        <ExportDialog sessionKey={sessionKey} turns={session.row.turns} onClose={() => setLayer(null)} />
      )}
      {layer === "goto" && <GoTo onGo={moves.toGoal} onClose={() => setLayer(null)} />}
    </ReadingContext>
  );
}

function useSessionActions({
  moves,
  feed,
  onDiff,
  onGoTo,
  onInspect,
  onModel,
  onTree,
  onIntegrity,
  onExport,
}: {
  moves: Moves;
  feed: RefObject<FeedHandle | null>;
  onDiff: (line: number) => void;
  onGoTo: () => void;
  onInspect: () => void;
  onModel: () => void;
  onTree: () => void;
  onIntegrity: () => void;
  onExport: () => void;
}) {
  useActions(t`Session`, [
    { id: "turn.previous", name: t`Previous turn`, keys: ["["], run: () => moves.toTurn(-1) },
    { id: "turn.next", name: t`Next turn`, keys: ["]"], run: () => moves.toTurn(1) },
    { id: "prompt.next", name: t`Next user prompt`, keys: ["J"], run: () => moves.toPrompt(1) },
    { id: "prompt.previous", name: t`Previous user prompt`, keys: ["K"], run: () => moves.toPrompt(-1) },
    {
      id: "activation.next",
      name: t`Next activation`,
      keys: ["n", "Alt ArrowDown"],
      run: () => moves.toActivation(1),
    },
    {
      id: "activation.previous",
      name: t`Previous activation`,
      keys: ["N", "Alt ArrowUp"],
      run: () => moves.toActivation(-1),
    },
    {
      id: "inspector",
      name: t`Toggle “What shaped this turn”`,
      keys: ["i"],
      icon: PanelRight,
      run: onInspect,
    },
    { id: "model", name: t`Toggle model’s view`, keys: ["m"], run: onModel },
    {
      id: "event.raw",
      name: t`Show raw JSON of event`,
      keys: ["r"],
      icon: Braces,
      run: () => feed.current?.toggleRaw(),
    },
    {
      id: "event.diff",
      name: t`Compare activation with disk`,
      keys: ["d"],
      icon: icons.drift,
      run: () => {
        const event = feed.current?.activation();
        if (event !== undefined) onDiff(event.line);
      },
    },
    { id: "session.goto", name: t`Go to turn or line…`, keys: ["Ctrl G"], icon: Hash, run: onGoTo },
    { id: "session.tree", name: t`Show session tree…`, words: t`fork subagent`, run: onTree },
    {
      id: "session.integrity",
      name: t`Verify log integrity…`,
      words: t`integrity hash verify`,
      icon: icons.verified,
      run: onIntegrity,
    },
    { id: "session.export", name: t`Export…`, words: t`bundle save`, icon: icons.export, run: onExport },
    {
      id: "print",
      name: t`Print view…`,
      words: t`paper pdf evidence`,
      keys: ["Ctrl P"],
      icon: Printer,
      run: () => window.print(),
    },
  ]);
}

/** The row that is read: the one asked for, the one that holds the line asked for, the break, or the last. */
function useCurrent(
  { sessionKey, row, line, turn, onPlace }: SessionInspectorProps,
  session: SessionView,
  last: number,
): number | undefined {
  const host = useHost();
  const searched = row === undefined && (line !== undefined || turn !== undefined);
  const start = useRef(session.damage?.row ?? last);
  const act = useRef(onPlace);
  act.current = onPlace;
  useEffect(() => {
    if (!searched) return;
    let wanted = true;
    const goal = line !== undefined ? { line } : { turn: turn ?? 1 };
    const show = (row: number | null) => wanted && act.current({ row: row ?? start.current, line });
    host.ask("place", { key: sessionKey, place: goal }).then(
      ({ row }) => show(row),
      () => show(null),
    );
    return () => {
      wanted = false;
    };
  }, [host, sessionKey, searched, line, turn]);
  if (searched) return undefined;
  return Math.min(row ?? start.current, last);
}

/** The step of a row whose view is shown; another row begins with its last call, also on the way back. */
function useStep(row: number | undefined): [number | null, (step: number) => void] {
  const [chosen, choose] = useState<{ row: number | undefined; step: number } | null>(null);
  if (chosen !== null && chosen.row !== row) choose(null);
  return [chosen !== null && chosen.row === row ? chosen.step : null, (step) => choose({ row, step })];
}

function useReadingOf(
  { sessionKey, line: sought, onLink }: SessionInspectorProps,
  { row: { id, source }, tells }: SessionView,
): Reading {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { go } = useGoing();
  const acts = useRef({ go, onLink });
  acts.current = { go, onLink };
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
      id,
      source,
      tells,
      sought,
      isOpen: (what) => opened.has(what),
      toggle,
      openDiff: (line) => acts.current.go(diffOf({ key: sessionKey, line })),
      openSession: (key) => acts.current.go({ screen: "session", key }),
      openLink: (to) => acts.current.onLink(to),
    }),
    [sessionKey, id, source, tells, sought, opened, toggle],
  );
}

/** Somebody changed what Assay recorded. */
function BrokenChain({ session: { companion } }: { session: SessionView }) {
  if (companion === null || companion.broken_at === null) return null;
  return (
    <div className="line-below padded">
      <Note tone="warn">
        <Trans>
          Assay’s companion log was modified: line {count(companion.broken_at)} doesn’t reference the line
          before it. <Verbatim text={companion.path} />
        </Trans>
      </Note>
    </div>
  );
}

/** Pixir would not open this log of its own, though every line of it can be read here. */
function Refusal({ session: { pixir, damage } }: { session: SessionView }) {
  if (pixir === null || pixir.accepts || damage !== null) return null;
  return (
    <div className="line-below padded">
      <Note tone="warn">
        <Words text={verdictOfPixir(pixir.verdict)} />
      </Note>
    </div>
  );
}
