import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// Versions, lines, usage and integrity, as the engine would tell them.

import type {
  IntegrityView,
  LineView,
  Requests,
  SkillRow,
  SnapshotRef,
  VersionRow,
  WitnessFact,
} from "../wire.gen.ts";
import { pixir } from "./agentsOf.ts";
import { ago, readAt, today } from "./clock.ts";
import { digest } from "./digest.ts";
import { snapshots } from "./drift.ts";
import type { SampleSession } from "./log.ts";
import { timesOf } from "./overTime.ts";
import { recordedText } from "./skillText.ts";
import { onLine } from "./stands.ts";

type Names = "versions" | "line_history" | "skill_usage" | "integrity";
type Proofs = { [N in Names]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] };

export function proofs(
  find: (key: string) => SampleSession,
  skill: (id: string) => SkillRow,
  empty: boolean,
): Proofs {
  return {
    versions({ of, from, count }) {
      const row = of.by === "row" ? skill(of.id) : undefined;
      const name = of.by === "row" ? skill(of.id).name : of.name;
      const rows = empty ? [] : versionsOf(rawText(name), row);
      return {
        name,
        disk_hash: digest("c01eef18"),
        total: rows.length,
        in_force: rows.reduce((sum, each) => sum + each.in_force, 0),
        sessions: rows.reduce((most, each) => Math.max(most, each.sessions), 0),
        from,
        rows: rows.slice(from, from + count),
        read_at: readAt,
      };
    },
    line_history: ({ number, from, count }) => lineView(number, from, count),
    skill_usage({ id, from, count }) {
      const row = skill(id);
      const rows = row.turns === 0 ? [] : usedRows;
      return {
        counts: {
          turns: row.turns,
          by_user: Math.ceil(row.turns / 3),
          by_model: row.turns - Math.floor(row.turns / 3),
          activations: row.turns,
          sessions: row.sessions,
          first: row.turns === 0 ? null : place("damaged", 12, 4, ago(16, "16:40")),
          last: row.turns === 0 ? null : place("release", 110, 8, today("14:31")),
        },
        in_force: row.turns * 2,
        over_time: {
          times: timesOf(rows.map(({ at }) => at)),
          agents: [{ source: pixir, counts: timesOf(rows.map(({ at }) => at)).counts }],
          latest: timesOf(rows.map(({ at }) => at)).counts.map((n) =>
            n === 0 ? null : { key: "release", line: 110 },
          ),
        },
        from,
        rows: rows.slice(from, from + count),
        sessions_read: Math.max(6, row.sessions),
      };
    },
    integrity: ({ key }) => integrityView(find(key)),
  };
}

function place(key: string, line: number, turn: number, at: number): SnapshotRef {
  const session = sessionIds[key] ?? key;
  const stands = onLine(session, line);
  return { key, session: foreign(session), source: pixir, line, stands, seq: String(line - 1), turn, at };
}

const sessionIds: Record<string, string> = {
  release: "20260918T141102-7be41d",
  long: "20260917T192604-91aa3e",
  damaged: "20260911T093318-5f0b82",
};

function versionsOf(name: string, row: SkillRow | undefined): VersionRow[] {
  const recorded = snapshots.filter(
    (each) => rawText(each.name) === name && (row === undefined || rawText(each.scope) === row.scope),
  );
  return [...recorded]
    .sort((a, b) => (b.latest.at ?? 0) - (a.latest.at ?? 0))
    .map((each, at, all) => ({
      number: all.length - at,
      hash: each.hash,
      paths: [foreign(`.agents/skills/${name}/SKILL.md`)],
      drift: each.drift,
      integrity: each.integrity,
      bytes: 3_412 - at * 127,
      lines: 96 - at * 4,
      activations: each.turns,
      turns: each.turns,
      in_force: each.turns * 2,
      sessions: each.sessions,
      first: place("damaged", 12, 4, (each.latest.at ?? readAt) - 864_000_000),
      latest: each.latest,
      on_disk: each.drift.state === "identical",
    }));
}

const turns = [
  { key: "release", session: foreign("20260918T141102-7be41d"), source: pixir, turn: 9, at: today("14:32") },
  { key: "release", session: foreign("20260918T141102-7be41d"), source: pixir, turn: 8, at: today("14:31") },
  { key: "release", session: foreign("20260918T141102-7be41d"), source: pixir, turn: 7, at: today("14:24") },
  { key: "long", session: foreign("20260917T192604-91aa3e"), source: pixir, turn: 5, at: ago(1, "19:26") },
  { key: "damaged", session: foreign("20260911T093318-5f0b82"), source: pixir, turn: 4, at: ago(7, "09:48") },
];

function lineView(number: number, from: number, count: number): LineView {
  const text = recordedText.split("\n")[number - 1] ?? "";
  return {
    name: foreign("release-notes"),
    number,
    text: foreign(text),
    blank: text.trim() === "",
    held: [
      {
        number: 3,
        hash: digest("c01eef18"),
        lines: [number],
        times: 1,
        in_force: 2,
        latest: place("release", 110, 8, today("14:31")),
      },
      {
        number: 2,
        hash: digest("d3b54820"),
        lines: [number],
        times: 1,
        in_force: 3,
        latest: place("release", 74, 5, today("14:19")),
      },
    ],
    held_total: 2,
    versions: 3,
    left_out: 0,
    on_disk: true,
    turns: turns.length,
    sessions: 3,
    first: turns.at(-1)?.at ?? null,
    last: turns[0]?.at ?? null,
    from,
    rows: turns.slice(from, from + count),
  };
}

const usedRows = [
  {
    key: "release",
    session: foreign("20260918T141102-7be41d"),
    title: foreign("Draft 4.2 release notes and check the rounding change"),
    source: pixir,
    by_user: [5],
    by_model: [8],
    at: today("14:31"),
    line: 110,
  },
  {
    key: "long",
    session: foreign("20260917T192604-91aa3e"),
    title: foreign("Explain why the bank total differs by one cent"),
    source: pixir,
    by_user: [],
    by_model: [5],
    at: ago(1, "19:26"),
    line: 31,
  },
  {
    key: "damaged",
    session: foreign("20260911T093318-5f0b82"),
    title: foreign("Rework posting retries"),
    source: pixir,
    by_user: [4],
    by_model: [],
    at: ago(7, "09:48"),
    line: 12,
  },
];

function integrityView({ view }: SampleSession): IntegrityView {
  const damaged = view.damage !== null;
  const gap = damaged ? [{ from: 411, to: 411, line: 413 }] : [];
  return {
    numbers: true,
    path: view.path,
    bytes: view.bytes,
    bytes_are: null,
    lines: view.lines,
    hashes: view.row.integrity,
    doubtful: [],
    ending: { is: "whole" },
    missing: gap.length,
    gaps: gap,
    repeated: 0,
    repeats: [],
    unnumbered: 0,
    out_of_order: null,
    copied:
      view.row.lineage === "fork"
        ? { from: foreign("20260909T112040-0c11fa"), key: null, events: 24, turns: 3 }
        : null,
    unread: view.unread_total,
    unread_rows: view.unread,
    witness: damaged ? rewritten(view.lines) : same(view.lines),
    not_proven: ["author", "every_event", "before_first_seen", "own_record"],
    read_at: readAt,
  };
}

function same(lines: number): WitnessFact {
  return {
    state: "same",
    text: { code: "same", args: { lines } },
    since: ago(3, "09:12"),
    until: today("14:32"),
    bytes: lines * 931,
    lines,
    digest: digest("5f0b8291"),
    line: null,
    among: null,
    seen: null,
    another_file: false,
  };
}

function rewritten(lines: number): WitnessFact {
  return {
    ...same(lines),
    state: "rewritten",
    text: { code: "line_changed", args: { line: 412 } },
    line: 412,
    among: [389, 460],
    seen: ago(6, "10:02"),
  };
}
