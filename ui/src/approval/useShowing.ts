import { useCallback, useEffect, useRef, useState } from "react";
import { type ApprovalHost, failureOf } from "../host/host.ts";
import type { Failure } from "../host/wire.gen.ts";

/** What the engine puts on screen to be answered: its number tells a later showing from an earlier one. */
interface Shown {
  showing: number;
}

export interface Showing<View extends Shown, Answer> {
  /** What is on screen. */
  view: View | null;
  /** Why nothing is. */
  failure: Failure | null;
  /** Why the latest answer was not taken; it holds for the showing that came instead. */
  refused: Failure | null;
  /** An answer is on its way; no other is sent for the same showing. */
  deciding: boolean;
  decide: (answer: Answer) => void;
  again: () => void;
}

/**
 * How one kind of question is read and answered. Made once, outside of rendering: what is on screen
 * is asked again when it changes.
 */
export interface Question<View extends Shown, Answer> {
  read: (host: ApprovalHost) => Promise<View>;
  /** Sends the answer to exactly this showing; null where it asks nothing. */
  answer: (host: ApprovalHost, view: View, answer: Answer) => Promise<View> | null;
}

/** Keeps a question as fresh as the engine says, and sends the answer to exactly what is on screen. */
export function useShowing<View extends Shown, Answer>(
  host: ApprovalHost,
  question: Question<View, Answer>,
): Showing<View, Answer> {
  const [view, setView] = useState<View | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [deciding, setDeciding] = useState(false);
  /** The showing that was answered. */
  const decided = useRef<number | null>(null);

  // Answers may overtake each other; the higher showing is the later one.
  const show = useCallback((next: View) => {
    setFailure(null);
    setView((before) => (before !== null && next.showing < before.showing ? before : next));
  }, []);
  const again = useCallback(
    () => question.read(host).then(show, (thrown: unknown) => setFailure(failureOf(thrown))),
    [host, question, show],
  );
  useEffect(() => {
    void again();
    return host.onChange(({ stale }) => {
      if (stale.includes("approvals")) void again();
    });
  }, [host, again]);

  const decide = (answer: Answer) => {
    if (view === null || decided.current === view.showing) return;
    const sent = question.answer(host, view, answer);
    if (sent === null) return;
    decided.current = view.showing;
    setDeciding(true);
    setRefused(null);
    sent
      .then(show, (thrown: unknown) => {
        setRefused(failureOf(thrown));
        decided.current = null;
        return again();
      })
      .finally(() => setDeciding(false));
  };
  return { view, failure, refused, deciding, decide, again: () => void again() };
}
