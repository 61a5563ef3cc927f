import { useCallback, useRef, useState } from "react";
import type { Route } from "../screens/route.ts";

export interface Way {
  route: Route;
  /** Goes somewhere else; `back` returns. Another place on the same screen replaces this one. */
  go: (route: Route) => void;
  /** Where the reader came from; absent at the start. */
  back: (() => void) | undefined;
  /** Sets what is asked before the screen is left; null lets the reader go at once. */
  hold: (ask: Hold | null) => void;
  /** Begins a new way; what was before led through another workspace. */
  restart: () => void;
}

/** Asks before a screen is left; `leave` goes on. */
export type Hold = (leave: () => void) => void;

/** How many steps back are kept. */
const kept = 50;

/** The way through the screens, from `start` on. */
export function useWay(start: Route): Way {
  const [trail, setTrail] = useState<readonly Route[]>([start]);
  const held = useRef<Hold | null>(null);
  const leaving = useCallback((step: (before: readonly Route[]) => readonly Route[]) => {
    const leave = () => {
      held.current = null;
      setTrail(step);
    };
    if (held.current === null) leave();
    else held.current(leave);
  }, []);
  const hold = useCallback((ask: Hold | null) => {
    held.current = ask;
  }, []);
  const go = useCallback(
    (route: Route) =>
      leaving((before) => {
        const here = before[before.length - 1];
        const same = here !== undefined && samePlace(here, route);
        return [...(same ? before.slice(0, -1) : before.slice(1 - kept)), route];
      }),
    [leaving],
  );
  const back = useCallback(
    () => leaving((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    [leaving],
  );
  const restart = useCallback(() => setTrail([{ screen: "skills" }]), []);
  return {
    route: trail[trail.length - 1] ?? start,
    go,
    back: trail.length > 1 ? back : undefined,
    hold,
    restart,
  };
}

/** Moving inside one list is not a step: back leaves the screen. */
function samePlace(a: Route, b: Route): boolean {
  if (a.screen !== b.screen) return false;
  if (a.screen === "edit" && b.screen === "edit") return a.id === b.id && a.rel === b.rel;
  if (a.screen === "session" && b.screen === "session") return a.key === b.key;
  if (a.screen === "diff" && b.screen === "diff") return a.key === b.key && a.line === b.line;
  return true;
}
