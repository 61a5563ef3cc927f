import { useCallback, useEffect, useRef, useState } from "react";
import { type ApprovalHost, failureOf } from "../host/host.ts";
import type { ApprovalView, Choice, Failure } from "../host/wire.gen.ts";

export interface Approval {
  /** What is on screen. */
  view: ApprovalView | null;
  /** Why nothing is. */
  failure: Failure | null;
  /** Why the latest decision was not taken; it holds for the showing that came instead. */
  refused: Failure | null;
  /** A decision is on its way; no other is sent for the same showing. */
  deciding: boolean;
  decide: (choice: Choice) => void;
  again: () => void;
}

/** Keeps what is on screen as fresh as the engine says, and sends decisions on exactly that. */
export function useApproval(host: ApprovalHost): Approval {
  const [view, setView] = useState<ApprovalView | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [deciding, setDeciding] = useState(false);
  /** The showing that was decided on. */
  const decided = useRef<number | null>(null);

  // Answers may overtake each other; the higher showing is the later one.
  const show = useCallback((next: ApprovalView) => {
    setFailure(null);
    setView((before) => (before !== null && next.showing < before.showing ? before : next));
  }, []);
  const again = useCallback(
    () =>
      host.ask("approval", {}).then(show, (thrown: unknown) => {
        setFailure(failureOf(thrown));
      }),
    [host, show],
  );
  useEffect(() => {
    void again();
    return host.onChange(({ stale }) => {
      if (stale.includes("approvals")) void again();
    });
  }, [host, again]);

  const decide = (choice: Choice) => {
    if (view?.request == null || decided.current === view.showing) return;
    decided.current = view.showing;
    setDeciding(true);
    setRefused(null);
    const ask = { request: view.request.id, showing: view.showing, choice };
    host
      .ask("decide", ask)
      .then(show, (thrown: unknown) => {
        setRefused(failureOf(thrown));
        decided.current = null;
        return again();
      })
      .finally(() => setDeciding(false));
  };
  return { view, failure, refused, deciding, decide, again: () => void again() };
}
