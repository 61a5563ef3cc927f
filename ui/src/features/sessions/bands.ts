// How long each snapshot stays in context, cut into what one lane shows beside one row of the timeline.

import type { Band, Letter } from "../../host/wire.gen.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";

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

/** The lanes beside a timeline. */
export type LaneTable = {
  /** Lanes to keep room for. */
  count: number;
  /** The slices of a row, from the left; a lane with nothing in it is left out. */
  at: (row: number) => readonly LaneSlice[];
  /** The colour of a skill, 1 to 6; none where no text of it was ever in context. */
  colourOf: (name: AnyText) => number | "none";
};

/** Rows whose bands are looked up together: a long session has thousands of bands, and a frame only some rows. */
const stretch = 64;

/** Bands made ready to be asked row by row. */
export function laneTable(bands: readonly Band[]): LaneTable {
  const near = new Map<number, Ready[]>();
  for (const band of [...bands].sort((a, b) => a.from - b.from)) {
    const ready = { band, tiles: new Set(band.tiles) };
    for (let part = Math.floor(band.from / stretch); part <= Math.floor(end(band) / stretch); part++) {
      const known = near.get(part);
      if (known === undefined) near.set(part, [ready]);
      else known.push(ready);
    }
  }
  const at = (row: number) => {
    const slices = new Map<number, LaneSlice>();
    for (const ready of near.get(Math.floor(row / stretch)) ?? []) {
      const slice = sliceOf(ready, row);
      if (slice === null) continue;
      const earlier = slices.get(slice.lane);
      slices.set(slice.lane, earlier ? { ...slice, above: earlier.above } : slice);
    }
    return [...slices.values()].sort((a, b) => a.lane - b.lane);
  };
  const colours = new Map(bands.map(({ letter }) => [rawText(letter.name), letter.colour]));
  const colourOf = (name: AnyText) => colours.get(rawText(name)) ?? "none";
  return { colourOf, count: bands.reduce((most, band) => Math.max(most, band.lane + 1), 0), at };
}

type Ready = { band: Band; tiles: ReadonlySet<number> };

/** The last row a band is drawn beside. */
function end(band: Band): number {
  return Math.max(band.full_to, band.dropped_at ?? 0, band.name_to ?? 0);
}

function sliceOf({ band, tiles }: Ready, row: number): LaneSlice | null {
  const dropped = band.dropped_at;
  if (row < band.from || row > end(band)) return null;
  const { lane, letter } = band;
  if (row === dropped) return { lane, letter, above: "full", mark: "foot", below: "none" };
  if (dropped !== null && row > dropped) return { lane, letter, above: "name", mark: "none", below: "name" };
  const mark = tiles.has(row) ? "tile" : "none";
  return { lane, letter, above: row === band.from ? "none" : "full", mark, below: "full" };
}
