import { useCallback, useState } from "react";
import type { Route } from "../screens/route.ts";

export interface Way {
  route: Route;
  /** Goes somewhere else; `back` returns. Another place on the same screen replaces this one. */
  go: (route: Route) => void;
  /** Where the reader came from; absent at the start. */
  back: (() => void) | undefined;
  /** Begins a new way; what was before led through another workspace. */
  restart: () => void;
}

/** How many steps back are kept. */
const kept = 50;

/** The way through the screens, from `start` on. */
export function useWay(start: Route): Way {
  const [trail, setTrail] = useState<readonly Route[]>([start]);
  const go = useCallback((route: Route) => {
    setTrail((before) => {
      const here = before[before.length - 1];
      const same = here !== undefined && samePlace(here, route);
      return [...(same ? before.slice(0, -1) : before.slice(1 - kept)), route];
    });
  }, []);
  const back = useCallback(
    () => setTrail((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    [],
  );
  const restart = useCallback(() => setTrail([{ screen: "skills" }]), []);
  return { route: trail[trail.length - 1] ?? start, go, back: trail.length > 1 ? back : undefined, restart };
}

/** Moving inside one list is not a step: back leaves the screen. */
function samePlace(a: Route, b: Route): boolean {
  if (a.screen !== b.screen) return false;
  if (a.screen === "session" && b.screen === "session") return a.key === b.key;
  if (a.screen === "diff" && b.screen === "diff") return a.key === b.key && a.line === b.line;
  return true;
}
