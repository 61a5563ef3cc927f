import { t } from "@lingui/core/macro";
import { Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useAct } from "../host/useAsk.ts";
import type { Failure, Mode, ModeView } from "../host/wire.gen.ts";
import { EVERYWHERE, useActions } from "../kit/actions.ts";
import { Button } from "../kit/Button.tsx";
import { Toast } from "../kit/Toast.tsx";

/** From the loosest to the strictest. */
export const modes: readonly { value: Mode; label: string }[] = [
  { value: "auto", label: t`auto` },
  { value: "ask", label: t`ask` },
  { value: "read_only", label: t`read-only` },
];

/** Milliseconds in which a change can be taken back with one press. */
const UNDO = 10_000;

export interface ModeChange {
  /** Sets the mode, or with nothing follows Pixir's configuration. */
  choose: (mode: Mode | null) => void;
  failure: Failure | null;
  reset: () => void;
  /** The message to draw. */
  layers: ReactNode;
}

/**
 * The one way to another mode, for every switch, menu and key. A looser one is asked about in the window that decides,
 * and in force when it says so.
 */
export function useModeChange(view: ModeView | undefined): ModeChange {
  const set = useAct("change_permission");
  const [last, setLast] = useState<{ before: Mode | null; from: Mode; to: Mode } | null>(null);
  const choose = (mode: Mode | null) => {
    // What is in force already is not set once more: that would only pin it.
    if (view === undefined || (mode === null ? !view.set_here : mode === view.mode)) return;
    setLast({ before: view.set_here ? view.mode : null, from: view.mode, to: mode ?? view.pixir });
    set.act({ kind: "mode", mode }, { onError: () => setLast(null) });
  };
  const takeBack = () => {
    if (last === null) return;
    setLast(null);
    set.act({ kind: "mode", mode: last.before });
  };
  // Set elsewhere meanwhile, it is not this change any more that would be taken back.
  const stands = last !== null && last.from !== last.to && view?.mode === last.to;
  useEffect(() => {
    if (!stands) return;
    const timer = window.setTimeout(() => setLast(null), UNDO);
    return () => window.clearTimeout(timer);
  }, [stands]);
  useActions(EVERYWHERE, [
    {
      id: "mode.undo",
      name: t`Undo mode change`,
      keys: ["Ctrl Z"],
      icon: Undo2,
      when: stands,
      run: takeBack,
    },
  ]);
  const layers = stands && (
    <Toast
      onClose={() => setLast(null)}
      action={
        <Button look="link" action="mode.undo" onPress={takeBack}>
          {t`Undo`}
        </Button>
      }
    >
      {t`Permission mode set to ${wordOf(last.to)}.`}
    </Toast>
  );
  return { choose, failure: set.failure, reset: set.reset, layers };
}

export function wordOf(mode: Mode): string {
  return modes.find(({ value }) => value === mode)?.label ?? mode;
}
