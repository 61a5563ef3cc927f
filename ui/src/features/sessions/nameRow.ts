// What is read aloud for a row of the timeline: everything its lanes and icons show, in words.

import { count, counted } from "../../facts/Count.tsx";
import { outcomeWords } from "../../facts/OutcomeWord.tsx";
import type { Segment, TimelineRow } from "../../host/wire.gen.ts";

export function nameRow(row: TimelineRow, number: string): string {
  const fresh = row.hydrations === 0 ? "" : `${count(row.hydrations)} context hydrated`;
  const told = [wordsOf(row.what, number), fresh, row.after_break ? "after the break" : "", contextOf(row)];
  return told.filter((words) => words !== "").join("; ");
}

/** What the pane beside the timeline is headed with. */
export function titleRow(what: Segment): string {
  switch (what.kind) {
    case "turn":
      return `Turn ${what.number}`;
    case "opening":
      return "Before the first turn";
    case "compaction":
      return "Compaction";
    case "subagent":
      return what.agent === "" ? "Subagent" : `Subagent ${what.agent}`;
    case "between":
      return "Between turns";
    case "break":
      return `Line ${count(what.line)} cannot be read`;
    default:
      return what satisfies never;
  }
}

function wordsOf(what: Segment, number: string): string {
  switch (what.kind) {
    case "turn":
      return [
        `Turn ${what.number}`,
        what.prompt,
        outcomeWords(what.outcome, what.failure),
        ...what.activations.map((chip) => `${chip.letter.name} by ${chip.by}`),
        ...what.named.map(({ name }) => `${name} named by the agent`),
        ...what.templates.map((template) => `template ${template}`),
        what.copied ? "copied from the parent" : "",
      ]
        .filter((words) => words !== "")
        .join(", ");
    case "opening":
    case "between":
      return `${titleRow(what)}, ${what.label}`;
    case "compaction":
      return `Compaction, ${number} ${what.seq}, ${counted(what.dropped, "text")} dropped`;
    case "subagent":
      return `${titleRow(what)}, ${what.status}`;
    case "break":
      return `${titleRow(what)}, ${what.reason}`;
    default:
      return what satisfies never;
  }
}

function contextOf({ in_full, by_name }: TimelineRow): string {
  if (in_full === 0 && by_name === 0) return "";
  return `in context: ${count(in_full)} in full, ${count(by_name)} by name`;
}
