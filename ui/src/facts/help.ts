// Which page of the manual is about what. A test holds these places to the pages.

import type { Route, RouteOf } from "./route.ts";
import { type TermId, terms } from "./terms.ts";

/** The page and section about a word. */
export function wordOf(of: TermId): RouteOf<"help"> {
  return page("words", terms[of].section);
}

/** The page and section about a screen. */
export function helpOf(route: Route): RouteOf<"help"> {
  switch (route.screen) {
    case "skills":
      return ofSkill(route);
    case "wins":
      return page("winners");
    case "checks":
      return page("screens", "checks");
    case "edit":
      return page("screens", "the-editor");
    case "sessions":
      return page("screens", "sessions");
    case "session":
      return page("screens", "a-session");
    case "drift":
      return page("drift-and-restore");
    case "diff":
      return page("screens", "the-comparison");
    case "approvals":
      return page("approving");
    case "settings":
      return page("screens", "settings");
    case "help":
      return route;
    default:
      return route satisfies never;
  }
}

function ofSkill({ tab }: RouteOf<"skills">): RouteOf<"help"> {
  switch (tab) {
    case "catalog":
      return page("winners", "what-the-model-is-shown");
    case "checks":
      return page("screens", "checks");
    case "versions":
      return page("drift-and-restore", "what-a-verdict-rests-on");
    case "sources":
      return page("approving");
    default:
      return page("screens", "skills");
  }
}

function page(topic: string, section?: string): RouteOf<"help"> {
  return { screen: "help", topic, section };
}
