import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { anySession } from "./SessionFilters.tsx";
import { useSessionFilter } from "./useSessionFilter.ts";

afterEach(() => vi.useRealTimers());

test("an age is counted in days from when it is looked at; the rest is as it was picked", () => {
  vi.useFakeTimers({ now: new Date(2026, 8, 18) });
  const { result } = renderHook(() => useSessionFilter("everywhere"));
  expect(result.current.filter).toEqual(anySession);
  act(() => result.current.setFilter({ ...anySession, outcomes: ["failed"], drift: ["deleted"] }));
  act(() => result.current.setAge("7"));
  expect(result.current.filter).toEqual({
    ...anySession,
    outcomes: ["failed"],
    drift: ["deleted"],
    from: new Date(2026, 8, 11).getTime(),
  });
});
