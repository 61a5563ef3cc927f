// For tests: a reader who goes nowhere, and what was asked of them.
import type { Going } from "./going.ts";
import type { Route } from "./route.ts";

/** Every way leads into `gone`; ways on the screen that is drawn may be taken by `stay`. */
export function noting(gone: Route[], stay: (route: Route) => boolean = () => false): Going {
  const go = (route: Route) => {
    if (!stay(route)) gone.push(route);
  };
  return { go, visit: (screen) => go({ screen }), back: undefined };
}
