import { t } from "@lingui/core/macro";
import type { Integrity } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { count } from "../language/numbers.ts";
import { icons } from "./icons.ts";

/** What recomputing a hash says. */
export function IntegrityChip({
  verdict,
  line = null,
  look,
}: {
  verdict: Integrity;
  /** The first line that cannot be read. */
  line?: number | null;
  look?: "quiet" | "filled";
}) {
  const sign = integritySigns[verdict];
  return (
    <Chip icon={sign.icon} tone={sign.tone} look={look}>
      {integrityWords(verdict, line)}
    </Chip>
  );
}

/** `verified`, `damaged at line 412` */
export function integrityWords(verdict: Integrity, line: number | null = null): string {
  const words = integritySigns[verdict].word;
  return verdict === "damaged" && line !== null ? t`${words} at line ${count(line)}` : words;
}

const integritySigns: Record<Integrity, { icon: Glyph; tone: Tone; word: string }> = {
  verified: { icon: icons.verified, tone: "ok", word: t`verified` },
  mismatch: { icon: icons.mismatch, tone: "danger", word: t`hash mismatch` },
  no_hash: { icon: icons.noHash, tone: "unknown", word: t`no hash` },
  computed: { icon: icons.noHash, tone: "neutral", word: t`no recorded hash` },
  damaged: { icon: icons.damaged, tone: "danger", word: t`corrupt` },
  none: { icon: icons.notRead, tone: "neutral", word: t`nothing to verify` },
};
