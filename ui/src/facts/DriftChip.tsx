import type { DriftFact, DriftState } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { count } from "./Count.tsx";
import { icons } from "./icons.ts";

/** How a recorded snapshot differs from the disk. */
export function DriftChip({ fact, look }: { fact: DriftFact; look?: "quiet" | "filled" }) {
  const sign = driftSigns[fact.state];
  return (
    <Chip icon={sign.icon} tone={sign.tone} look={look}>
      {driftWords(fact)}
    </Chip>
  );
}

/** `body changed +6 −4`, `identical` */
export function driftWords(fact: DriftFact): string {
  const words = driftSigns[fact.state].word;
  return fact.state === "body_changed" ? `${words} +${count(fact.added)} −${count(fact.removed)}` : words;
}

/** Every state's icon, colour and word. */
export const driftSigns: Record<DriftState, { icon: Glyph; tone: Tone; word: string }> = {
  identical: { icon: icons.identical, tone: "ok", word: "identical" },
  whitespace_only: { icon: icons.whitespaceOnly, tone: "neutral", word: "whitespace only" },
  frontmatter_only: { icon: icons.frontmatterOnly, tone: "warn", word: "frontmatter only" },
  body_changed: { icon: icons.bodyChanged, tone: "warn", word: "body changed" },
  renamed: { icon: icons.renamed, tone: "accent", word: "renamed" },
  moved_scope: { icon: icons.movedScope, tone: "accent", word: "moved scope" },
  shadowed_now: { icon: icons.shadowed, tone: "neutral", word: "shadowed now" },
  deleted: { icon: icons.deleted, tone: "danger", word: "deleted" },
  body_comparable_only: { icon: icons.bodyComparableOnly, tone: "unknown", word: "body comparable only" },
  resources_changed: { icon: icons.resourcesChanged, tone: "warn", word: "bundled files changed" },
  unverifiable: { icon: icons.noHash, tone: "unknown", word: "unverifiable" },
};
