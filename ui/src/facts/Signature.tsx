import { t } from "@lingui/core/macro";
import type { SignatureFact, SignatureVerdict } from "../host/wire.gen.ts";
import { Chip, type Tone } from "../kit/Chip.tsx";
import type { Glyph } from "../kit/Icon.tsx";
import { Note } from "../kit/Note.tsx";
import { icons } from "./icons.ts";
import { Words } from "./Words.tsx";

/** What the signature of a skill comes to, in a few words. */
export function SignatureChip({ fact }: { fact: SignatureFact }) {
  const sign = signs[fact.verdict];
  return (
    <Chip icon={sign.icon} tone={sign.tone} look="filled">
      {sign.word}
    </Chip>
  );
}

/** The same with the reason, the signer and the files. */
export function SignatureNote({ fact }: { fact: SignatureFact }) {
  return (
    <Note tone={fact.verdict === "changed" ? "warn" : "info"}>
      <Words text={fact.words} />
    </Note>
  );
}

const signs: Record<SignatureVerdict, { icon: Glyph; tone: Tone; word: string }> = {
  unchanged: { icon: icons.verified, tone: "ok", word: t`signed, unchanged` },
  changed: { icon: icons.mismatch, tone: "warn", word: t`changed since it was signed` },
  not_trusted: { icon: icons.noHash, tone: "unknown", word: t`signer not trusted` },
  unverifiable: { icon: icons.noHash, tone: "unknown", word: t`signature can’t be verified` },
};
