import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { span } from "../../facts/Time.tsx";
import type { EventView, HydratedFact } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { messageWords } from "../../language/messages.ts";
import { EventText } from "./EventText.tsx";
import { allowedWords, bytesWords, releasedWords } from "./hydrationWords.ts";
import { openName, useFoundIn, useLog, useOpen } from "./reading.ts";

/** What ran, what came of it, who allowed it and to whom it was released. The bytes are a press away. */
export function Hydration({ line, what }: { line: number; what: Extract<EventView, { kind: "hydration" }> }) {
  const { fact, output, lost } = what;
  const { found } = useFoundIn(output, line);
  const [open, toggle] = useOpen(openName("bytes", useLog(), line), found);
  return (
    <>
      <div className="row wraps text-2 type-small gap-4-12 above-4">
        <Ending fact={fact} />
        <span>
          {output.lines > 0 &&
            lost === null &&
            `${plural(output.lines, { one: "# line", other: "# lines" })}, `}
          {bytesWords(fact)}
        </span>
        {fact.truncated && (
          <Chip icon={icons.cut} tone="warn">
            {t`truncated`}
          </Chip>
        )}
        {output.bytes > 0 && (
          <Button look="link" expanded={open} onPress={toggle}>
            {open ? t`Hide bytes` : t`Show bytes`}
          </Button>
        )}
      </div>
      <div className="row wraps text-2 type-small gap-4-12 above-4">
        <span>
          <Trans>
            source <Verbatim text={fact.source} />
          </Trans>
          {rawText(fact.skill) !== "" && (
            <>
              {" "}
              <Trans>
                of <Verbatim text={fact.skill} />
              </Trans>
            </>
          )}
        </span>
        {fact.hash !== "" && <HashStrip hash={fact.hash} of="SKILL.md" />}
        <Verbatim text={allowedWords(fact)} />
        <Verbatim text={releasedWords(fact)} />
      </div>
      {fact.limitations.length > 0 && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          <Verbatim text={fact.limitations.join(", ")} />
        </div>
      )}
      {lost !== null && (
        <div className="tone-warn row wraps text-2 type-small above-4 gap-4-8">
          <Verbatim text={t`Only the beginning was recorded: ${spelled(messageWords(lost))}`} />
        </div>
      )}
      {open && <EventText line={line} part="output" clip={output} look="block" of={t`the sent output`} />}
    </>
  );
}

function Ending({ fact }: { fact: HydratedFact }) {
  const words = [
    fact.exit_code !== null && t`exit ${fact.exit_code}`,
    fact.ended !== null && t`ended by ${spelled(fact.ended)}`,
    fact.duration_ms !== null && span(fact.duration_ms),
  ].filter(Boolean);
  return words.length === 0 ? null : <Verbatim text={words.join(", ")} />;
}
