import { t } from "@lingui/core/macro";
import { icons } from "../../facts/icons.ts";
import type { SessionDrift } from "../../host/wire.gen.ts";
import { Chip, type Tone } from "../../kit/Chip.tsx";
import type { Glyph } from "../../kit/Icon.tsx";
import { count } from "../../language/numbers.ts";

/** What became of the skill texts that a session recorded: the worst, with how many. */
export function SessionDriftChip({ drift, look }: { drift: SessionDrift; look?: "quiet" | "filled" }) {
  const { icon, tone } = signOf(drift);
  return (
    <Chip icon={icon} tone={tone} look={look}>
      {sessionDriftWords(drift)}
    </Chip>
  );
}

function signOf({ texts, changed, deleted, unknown }: SessionDrift): { icon: Glyph; tone: Tone } {
  if (texts === 0) return { icon: icons.notRead, tone: "neutral" };
  if (changed > 0) return { icon: icons.bodyChanged, tone: "warn" };
  if (deleted > 0) return { icon: icons.deleted, tone: "danger" };
  if (unknown > 0) return { icon: icons.noHash, tone: "unknown" };
  return { icon: icons.identical, tone: "ok" };
}

/** Every count that is not zero; the same in a row, a head and for a screen reader. */
export function sessionDriftWords({ texts, changed, deleted, unknown }: SessionDrift): string {
  if (texts === 0) return t`no skills`;
  const parts = [
    changed > 0 ? t`${count(changed)} changed` : "",
    deleted > 0 ? t`${count(deleted)} deleted` : "",
    unknown > 0 ? t`${count(unknown)} of ${count(texts)} not comparable` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? t`unchanged` : parts.join(", ");
}
