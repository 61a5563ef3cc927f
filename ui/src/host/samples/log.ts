import { rawText } from "../../language/foreign.ts";
import { foreign, foreigns } from "./foreign.ts";
// Builds a sample session from what happened in it: lines, sequence numbers, bands and counts follow.

import type {
  ActivationChip,
  Band,
  BranchMark,
  CompanionFact,
  ContextNote,
  DamageView,
  DecisionFact,
  EventPart,
  EventRow,
  EventView,
  Letter,
  LogPart,
  Millis,
  Notice,
  OriginFact,
  PixirVerdict,
  ProvenanceView,
  RelativeFact,
  Segment,
  SessionRow,
  SessionView,
  TellsFact,
  TimelineRow,
  TreeRow,
} from "../wire.gen.ts";
import { pixir } from "./agentsOf.ts";
import { sessionDrift } from "./driftFact.ts";
import { onLine } from "./stands.ts";

export type Texts = Partial<Record<EventPart, string>>;

/** One event before it has a place: seconds after the row's start, lines it takes, and itself once placed. */
export type Happening = {
  after: number;
  lines: 1 | 2;
  place: (line: number) => EventView;
  texts: Texts;
  /** It stands in Assay's companion log, which has lines of its own. */
  companion?: true;
};

export type RowSpec = {
  what: RowKind;
  at: Millis;
  model?: string;
  events: Happening[];
  opened?: string[];
  notes?: ContextNote[];
  listing?: string;
};

/** A turn's counts follow from its events. */
type RowKind =
  | Exclude<Segment, { kind: "turn" }>
  | (Pick<Turn, "kind" | "number" | "prompt" | "outcome"> & Partial<Turn>);
type Turn = Extract<Segment, { kind: "turn" }>;

export type SessionSpec = {
  key: string;
  id: string;
  title: string;
  path: string;
  rows: RowSpec[];
  row?: Partial<SessionRow>;
  tree?: TreeRow[];
  origin?: OriginFact;
  branches?: BranchMark[];
  pixir?: PixirVerdict | null;
  tells?: TellsFact;
  release?: string;
  damage?: DamageView;
  mode?: string;
};

export type PlacedEvent = { event: EventRow; texts: Texts };

export type SampleRow = { row: TimelineRow; model: string | null; events: PlacedEvent[]; spec: RowSpec };

export type SampleSession = { view: SessionView; rows: SampleRow[] };

export const accepts: PixirVerdict = { accepts: true, line: null, code: null, verdict: { code: "accepted" } };

export function session(spec: SessionSpec): SampleSession {
  const rows = place(spec.rows);
  const events = rows.flatMap((row) => row.events);
  const letters = lettersOf(events);
  const bands = bandsOf(rows, letters);
  for (const { row } of rows) {
    row.in_full = bands.filter(
      (band) => band.from <= row.row && row.row <= band.full_to && band.dropped_at !== row.row,
    ).length;
    row.by_name = namesAt(bands, row.row).length;
  }
  const lines = rows.reduce((most, { row }) => Math.max(most, row.to_line), 0);
  const activations = events.filter(({ event }) => event.what.kind === "skill_activation");
  const states = new Map(
    events.flatMap(({ event: { what } }) =>
      what.kind === "skill_activation" ? [[what.letter.hash, what.drift.state] as const] : [],
    ),
  );
  const row: SessionRow = {
    key: spec.key,
    id: foreign(spec.id),
    title: foreign(spec.title),
    source: pixir,
    started: rows[0]?.row.at ?? null,
    last: events.at(-1)?.event.at ?? null,
    events: lines,
    turns: rows.filter((row) => row.row.what.kind === "turn").length,
    skills: [...new Set(letters.map((letter) => letter.name))],
    drift: sessionDrift([...states.values()]),
    integrity: {
      verdict: activations.length ? "verified" : "none",
      damaged_line: null,
      verified: activations.length,
      activations: activations.length,
    },
    live: false,
    readable_by_pixir: true,
    lineage: "root",
    ...spec.row,
  };
  const unread = spec.damage ? [spec.damage.unread] : [];
  const view: SessionView = {
    row,
    tells: spec.tells ?? { permissions: true, live: true, requests: true, numbers: true, names: false },
    release: foreign(spec.release ?? null),
    path: foreign(spec.path),
    bytes: lines * 931,
    lines,
    unread,
    unread_total: unread.length,
    unfinished: null,
    pixir: spec.pixir === undefined ? accepts : spec.pixir,
    posture: {
      mode: foreign(spec.mode ?? "ask"),
      lineage: foreign(row.lineage === "subagent" ? "child" : "root"),
      line: 1,
    },
    models: foreigns([...new Set(rows.flatMap(({ model }) => (model ? [model] : [])))]),
    timeline_rows: rows.length,
    letters,
    bands,
    folded_lanes: 0,
    tree: spec.tree ?? [
      alone({
        depth: 0,
        key: spec.key,
        id: foreign(spec.id),
        relation: "root",
        facts: [],
        current: true,
      }),
    ],
    origin: spec.origin ?? null,
    branches: spec.branches ?? [],
    notices: noticesOf(rows, bands),
    seq_gaps: spec.damage ? 1 : 0,
    witness: spec.damage ? "rewritten" : "same",
    seq_duplicates: 0,
    damage: spec.damage ?? null,
    companion: companionOf(spec, events),
  };
  return { view, rows };
}

/** Words of a log about a relative. */
export function logged(...words: string[]): RelativeFact[] {
  return words.map((word) => ({ code: "logged", args: { word: foreign(word) } }));
}

/** A row of a tree that copied nothing, and hangs on nothing unless it is told where. */
export function alone(
  row: Pick<TreeRow, "depth" | "key" | "id" | "relation" | "facts" | "current"> & Partial<TreeRow>,
  hung: Pick<TreeRow, "parent" | "parent_line"> = { parent: null, parent_line: null },
): TreeRow {
  return { started: null, ended: null, ...row, copied: 0, place: null, ...hung };
}

/** Two versions of one skill whose bands overlap. */
function noticesOf(rows: SampleRow[], bands: Band[]): Notice[] {
  return bands.flatMap((band, at) =>
    bands.slice(at + 1).flatMap((other): Notice[] => {
      const from = Math.max(band.from, other.from);
      const to = Math.min(band.full_to, other.full_to);
      if (band.letter.name !== other.letter.name || band.letter.letter === other.letter.letter || from > to)
        return [];
      const turns = rows
        .slice(from, to + 1)
        .flatMap(({ row: { what } }) => (what.kind === "turn" ? [what.number] : []));
      const span: [number, number] = [turns[0] ?? 0, turns.at(-1) ?? 0];
      return [{ kind: "versions", letters: [band.letter, other.letter], from, to, turns: span }];
    }),
  );
}

function companionOf(spec: SessionSpec, events: PlacedEvent[]): CompanionFact | null {
  const own = events.filter(({ event }) => event.log === "companion");
  if (own.length === 0) return null;
  const path = `/home/mara/.local/share/assay/companion/0f4c2b7a91de3356/${spec.id}.ndjson`;
  return { path: foreign(path), events: own.length, unread: 0, broken_at: null };
}

function place(specs: RowSpec[]): SampleRow[] {
  let line = 0;
  let companion = 0;
  let broken = false;
  return specs.map((spec, number) => {
    const from_line = line + 1;
    const events = spec.events.map((happening) => {
      const { after, lines, place, texts } = happening;
      const at = happening.companion ? companion + 1 : line + 1;
      if (happening.companion) companion += 1;
      else line += lines;
      return {
        event: {
          log: happening.companion ? ("companion" as const) : ("log" as const),
          line: at,
          file_line: at,
          seq: String(at - 1),
          at: spec.at + after * 1000,
          offset_ms: after * 1000,
          what: place(at),
        },
        texts,
      };
    });
    const row: TimelineRow = {
      row: number,
      what: segment(spec, events),
      at: spec.at,
      from_line,
      to_line: Math.max(line, from_line),
      seqs: line > from_line ? `${from_line - 1}–${line - 1}` : String(from_line - 1),
      after_break: broken,
      in_full: 0,
      by_name: 0,
      hydrations: events.filter(({ event }) => event.what.kind === "hydration").length,
    };
    broken ||= spec.what.kind === "break";
    return { row, model: spec.model ?? null, events, spec };
  });
}

function segment(spec: RowSpec, events: PlacedEvent[]): Segment {
  if (spec.what.kind !== "turn") return spec.what;
  const whats = events.map(({ event }) => event.what);
  const tokens = whats.reduce(
    (sum, what) => (what.kind === "usage" ? sum + (what.input ?? 0) + (what.output ?? 0) : sum),
    0,
  );
  return {
    failure: null,
    activations: chipsOf(events),
    named: [],
    templates: [],
    tools: whats.filter((what) => what.kind === "tool_call").length,
    tokens: tokens || null,
    duration_ms: events.at(-1)?.event.offset_ms ?? null,
    copied: false,
    ...spec.what,
  };
}

function chipsOf(events: PlacedEvent[]): ActivationChip[] {
  return events.flatMap(({ event: { line, what } }) =>
    what.kind === "skill_activation" ? [{ letter: what.letter, by: what.by, line }] : [],
  );
}

function lettersOf(events: PlacedEvent[]): Letter[] {
  const seen = new Map<string, Letter>();
  for (const { letter } of chipsOf(events)) if (!seen.has(letter.letter)) seen.set(letter.letter, letter);
  return [...seen.values()];
}

function bandsOf(rows: SampleRow[], letters: Letter[]): Band[] {
  const bands: Band[] = [];
  const last = rows.length - 1;
  const current = (letter: string) => bands.filter((band) => band.letter.letter === letter).at(-1);
  for (const { row, events } of rows) {
    for (const { letter } of chipsOf(events)) {
      const band = current(letter.letter);
      if (band && band.dropped_at === null) {
        band.tiles.push(row.row);
        continue;
      }
      if (band) band.name_to = row.row;
      const lane = letters.findIndex((other) => other.letter === letter.letter);
      bands.push({
        lane,
        letter,
        tiles: [row.row],
        from: row.row,
        full_to: last,
        dropped_at: null,
        after: null,
        name_to: null,
      });
    }
    if (row.what.kind !== "compaction") continue;
    for (const band of bands.filter((band) => band.dropped_at === null)) {
      if (keptBy(row.row, rows, band)) continue;
      Object.assign(band, { full_to: row.row, dropped_at: row.row, after: "not_given_again", name_to: last });
    }
  }
  return bands;
}

/** A compaction keeps what its own event does not list as dropped. */
function keptBy(row: number, rows: SampleRow[], band: Band): boolean {
  const what = rows[row]?.events[0]?.event.what;
  return (
    what?.kind === "compaction" && !what.dropped.some((chip) => chip.letter.letter === band.letter.letter)
  );
}

function namesAt(bands: Band[], row: number): Band[] {
  return bands.filter(
    (band) =>
      band.dropped_at !== null &&
      band.dropped_at <= row &&
      (band.name_to ?? 0) > row - 1 &&
      !solidAt(bands, band, row),
  );
}

function solidAt(bands: Band[], band: Band, row: number): boolean {
  return bands.some(
    (other) =>
      other !== band &&
      other.lane === band.lane &&
      other.from <= row &&
      row <= other.full_to &&
      other.dropped_at !== row,
  );
}

export function provenance(sample: SampleSession, number: number): ProvenanceView | null {
  const found = sample.rows[number];
  if (!found) return null;
  const { row, spec, events } = found;
  const here = new Set(chipsOf(events).map((chip) => chip.line));
  const before = sample.rows
    .slice(0, number + 1)
    .flatMap((row) => row.events.map((event) => ({ ...event, row: row.row })));
  const cards = before.flatMap(({ event, row }) =>
    event.what.kind === "skill_activation"
      ? [
          {
            letter: event.what.letter,
            by: event.what.by,
            turn: row.what.kind === "turn" ? row.what.number : null,
            seq: event.seq,
            line: event.line,
            stands: onLine(rawText(sample.view.row.id), event.file_line),
            integrity: event.what.integrity,
            drift: event.what.drift,
            stale: event.what.told.stale,
          },
        ]
      : [],
  );
  const latest = (letter: string) => cards.filter((card) => card.letter.letter === letter).at(-1);
  const bands = sample.view.bands;
  const solid = bands.filter(
    (band) => band.from <= number && number <= band.full_to && band.dropped_at !== number,
  );
  return {
    row,
    notes: spec.notes ?? [],
    named: [],
    activated: cards.filter((card) => here.has(card.line)),
    replayed: solid
      .flatMap((band) => latest(band.letter.letter) ?? [])
      .filter((card) => !here.has(card.line)),
    name_only: namesAt(bands, number).flatMap((band) => {
      const card = latest(band.letter.letter);
      const dropped = sample.rows[band.dropped_at ?? 0]?.row.what;
      return card
        ? [
            {
              letter: band.letter,
              turn: card.turn,
              dropped_at: dropped?.kind === "compaction" ? dropped.seq : "",
              dropped_on: sample.rows[band.dropped_at ?? 0]?.row.from_line ?? 0,
              after: "not_given_again",
              line: card.line,
            },
          ]
        : [];
    }),
    templates: row.what.kind === "turn" ? row.what.templates : [],
    opened: foreigns(spec.opened ?? []),
    weak_traces: [],
    hydrated: events.flatMap(({ event: { log, line, seq, what } }) =>
      what.kind === "hydration" ? [{ log, line, seq, fact: what.fact }] : [],
    ),
    listing: {
      hashes: spec.listing ? [spec.listing] : [],
      same_as_now: spec.listing ? spec.listing.startsWith("5be0") : null,
      listed: null,
    },
    decisions: decisionsIn(events, rawText(sample.view.posture?.mode) ?? null),
  };
}

function decisionsIn(events: PlacedEvent[], mode: string | null): DecisionFact {
  const made = (decision: string) =>
    events.filter(({ event: { what } }) => what.kind === "permission" && rawText(what.decision) === decision)
      .length;
  const hydrated = events.filter(({ event: { what } }) => what.kind === "hydration").length;
  return { mode: foreign(mode), allowed: made("allow") + hydrated, denied: made("deny") };
}

/** The line as Pixir would have written it, more or less. */
export function rawLine(sample: SampleSession, log: LogPart, line: number): string | null {
  const own = sample.rows.flatMap((row) => row.events).filter(({ event }) => event.log === log);
  for (const { event, texts } of own) {
    if (event.what.kind === "unknown" && event.line === line) return rawText(event.what.raw.text);
    const result = event.what.kind === "tool_call" ? event.what.result : null;
    if (event.line !== line && result?.line !== line) continue;
    const type = event.line === line ? event.what.kind : "tool_result";
    const body =
      event.line === line ? { ...event.what, ...texts } : { output: texts.output ?? "", ok: result?.ok };
    return JSON.stringify({
      data: body,
      id: `ev-${line}`,
      seq: line - 1,
      session_id: sample.view.row.id,
      ts: event.at,
      type,
    });
  }
  return sample.view.damage?.unread.line === line ? rawText(sample.view.damage.text) : null;
}
