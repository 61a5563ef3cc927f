import { t } from "@lingui/core/macro";
import { type Glyph, Icon } from "../kit/Icon.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../language/foreign.ts";
import { icons } from "./icons.ts";
import "./facts.css";

/** Whose skill it is. */
export function ScopeBadge({ scope }: { scope: AnyText }) {
  return (
    <span className="scope-badge inline-row one-line gap-4 text-2 type-micro-strong edged round-chip">
      <Icon of={scopeIcon(scope)} size={12} />
      <span className="unseen">{t`scope`} </span>
      <Verbatim text={scope} />
    </span>
  );
}

/** The icon of a scope's name; a recorded name may be any. */
export function scopeIcon(scope: AnyText): Glyph {
  switch (rawText(scope)) {
    case "repo":
      return icons.repo;
    case "user":
      return icons.user;
    case "pixir-global":
      return icons.pixirGlobal;
    default:
      return icons.otherScope;
  }
}
