// From when to when each recorded text of a skill was used, in hundredths of the time from the first use until now.

import type { Millis, VersionRow } from "../../host/wire.gen.ts";
import { scale } from "../../kit/scale.ts";

export interface VersionLane {
  row: VersionRow;
  /** Where its uses begin and how far they go; null where no use of it has a time. */
  span: { from: number; wide: number } | null;
}

/** Lanes that are drawn, the latest used. */
export const lanesDrawn = 12;

export function versionLanes(rows: readonly VersionRow[], now: Millis): VersionLane[] {
  const times = rows.flatMap(({ first, latest }) => [first.at, latest.at]).filter((at) => at !== null);
  const place = scale(Math.min(now, ...times), Math.max(now, ...times));
  return rows.slice(0, lanesDrawn).map((row) => {
    const [first, latest] = [row.first.at, row.latest.at];
    if (first === null || latest === null) return { row, span: null };
    const from = place(Math.min(first, latest));
    return { row, span: { from, wide: place(latest) - from } };
  });
}
