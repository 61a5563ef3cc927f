import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { staleWords } from "../../facts/driftWords.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import { inferredWords, readStepWords } from "../../facts/logWords.ts";
import type { ActivationFact } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** What a log tells of an activation besides its text; nothing where it has the whole file and no more. */
export function ToldOf({ told }: { told: ActivationFact }) {
  const kept = keptWords(told);
  return (
    <>
      {told.inferred_by !== null && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Evidence of="inferred" /> {inferredWords(told.inferred_by)}
        </div>
      )}
      {told.stale !== null && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Chip icon={icons.drift} tone="warn">
            {t`outdated`}
          </Chip>{" "}
          {staleWords(told.stale)}
        </div>
      )}
      {told.given_again && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">{t`loaded again automatically`}</div>
      )}
      {kept !== null && <div className="row wraps text-2 type-small above-4 gap-4-8">{kept}</div>}
      {told.arguments !== null && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Trans>
            called with <Verbatim text={told.arguments} mono />
          </Trans>
        </div>
      )}
      {told.read_steps.length > 0 && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Trans>skill text extracted by: {told.read_steps.map(readStepWords).join("; ")}</Trans>
        </div>
      )}
    </>
  );
}

function keptWords({ kept, given_again }: ActivationFact): string | null {
  switch (kept) {
    case "whole":
      return null;
    case "body":
      return t`recorded: body only (without frontmatter)`;
    case "trimmed_body":
      return t`recorded: body only (without frontmatter, trimmed)`;
    case "part":
      return t`recorded: some lines of the file`;
    case "mixed":
      return t`recorded together with other output of the same tool`;
    case "nothing":
      return given_again ? t`text not recorded again` : t`no text: the agent reported the file as unchanged`;
    default:
      return kept satisfies never;
  }
}
