import { t } from "@lingui/core/macro";
import type { DriftBasis, DriftFact, DriftState } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { count } from "../language/numbers.ts";
import { icons } from "./icons.ts";

/** How a recorded snapshot differs from the disk, and what that rests on where it is less than a recorded hash. */
export function DriftChip({ fact, look }: { fact: DriftFact; look?: "quiet" | "filled" }) {
  const sign = driftSigns[fact.state];
  const basis = basisWords[fact.basis];
  return (
    <>
      <Chip icon={sign.icon} tone={sign.tone} look={look}>
        {driftWords(fact)}
      </Chip>
      {basis !== "" && <small className="one-line text-3 type-micro">{basis}</small>}
    </>
  );
}

/** `body changed +6 −4`, `unchanged`; what was compared is said beside it. */
export function driftWords(fact: DriftFact): string {
  const { word } = driftSigns[fact.state];
  return fact.state === "body_changed" ? `${word} +${count(fact.added)} −${count(fact.removed)}` : word;
}

const basisWords: Record<DriftBasis, string> = {
  digest: "",
  whole_text: t`compared: whole file`,
  body: t`compared: body only`,
  trimmed_body: t`compared: body only`,
  part: t`compared: part of the file`,
  template: t`compared: body as a template`,
  nothing: "",
};

/** Every state's icon, colour and word. */
export const driftSigns: Record<DriftState, { icon: Glyph; tone: Tone; word: string }> = {
  identical: { icon: icons.identical, tone: "ok", word: t`unchanged` },
  whitespace_only: { icon: icons.whitespaceOnly, tone: "neutral", word: t`unchanged (whitespace)` },
  frontmatter_only: { icon: icons.frontmatterOnly, tone: "warn", word: t`frontmatter changed` },
  body_changed: { icon: icons.bodyChanged, tone: "warn", word: t`body changed` },
  renamed: { icon: icons.renamed, tone: "accent", word: t`renamed` },
  moved_scope: { icon: icons.movedScope, tone: "accent", word: t`moved` },
  shadowed_now: { icon: icons.shadowed, tone: "neutral", word: t`shadowed` },
  in_another_version: { icon: icons.anotherVersion, tone: "accent", word: t`in another version` },
  deleted: { icon: icons.deleted, tone: "danger", word: t`deleted` },
  filled: { icon: icons.filled, tone: "ok", word: t`unchanged (filled in)` },
  changed_by_agent: { icon: icons.changedByAgent, tone: "warn", word: t`changed by the agent` },
  resources_changed: { icon: icons.resourcesChanged, tone: "warn", word: t`bundled files changed` },
  unverifiable: { icon: icons.noHash, tone: "unknown", word: t`not comparable` },
};
