import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { findRow, goalOf, reaches } from "./findRow.ts";

test.each([
  ["8", { turn: 8 }],
  [" turn 8 ", { turn: 8 }],
  ["#8", { turn: 8 }],
  ["L412", { line: 412 }],
  ["line 1,412", { line: 1412 }],
  ["0", null],
  ["eight", null],
  ["8 9", null],
  ["", null],
])("%s leads to %o", (typed, goal) => {
  expect(goalOf(typed)).toEqual(goal);
});

test.each([
  ["turn 255 of a session whose rows are beyond the first window", "long", -1, 1, { turn: 255 }, 254],
  ["turn 3 from far behind it", "long", 258, -1, { turn: 3 }, 2],
  ["the broken line", "damaged", -1, 1, { line: 412 }, 14],
  ["a turn that is not there", "long", -1, 1, { turn: 999 }, null],
  ["a turn before the first", "long", 0, -1, { turn: 1 }, null],
] as const)("finds %s", async (_, key, from, step, goal, row) => {
  expect(await findRow(fakeHost(), key, from, step, reaches(goal))).toBe(row);
});
