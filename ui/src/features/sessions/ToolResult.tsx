import { icons } from "../../facts/icons.ts";
import type { ToolOutcome } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { EventText } from "./EventText.tsx";

/** Whether a call worked, in the head of its event. */
export function ToolVerdict({ result: { ok, exit_code, error } }: { result: ToolOutcome }) {
  const exit = exit_code === null || (ok && exit_code === 0) ? null : `exit ${exit_code}`;
  return (
    <>
      <Chip icon={ok ? icons.winning : icons.invalid} tone={ok ? "ok" : "danger"}>
        {ok ? "ok" : "failed"}
      </Chip>
      {exit !== null && exit !== error && <span>{exit}</span>}
      {error !== null && <Verbatim text={error} />}
    </>
  );
}

/** What a call came back with. */
export function ToolOutput({ result: { line, seq, output } }: { result: ToolOutcome }) {
  return (
    <EventText
      line={line}
      part="output"
      clip={output}
      look="block"
      of={`result ${seq || `on line ${line}`}`}
    />
  );
}
