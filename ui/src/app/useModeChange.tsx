import { Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAct } from "../host/useAsk.ts";
import type { Failure, ModeView, ModeWord } from "../host/wire.gen.ts";
import { EVERYWHERE, useActions } from "../kit/actions.ts";
import { Button } from "../kit/Button.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { Toast } from "../kit/Toast.tsx";

/** From the loosest to the strictest. */
export const modes: readonly { value: ModeWord; label: string }[] = [
  { value: "auto", label: "auto" },
  { value: "ask", label: "ask" },
  { value: "read_only", label: "read-only" },
];

/** What follows from a looser mode, in sentences. */
const follows: Record<ModeWord, readonly string[]> = {
  auto: [
    "In auto, context sources that provably only read run when they are asked for, without asking you. What they print is sent without being shown to you, unless likely secrets are found in it.",
    "Agents take in skills, run scripts that this machine can contain, and use the tools of built-in skills that are on, also those that write files of the workspace, without asking you.",
    "Context sources that do not provably only read still wait for your yes.",
  ],
  ask: [
    "In ask, what read-only refuses is asked about instead: context sources that may change something, scripts, hooks and tools that write.",
    "Each of them waits for your yes.",
  ],
  read_only: [],
};

/** Milliseconds in which a change can be taken back with one press. */
const UNDO = 10_000;

export interface ModeChange {
  /** Sets the mode, or with nothing follows Pixir's configuration; a looser one is asked about first. */
  choose: (mode: ModeWord | null) => void;
  failure: Failure | null;
  reset: () => void;
  /** The question and the message to draw. */
  layers: ReactNode;
}

/** The one way to another mode, for every switch, menu and key. */
export function useModeChange(view: ModeView | undefined): ModeChange {
  const set = useAct("set_mode");
  const [asked, setAsked] = useState<{ mode: ModeWord | null } | null>(null);
  const [done, setDone] = useState<{ before: ModeWord | null; now: ModeWord } | null>(null);
  const put = (mode: ModeWord | null) => {
    const before = view?.set_here === true ? view.mode : null;
    setAsked(null);
    setDone(null);
    set.act({ mode }, { onSuccess: (next) => setDone({ before, now: next.mode }) });
  };
  const choose = (mode: ModeWord | null) => {
    // What is in force already is not set once more: that would only pin it.
    if (view === undefined || (mode === null ? !view.set_here : mode === view.mode)) return;
    if (isLooser(mode ?? view.pixir, view.mode)) setAsked({ mode });
    else put(mode);
  };
  const takeBack = () => {
    if (done === null) return;
    setDone(null);
    set.act({ mode: done.before });
  };
  useEffect(() => {
    if (done === null) return;
    const timer = window.setTimeout(() => setDone(null), UNDO);
    return () => window.clearTimeout(timer);
  }, [done]);
  // Set elsewhere meanwhile, it is not this change any more that would be taken back.
  const stands = done !== null && view?.mode === done.now;
  useActions(EVERYWHERE, [
    {
      id: "mode.undo",
      name: "Take the mode back",
      keys: ["Ctrl Z"],
      icon: Undo2,
      when: stands,
      run: takeBack,
    },
  ]);
  const next = asked === null || view === undefined ? null : (asked.mode ?? view.pixir);
  const layers = (
    <>
      {asked !== null && next !== null && view !== undefined && isLooser(next, view.mode) && (
        <Loosening
          from={view.mode}
          to={next}
          follows={asked.mode === null ? "Follow Pixir’s configuration: " : "Set mode to "}
          onYes={() => put(asked.mode)}
          onNo={() => setAsked(null)}
        />
      )}
      {stands && done !== null && (
        <Toast
          onClose={() => setDone(null)}
          action={
            <Button look="link" action="mode.undo" onPress={takeBack}>
              Undo
            </Button>
          }
        >
          The permission mode is {wordOf(done.now)} now.
        </Toast>
      )}
    </>
  );
  return { choose, failure: set.failure, reset: set.reset, layers };
}

function Loosening({
  from,
  to,
  follows: verb,
  onYes,
  onNo,
}: {
  from: ModeWord;
  to: ModeWord;
  follows: string;
  onYes: () => void;
  onNo: () => void;
}) {
  const careful = useRef<HTMLButtonElement>(null);
  useEffect(() => careful.current?.focus(), []);
  return (
    <Dialog
      title={`From ${wordOf(from)} to ${wordOf(to)}: fewer questions`}
      width={520}
      onClose={onNo}
      foot={
        <>
          <Button onPress={onYes}>
            {verb}
            {wordOf(to)}
          </Button>
          <Button ref={careful} onPress={onNo}>
            Stay in {wordOf(from)}
          </Button>
        </>
      }
    >
      {follows[to].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Dialog>
  );
}

function isLooser(mode: ModeWord, than: ModeWord): boolean {
  const place = (word: ModeWord) => modes.findIndex(({ value }) => value === word);
  return place(mode) < place(than);
}

export function wordOf(mode: ModeWord): string {
  return modes.find(({ value }) => value === mode)?.label ?? mode;
}
