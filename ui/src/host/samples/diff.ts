import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// Compares the two versions in skillText.ts the way the engine answers a comparison.

import type {
  DiffAsk,
  DiffLine,
  DiffPlace,
  DiffRow,
  DiffView,
  FieldChange,
  Piece,
  ScrollMark,
} from "../wire.gen.ts";
import { readAt, today } from "./clock.ts";
import { bytesOf, digest } from "./digest.ts";
import { driftFact, fieldsChanged } from "./driftFact.ts";
import { body, bodyStart, diskText, recordedText, type Told } from "./skillText.ts";

export function diff(ask: DiffAsk): DiffView {
  const whole = rowsOf(ask);
  const rows = ask.context === "whole" ? whole : folded(whole);
  const changes = changedRuns(rows);
  const lines = whole.flatMap((row) => (row.kind === "changed" ? [row] : []));
  const hidden = ask.whitespace === "ignored" ? body.filter(onlySpace).length : 0;
  return {
    name: foreign("release-notes"),
    recorded: {
      hash: digest("d3b54820"),
      place: inTurn(5, "user"),
      at: today("14:19:40"),
      lines: recordedText.split("\n").length - 1,
      bytes: bytesOf(recordedText),
    },
    other:
      ask.against === undefined || ask.against === null
        ? null
        : {
            hash: digest("c01eef18"),
            place: inTurn(8, "model"),
            at: today("14:31:02"),
            lines: diskText.split("\n").length - 1,
            bytes: bytesOf(diskText),
          },
    disk: {
      hash: digest("c01eef18"),
      place: { code: "disk", args: { path: foreign(".agents/skills/release-notes/SKILL.md") } },
      at: today("14:27:40"),
      lines: diskText.split("\n").length - 1,
      bytes: bytesOf(diskText),
    },
    drift: driftFact("body_changed", fieldsChanged("frontmatter_too", "description", "metadata.version"), {
      added: 6,
      removed: 4,
    }),
    integrity: "verified",
    read_at: readAt,
    fields,
    changes: changes.length,
    added: lines.filter((row) => row.right).length,
    removed: lines.filter((row) => row.left).length,
    whitespace_hidden: hidden,
    notes: [],
    total: rows.length,
    change_rows: changes,
    marks: marksOf(rows),
    from: ask.from,
    rows: rows.slice(ask.from, ask.from + ask.count),
  };
}

function inTurn(turn: number, by: string): DiffPlace {
  return { code: "session", args: { turn, by: foreign(by) } };
}

const fields: FieldChange[] = [
  field(
    "description",
    2,
    "Draft release notes for a tagged range. Use when the user asks for release notes",
    " or a changelog entry",
    ", a changelog entry, or “what changed since”",
    ".",
  ),
  field("metadata.version", 6, "", "3", "4", ""),
  ...["name", "license", "allowed-tools"].map(
    (key, n): FieldChange => ({
      key: foreign(key),
      change: "equal",
      left: { line: [3, 4, 7][n] ?? 3, pieces: [{ text: foreign(key), changed: false }] },
      right: { line: [3, 4, 7][n] ?? 3, pieces: [{ text: foreign(key), changed: false }] },
    }),
  ),
];

function field(
  key: string,
  line: number,
  before: string,
  left: string,
  right: string,
  after: string,
): FieldChange {
  const side = (text: string) => ({
    line,
    pieces: [
      { text: foreign(before), changed: false },
      { text: foreign(text), changed: true },
      { text: foreign(after), changed: false },
    ].filter((piece) => rawText(piece.text) !== ""),
  });
  return { key: foreign(key), change: "changed", left: side(left), right: side(right) };
}

function onlySpace(told: Told): boolean {
  return (
    "left" in told &&
    told.left !== null &&
    told.right !== null &&
    told.left.trimEnd() === told.right.trimEnd()
  );
}

function rowsOf({ whitespace }: DiffAsk): DiffRow[] {
  let left = bodyStart;
  let right = bodyStart;
  let change = -1;
  let open = false;
  return body.map((told): DiffRow => {
    if ("same" in told || (whitespace === "ignored" && onlySpace(told))) {
      open = false;
      const [was, is] = "same" in told ? [told.same, told.same] : [told.left ?? "", told.right ?? ""];
      return { kind: "same", left: plain(left++, was), right: plain(right++, is) };
    }
    if (!open) change += 1;
    open = true;
    const [was, is] = pieces(told.left, told.right);
    return {
      kind: "changed",
      change,
      left: was && { number: left++, pieces: was },
      right: is && { number: right++, pieces: is },
    };
  });
}

function plain(number: number, text: string): DiffLine {
  return { number, pieces: [{ text: foreign(text), changed: false }] };
}

/** Marks what stands between the common start and the common end. */
function pieces(left: string | null, right: string | null): [Piece[] | null, Piece[] | null] {
  if (left === null || right === null)
    return [
      left === null ? null : [{ text: foreign(left), changed: true }],
      right === null ? null : [{ text: foreign(right), changed: true }],
    ];
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end))
    end += 1;
  const side = (text: string) =>
    [
      { text: foreign(text.slice(0, start)), changed: false },
      { text: foreign(text.slice(start, text.length - end)), changed: true },
      { text: foreign(text.slice(text.length - end)), changed: false },
    ].filter((piece) => rawText(piece.text) !== "");
  return [side(left), side(right)];
}

const around = 3;

function folded(rows: DiffRow[]): DiffRow[] {
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - around), at + around + 1).some((row) => row.kind === "changed"),
  );
  const kept: DiffRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (near[at] || row.kind !== "same") {
      kept.push(row);
      continue;
    }
    const last = kept.at(-1);
    if (last?.kind === "fold") last.lines += 1;
    else kept.push({ kind: "fold", lines: 1, left_from: row.left.number, right_from: row.right.number });
  }
  return kept;
}

function changedRuns(rows: DiffRow[]): number[] {
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    return row.kind === "changed" && !(before?.kind === "changed" && before.change === row.change)
      ? [at]
      : [];
  });
}

/** In thousandths of the whole. */
function marksOf(rows: DiffRow[]): ScrollMark[] {
  const share = (at: number) => Math.round((at * 1000) / rows.length);
  return rows.flatMap((row, at) =>
    row.kind === "changed"
      ? [{ from: share(at), to: share(at + 1), removed: row.left !== null, added: row.right !== null }]
      : [],
  );
}
