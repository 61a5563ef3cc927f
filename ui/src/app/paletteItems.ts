// What the palette offers: skills, sessions, places and everything that can be done.

import { plural, t } from "@lingui/core/macro";
import { Hash, Link } from "lucide-react";
import { icons } from "../facts/icons.ts";
import { placeOf } from "../facts/link.ts";
import type { Route } from "../facts/route.ts";
import { scopeIcon } from "../facts/ScopeBadge.tsx";
import { skillStates } from "../facts/SkillChips.tsx";
import { shortTime } from "../facts/Time.tsx";
import type { ReferenceView, SessionRow, SkillRow } from "../host/wire.gen.ts";
import { type ActionGroup, isDoable } from "../kit/actions.ts";
import type { Glyph } from "../kit/Icon.tsx";
import { rawText } from "../language/foreign.ts";

export type Kind = "Skill" | "Session" | "Event" | "Turn" | "Action";

export interface Item {
  id: string;
  kind: Kind;
  icon: Glyph;
  label: string;
  note: string;
  /** Further words by which it is found; told as the reason where they are why. */
  also: string;
  keys?: string;
  run: () => void;
}

/** What was typed: `>` leaves only actions, `@repo` only the skills of a scope. */
export interface Typed {
  kind: "all" | "actions" | "scope";
  /** The beginning of a scope's name. */
  scope: string;
  words: string;
}

/** A reference to one event, such as `20260918T141102-7be41d#12`. */
export const referenceOf = (words: string): string | null => (/^[^\s#]+#\d+$/.test(words) ? words : null);

/** `#12` is a turn of the session that is open. */
export const turnOf = (words: string): number | null => {
  const turn = /^#(\d{1,9})$/.exec(words)?.[1];
  return turn === undefined ? null : Number(turn);
};

export function typedOf(text: string): Typed {
  if (text.startsWith(">")) return { kind: "actions", scope: "", words: text.slice(1).trim() };
  if (text.startsWith("@")) {
    const [scope = "", ...words] = text.slice(1).trimStart().split(/\s+/);
    return { kind: "scope", scope: scope.toLowerCase(), words: words.join(" ").trim() };
  }
  return { kind: "all", scope: "", words: text.trim() };
}

export function skillItem(row: SkillRow, go: (route: Route) => void): Item {
  return {
    id: `skill ${row.id}`,
    kind: "Skill",
    icon: scopeIcon(row.scope),
    label: rawText(row.name),
    note: [row.scope, ...skillStates(row.states, "quiet").map((state) => state.word)].join(", "),
    also: rawText(row.description),
    run: () => go({ screen: "skills", id: row.id }),
  };
}

export function sessionItem(row: SessionRow, go: (route: Route) => void): Item {
  const last = row.last === null ? t`time not recorded` : shortTime(row.last);
  return {
    id: `session ${row.key}`,
    kind: "Session",
    icon: icons.sessions,
    label: rawText(row.title),
    note: `${plural(row.turns, { one: "# turn", other: "# turns" })}, ${row.live ? t`live` : last}`,
    also: [row.id, ...row.skills].map(rawText).join(" "),
    run: () => go({ screen: "session", key: row.key }),
  };
}

export function eventItem(
  { session, seq, title, key, line, turn }: ReferenceView,
  go: (route: Route) => void,
): Item {
  return {
    id: `event ${rawText(session)} ${seq}`,
    kind: "Event",
    icon: icons.sessions,
    label: `${rawText(session)}#${seq}`,
    note: turn === null ? rawText(title) : t`${rawText(title)}, turn ${turn}`,
    also: "",
    run: () => go({ screen: "session", key, line: line ?? undefined }),
  };
}

/** The place of an address; nothing where it leads nowhere. */
export function linkItem(link: string, go: (route: Route) => void): Item | null {
  const route = placeOf(link);
  if (route === null) return null;
  return {
    id: `link ${link}`,
    kind: "Action",
    icon: Link,
    label: t`Go to ${link}`,
    note: "",
    also: "",
    run: () => go(route),
  };
}

/** A turn of the session that is open; nothing elsewhere. */
export function turnItem(turn: number, here: Route, go: (route: Route) => void): Item | null {
  if (here.screen !== "session") return null;
  const { key, opens, find } = here;
  return {
    id: `turn ${turn}`,
    kind: "Turn",
    icon: Hash,
    label: t`Turn ${turn} of this session`,
    note: "",
    also: "",
    run: () => go({ screen: "session", key, opens, find, turn }),
  };
}

/** What can be done now, those of the screen before those of every screen. */
export function actionItems(groups: readonly ActionGroup[], everywhere: string): Item[] {
  const own = groups.filter(({ head }) => head !== everywhere);
  const rest = groups.filter(({ head }) => head === everywhere);
  return [...own, ...rest].flatMap(({ head, actions }) =>
    actions
      .filter(isDoable)
      .filter(({ id }) => id !== "palette")
      .map((action) => ({
        id: `action ${action.id}`,
        kind: "Action" as const,
        icon: action.icon ?? icons.run,
        label: action.name,
        note: head === everywhere ? "" : head,
        also: action.words ?? "",
        keys: action.keys?.[0],
        run: action.run,
      })),
  );
}
