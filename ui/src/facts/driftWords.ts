// How a recorded text compares with a file, in words.

import { plural, t } from "@lingui/core/macro";
import type {
  DiffNote,
  DiffPlace,
  DriftNote,
  DriftStep,
  FrontmatterChange,
  Quote,
  RecordedPart,
  SnapshotChanges,
  StaleFact,
  StandsFact,
  TakenFact,
  TextMatch,
  WhitespaceKind,
} from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { count } from "../language/numbers.ts";
import { readStepWords } from "./logWords.ts";

/** What goes with a state: a clause without a full stop. */
export function driftNoteWords(note: DriftNote): string {
  switch (note.code) {
    case "not_compared":
      return t`not compared yet`;
    case "unchanged":
      return unchangedWords(note.args.part);
    case "only": {
      const words = driftNoteWords(note.args.note);
      return note.args.part === "part"
        ? t`${words}; only a part was recorded`
        : t`${words}; only the body was recorded`;
    }
    case "part_recorded":
      return t`only a part was recorded`;
    case "no_frontmatter":
      return t`the frontmatter was not recorded`;
    case "frontmatter_too":
      return t`frontmatter too: ${frontmatterWords(note.args.change)}`;
    case "frontmatter":
      return frontmatterWords(note.args.change);
    case "whitespace":
      return note.args.kinds.map(whitespaceWords).join(", ");
    case "now_at":
      return t`now at ${spelled(note.args.path)}`;
    case "now_named":
      return t`now ${spelled(note.args.name)}`;
    case "moved":
      return t`from ${spelled(note.args.from)} to ${spelled(note.args.to)}`;
    case "shadowed":
      return t`by ${spelled(note.args.scope)}`;
    case "last_copy":
      return lastCopyWords(note.args.part);
    case "filled":
      return t`except ${namesWords(note.args.names, note.args.more)}`;
    case "removed":
      return t`${namesWords(note.args.names, note.args.more)} removed`;
    case "no_text":
      return t`no text was recorded`;
    case "mismatch":
      return t`recorded hash does not match recorded text`;
    case "unreadable":
      return spelled(note.args.fault);
    case "other_machine":
      return t`the recorded path is on another machine`;
    case "no_place":
      return t`the log does not name the file`;
    case "part_unknown":
      return t`the recorded lines may not be from the file`;
    case "too_many_places":
      return t`the file has too many placeholders`;
    case "bundled_changed":
      return plural(note.args.count, {
        one: "# bundled file changed since Assay saw them",
        other: "# bundled files changed since Assay saw them",
      });
    default:
      return note satisfies never;
  }
}

function unchangedWords(part: RecordedPart): string {
  return part === "part"
    ? t`this part is unchanged; only a part was recorded`
    : t`the body is unchanged; only the body was recorded`;
}

function lastCopyWords(part: RecordedPart | null): string {
  switch (part) {
    case null:
      return t`the log holds the last copy`;
    case "part":
      return t`the log holds the last copy of a part`;
    case "body":
      return t`the log holds the last copy of the body`;
    default:
      return part satisfies never;
  }
}

function namesWords(names: readonly Quote[], more: number): string {
  const named = names.map(spelled).join(", ");
  return more === 0 ? named : t`${named} and ${count(more)} more`;
}

function frontmatterWords({ fields, reordered }: FrontmatterChange): string {
  if (fields.length > 0)
    return fields.map((field) => spelled(field) || t`lines before the first field`).join(", ");
  return reordered ? t`order of fields` : t`fence lines`;
}

function whitespaceWords(kind: WhitespaceKind): string {
  switch (kind) {
    case "crlf_to_lf":
      return t`CRLF to LF`;
    case "lf_to_crlf":
      return t`LF to CRLF`;
    case "final_newline":
      return t`final newline`;
    case "trailing":
      return t`trailing blanks`;
    case "indentation":
      return t`indentation`;
    case "inside":
      return t`blanks between words`;
    case "blank_lines":
      return t`blank lines`;
    case "line_breaks":
      return t`line breaks`;
    default:
      return kind satisfies never;
  }
}

function matchWords(match: TextMatch): string {
  switch (match.code) {
    case "same":
      return t`same`;
    case "filled":
      return t`same except filled-in values`;
    case "removed":
      return t`same except text removed by the agent`;
    case "whitespace":
      return t`same except whitespace`;
    case "frontmatter":
      return t`same except frontmatter`;
    case "differs":
      return t`differs (+${count(match.args.added)} −${count(match.args.removed)})`;
    case "moved":
      return t`moved`;
    case "in_another_version":
      return t`in another version`;
    case "gone":
      return t`gone`;
    case "other_machine":
      return t`on another machine`;
    case "not_recorded":
      return t`not recorded`;
    case "undecided":
      return t`undecided`;
    default:
      return match satisfies never;
  }
}

/** Both files compared with the recorded text. */
export function takenWords({ own, now, agent, path }: TakenFact): string {
  return t`Original file: ${matchWords(own)}; file ${agent} would use now: ${matchWords(now)} at ${spelled(path)}`;
}

export function driftStepWords(step: DriftStep): string {
  switch (step.code) {
    case "read":
      return readStepWords(step.args.step);
    case "mark":
      return t`byte order mark removed`;
    case "frontmatter":
      return t`frontmatter removed`;
    case "line_ends":
      return t`CRLF changed to LF`;
    case "beginning":
      return t`leading whitespace removed`;
    case "end":
      return t`trailing whitespace removed`;
    case "lines": {
      const { from, to } = step.args;
      return from === to ? t`only line ${count(from)}` : t`only lines ${count(from)} to ${count(to)}`;
    }
    case "called":
      return t`arguments at the end removed`;
    case "filled":
      return plural(step.args.places, {
        one: "# placeholder filled in from the recorded text",
        other: "# placeholders filled in from the recorded text",
      });
    case "crlf_kept":
      return t`CRLF kept`;
    case "nothing":
      return t`unchanged`;
    default:
      return step satisfies never;
  }
}

/** A fact about two texts; `sides` says whether they are two snapshots or a snapshot and a file. */
export function diffNoteWords(note: DiffNote, sides: "snapshots" | "disk"): string {
  switch (note.code) {
    case "line_ends":
      return lineEndWords(note.args.left, note.args.right);
    case "no_final_newline":
      return t`No newline at the end: ${sideWords(note.args.side, sides)}.`;
    case "byte_order_mark":
      return t`Begins with a byte order mark: ${sideWords(note.args.side, sides)}. Pixir reads no frontmatter after one.`;
    case "replaced": {
      const bytes = plural(note.args.bytes, {
        one: "# byte that is not UTF-8",
        other: "# bytes that are not UTF-8",
      });
      return t`${bytes}, shown as �: ${sideWords(note.args.side, sides)}.`;
    }
    case "too_large": {
      const [size, lines] = [count(note.args.bytes / 1_048_576), count(note.args.lines)];
      return t`The changed part is larger than ${size} MiB or ${lines} lines on one side. It is shown as one change.`;
    }
    case "took_too_long":
      return t`The line by line search was stopped after ${count(note.args.ms)} ms. The changed part is shown as one change.`;
    default:
      return note satisfies never;
  }
}

function sideWords(side: "left" | "right", sides: "snapshots" | "disk"): string {
  if (sides === "snapshots") return side === "left" ? t`first snapshot` : t`second snapshot`;
  return side === "left" ? t`recorded text` : t`text on disk`;
}

function lineEndWords(left: [number, number], right: [number, number]): string {
  const lines = (n: number) => plural(n, { one: "# line", other: "# lines" });
  if (left[0] === left[1] && right[0] === 0 && right[1] === left[1]) return t`CRLF → LF on ${lines(left[1])}`;
  if (left[0] === 0 && right[0] === right[1] && left[1] === right[1])
    return t`LF → CRLF on ${lines(left[1])}`;
  return t`CRLF on ${count(left[0])} of ${lines(left[1])} → on ${count(right[0])} of ${lines(right[1])}`;
}

export function diffPlaceWords(place: DiffPlace): string {
  if (place.code === "disk") return spelled(place.args.path);
  const { turn } = place.args;
  const by = spelled(place.args.by);
  return turn === null ? t`outside a turn, by ${by}` : t`turn ${count(turn)}, by ${by}`;
}

export function snapshotChangeWords({ fields, added, removed, places, notes }: SnapshotChanges): string[] {
  const words = notes.map((note) => diffNoteWords(note, "disk"));
  if (places > 0) words.unshift(bodyWords(added, removed, places));
  if (fields.length > 0) words.unshift(t`Frontmatter: ${spelled(fields.join(", "))}`);
  return words;
}

function bodyWords(added: number, removed: number, places: number): string {
  const lines = (n: number) => plural(n, { one: "# line", other: "# lines" });
  const at = plural(places, { one: "# place", other: "# places" });
  if (removed === 0) return t`Body: ${lines(added)} added in ${at}`;
  if (added === 0) return t`Body: ${lines(removed)} removed in ${at}`;
  return t`Body: ${lines(added)} added, ${count(removed)} removed in ${at}`;
}

/** What proves that a text was outdated. */
export function staleWords({ by, line }: StaleFact): string {
  switch (by) {
    case "written":
      return t`line ${count(line)} wrote to the file, and this is the text from before`;
    case "listed":
      return t`line ${count(line)} announced the skill again, and no text was sent since`;
    case "replaced":
      return t`line ${count(line)} sent a newer text of the same file`;
    default:
      return by satisfies never;
  }
}

/** A place in a file, without the name of the file. */
export function standsWords(stands: StandsFact): string {
  const spot = spotWords(stands);
  const { part, parts } = stands;
  return part === null || parts === null ? spot : t`${spot}, part ${count(part)} of ${count(parts)}`;
}

function spotWords({ line, table, row, message, derived }: StandsFact): string {
  if (line !== null) return t`line ${count(line)}`;
  if (row !== null && table !== null) return t`row ${spelled(row)} of table ${table}`;
  if (message !== null) return t`message ${count(message)}`;
  return derived ? t`several rows` : t`the whole file`;
}
