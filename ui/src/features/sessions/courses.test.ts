import { expect, test } from "vitest";
import { foreign } from "../../host/samples/foreign.ts";
import { alone } from "../../host/samples/log.ts";
import { coursesOf, endsOf } from "./courses.ts";

const row = (started: number | null, ended: number | null) =>
  alone({
    depth: 0,
    key: null,
    id: foreign(""),
    relation: "fork",
    facts: [],
    current: false,
    started,
    ended,
  });

test("sessions of a family stand on one axis from the first start to the last end", () => {
  const rows = [row(1000, 3000), row(1500, 5000), row(2000, null), row(null, null)];
  expect(endsOf(rows)).toEqual({ from: 1000, to: 5000 });
  expect(coursesOf(rows)).toEqual([
    { from: 0, wide: 50, open: false },
    { from: 12.5, wide: 87.5, open: false },
    { from: 25, wide: 0, open: true },
    null,
  ]);
});

test("one session alone has no course, nor do some that all began and ended at once", () => {
  expect(coursesOf([row(1000, 3000), row(null, null)])).toEqual([undefined, undefined]);
  expect(endsOf([row(7, 7), row(7, null)])).toBeNull();
});
