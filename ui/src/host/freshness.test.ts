import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshness, LATEST, QUIET, REST, SOON } from "./freshness.ts";
import type { Tag } from "./wire.gen.ts";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance"],
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page that shows these answers, and how often each was asked for; an answer takes `slow` milliseconds. */
async function page(asks: readonly (readonly [name: string, body: object])[], slow = 0) {
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const asked = asks.map(() => 0);
  const shown = asks.map(() => 0);
  asks.forEach(([name, body], at) => {
    const queryFn = async () => {
      asked[at] = (asked[at] ?? 0) + 1;
      const answer = asked[at];
      if (slow > 0) await new Promise((done) => setTimeout(done, slow));
      return answer;
    };
    const observer = new QueryObserver<number | undefined>(cache, { queryKey: [name, body], queryFn });
    observer.subscribe(({ data }) => {
      shown[at] = data ?? 0;
    });
  });
  const { hear, end } = freshness(cache);
  await vi.advanceTimersByTimeAsync(slow + 50);
  const grown = (...sessions: string[]) => hear({ stale: ["sessions"], sessions });
  const changed = (...stale: Tag[]) => hear({ stale, sessions: null });
  return { asked, shown, grown, changed, end };
}

test("a finished session costs nothing while another grows", async () => {
  const { asked, grown } = await page([
    ["timeline", { key: "finished" }],
    ["timeline", { key: "growing" }],
    ["sessions", { text: "" }],
  ]);
  // Twenty lines a second, for nine seconds.
  for (let line = 0; line < 180; line++) {
    grown("growing");
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(asked[0]).toBe(1);
  expect(asked[1]).toBeGreaterThan(150);
  expect(asked[2], "lists follow a little later").toBeLessThanOrEqual(1 + Math.ceil(9_000 / SOON));
  expect(asked[2]).toBeGreaterThan(10);
});

test("what it hardly changes is asked again when it is quiet, and once in a while if it never is", async () => {
  const { asked, grown } = await page([["session", { key: "other" }]]);
  grown("growing");
  await vi.advanceTimersByTimeAsync(QUIET - 20);
  expect(asked).toEqual([1]);
  await vi.advanceTimersByTimeAsync(60);
  expect(asked).toEqual([2]);
  for (let time = 0; time < LATEST + QUIET / 2; time += QUIET / 2) {
    grown("growing");
    await vi.advanceTimersByTimeAsync(QUIET / 2);
  }
  expect(asked).toEqual([3]);
});

test("an answer slower than the news is shown, and asked for once more behind it", async () => {
  const { asked, shown, grown } = await page([["timeline", { key: "growing" }]], 400);
  expect(shown).toEqual([1]);
  for (let line = 0; line < 10; line++) {
    grown("growing");
    await vi.advanceTimersByTimeAsync(30);
  }
  expect(asked, "it was asked for at the first news alone").toEqual([2]);
  await vi.advanceTimersByTimeAsync(150);
  expect(shown, "its answer arrives although news came meanwhile").toEqual([2]);
  await vi.advanceTimersByTimeAsync(500);
  expect([asked, shown]).toEqual([[3], [3]]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([3]);
});

test("news within a frame are one ask", async () => {
  const { asked, grown, changed } = await page([["timeline", { key: "growing" }]]);
  for (let line = 0; line < 100; line++) grown("growing");
  changed("sessions");
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([2]);
});

test("a page that is slow to draw is left to its reader for most of the time", async () => {
  const { asked, grown } = await page([["timeline", { key: "growing" }]]);
  const frame = 80;
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) =>
    setTimeout(() => draw(performance.now()), frame),
  );
  const time = 6_000;
  for (let passed = 0; passed < time; passed += 20) {
    grown("growing");
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(asked[0]).toBeGreaterThan(time / frame / (REST + 4));
  expect(asked[0]).toBeLessThan(time / frame / REST);
  const before = asked[0] ?? 0;
  await vi.advanceTimersByTimeAsync(frame * (REST + 3));
  expect(asked[0], "the last news is not lost").toBe(before + 1);
});

test("news of more than single sessions are about everything that is made of them", async () => {
  const { asked, changed } = await page([
    ["timeline", { key: "a" }],
    ["sessions", {}],
    ["built_ins", {}],
  ]);
  changed("sessions");
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([2, 2, 1]);
});

test("who has gone hears nothing more", async () => {
  const { asked, grown, end } = await page([["timeline", { key: "a" }]]);
  grown("a");
  end();
  await vi.advanceTimersByTimeAsync(LATEST);
  expect(asked).toEqual([1]);
});
