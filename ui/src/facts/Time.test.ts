import { expect, test } from "vitest";
import { fullTime, shortTime, span } from "./Time.tsx";

test("months have their own names", () => {
  const names = Array.from({ length: 12 }, (_, month) =>
    fullTime(new Date(2026, month, 5, 9, 4, 7).getTime()),
  );
  expect(names[0]).toBe("5 Jan 2026, 09:04:07");
  expect(names[8]).toBe("5 Sep 2026, 09:04:07");
  expect(names[11]).toBe("5 Dec 2026, 09:04:07");
});

test("a time is as long as it must be", () => {
  const now = new Date(2026, 8, 18, 16, 0).getTime();
  const at = (...parts: [number, number, number]) => shortTime(new Date(...parts, 14, 31).getTime(), now);
  expect(at(2026, 8, 18)).toBe("14:31");
  expect(at(2026, 7, 2)).toBe("2 Aug");
  expect(at(2025, 8, 18)).toBe("18 Sep 2025");
});

test("a span says what matters of it", () => {
  expect([640, 4_200, 192_000, 7_500_000].map(span)).toEqual(["640 ms", "4.2 s", "3 min 12 s", "2 h 5 min"]);
});
