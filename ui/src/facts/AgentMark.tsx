import type { SourceFact } from "../host/wire.gen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./facts.css";

/** Which agent wrote a session: two letters in a frame, and its name. */
export function AgentMark({ source }: { source: SourceFact }) {
  return (
    <span className="inline-row narrows one-line gap-4 text-2">
      <span
        className="agent-letters fixed text-2 type-tiny-code edged round-chip to-middle"
        aria-hidden="true"
      >
        {lettersOf(source)}
      </span>
      <span className="cut-end">
        <Verbatim text={source.label} />
      </span>
    </span>
  );
}

/** The first two letters of a name tell agents apart but for these. */
const otherLetters: Record<string, string> = { pixir: "Px", codex: "Cx" };

function lettersOf({ name, label }: SourceFact): string {
  return otherLetters[name] ?? [...label].slice(0, 2).join("");
}
