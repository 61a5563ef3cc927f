// How long each snapshot stays in context, cut into what one lane shows beside one row of the timeline.

import type { Band, Letter } from "../../host/wire.gen.ts";

/** A half of a row in one lane: the full text is in context, only its name is, or neither. */
export type Stretch = "none" | "full" | "name";

/** One lane beside one row: what runs in from above, what stands there, what runs on below. */
export type LaneSlice = {
  lane: number;
  letter: Letter;
  above: Stretch;
  mark: "none" | "tile" | "foot";
  below: Stretch;
};

/** The slices of a row, from the left; a lane with nothing in it is left out. */
export function laneSlices(bands: readonly Band[], row: number): LaneSlice[] {
  const slices = new Map<number, LaneSlice>();
  for (const band of [...bands].sort((a, b) => a.from - b.from)) {
    const slice = sliceOf(band, row);
    if (slice === null) continue;
    const earlier = slices.get(band.lane);
    slices.set(band.lane, earlier ? { ...slice, above: earlier.above } : slice);
  }
  return [...slices.values()].sort((a, b) => a.lane - b.lane);
}

/** Lanes to keep room for. */
export function laneCount(bands: readonly Band[]): number {
  return bands.reduce((most, band) => Math.max(most, band.lane + 1), 0);
}

function sliceOf(band: Band, row: number): LaneSlice | null {
  const dropped = band.dropped_at;
  if (row < band.from || row > Math.max(band.full_to, dropped ?? 0, band.name_to ?? 0)) return null;
  const { lane, letter } = band;
  if (row === dropped) return { lane, letter, above: "full", mark: "foot", below: "none" };
  if (dropped !== null && row > dropped) return { lane, letter, above: "name", mark: "none", below: "name" };
  const mark = band.tiles.includes(row) ? "tile" : "none";
  return { lane, letter, above: row === band.from ? "none" : "full", mark, below: "full" };
}
