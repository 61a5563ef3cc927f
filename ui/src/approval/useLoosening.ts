import { useCallback, useEffect, useRef, useState } from "react";
import { type ApprovalHost, failureOf } from "../host/host.ts";
import type { Failure, LooseningView } from "../host/wire.gen.ts";

export interface LooseningAsked {
  /** What is on screen. */
  view: LooseningView | null;
  /** Why nothing is. */
  failure: Failure | null;
  /** Why the latest answer was not taken. */
  refused: Failure | null;
  /** An answer is on its way; no other is sent for the same showing. */
  deciding: boolean;
  decide: (yes: boolean) => void;
  again: () => void;
}

/** A change that would let agents do more without asking, as the engine asks about it, and the way to answer. */
export function useLoosening(host: ApprovalHost): LooseningAsked {
  const [view, setView] = useState<LooseningView | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [deciding, setDeciding] = useState(false);
  /** The showing that was answered. */
  const decided = useRef<number | null>(null);

  // Answers may overtake each other; the higher showing is the later one.
  const show = useCallback((next: LooseningView) => {
    setFailure(null);
    setView((before) => (before !== null && next.showing < before.showing ? before : next));
  }, []);
  const again = useCallback(
    () => host.ask("loosening", {}).then(show, (thrown: unknown) => setFailure(failureOf(thrown))),
    [host, show],
  );
  useEffect(() => {
    void again();
    return host.onChange(() => void again());
  }, [host, again]);

  const decide = (yes: boolean) => {
    if (view?.question == null || decided.current === view.showing) return;
    decided.current = view.showing;
    setDeciding(true);
    setRefused(null);
    host
      .ask("decide_loosening", { showing: view.showing, yes })
      .then(show, (thrown: unknown) => {
        setRefused(failureOf(thrown));
        decided.current = null;
        return again();
      })
      .finally(() => setDeciding(false));
  };
  return { view, failure, refused, deciding, decide, again: () => void again() };
}
