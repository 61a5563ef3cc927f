import { counted } from "../../facts/Count.tsx";
import { icons } from "../../facts/icons.ts";
import type { ToolOutcome } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { EventText } from "./EventText.tsx";

/** What a call came back with. */
export function ToolResult({ result }: { result: ToolOutcome }) {
  const { ok, exit_code, error, output } = result;
  return (
    <>
      <div className="event-note">
        <Chip icon={ok ? icons.winning : icons.invalid} tone={ok ? "ok" : "danger"}>
          {ok ? "ok" : "failed"}
        </Chip>
        {exit_code !== null && <span>exit {exit_code}</span>}
        {error !== null && <Verbatim text={error} />}
        <span>
          {counted(output.lines, "line")}, {counted(output.bytes, "byte")} in result{" "}
          {result.seq || `on line ${result.line}`}
        </span>
      </div>
      <EventText line={result.line} part="output" clip={output} look="block" of={`result ${result.seq}`} />
    </>
  );
}
