import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { foreign } from "../../host/samples/foreign.ts";
import type { Band, Letter } from "../../host/wire.gen.ts";
import { laneTable } from "./bands.ts";

test("the bands of the sample session, row by row", async () => {
  const { bands, timeline_rows } = await fakeHost().ask("session", { key: "release" });
  expect(laneTable(bands).count).toBe(6);
  const rows = Array.from({ length: timeline_rows }, (_, row) => drawn(bands, row));
  expect(rows).toEqual([
    "", //                                     before the first turn
    "A tile", //                               turn 1
    "A| B tile", //                            turn 2
    "A| B| C tile", //                         turn 3
    "A| B| C|", //                             subagent
    "A| B| C| D tile", //                      turn 4
    "A foot B foot C foot D|", //              compaction
    "A: B: C: D| E tile", //                   turn 5
    "A: B:tile C: D| E|", //                   turn 6 takes B in again
    "A: B| C: D| E|", //                       turn 7
    "A: B| C: D| E| F tile", //                turn 8
    "A: B| C: D| E| F|", //                    turn 9
  ]);
});

test("a second activation in context is a second tile, not a second start", () => {
  const bands = [band({ tiles: [0, 2], from: 0, full_to: 3 })];
  expect([0, 1, 2, 3, 4].map((row) => drawn(bands, row))).toEqual(["A tile", "A|", "A|tile", "A|", ""]);
});

test("a name ends where it is no longer known", () => {
  const bands = [band({ tiles: [0], from: 0, full_to: 1, dropped_at: 1, name_to: 3 })];
  expect([0, 1, 2, 3, 4].map((row) => drawn(bands, row))).toEqual(["A tile", "A foot", "A:", "A:", ""]);
});

test("a band longer than what is looked up together is drawn to its end", () => {
  const bands = [band({ tiles: [3, 130], from: 3, full_to: 131, dropped_at: 131, name_to: 200 })];
  const rows = [2, 3, 63, 64, 127, 128, 130, 131, 132, 200, 201];
  const expected = ["", "A tile", "A|", "A|", "A|", "A|", "A|tile", "A foot", "A:", "A:", ""];
  expect(rows.map((row) => drawn(bands, row))).toEqual(expected);
});

const letter: Letter = { letter: "A", colour: 1, name: foreign("pdf"), hash: "", version: 1, versions: 1 };

function band(part: Pick<Band, "tiles" | "from" | "full_to"> & Partial<Band>): Band {
  return { lane: 0, letter, dropped_at: null, after: null, name_to: null, ...part };
}

/** `A|` runs on in full, `A:` by name; a tile says what runs into it. */
function drawn(bands: Band[], row: number): string {
  const sign = { none: " ", full: "|", name: ":" };
  return laneTable(bands)
    .at(row)
    .map(({ letter, above, mark, below }) => {
      if (mark === "foot") return `${letter.letter} foot`;
      return letter.letter + (mark === "tile" ? `${sign[above]}tile` : sign[below]);
    })
    .join(" ");
}
