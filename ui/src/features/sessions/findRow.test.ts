import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import type { TimelineRow } from "../../host/wire.gen.ts";
import { findRow, goalOf } from "./findRow.ts";

test.each([
  ["8", { turn: 8 }],
  [" turn 8 ", { turn: 8 }],
  ["#8", { turn: 8 }],
  ["L412", { file_line: 412 }],
  ["line 1,412", { file_line: 1412 }],
  ["0", null],
  ["eight", null],
  ["8 9", null],
  ["", null],
])("%s leads to %o", (typed, goal) => {
  expect(goalOf(typed)).toEqual(goal);
});

test.each([
  ["turn 255, whose row is beyond the first window", "long", -1, 1, 255, 254],
  ["turn 3 from far behind it", "long", 258, -1, 3, 2],
  ["a turn that is not there", "long", -1, 1, 999, null],
  ["a turn before the first", "long", 0, -1, 1, null],
] as const)("finds %s", async (_, key, from, step, turn, row) => {
  const is = ({ what }: TimelineRow) => what.kind === "turn" && what.number === turn;
  expect(await findRow(fakeHost(), key, from, step, is)).toBe(row);
});
