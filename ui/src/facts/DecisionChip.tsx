import { t } from "@lingui/core/macro";
import type { DecisionWord } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { icons } from "./icons.ts";

/** What became of a request to hydrate. */
export function DecisionChip({ decision, look }: { decision: DecisionWord; look?: "quiet" | "filled" }) {
  const sign = signs[decision];
  return (
    <Chip icon={sign.icon} tone={sign.tone} look={look}>
      {sign.word}
    </Chip>
  );
}

export function decisionWords(decision: DecisionWord): string {
  return signs[decision].word;
}

/** Bytes went to the model. */
export function wasSent(decision: DecisionWord): boolean {
  return ["sent", "sent_redacted", "sent_under_grant", "sent_by_rule"].includes(decision);
}

const signs: Record<DecisionWord, { icon: Glyph; tone: Tone; word: string }> = {
  sent: { icon: icons.winning, tone: "ok", word: t`sent` },
  sent_redacted: { icon: icons.redact, tone: "ok", word: t`sent, redacted` },
  sent_under_grant: { icon: icons.grant, tone: "accent", word: t`sent under grant` },
  sent_by_rule: { icon: icons.winning, tone: "ok", word: t`sent by rule` },
  discarded: { icon: icons.discard, tone: "neutral", word: t`discarded` },
  denied: { icon: icons.deny, tone: "danger", word: t`denied` },
  refused: { icon: icons.deny, tone: "danger", word: t`refused` },
  withdrawn: { icon: icons.withdrawn, tone: "neutral", word: t`canceled` },
  failed: { icon: icons.invalid, tone: "danger", word: t`failed` },
};
