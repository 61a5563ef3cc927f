// Where was looked and what was found there, in words.

import { plural, t } from "@lingui/core/macro";
import type { PlaceFound, PlaceKind } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { messageWords } from "../language/messages.ts";

export function placeKindWords(kind: PlaceKind): string {
  switch (kind.code) {
    case "sessions":
      return t`${kind.args.agent} sessions`;
    case "subagents":
      return t`${kind.args.agent}, isolated subagents`;
    case "skills":
      return t`${kind.args.scope} skills`;
    default:
      return kind satisfies never;
  }
}

export function placeFoundWords(found: PlaceFound): string {
  switch (found.code) {
    case "empty":
      return t`empty folder`;
    case "logs":
      return plural(found.args.count, { one: "# log", other: "# logs" });
    case "workspaces":
      return plural(found.args.count, { one: "# workspace", other: "# workspaces" });
    case "skills":
      return plural(found.args.count, { 0: "no skills", one: "# skill", other: "# skills" });
    case "missing":
      return t`folder does not exist`;
    case "no_home":
      return t`home folder unknown`;
    case "unreadable":
      return spelled(messageWords(found.args.message));
    default:
      return found satisfies never;
  }
}
