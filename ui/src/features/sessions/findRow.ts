// Finds a row of a timeline that may not have been asked for yet.

import type { Host } from "../../host/host.ts";
import type { EventRow, TimelineRow } from "../../host/wire.gen.ts";

/** Rows asked for at once. */
const window = 200;

/** The nearest row after `from` (or before it) that fits; null when there is none. `from` itself is left out. */
export async function findRow(
  host: Host,
  key: string,
  from: number,
  step: 1 | -1,
  fits: (row: TimelineRow) => boolean,
): Promise<number | null> {
  for (let at = from + step; at >= 0; ) {
    const first = step === 1 ? at : Math.max(0, at - window + 1);
    const { rows, total } = await host.ask("timeline", {
      key,
      from: first,
      count: step === 1 ? window : at - first + 1,
    });
    const found = (step === 1 ? rows : [...rows].reverse()).find(fits);
    if (found !== undefined) return found.row;
    at = step === 1 ? first + window : first - 1;
    if (at >= total || rows.length === 0) return null;
  }
  return null;
}

/** Where an event stands among the events of its row, and whether it is folded with other bookkeeping. */
export interface FoundEvent {
  at: number;
  folded: boolean;
}

/** The event that stands on a record of the log, or whose result does. */
export async function findEvent(
  host: Host,
  key: string,
  row: number,
  line: number,
): Promise<FoundEvent | null> {
  let folded = false;
  for (let from = 0; ; from += window) {
    const { events, total } = await host.ask("events", { key, row, bookkeeping: true, from, count: window });
    const fold = events.findIndex(({ what }) => what.kind === "bookkeeping");
    const at = events.findIndex((event) => event.what.kind !== "bookkeeping" && standsOn(event, line));
    if (at >= 0) return { at: from + at, folded: folded || (fold >= 0 && at > fold) };
    folded ||= fold >= 0;
    if (from + window >= total) return null;
  }
}

/** Whether an event stands on a record of the log, or its result does. */
export function standsOn({ log, line, what }: EventRow, wanted: number): boolean {
  if (log !== "log") return false;
  return line === wanted || (what.kind === "tool_call" && what.result?.line === wanted);
}

/** What the reader typed into "Go to": `8` and `turn 8` are turns, `L412` and `line 412` log lines. */
export type Goal = { turn: number } | { file_line: number };

export function goalOf(typed: string): Goal | null {
  const found = /^\s*(?:(turn|t|#)|(line|l))?\s*([\d,]{1,12})\s*$/iu.exec(typed);
  if (found === null) return null;
  const number = Number((found[3] ?? "").replaceAll(",", ""));
  if (!Number.isSafeInteger(number) || number < 1) return null;
  return found[2] === undefined ? { turn: number } : { file_line: number };
}
