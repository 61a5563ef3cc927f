// Settings of an agent that keep it from a skill, in words: the same on every screen.

import { t } from "@lingui/core/macro";
import type { SwitchFact } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";

/** What a setting does to a skill and where it stands, without a full stop. */
export function switchWords({ effect, file, line }: SwitchFact): string {
  const path = spelled(file);
  switch (effect) {
    case "off":
    case "ignored":
      return t`disabled in ${path}, line ${line}`;
    case "user_only":
      return t`only the user can call it (${path}, line ${line})`;
    case "model_refused":
      return t`calls by the model are refused (${path}, line ${line})`;
    case "name_only":
      return t`listed by name only (${path}, line ${line})`;
    case "on":
      return t`enabled in ${path}, line ${line}`;
    default:
      return effect satisfies never;
  }
}
