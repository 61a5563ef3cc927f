// What a log says, and what it does not, in words.

import { plural, t } from "@lingui/core/macro";
import type {
  Flaw,
  IndexNote,
  InferredBy,
  LogBytes,
  LogVerdict,
  NotProven,
  Oddity,
  ReadStep,
  Refusal,
  UnreadReason,
  WitnessText,
} from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { messageWords } from "../language/messages.ts";
import { count } from "../language/numbers.ts";
import { quoted } from "./quoted.ts";

/** What was removed from a log's text to get a skill's own. */
export function readStepWords(step: ReadStep): string {
  switch (step) {
    case "arguments":
      return t`arguments removed`;
    case "base_directory":
      return t`base directory removed`;
    case "base_directory_and_files":
      return t`base directory and list of files removed`;
    case "base_directory_line":
      return t`base-directory line removed`;
    case "base_directory_lines":
      return t`base-directory lines removed`;
    case "command_tags":
      return t`command tags removed`;
    case "description_lines":
      return t`lines with name, description and source removed`;
    case "files":
      return t`list of files removed`;
    case "split_at_frontmatter":
      return t`output split at the frontmatter of each file`;
    case "name_heading":
      return t`heading with the name removed`;
    case "name_heading_and_base_directory":
      return t`heading with the name and base directory removed`;
    case "name_tag":
      return t`tag with name and path removed`;
    case "indentation":
      return t`indentation of the first line removed`;
    case "more_lines":
      return t`note on more lines removed`;
    case "output":
      return t`output extracted from the tool’s answer`;
    case "output_header":
      return t`lines above the output removed`;
    case "outer_whitespace":
      return t`outer whitespace removed`;
    case "related_files":
      return t`list of related files removed`;
    case "tag":
      return t`tag removed`;
    case "tags":
      return t`tags removed`;
    case "title":
      return t`title, description and heading removed`;
    case "trailing_line_break":
      return t`trailing line break removed`;
    case "truncation_note":
      return t`truncation note removed`;
    case "typed":
      return t`text typed after the name removed`;
    case "unknown_wrapper":
      return t`unknown wrapper, so the text is not used as the skill’s`;
    default:
      return step satisfies never;
  }
}

export function inferredWords(by: InferredBy): string {
  switch (by) {
    case "labelled":
      return t`the agent added a text to the conversation that it labels as this skill`;
    case "listed":
      return t`its SKILL.md was read, and the session’s catalog lists that file`;
    case "unlisted":
      return t`its SKILL.md was read in a skill folder of Pi; this release records no catalog to check against`;
    default:
      return by satisfies never;
  }
}

export function unreadWords(reason: UnreadReason): string {
  switch (reason.code) {
    case "not_json":
      return flawWords(reason.args);
    case "not_an_object":
      return t`valid JSON, but not an object`;
    case "no_type":
      return t`the event has no type`;
    case "too_long":
      return t`the line is longer than 256 MiB and was not read`;
    case "too_many":
      return t`the file has too many lines; the rest was not read`;
    case "over_budget":
      return t`not read: of other agents’ logs Assay reads at most 512 MiB, 200,000 events and lines of 64 MiB`;
    default:
      return reason satisfies never;
  }
}

function flawWords({ at, met }: Flaw): string {
  const byte = count(at + 1);
  switch (met.code) {
    case "end":
      return t`the JSON ends too early, at byte ${byte}`;
    case "byte": {
      const isPrintable = met.args >= 0x21 && met.args <= 0x7e;
      const found = isPrintable
        ? `'${String.fromCharCode(met.args)}'`
        : `0x${met.args.toString(16).toUpperCase().padStart(2, "0")}`;
      return t`unexpected ${found} at byte ${byte}`;
    }
    case "not_utf8":
      return t`not UTF-8 at byte ${byte}`;
    case "number_too_large":
      return t`a number too large to hold at byte ${byte}`;
    default:
      return met satisfies never;
  }
}

/** What Pixir would say of a log, in a sentence. */
export function verdictOfPixir(verdict: LogVerdict): string {
  switch (verdict.code) {
    case "accepted":
      return t`Pixir accepts this log.`;
    case "history_refused": {
      const [line, oddity] = [count(verdict.args.line), oddityWords(verdict.args.oddity)];
      return t`Pixir opens this session, but every turn fails: in line ${line}, ${oddity}.`;
    }
    case "log_refused": {
      const [line, refusal] = [count(verdict.args.line), refusalWords(verdict.args.refusal)];
      return t`Pixir refuses this log at line ${line}: ${refusal}.`;
    }
    case "not_known":
      return t`Unknown if Pixir accepts this log: line ${count(verdict.args.line)} was too long to read.`;
    default:
      return verdict satisfies never;
  }
}

function oddityWords(oddity: Oddity): string {
  switch (oddity) {
    case "id":
      return t`its id is not a text`;
    case "session_id":
      return t`its session_id is not a text`;
    case "time":
      return t`its ts is not a text`;
    case "seq":
      return t`its seq is not a whole number from 0 on`;
    case "body":
      return t`its data is not an object`;
    default:
      return oddity satisfies never;
  }
}

function refusalWords(refusal: Refusal): string {
  switch (refusal.code) {
    case "unread":
      return unreadWords(refusal.args);
    case "unknown_type":
      return t`the event type ${quoted(refusal.args)} is not a Pixir type`;
    case "unfinished":
      return t`the last line is not complete`;
    default:
      return refusal satisfies never;
  }
}

export function witnessWords(text: WitnessText): string {
  switch (text.code) {
    case "rewrites":
      return t`${text.args.agent} rewrites its logs, so Assay records nothing to compare with.`;
    case "no_data_directory":
      return t`Assay has no data directory, so there is nothing to compare with.`;
    case "unreadable":
      return t`Can’t compare with earlier: ${spelled(text.args.fault)}.`;
    case "first_seen":
      return t`First seen now; there is nothing earlier to compare with.`;
    case "same":
      return plural(text.args.lines, {
        one: "The first line is unchanged since Assay first saw it.",
        other: "The first # lines are unchanged since Assay first saw them.",
      });
    case "shorter": {
      const lines = plural(text.args.lines, { one: "# line", other: "# lines" });
      const bytes = plural(text.args.bytes, { one: "# byte", other: "# bytes" });
      return t`Assay had seen ${lines}, but the log now ends in or before line ${count(text.args.line)}, after ${bytes}. The rest is unchanged.`;
    }
    case "line_changed":
      return t`Line ${count(text.args.line)} changed since Assay saw it.`;
    case "lines_changed": {
      const [from, to] = [count(text.args.from), count(text.args.to)];
      return t`Lines ${from} to ${to} changed in part since Assay saw them; the log is too long to name the line.`;
    }
    default:
      return text satisfies never;
  }
}

export function notProvenWords(limit: NotProven): string {
  switch (limit) {
    case "author":
      return t`A matching hash shows that text and hash belong together. It does not show who wrote them: any process that can write the log can write both.`;
    case "every_event":
      return t`Numbers without gaps do not prove that the agent logged every event.`;
    case "nothing_earlier":
      return t`Assay has no earlier record of this log, so earlier changes cannot be detected.`;
    case "before_first_seen":
      return t`Changes before Assay first saw the log cannot be detected, and lines added since have not been compared.`;
    case "own_record":
      return t`Assay’s record is a file of the same user. Any process that can change the log as that user can change it too.`;
    default:
      return limit satisfies never;
  }
}

export function logBytesWords(bytes: LogBytes): string {
  switch (bytes.code) {
    case "unpacked":
      return bytes.args.unchecked
        ? t`This log is compressed; lines and bytes are those of the unpacked log. It was compressed without a checksum, so later changes cannot be detected.`
        : t`This log is compressed; lines and bytes are those of the unpacked log.`;
    case "derived":
      return t`${bytes.args.agent} stores this session in a database or in a file that it rewrites. Assay derived the lines and bytes here from it; they differ if ${bytes.args.agent} changes earlier entries.`;
    default:
      return bytes satisfies never;
  }
}

export function indexNoteWords(note: IndexNote): string {
  switch (note.code) {
    case "rebuilt":
      return t`${spelled(note.args.file)}: rebuilt from the logs (${spelled(note.args.reason)})`;
    case "in_memory":
      return t`${spelled(note.args.file)}: continuing without it (${spelled(note.args.reason)})`;
    case "earlier":
      return t`${spelled(messageWords(note.args.fault))}. Showing the previous state of the index.`;
    case "trouble":
      return spelled(messageWords(note.args.message));
    default:
      return note satisfies never;
  }
}
