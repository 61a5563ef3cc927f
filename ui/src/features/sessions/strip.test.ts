import { expect, test } from "vitest";
import { foreign } from "../../host/samples/foreign.ts";
import type { OverviewStretch, OverviewView } from "../../host/wire.gen.ts";
import { carried, stretchOf, stripLayout } from "./strip.ts";

function stretch(at: number, more: Partial<OverviewStretch> = {}): OverviewStretch {
  const counts = { failures: 0, compactions: 0, activations: 0, hydrations: 0 };
  return {
    from: at * 10,
    to: at * 10 + 10,
    row: at,
    line: at * 10,
    turn: 1,
    tokens: null,
    ...counts,
    ...more,
  };
}

function viewOf(stretches: OverviewStretch[], lanes: OverviewView["lanes"] = []): OverviewView {
  return { events: stretches.length * 10, stretches, lanes, lanes_left_out: 0 };
}

test("what a call sent stays in context until the next one, and a compaction is a cliff with a gap", () => {
  const stretches = [
    stretch(0, { tokens: 100 }),
    stretch(1),
    stretch(2, { compactions: 1 }),
    stretch(3, { tokens: 50 }),
  ];
  expect(carried(stretches)).toEqual([100, 100, null, 50]);
  const { outlines, cliffs, most } = stripLayout(viewOf(stretches));
  expect(outlines.map(({ path }) => path)).toEqual(["M0 100V0H25V0H50V100Z", "M75 100V50H100V100Z"]);
  expect(cliffs).toEqual([62.5]);
  expect(most).toEqual({ tokens: 100, at: 0 });
});

test("a turn whose calls do not say what they sent is a gap and not nothing", () => {
  const stretches = [
    stretch(0, { tokens: 80 }),
    stretch(1, { turn: 2 }),
    stretch(2, { turn: 3, tokens: 40 }),
  ];
  expect(carried(stretches)).toEqual([80, null, 40]);
  expect(stripLayout(viewOf(stretches)).outlines).toHaveLength(2);
  const none = stripLayout(viewOf([stretch(0), stretch(1)]));
  expect([none.outlines, none.most]).toEqual([[], null]);
});

test("failures, hydrations and lanes stand where their events do", () => {
  const letter = { letter: "A", colour: 3, name: foreign("pdf"), hash: "", version: 1, versions: 1 };
  const layout = stripLayout(
    viewOf(
      [stretch(0, { failures: 2 }), stretch(1, { hydrations: 1 })],
      [{ letter, spans: [{ from: 5, to: 20 }] }],
    ),
  );
  expect([layout.failures, layout.hydrations]).toEqual([[25], [75]]);
  expect(layout.lanes).toEqual([{ colour: 3, spans: [{ from: 25, wide: 75 }] }]);
});

test("the row that is read has its stretch, and keeps the one that was picked of it", () => {
  const stretches = [
    stretch(0, { row: 0 }),
    stretch(1, { row: 2 }),
    stretch(2, { row: 2 }),
    stretch(3, { row: 5 }),
  ];
  expect(stretchOf(stretches, 2, null)).toBe(1);
  expect(stretchOf(stretches, 2, 2)).toBe(2);
  expect(stretchOf(stretches, 3, 2)).toBe(2);
  expect(stretchOf(stretches, 9, null)).toBe(3);
  expect(stretchOf(stretches, undefined, 1)).toBeNull();
});
