import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// What the model had at a point of a sample session: it follows from what shaped the row.

import type { Clip, ItemKind, ItemRow, MomentView, SkillTexts, TextCard } from "../wire.gen.ts";
import { type PlacedEvent, provenance, type SampleSession } from "./log.ts";

const catalogs: Pick<MomentView["catalog"], "known" | "found" | "skills" | "tried"> = {
  known: "reconstructed",
  found: "today",
  skills: 10,
  tried: 1,
};

/** A point of a session; null where it has no such row or step. */
export function moment(sample: SampleSession, number: number, step: number | null): MomentView | null {
  const shaped = provenance(sample, number);
  const row = sample.rows[number];
  if (shaped === null || row === undefined) return null;
  const calls = row.events.filter(({ event }) => event.what.kind === "usage").length;
  const at = step ?? Math.max(0, calls - 1);
  if (at > calls) return null;
  const last = row.events.at(-1)?.event;
  const hash = shaped.listing.hashes[0] ?? null;
  const compaction = sample.rows
    .slice(0, number + 1)
    .flatMap(({ events }) => events)
    .filter(({ event }) => event.what.kind === "compaction")
    .at(-1);
  return {
    row: number,
    step: at,
    steps: calls + 1,
    what: at < calls ? { kind: "call", number: at + 1, of: calls } : { kind: "end" },
    turn: row.row.what.kind === "turn" ? row.row.what.number : null,
    after_seq: last?.seq ?? "",
    after_line: last?.line ?? 0,
    at: last?.at ?? null,
    model: foreign(row.model),
    mode: foreign(row.model === null ? null : "build"),
    known: row.model === null ? "unknown" : at < calls ? "recorded" : "inferred",
    texts: textsAt(shaped),
    hydrated: shaped.hydrated,
    catalog:
      hash === null || at === calls
        ? {
            ...catalogs,
            hash: null,
            known: "unknown",
            found: "not_recorded",
            skills: null,
            left_out: [],
            differences: [],
            tried: 0,
          }
        : hash.startsWith("5be0")
          ? { ...catalogs, hash, left_out: [], differences: [] }
          : {
              ...catalogs,
              hash,
              known: "unknown",
              found: "nowhere",
              skills: null,
              left_out: [],
              differences: [],
              tried: 212,
            },
    permission: {
      mode: shaped.decisions.mode,
      line: sample.view.posture?.line ?? null,
      known: shaped.decisions.mode === null ? "unknown" : "recorded",
      allowed: shaped.decisions.allowed,
      denied: shaped.decisions.denied,
    },
    summary:
      compaction === undefined
        ? null
        : {
            seq: compaction.event.seq,
            line: compaction.event.line,
            trigger: foreign("critical_pressure_preflight"),
            range: foreign(`0–${compaction.event.line - 2}`),
            text: clip(compaction.texts.text ?? "Compacted events."),
          },
    items: items(sample, number).length,
    named: [],
    numbered: true,
    listed: null,
    items_outliving: items(sample, number, "protect").length,
    oddities: shaped.notes,
  };
}

function textsAt(shaped: NonNullable<ReturnType<typeof provenance>>): TextCard[] {
  const sent = [...shaped.replayed, ...shaped.activated];
  const cards = sent.map((card, at): TextCard => {
    const later = sent
      .slice(at + 1)
      .filter(({ letter }) => letter.name === card.letter.name)
      .at(-1);
    const { letter, by, turn, seq, line } = card;
    const state: TextCard["state"] =
      later === undefined
        ? { kind: "full" }
        : later.letter.letter === letter.letter
          ? { kind: "repeated" }
          : { kind: "superseded", by: later.letter };
    return { letter, by, turn, seq, line, state, known: "reconstructed" };
  });
  const dropped = shaped.name_only.map(
    ({ letter, turn, dropped_at, line }): TextCard => ({
      letter,
      by: foreign("user"),
      turn,
      seq: String(line - 1),
      line,
      state: { kind: "dropped", at: dropped_at, named: true, after: "not_given_again" },
      known: "reconstructed",
    }),
  );
  return [...cards, ...dropped];
}

/** The provider input up to a row: everything said since the last compaction, more or less. */
export function items(
  sample: SampleSession,
  number: number,
  texts: SkillTexts = "as_recorded",
): { row: ItemRow; text: string }[] {
  const rows = sample.rows.slice(0, number + 1);
  const from = rows.map(({ row }) => row.what.kind).lastIndexOf("compaction");
  const sent = rows.slice(Math.max(0, from)).flatMap(({ events }) => events);
  const surroundings = item(
    {
      kind: "workspace",
      role: foreign("developer"),
      name: foreign(""),
      seq: "0",
      line: 1,
      known: "inferred",
    },
    'Developer context: the workspace root is "/home/mara/acme/payments".',
  );
  const dropped = new Set(provenance(sample, number)?.name_only.map(({ line }) => line));
  const covered = rows.flatMap(({ events }) => events).filter(({ event }) => dropped.has(event.line));
  const made = [surroundings, ...sent.flatMap(itemsOf)];
  made.splice(2, 0, ...covered.flatMap((event) => outliving(event, texts)));
  return made.map((one, at) => ({ ...one, row: { ...one.row, number: at } }));
}

/** What is left of the text of a skill that a compaction covers. */
function outliving(placed: PlacedEvent, texts: SkillTexts): { row: ItemRow; text: string }[] {
  const { seq, line, what } = placed.event;
  if (what.kind !== "skill_activation" || texts === "as_recorded") return [];
  if (texts === "protect") return itemsOf(placed);
  const { name, hash } = what.letter;
  const named = `The text of a skill stood here: name "${rawText(name)}", path "/home/mara/acme/payments/.agents/skills/${rawText(name)}/SKILL.md", sha256 "${hash}". Take the skill in again to read it.`;
  const face = { kind: "reference" as const, role: foreign("user"), name, seq, line };
  return [item({ ...face, known: "reconstructed" }, named)];
}

type Face = Pick<ItemRow, "kind" | "role" | "name" | "seq" | "line" | "known">;

function item(face: Face, text: string): { row: ItemRow; text: string } {
  return { row: { number: 0, ...face, text: clip(text) }, text };
}

function itemsOf({ event, texts }: PlacedEvent): { row: ItemRow; text: string }[] {
  const { seq, line, what } = event;
  const face = (kind: ItemKind, role = "", name = ""): Face => ({
    kind,
    role: foreign(role),
    name: foreign(name),
    seq,
    line,
    known: "reconstructed",
  });
  switch (what.kind) {
    case "skill_activation":
      return [item(face("activation", "user", rawText(what.letter.name)), texts.text ?? "")];
    case "user_message":
      return [item(face("message", "user"), texts.text ?? "")];
    case "assistant_message":
      return [item(face("answer", "assistant"), texts.text ?? "")];
    case "compaction":
      return [item(face("checkpoint", "user"), texts.text ?? "")];
    case "tool_call":
      return [
        item(face("call", "", rawText(what.name)), texts.args ?? "{}"),
        item(face("output"), texts.output ?? ""),
      ];
    default:
      return [];
  }
}

function clip(text: string): Clip {
  const lines = text.split("\n");
  return {
    text: foreign(lines.slice(0, 12).join("\n")),
    lines: lines.length,
    bytes: text.length,
    cut: lines.length > 12,
  };
}
