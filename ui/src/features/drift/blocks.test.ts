import { describe, expect, test } from "vitest";
import { foreign } from "../../host/samples/foreign.ts";
import type { DiffRow } from "../../host/wire.gen.ts";
import { type Block, blockAt, blockOfLine, blocksOf, type Layout } from "./blocks.ts";

const line = (number: number) => ({ number, pieces: [{ text: foreign(`line ${number}`), changed: false }] });
const same = (left: number, right: number): DiffRow => ({
  kind: "same",
  left: line(left),
  right: line(right),
});
const fold = (lines: number, left_from: number, right_from: number): DiffRow => ({
  kind: "fold",
  lines,
  left_from,
  right_from,
});
const changed = (change: number, left: number | null, right: number | null): DiffRow => ({
  kind: "changed",
  change,
  left: left === null ? null : line(left),
  right: right === null ? null : line(right),
});

/** Draws a block in one word per pair. */
function drawn(block: Block): string {
  switch (block.kind) {
    case "same":
    case "changed":
      return block.pairs.map((pair) => `${pair.left?.number ?? ""}|${pair.right?.number ?? ""}`).join(" ");
    case "fold":
      return `[${block.fold.lines} at ${block.whole}]`;
    case "awaited":
      return `(${block.count})`;
    default:
      return block satisfies never;
  }
}

function check(rows: (DiffRow | undefined)[], layout: Layout, want: string[]) {
  const blocks = blocksOf(rows.length, (index) => rows[index], layout);
  expect(blocks.map(drawn)).toEqual(want);
  expect(new Set(blocks.map((block) => block.key)).size).toBe(blocks.length);
  return blocks;
}

const rows = [
  fold(4, 1, 1),
  same(5, 5),
  changed(0, 6, 6),
  changed(0, 7, 7),
  changed(0, null, 8),
  same(8, 9),
  fold(10, 9, 10),
  changed(1, 19, null),
];

describe("blocks", () => {
  test("are runs of one kind", () => {
    check(rows, "split", ["[4 at 0]", "5|5", "6|6 7|7 |8", "8|9", "[10 at 9]", "19|"]);
  });

  test("put what was removed first in one column", () => {
    check(rows, "unified", ["[4 at 0]", "5|5", "6| 7| |6 |7 |8", "8|9", "[10 at 9]", "19|"]);
  });

  test("of two changes that touch stay two", () => {
    check([changed(0, 1, null), changed(1, 2, null)], "split", ["1|", "2|"]);
  });

  test("keep the place of rows that have not arrived", () => {
    const gap = [...rows.slice(0, 2), undefined, undefined, ...rows.slice(6)];
    check(gap, "split", ["[4 at 0]", "5|5", "(2)", "[10 at null]", "19|"]);
  });

  test("have at most 20 lines", () => {
    const many = Array.from({ length: 25 }, (_, at) => changed(0, at + 1, at + 1));
    const blocks = blocksOf(25, (at) => many[at], "unified");
    expect(blocks.map((block) => (block.kind === "changed" ? block.pairs.length : 0))).toEqual([20, 20, 10]);
    expect(blockAt(blocks, 0)).toBe(0);
  });

  test("are found by row and by line of the disk", () => {
    const blocks = check(rows, "split", ["[4 at 0]", "5|5", "6|6 7|7 |8", "8|9", "[10 at 9]", "19|"]);
    expect([0, 1, 2, 4, 5, 7, 99].map((row) => blockAt(blocks, row))).toEqual([0, 1, 2, 2, 3, 5, 5]);
    expect([1, 5, 8, 12, 99].map((at) => blockOfLine(blocks, at))).toEqual([0, 1, 2, 4, -1]);
  });
});
