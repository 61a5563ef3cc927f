// The address of a place: `assay://session/KEY/turn/12`. Whoever wrote one can only lead somewhere, never do anything.

import { t } from "@lingui/core/macro";
import { type Route, routeOf } from "./route.ts";

const scheme = "assay://";
/** Longer than any address that is made here. */
const longest = 2000;
const bare = ["skills", "wins", "checks", "sessions", "drift", "approvals", "settings", "help"];

/** What is said of an address that leads nowhere. */
export const leadsNowhere = t`This link doesn’t point to a known place in Assay.`;

/** The address of a place in the workspace that is open. */
export function linkOf(route: Route): string {
  return scheme + partsOf(route).map(encodeURIComponent).join("/");
}

function partsOf(route: Route): (string | number)[] {
  switch (route.screen) {
    case "skills": {
      const { id, tab, rel } = route;
      if (id === undefined) return ["skills"];
      return tab === undefined ? ["skill", id] : ["skill", id, tab, ...(rel === undefined ? [] : [rel])];
    }
    // Nobody comes to an editor by a link, but to the skill that is edited.
    case "edit":
      return ["skill", route.id];
    case "session": {
      const { key, turn, line, row } = route;
      if (turn !== undefined) return ["session", key, "turn", turn];
      if (line !== undefined) return ["session", key, "line", line];
      return row === undefined ? ["session", key] : ["session", key, "row", row];
    }
    case "diff": {
      const { key, line, against } = route;
      return ["diff", key, line, ...(against === undefined ? [] : [against.key, against.line])];
    }
    case "drift":
    case "approvals":
      return route.id === undefined ? [route.screen] : [route.screen, route.id];
    case "help": {
      const { topic, section } = route;
      if (topic === undefined) return ["help"];
      return section === undefined ? ["help", topic] : ["help", topic, section];
    }
    default:
      return [route.screen];
  }
}

export const isLink = (text: string): boolean => /^assay:/iu.test(text);

/** The place that an address leads to; null where there is none, whoever wrote it. */
export function placeOf(link: string): Route | null {
  if (link.length > longest || link.slice(0, scheme.length).toLowerCase() !== scheme) return null;
  const parts = decoded(link.slice(scheme.length).replace(/\/$/u, "").split("/"));
  if (parts === null) return null;
  const [screen = "", first, second, third, fourth, ...more] = parts;
  if (more.length > 0) return null;
  if (parts.length === 1) return bare.includes(screen) ? routeOf({ screen }) : null;
  switch (screen) {
    case "skill": {
      const route = routeOf({ screen: "skills", id: first, tab: second, rel: third });
      const isTab = route?.screen === "skills" && route.tab === second;
      return isTab && fourth === undefined ? route : null;
    }
    case "session": {
      if (parts.length === 2) return routeOf({ screen, key: first });
      const at = numberOf(third);
      const known = second === "turn" || second === "line" || second === "row";
      return known && at !== null && fourth === undefined
        ? routeOf({ screen, key: first, [second]: at })
        : null;
    }
    case "diff": {
      const line = numberOf(second);
      if (line === null) return null;
      if (third === undefined) return routeOf({ screen, key: first, line });
      const other = numberOf(fourth);
      return other === null
        ? null
        : routeOf({ screen, key: first, line, against: { key: third, line: other } });
    }
    case "drift":
    case "approvals":
      return parts.length === 2 ? routeOf({ screen, id: first }) : null;
    case "help":
      return third === undefined ? routeOf({ screen, topic: first, section: second }) : null;
    default:
      return null;
  }
}

/** The parts as they were before they were written into an address; null where one cannot have been. */
function decoded(parts: readonly string[]): string[] | null {
  try {
    const read = parts.map(decodeURIComponent);
    // What a query or a fragment would begin with is always written in code, and nothing unseen is a name.
    const stands = (part: string, at: number) =>
      part !== "" && !/\p{C}/u.test(part) && !/[?#\s]/u.test(parts[at] ?? "");
    return read.every(stands) ? read : null;
  } catch {
    return null;
  }
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : null;
}
