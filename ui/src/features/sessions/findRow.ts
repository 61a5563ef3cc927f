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

/** The place of the event that stands on a log line, or whose result does, among the events of its row. */
export async function findEvent(host: Host, key: string, row: number, line: number): Promise<number | null> {
  for (let from = 0; ; from += window) {
    const { events, total } = await host.ask("events", { key, row, from, count: window });
    const at = events.findIndex((event) => holds(event, line));
    if (at >= 0) return from + at;
    if (from + window >= total) return null;
  }
}

function holds({ log, line, what }: EventRow, wanted: number): boolean {
  if (log !== "log") return false;
  return line === wanted || (what.kind === "tool_call" && what.result?.line === wanted);
}

/** What the reader typed into "Go to": `8` and `turn 8` are turns, `L412` and `line 412` log lines. */
export type Goal = { turn: number } | { line: number };

export function goalOf(typed: string): Goal | null {
  const found = /^\s*(?:(turn|t|#)|(line|l))?\s*([\d,]{1,12})\s*$/iu.exec(typed);
  if (found === null) return null;
  const number = Number((found[3] ?? "").replaceAll(",", ""));
  if (!Number.isSafeInteger(number) || number < 1) return null;
  return found[2] === undefined ? { turn: number } : { line: number };
}
