import { useCallback, useEffect, useRef, useState } from "react";
import { type Bare, type Route, routeOf } from "../facts/route.ts";
import { aNumber, listOf, partOf, type Reader, useKept } from "../kit/kept.ts";

export interface Way {
  route: Route;
  /** Goes somewhere else; `back` returns. Another place on the same screen replaces this one. */
  go: (route: Route) => void;
  /** Goes to a screen, to the place where the reader was on it. */
  visit: (screen: Bare) => void;
  /** Where the reader came from; absent at the start. */
  back: (() => void) | undefined;
  /** Where the reader went back from; absent where they did not. */
  forward: (() => void) | undefined;
  /** Sets what is asked before the screen is left; null lets the reader go at once. */
  hold: (ask: Hold | null) => void;
}

/** Asks before a screen is left; `leave` goes on. */
export type Hold = (leave: () => void) => void;

/** The steps of a reader, and the one that is shown. */
interface Trail {
  steps: readonly Route[];
  at: number;
}

/** How many steps back are kept. */
const most = 50;

/**
 * The way through the screens, from `start` on. Each workspace has its own, and it is remembered; `opened` is the id
 * of the workspace that is open, not known at first.
 */
export function useWay(start: Route, opened: string | undefined): Way {
  const [kept, keep] = useKept<Trail | null>("way", null, aTrail);
  const trail = kept ?? { steps: [start], at: 0 };
  const now = useRef(trail);
  now.current = trail;
  const held = useRef<Hold | null>(null);
  // Where the reader went before the workspace was known.
  const early = useRef<Route | null>(null);
  const leaving = useCallback(
    (step: (before: Trail) => Trail) => {
      const leave = () => {
        held.current = null;
        now.current = step(now.current);
        keep(now.current);
        if (opened === undefined) early.current = now.current.steps[now.current.at] ?? null;
      };
      if (held.current === null) leave();
      else held.current(leave);
    },
    [keep, opened],
  );
  const hold = useCallback((ask: Hold | null) => {
    held.current = ask;
  }, []);
  // A session of another workspace is gone to when that one is open.
  const [elsewhere, setElsewhere] = useState<Route | null>(null);
  const go = useCallback(
    (route: Route) => {
      const waits = opensAnother(route, opened);
      setElsewhere(waits ? route : null);
      if (!waits) leaving((before) => goTo(before, route));
    },
    [leaving, opened],
  );
  useEffect(() => {
    if (elsewhere === null || opensAnother(elsewhere, opened)) return;
    go(elsewhere);
  }, [elsewhere, opened, go]);
  useEffect(() => {
    if (opened === undefined || early.current === null) return;
    if (now.current.steps[now.current.at] !== early.current) go(early.current);
    early.current = null;
  }, [opened, go]);
  const visit = useCallback(
    (screen: Bare) =>
      leaving((before) =>
        before.steps[before.at]?.screen === screen ? before : goTo(before, lastOn(before, screen)),
      ),
    [leaving],
  );
  const back = useCallback(() => leaving((before) => stepTo(before, before.at - 1)), [leaving]);
  const forward = useCallback(() => leaving((before) => stepTo(before, before.at + 1)), [leaving]);
  return {
    route: trail.steps[trail.at] ?? start,
    go,
    visit,
    back: trail.at > 0 ? back : undefined,
    forward: trail.at < trail.steps.length - 1 ? forward : undefined,
    hold,
  };
}

function opensAnother(route: Route, opened: string | undefined): boolean {
  return route.screen === "session" && route.opens !== undefined && route.opens !== opened;
}

function goTo({ steps, at }: Trail, route: Route): Trail {
  const here = steps[at];
  // Another place inside one list is no step, so what is forward of it stays.
  if (here !== undefined && samePlace(here, route))
    return { steps: [...steps.slice(0, at), route, ...steps.slice(at + 1)], at };
  const before = steps.slice(Math.max(0, at + 2 - most), at + 1);
  return { steps: [...before, route], at: before.length };
}

function stepTo({ steps, at }: Trail, to: number): Trail {
  return { steps, at: steps[to] === undefined ? at : to };
}

/** Where the reader was on a screen: nearest before this place, or after it. */
function lastOn({ steps, at }: Trail, screen: Bare): Route {
  const is = (route: Route) => route.screen === screen;
  return (
    steps
      .slice(0, at + 1)
      .filter(is)
      .at(-1) ??
    steps.slice(at + 1).find(is) ?? { screen }
  );
}

/** Moving inside one list is not a step: back leaves the screen. */
function samePlace(a: Route, b: Route): boolean {
  if (a.screen !== b.screen) return false;
  if (a.screen === "edit" && b.screen === "edit") return a.id === b.id && a.rel === b.rel;
  if (a.screen === "session" && b.screen === "session") return a.key === b.key;
  if (a.screen === "diff" && b.screen === "diff") return a.key === b.key && a.line === b.line;
  return true;
}

const routes = listOf((kept) => routeOf(kept) ?? undefined);

const aTrail: Reader<Trail> = (kept) => {
  const steps = routes(partOf(kept, "steps"));
  const at = aNumber(partOf(kept, "at"));
  return steps === undefined || at === undefined || steps[at] === undefined ? undefined : { steps, at };
};
