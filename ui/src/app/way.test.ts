import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Route } from "../facts/route.ts";
import { useWay } from "./way.ts";

const start: Route = { screen: "skills" };
const session: Route = { screen: "session", key: "a" };

function way(opened: string | undefined = "payments") {
  const hook = renderHook((id: string | undefined) => useWay(start, id), { initialProps: opened });
  return { ...hook, now: () => hook.result.current };
}

test("one step back is one screen; another place inside it is none", () => {
  const { now } = way();
  act(() => now().go({ screen: "sessions" }));
  act(() => now().go(session));
  act(() => now().go({ ...session, row: 4 }));
  act(() => now().back?.());
  expect(now().route).toEqual({ screen: "sessions" });
  act(() => now().back?.());
  expect(now().route).toEqual(start);
  expect(now().back).toBeUndefined();
  act(() => now().forward?.());
  act(() => now().forward?.());
  expect(now().route).toEqual({ ...session, row: 4 });
  expect(now().forward).toBeUndefined();
});

test("somewhere else than forward ends the way forward; another place does not", () => {
  const { now } = way();
  act(() => now().go({ screen: "sessions" }));
  act(() => now().back?.());
  act(() => now().go({ screen: "skills", id: "b" }));
  expect(now().forward).toBeDefined();
  act(() => now().go({ screen: "drift" }));
  expect(now().forward).toBeUndefined();
});

test("a visit leads to the place where the reader was on that screen", () => {
  const { now } = way();
  act(() => now().go({ screen: "skills", id: "b", tab: "usage" }));
  act(() => now().visit("drift"));
  act(() => now().visit("skills"));
  expect(now().route).toEqual({ screen: "skills", id: "b", tab: "usage" });
  act(() => now().visit("skills"));
  expect(now().route).toEqual({ screen: "skills", id: "b", tab: "usage" });
});

test("two steps at once are two steps", () => {
  const { now } = way();
  act(() => {
    now().go({ screen: "skills", id: "new" });
    now().go({ screen: "edit", id: "new", rel: "SKILL.md" });
  });
  act(() => now().back?.());
  expect(now().route).toEqual({ screen: "skills", id: "new" });
});

test("what holds the reader is asked before every kind of leaving", () => {
  const { now } = way();
  act(() => now().go({ screen: "drift" }));
  const ask = vi.fn();
  const leavings = [
    () => now().go(session),
    () => now().back?.(),
    () => now().visit("sessions"),
    () => now().forward?.(),
  ];
  for (const leaving of leavings) {
    act(() => now().hold(ask));
    act(leaving);
  }
  expect(ask).toHaveBeenCalledTimes(3);
  expect(now().route).toEqual({ screen: "drift" });
  const [leave] = ask.mock.lastCall ?? [];
  act(() => leave());
  expect(now().route).toEqual({ screen: "sessions" });
});

test("a session of another workspace is gone to once that is open, unless the reader went elsewhere", () => {
  const { now, rerender } = way();
  const there: Route = { ...session, opens: "billing" };
  act(() => now().go(there));
  expect(now().route).toEqual(start);
  rerender("billing");
  expect(now().route).toEqual(there);
  act(() => now().go({ ...session, opens: "spike" }));
  act(() => now().go({ screen: "drift" }));
  rerender("spike");
  expect(now().route).toEqual({ screen: "drift" });
});
