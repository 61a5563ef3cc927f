import { plural, t } from "@lingui/core/macro";
import { icons } from "../../facts/icons.ts";
import type { ToolOutcome } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { EventText } from "./EventText.tsx";

/** Whether a call worked, in the head of its event. */
export function ToolVerdict({ result: { ok, exit_code } }: { result: ToolOutcome }) {
  const exit = exit_code === null || (ok === true && exit_code === 0) ? null : t`exit ${exit_code}`;
  return (
    <>
      {ok !== null && (
        <Chip icon={ok ? icons.winning : icons.invalid} tone={ok ? "ok" : "danger"}>
          {ok ? t`ok` : t`failed`}
        </Chip>
      )}
      {exit !== null && <span>{exit}</span>}
    </>
  );
}

/** What a call came back with. */
export function ToolOutput({ result: { line, seq, error, output } }: { result: ToolOutcome }) {
  return (
    <>
      {error !== null && (
        <div className="row wraps text type-small above-4 gap-4-8">
          <Verbatim text={error.text} look="text" />
          {error.cut && (
            <span>{t`Truncated. See the raw line for all ${plural(error.bytes, { one: "# byte", other: "# bytes" })}.`}</span>
          )}
        </div>
      )}
      <EventText
        line={line}
        part="output"
        clip={output}
        look="block"
        of={t`result ${seq || t`on line ${line}`}`}
      />
    </>
  );
}
