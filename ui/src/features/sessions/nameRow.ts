// What is read aloud for a row of the timeline: everything its lanes and icons show, in words.

import { plural, t } from "@lingui/core/macro";
import { eventKindWords } from "../../facts/contextWords.ts";
import { unreadWords } from "../../facts/logWords.ts";
import { outcomeWords } from "../../facts/OutcomeWord.tsx";
import type { AfterDrop, Segment, TimelineRow } from "../../host/wire.gen.ts";
import { spelled } from "../../kit/seen.ts";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import type { LaneSlice } from "./bands.ts";
import { callerWords } from "./callerWords.ts";

export function nameRow(row: TimelineRow, number: string, lanes: readonly LaneSlice[]): string {
  const fresh = row.hydrations === 0 ? "" : t`${count(row.hydrations)} hydrated`;
  const told = [
    wordsOf(row.what, number),
    fresh,
    row.after_break ? t`after the corrupt line` : "",
    contextOf(row, lanes),
  ];
  return told.filter((words) => words !== "").join("; ");
}

/** What the pane beside the timeline is headed with. */
export function titleRow(what: Segment): string {
  switch (what.kind) {
    case "turn":
      return t`Turn ${what.number}`;
    case "opening":
      return t`Before the first turn`;
    case "compaction":
      return t`Compaction`;
    case "subagent":
      return rawText(what.agent) === "" ? t`Subagent` : t`Subagent ${spelled(what.agent)}`;
    case "between":
      return t`Between turns`;
    case "break":
      return t`Line ${count(what.line)} can’t be read`;
    default:
      return what satisfies never;
  }
}

function wordsOf(what: Segment, number: string): string {
  switch (what.kind) {
    case "turn":
      return spelled(
        [
          t`Turn ${what.number}`,
          what.prompt,
          outcomeWords(what.outcome, what.failure),
          ...what.activations.map((chip) => `${spelled(chip.letter.name)} ${callerWords(chip.by)}`),
          ...what.named.map(({ name }) => t`${spelled(name)} attributed by the agent`),
          ...what.templates.map((template) => t`template ${spelled(template)}`),
          what.copied ? t`copied from the parent` : "",
        ]
          .filter((words) => words !== "")
          .join(", "),
      );
    case "opening":
    case "between":
      return `${titleRow(what)}, ${eventKindWords(what.events)}`;
    case "compaction":
      return t`Compaction, ${number} ${what.seq}, ${droppedWords(what)}`;
    case "subagent":
      return `${titleRow(what)}, ${spelled(what.status)}`;
    case "break":
      return `${titleRow(what)}, ${unreadWords(what.reason)}`;
    default:
      return what satisfies never;
  }
}

function contextOf({ in_full, by_name }: TimelineRow, lanes: readonly LaneSlice[]): string {
  if (in_full === 0 && by_name === 0) return "";
  const full = lanes.filter(({ mark, below }) => mark !== "foot" && below === "full");
  const names = full.map(({ letter }) =>
    letter.versions > 1 ? `${spelled(letter.name)} v${letter.version}` : letter.name,
  );
  const named = names.length === 0 ? "" : ` (${spelled(names.join(", "))})`;
  const kept = by_name === 0 ? "" : `, ${t`${count(by_name)} by name only`}`;
  return t`in context: ${plural(in_full, { one: "# text", other: "# texts" })}` + named + kept;
}

/** `2 texts dropped: notes not given again, setup given again`. */
export function droppedWords({ dropped, texts }: Extract<Segment, { kind: "compaction" }>): string {
  const told = texts.map(({ letter, after }) => `${spelled(letter.name)} ${afterWords(after)}`);
  const words = plural(dropped, { one: "# text dropped", other: "# texts dropped" });
  return told.length === 0 ? words : `${words}: ${told.join(", ")}`;
}

/** What became of a text behind the compaction that dropped it. */
export function afterWords(after: AfterDrop): string {
  switch (after) {
    case "given_again":
      return t`loaded again`;
    case "not_given_again":
      return t`not loaded again`;
    case "unknown":
      return t`not recorded whether loaded again`;
    default:
      return after satisfies never;
  }
}
