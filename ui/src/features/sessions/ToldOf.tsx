import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import type { ActivationFact } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** What a log tells of an activation besides its text; nothing where it has the whole file and no more. */
export function ToldOf({ told }: { told: ActivationFact }) {
  const kept = keptWords(told);
  return (
    <>
      {told.inferred !== null && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Evidence of="inferred" /> <Verbatim text={told.inferred} />
        </div>
      )}
      {told.stale !== null && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Chip icon={icons.drift} tone="warn">
            {t`stale`}
          </Chip>{" "}
          {told.stale.words}
        </div>
      )}
      {told.given_again && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">{t`given again, without anybody asking`}</div>
      )}
      {kept !== null && <div className="row wraps text-2 type-small above-4 gap-4-8">{kept}</div>}
      {told.arguments !== null && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Trans>
            called with <Verbatim text={told.arguments} mono />
          </Trans>
        </div>
      )}
      {told.steps.length > 0 && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Trans>
            to get the skill’s own text: <Verbatim text={told.steps.join("; ")} />
          </Trans>
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
      return t`of the file, what stands behind its frontmatter is recorded`;
    case "trimmed_body":
      return t`of the file, what stands behind its frontmatter is recorded, without blanks at its ends`;
    case "part":
      return t`only lines of the file are recorded`;
    case "mixed":
      return t`the text stands among other output of the same tool`;
    case "nothing":
      return given_again
        ? t`the text is not recorded again`
        : t`the agent said it was unchanged and sent no text`;
    default:
      return kept satisfies never;
  }
}
