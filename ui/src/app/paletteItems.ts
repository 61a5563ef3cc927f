// What the palette offers for what was typed.

import { counted } from "../facts/Count.tsx";
import { icons } from "../facts/icons.ts";
import { scopeIcon } from "../facts/ScopeBadge.tsx";
import { skillStates } from "../facts/SkillChips.tsx";
import { shortTime } from "../facts/Time.tsx";
import type { ReferenceView, SessionRow, SessionsView, SkillRow, SkillsView } from "../host/wire.gen.ts";
import type { Glyph } from "../kit/Icon.tsx";
import type { Route } from "../screens/route.ts";

export type Group = "Skills" | "Sessions" | "Actions";

export interface Item {
  id: string;
  group: Group;
  icon: Glyph;
  label: string;
  note: string;
  keys?: readonly string[];
  run: () => void;
}

/** What was typed: `>` leaves only actions, `@repo` only the skills of a scope. */
export interface Typed {
  kind: "all" | "actions" | "scope";
  /** The beginning of a scope's name. */
  scope: string;
  words: string;
}

/** Rows shown at most. */
const SKILLS = 8;
const SESSIONS = 6;

/** How many skills are searched for a scope. */
export const SEARCHED = 500;

/** A reference to one event, such as `20260918T141102-7be41d#12`. */
export const referenceOf = (words: string): string | null => (/^[^\s#]+#\d+$/.test(words) ? words : null);

export function typedOf(text: string): Typed {
  if (text.startsWith(">")) return { kind: "actions", scope: "", words: text.slice(1).trim() };
  if (text.startsWith("@")) {
    const [scope = "", ...words] = text.slice(1).trimStart().split(/\s+/);
    return { kind: "scope", scope: scope.toLowerCase(), words: words.join(" ").trim() };
  }
  return { kind: "all", scope: "", words: text.trim() };
}

/** The rows shown, and how many there are in all. */
export function itemsOf(
  typed: Typed,
  skills: SkillsView | undefined,
  sessions: SessionsView | undefined,
  actions: readonly Item[],
  go: (route: Route) => void,
  found?: ReferenceView,
): { items: Item[]; total: number } {
  const wanted = typed.words.toLowerCase();
  const acts = actions.filter((action) => action.label.toLowerCase().includes(wanted));
  if (typed.kind === "actions") return { items: acts, total: acts.length };
  if (typed.kind === "scope") {
    const its = (skills?.rows ?? []).filter((row) => row.scope.toLowerCase().startsWith(typed.scope));
    return { items: its.map((row) => skillItem(row, go)), total: its.length };
  }
  const items = [
    ...(found === undefined ? [] : [eventItem(found, go)]),
    ...(skills?.rows ?? []).slice(0, SKILLS).map((row) => skillItem(row, go)),
    ...(sessions?.rows ?? []).slice(0, SESSIONS).map((row) => sessionItem(row, go)),
    ...acts,
  ];
  return {
    items,
    total: (skills?.matching ?? 0) + (sessions?.matching ?? 0) + acts.length + (found === undefined ? 0 : 1),
  };
}

function eventItem(
  { session, seq, title, key, line, turn }: ReferenceView,
  go: (route: Route) => void,
): Item {
  return {
    id: `event ${session} ${seq}`,
    group: "Sessions",
    icon: icons.sessions,
    label: `${session}#${seq}`,
    note: `${title}${turn === null ? "" : `, turn ${turn}`}`,
    run: () => go({ screen: "session", key, line: line ?? undefined }),
  };
}

function skillItem(row: SkillRow, go: (route: Route) => void): Item {
  return {
    id: `skill ${row.id}`,
    group: "Skills",
    icon: scopeIcon(row.scope),
    label: row.name,
    note: [row.scope, ...skillStates(row.states, "quiet").map((state) => state.word)].join(", "),
    run: () => go({ screen: "skills", id: row.id }),
  };
}

function sessionItem(row: SessionRow, go: (route: Route) => void): Item {
  const last = row.last === null ? "time not recorded" : shortTime(row.last);
  return {
    id: `session ${row.key}`,
    group: "Sessions",
    icon: icons.sessions,
    label: row.title,
    note: `${counted(row.turns, "turn")}, ${row.live ? "live" : last}`,
    run: () => go({ screen: "session", key: row.key }),
  };
}
