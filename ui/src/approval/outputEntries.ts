import type { OutputForm, SendFacts } from "../host/wire.gen.ts";

/** One row of the output. */
export type OutputEntry =
  | {
      kind: "line";
      /** Counted from 0. */
      line: number;
      /** It was read and is not sent. */
      left: boolean;
    }
  | { kind: "cut" }
  | { kind: "more"; lines: number };

export interface OutputEntries {
  count: number;
  at: (index: number) => OutputEntry;
  /** Where it is cut. */
  cut: number | null;
}

/** Lines that were left out and are shown below the cut. */
const AFTER = 2;

/**
 * The rows of a form: its lines, the place where it is cut, and below it what is left out. As it is sent, only
 * the first lines of that are shown; `read` is how many lines were read, when that is known.
 */
export function outputEntries(
  form: OutputForm,
  total: number,
  facts: SendFacts,
  read: number | undefined,
): OutputEntries {
  const line = (number: number): OutputEntry => ({
    kind: "line",
    line: number,
    left: facts.cut !== null && number >= facts.lines,
  });
  if (facts.cut === null || (form === "raw" && total < facts.lines)) {
    return { count: total, at: line, cut: null };
  }
  const cut = facts.lines;
  const at = (index: number): OutputEntry => {
    if (index === cut) return { kind: "cut" };
    return line(index < cut ? index : index - 1);
  };
  if (form === "raw") return { count: total + 1, at, cut };
  const left = Math.max(0, (read ?? 0) - cut);
  const shown = Math.min(AFTER, left);
  const more = left - shown;
  const last = cut + 1 + shown;
  return {
    count: more > 0 ? last + 1 : last,
    at: (index) => (index === last ? { kind: "more", lines: more } : at(index)),
    cut,
  };
}
