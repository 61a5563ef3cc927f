import { afterEach, expect, test, vi } from "vitest";
import { newKept } from "./kept.ts";

afterEach(() => vi.useRealTimers());

test("two windows remember into one place, and neither takes back what the other set", () => {
  vi.useFakeTimers();
  localStorage.clear();
  const [one, other] = [newKept(true), newKept(true)];
  one.set("a\nfilter", "mine");
  vi.runAllTimers();
  other.set("b\nfilter", "theirs");
  vi.runAllTimers();
  one.set("a\ntab", "Versions");
  vi.runAllTimers();
  const next = newKept(true);
  expect(["a\nfilter", "b\nfilter", "a\ntab"].map((name) => next.get(name))).toEqual([
    "mine",
    "theirs",
    "Versions",
  ]);
});
