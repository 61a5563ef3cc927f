import { rawText } from "../../language/foreign.ts";
import { foreign, foreigns } from "./foreign.ts";
// Fifteen recorded snapshots, at least one in every state.

import type {
  BundledFact,
  DriftFact,
  DriftNote,
  DriftRow,
  DriftState,
  Integrity,
  SnapshotChanges,
  SnapshotRef,
  SnapshotView,
  UseRow,
} from "../wire.gen.ts";
import { pixir } from "./agentsOf.ts";
import { ago, today } from "./clock.ts";
import { digest } from "./digest.ts";
import { bodyAlone, driftFact, fieldsChanged, otherLineEnds, sameBody } from "./driftFact.ts";
import { onLine } from "./stands.ts";

function snapshot(
  scope: string,
  name: string,
  hash: string,
  state: DriftState,
  note: DriftNote | null,
  [turns, sessions]: [number, number],
  latest: SnapshotRef,
  more: {
    added?: number;
    removed?: number;
    integrity?: Integrity;
    older?: boolean;
    rests?: Partial<DriftFact>;
  } = {},
): DriftRow {
  const root =
    scope === "repo"
      ? "/home/mara/acme/payments/.agents/skills"
      : scope === "user"
        ? "/home/mara/.agents/skills"
        : "/home/mara/.pixir/skills";
  return {
    id: `${name}@${hash || "none"}@${scope}`,
    name: foreign(name),
    scope: foreign(scope),
    hash: hash && digest(hash),
    recorded_path: foreign(`${root}/${name}/SKILL.md`),
    drift: driftFact(state, note, {
      added: more.added ?? 0,
      removed: more.removed ?? 0,
      // Of a text that was recorded again since, the skill is not drifted.
      ...(more.older ? { drifted: false } : {}),
      ...more.rests,
    }),
    integrity: more.integrity ?? "verified",
    turns,
    sessions,
    stale: 0,
    latest,
  };
}

function at(key: string, line: number, turn: number, at: number): SnapshotRef {
  const session =
    { release: "20260918T141102-7be41d", damaged: "20260911T093318-5f0b82", long: "20260917T192604-91aa3e" }[
      key
    ] ?? "20260909T112040-0c11fa";
  const stands = onLine(session, line);
  return { key, session: foreign(session), source: pixir, line, stands, seq: String(line - 1), turn, at };
}

export const snapshots: DriftRow[] = [
  snapshot(
    "repo",
    "release-notes",
    "d3b54820",
    "body_changed",
    fieldsChanged("frontmatter_too", "description", "metadata.version"),
    [12, 4],
    at("release", 74, 5, today("14:19")),
    { added: 6, removed: 4, older: true },
  ),
  snapshot(
    "repo",
    "release-notes",
    "a66eac26",
    "body_changed",
    null,
    [9, 3],
    at("damaged", 71, 4, ago(16, "16:40")),
    { added: 31, removed: 18, older: true },
  ),
  snapshot(
    "repo",
    "release-notes",
    "c01eef18",
    "identical",
    null,
    [2, 1],
    at("release", 110, 8, today("14:31")),
  ),
  snapshot(
    "repo",
    "changelog-lint",
    "93c8ad73",
    "deleted",
    { code: "last_copy", args: { part: null } },
    [6, 2],
    at("damaged", 243, 10, ago(28, "10:02")),
  ),
  snapshot(
    "pixir-global",
    "dependency-audit",
    "713f07af",
    "unverifiable",
    { code: "mismatch" },
    [1, 1],
    at("damaged", 301, 12, ago(9, "08:47")),
    { integrity: "mismatch" },
  ),
  snapshot(
    "repo",
    "test-first-fix",
    "4a5ade8f",
    "frontmatter_only",
    fieldsChanged("frontmatter", "description"),
    [8, 3],
    at("release", 49, 4, today("14:18")),
  ),
  snapshot(
    "repo",
    "upgrade-guide",
    "812b4a23",
    "renamed",
    { code: "now_named", args: { name: foreign("migration-guide") } },
    [2, 1],
    at("long", 20, 5, ago(35, "09:31")),
  ),
  snapshot(
    "user",
    "pixir-handoff",
    "10a23a62",
    "moved_scope",
    { code: "moved", args: { from: foreign("user"), to: foreign("pixir-global") } },
    [14, 6],
    at("long", 20, 5, ago(2, "18:12")),
  ),
  snapshot(
    "pixir-global",
    "code-review",
    "c0e632b9",
    "shadowed_now",
    { code: "shadowed", args: { scope: foreign("repo") } },
    [11, 4],
    at("long", 20, 5, ago(21, "17:55")),
  ),
  snapshot(
    "repo",
    "code-review",
    "7820806e",
    "identical",
    null,
    [46, 14],
    at("release", 86, 6, today("14:22")),
  ),
  snapshot(
    "user",
    "sql-explain",
    "c8979c83",
    "whitespace_only",
    otherLineEnds,
    [4, 2],
    at("damaged", 301, 12, ago(7, "15:08")),
  ),
  snapshot("user", "pdf", "", "identical", sameBody, [3, 1], at("settlement", 3, 1, ago(9, "11:20")), {
    integrity: "no_hash",
    rests: bodyAlone,
  }),
  snapshot(
    "user",
    "pdf",
    "0b9c3b4e",
    "resources_changed",
    { code: "bundled_changed", args: { count: 2 } },
    [37, 12],
    at("release", 33, 3, today("14:15")),
  ),
  snapshot(
    "repo",
    "repo-survey",
    "58127444",
    "identical",
    null,
    [31, 9],
    at("release", 2, 1, today("14:11")),
  ),
  snapshot(
    "user",
    "commit-message",
    "5f25fb33",
    "identical",
    null,
    [22, 17],
    at("long", 20, 5, ago(1, "19:26")),
  ),
];

const uses: UseRow[] = [
  {
    key: "release",
    session: foreign("20260918T141102-7be41d"),
    source: pixir,
    title: foreign("Draft 4.2 release notes and check the rounding change"),
    at: today("14:19"),
    line: 74,
    stands: onLine("20260918T141102-7be41d", 74),
    turns: [5, 6, 7, 8, 9],
    stale: null,
  },
  {
    key: "long",
    session: foreign("20260917T192604-91aa3e"),
    source: pixir,
    title: foreign("Explain why the bank total differs by one cent"),
    at: ago(1, "19:26"),
    line: 31,
    stands: onLine("20260917T192604-91aa3e", 31),
    turns: [5],
    stale: null,
  },
  {
    key: "damaged",
    session: foreign("20260911T093318-5f0b82"),
    source: pixir,
    title: foreign("Rework posting retries"),
    at: ago(7, "09:48"),
    line: 12,
    stands: onLine("20260911T093318-5f0b82", 12),
    turns: [4, 17],
    stale: null,
  },
];

export function snapshotView(row: DriftRow): SnapshotView {
  const gone = row.drift.state === "deleted";
  const scope = row.drift.state === "moved_scope" ? "pixir-global" : row.scope;
  const name = row.drift.state === "renamed" ? "migration-guide" : row.name;
  return {
    row,
    disk_hash: gone
      ? null
      : row.drift.state === "identical"
        ? row.hash
        : digest(rawText(row.name) === "release-notes" ? "c01eef18" : "9a0b77e1"),
    disk_path: foreign(gone ? null : `.agents/skills/${rawText(name)}/SKILL.md`),
    skill: gone ? null : `${rawText(scope)}:${rawText(name)}`,
    changes: changesOf(row),
    uses: uses.slice(0, Math.min(uses.length, row.sessions)),
    bundled: rawText(row.name) === "pdf" ? bundledFiles : null,
    bundled_files: rawText(row.name) === "release-notes" ? 2 : rawText(row.name) === "pdf" ? 8 : 0,
  };
}

const bundledFiles: BundledFact = {
  since: ago(15, "09:12"),
  from: ago(15, "09:12"),
  after_use: false,
  count: 2,
  changed: [foreign("scripts/extract_text.py")],
  added: [foreign("references/tables.md")],
  removed: [],
  unhashed: 0,
};

function changesOf({ drift, name }: DriftRow): SnapshotChanges {
  const isBody = rawText(name) === "release-notes" && drift.state === "body_changed";
  const fields = isBody ? ["description", "metadata.version"] : [];
  return {
    fields: foreigns(fields),
    added: drift.added,
    removed: drift.removed,
    places: isBody ? 3 : 0,
    notes:
      drift.state === "whitespace_only" ? [{ code: "line_ends", args: { left: [9, 9], right: [0, 9] } }] : [],
  };
}
