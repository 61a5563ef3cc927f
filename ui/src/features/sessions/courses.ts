// From when to when the sessions of a family went, in hundredths of the time from the first start to the last end.

import type { Millis, TreeRow } from "../../host/wire.gen.ts";
import { scale } from "../../kit/scale.ts";

export interface Course {
  from: number;
  wide: number;
  /** Its end is not known. */
  open: boolean;
}

/** The time that a family took; nothing where fewer than two of it have a time, or all the same. */
export function endsOf(rows: readonly TreeRow[]): { from: Millis; to: Millis } | null {
  const timed = rows.filter(({ started }) => started !== null);
  const times = timed.flatMap(({ started, ended }) => [started ?? ended, ended ?? started]);
  const known = times.filter((at) => at !== null);
  const [from, to] = [Math.min(...known), Math.max(...known)];
  return timed.length < 2 || from === to ? null : { from, to };
}

/** The course of each row: null where none is known, undefined where none is drawn. */
export function coursesOf(rows: readonly TreeRow[]): (Course | null | undefined)[] {
  const ends = endsOf(rows);
  if (ends === null) return rows.map(() => undefined);
  const place = scale(ends.from, ends.to);
  return rows.map(({ started, ended }) => {
    if (started === null) return null;
    const from = place(started);
    return { from, wide: ended === null ? 0 : Math.max(0, place(ended) - from), open: ended === null };
  });
}
