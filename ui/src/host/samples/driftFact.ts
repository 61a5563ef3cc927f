import type { DriftFact, DriftNote, DriftState, DriftStep, SessionDrift } from "../wire.gen.ts";
import { foreigns } from "./foreign.ts";

/** A verdict that rests on a recorded hash, unless `more` says otherwise. */
export function driftFact(
  state: DriftState,
  detail: DriftNote | null = null,
  more: Partial<DriftFact> = {},
): DriftFact {
  const untouched: DriftStep[] = [{ code: "nothing" }];
  return {
    state,
    added: 0,
    removed: 0,
    detail,
    drifted: ["body_changed", "frontmatter_only"].includes(state),
    basis: state === "unverifiable" ? "nothing" : "digest",
    steps: { recorded_steps: untouched, disk_steps: untouched },
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
    recorded_steps: [{ code: "nothing" }],
    disk_steps: [{ code: "frontmatter" }, { code: "beginning" }],
  },
};

/** The fields of the frontmatter that changed, alone or beside the body. */
export function fieldsChanged(code: "frontmatter" | "frontmatter_too", ...fields: string[]): DriftNote {
  return { code, args: { change: { fields: foreigns(fields), reordered: false } } };
}

/** What is said of a text whose body alone was recorded. */
export const sameBody: DriftNote = { code: "unchanged", args: { part: "body" } };

/** What is said of a text of which only the ends of lines changed. */
export const otherLineEnds: DriftNote = { code: "whitespace", args: { kinds: ["crlf_to_lf"] } };

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
