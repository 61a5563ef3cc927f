import type { DriftFact, DriftState, SessionDrift } from "../wire.gen.ts";
import { foreign } from "./foreign.ts";

/** A verdict that rests on a recorded hash, unless `more` says otherwise. */
export function driftFact(state: DriftState, note = "", more: Partial<DriftFact> = {}): DriftFact {
  const untouched = ["nothing was taken off"];
  return {
    state,
    added: 0,
    removed: 0,
    note: foreign(note),
    drifted: ["body_changed", "frontmatter_only"].includes(state),
    basis: state === "unverifiable" ? "nothing" : "digest",
    steps: { recorded: untouched, disk: untouched },
    holes: [],
    taken: null,
    same_at: [],
    ...more,
  };
}

/** What is known of a text whose body alone was recorded. */
export const bodyAlone: Partial<DriftFact> = {
  basis: "body",
  steps: {
    recorded: ["nothing was taken off"],
    disk: ["frontmatter removed", "leading whitespace removed"],
  },
};

/** What a session's row says of the states of its texts. */
export function sessionDrift(states: readonly DriftState[]): SessionDrift {
  const of = (...wanted: DriftState[]) => states.filter((state) => wanted.includes(state)).length;
  return {
    texts: states.length,
    changed: of("body_changed", "frontmatter_only"),
    deleted: of("deleted"),
    unknown: of("unverifiable"),
  };
}
