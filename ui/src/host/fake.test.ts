import { expect, test, vi } from "vitest";
import { fakeHost } from "./fake.ts";
import type { TimelineRow } from "./wire.gen.ts";

test("every row of every sample session has its events and its provenance", async () => {
  const host = fakeHost();
  const { rows } = await host.ask("sessions", { text: "", agent: "", sort: "newest", from: 0, count: 500 });
  expect(rows.map((row) => row.key)).toEqual([
    "explorer",
    "release",
    "long",
    "damaged",
    "settlement",
    "hostile",
  ]);
  for (const { key } of rows) {
    const timeline = await host.ask("timeline", { key, from: 0, count: 500 });
    expect(timeline.rows).toHaveLength(timeline.total);
    for (const row of timeline.rows) await lookInto(key, row);
  }

  async function lookInto(key: string, { row }: TimelineRow) {
    const { events, total } = await host.ask("events", { key, row, from: 0, count: 500 });
    expect(events).toHaveLength(total);
    await host.ask("provenance", { key, row });
    for (const { log, line } of events)
      await host.ask("event_raw", { key, log, line, from: 0, count: 65_536 });
  }
});

test("a compaction drops three texts and one of them comes back", async () => {
  const { bands, letters } = await fakeHost().ask("session", { key: "release" });
  expect(letters.map(({ letter }) => letter)).toEqual(["A", "B", "C", "D", "E", "F"]);
  const told = bands.map((band) => [
    band.letter.letter,
    band.from,
    band.full_to,
    band.dropped_at,
    band.name_to,
  ]);
  expect(told).toEqual([
    ["A", 1, 6, 6, 11],
    ["B", 2, 6, 6, 8],
    ["C", 3, 6, 6, 11],
    ["D", 5, 11, null, null],
    ["E", 7, 11, null, null],
    ["B", 8, 11, null, null],
    ["F", 10, 11, null, null],
  ]);
  const { row, replayed, name_only } = await fakeHost().ask("provenance", { key: "release", row: 10 });
  expect([row.in_full, row.by_name]).toEqual([4, 2]);
  expect(replayed.map((card) => card.letter.letter)).toEqual(["D", "E", "B"]);
  expect(name_only.map((card) => card.letter.letter)).toEqual(["A", "C"]);
});

test("a diff folds what did not change and can show the whole", async () => {
  const ask = { key: "release", line: 74, whitespace: "ignored", from: 0, count: 2000 } as const;
  const folded = await fakeHost().ask("diff", { ...ask, context: "folded" });
  const whole = await fakeHost().ask("diff", { ...ask, context: "whole" });
  expect(folded.total).toBeLessThan(whole.total);
  expect([folded.added, folded.removed, folded.changes, folded.whitespace_hidden]).toEqual([6, 4, 3, 2]);
});

test("the live session grows and says so", async () => {
  const host = fakeHost();
  const heard = vi.fn();
  const stop = host.onChange(heard);
  const before = await host.ask("session", { key: "release" });
  host.grow();
  expect(heard).toHaveBeenCalledWith({ stale: ["sessions"], sessions: null });
  expect((await host.ask("session", { key: "release" })).row.events).toBeGreaterThan(before.row.events);
  stop();
  host.grow();
  expect(heard).toHaveBeenCalledTimes(1);
});

test("nothing found and nothing readable are their own states", async () => {
  const none = await fakeHost({ state: "empty" }).ask("sessions", {
    text: "",
    agent: "",
    sort: "newest",
    from: 0,
    count: 10,
  });
  expect([none.total, none.rows.length, none.places[0]?.outcome]).toEqual([0, 0, { code: "missing" }]);
  await expect(fakeHost({ state: "error" }).ask("catalog", {})).rejects.toMatchObject({ code: "failed" });
});
