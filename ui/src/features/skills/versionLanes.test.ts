import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { foreign } from "../../host/samples/foreign.ts";
import type { VersionRow } from "../../host/wire.gen.ts";
import { lanesDrawn, versionLanes } from "./versionLanes.ts";

async function row(first: number | null, latest: number | null): Promise<VersionRow> {
  const of = { by: "name" as const, name: foreign("release-notes") };
  const { rows } = await fakeHost().ask("versions", { of, from: 0, count: 1 });
  const [any] = rows;
  if (any === undefined) throw new Error("the sample has versions");
  return { ...any, first: { ...any.first, at: first }, latest: { ...any.latest, at: latest } };
}

test("each text has its time between the first use of any and now", async () => {
  const lanes = versionLanes([await row(600, 800), await row(0, 500), await row(null, 500)], 1000);
  expect(lanes.map(({ span }) => span)).toEqual([{ from: 60, wide: 20 }, { from: 0, wide: 50 }, null]);
});

test("a use that a wrong clock puts behind now widens the axis and goes nowhere else", async () => {
  const [lane] = versionLanes([await row(0, 2000)], 1000);
  expect(lane?.span).toEqual({ from: 0, wide: 100 });
});

test("a text that was used once stands at one place, and no more lanes are drawn than fit", async () => {
  const one = await row(500, 500);
  expect(versionLanes([one], 1000)[0]?.span).toEqual({ from: 0, wide: 0 });
  expect(versionLanes(Array(40).fill(one), 1000)).toHaveLength(lanesDrawn);
});
