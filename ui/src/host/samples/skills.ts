import { type Foreign, rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// Sixteen skills in three scopes: one shadows, one is invalid, two are hidden, some have drifted.

import type {
  CatalogView,
  FieldRow,
  FindingRow,
  ListingFact,
  PlaceRow,
  ShadowingRow,
  SkillRow,
  SkillStates,
  SkillView,
  SnapshotRow,
} from "../wire.gen.ts";
import { ago, readAt, today } from "./clock.ts";
import { bytesOf, digest } from "./digest.ts";
import { snapshots } from "./drift.ts";
import { said } from "./said.ts";
import { diskText, plainText } from "./skillText.ts";

const home = "/home/mara";
const workspace = `${home}/acme/payments`;

export const roots: Record<string, { path: string; shown: string }> = {
  repo: { path: `${workspace}/.agents/skills`, shown: ".agents/skills" },
  user: { path: `${home}/.agents/skills`, shown: "~/.agents/skills" },
  "pixir-global": { path: `${home}/.pixir/skills`, shown: "~/.pixir/skills" },
};

type Sketch = {
  scope: string;
  name: string;
  description: string;
  used?: number;
  uses?: [turns: number, sessions: number];
  states?: Partial<SkillStates>;
};

const sketches: Sketch[] = [
  {
    scope: "repo",
    name: "api-changelog",
    description: "",
    states: { invalid: said("It has no name, so Pixir ignores it. Give it a name.") },
  },
  {
    scope: "repo",
    name: "code-review",
    description: "Review a change as its next maintainer. Use when a diff or a branch is named.",
    used: today("14:22"),
    uses: [46, 14],
    states: { shadows: 1 },
  },
  {
    scope: "repo",
    name: "migration-guide",
    description: "Write a migration guide between two releases.",
    used: ago(35, "09:31"),
    uses: [2, 1],
    states: { hidden: true, drifted: true },
  },
  {
    scope: "repo",
    name: "release-notes",
    description:
      "Draft release notes for a tagged range. Use when the user asks for release notes, a changelog entry, or “what changed since”.",
    used: today("14:31"),
    uses: [21, 7],
    states: { shadows: 1, drifted: true },
  },
  {
    scope: "repo",
    name: "repo-survey",
    description: "Map a repository before changing it.",
    used: today("14:11"),
    uses: [31, 9],
  },
  {
    scope: "repo",
    name: "test-first-fix",
    description: "Write the failing test first, then the smallest change that makes it pass.",
    used: today("14:18"),
    uses: [8, 3],
    states: { drifted: true },
  },
  {
    scope: "user",
    name: "commit-message",
    description: "Write a commit message from the staged diff.",
    used: ago(1, "19:26"),
    uses: [22, 17],
  },
  {
    scope: "user",
    name: "incident-timeline",
    description: "Build a timeline of an incident from logs and messages.",
  },
  {
    scope: "user",
    name: "pdf",
    description:
      "Read, split, merge and fill PDF files. Use when a task names a .pdf or asks about its text, tables, pages or form fields.",
    used: today("14:15"),
    uses: [40, 13],
    states: { doors: 3 },
  },
  {
    scope: "user",
    name: "release-notes",
    description: "Draft release notes.",
    used: ago(16, "16:40"),
    uses: [9, 3],
    states: { shadowed_by: foreign("repo:release-notes/SKILL.md") },
  },
  {
    scope: "user",
    name: "sql-explain",
    description: "Explain a query plan and name the missing index.",
    used: ago(7, "15:08"),
    uses: [4, 2],
    states: { drifted: true },
  },
  {
    scope: "pixir-global",
    name: "code-review",
    description: "Review a change.",
    used: ago(21, "17:55"),
    uses: [11, 4],
    states: { shadowed_by: foreign("repo:code-review/SKILL.md"), drifted: true },
  },
  {
    scope: "pixir-global",
    name: "dependency-audit",
    description: "List dependencies with known faults.",
    used: ago(9, "08:47"),
    uses: [1, 1],
    states: { drifted: true },
  },
  {
    scope: "pixir-global",
    name: "pixir-handoff",
    description: "Hand a task to another session with what is known so far.",
    used: ago(2, "18:12"),
    uses: [14, 6],
    states: { drifted: true },
  },
  { scope: "pixir-global", name: "shell-explain", description: "Explain a shell command before it is run." },
  {
    scope: "pixir-global",
    name: "threat-model",
    description: "List what an attacker could do with a change.",
    states: { hidden: true },
  },
];

export function skillText(row: SkillRow): string {
  return rawText(row.name) === "release-notes" && row.scope === "repo"
    ? diskText
    : plainText(rawText(row.name), rawText(row.description));
}

export const skillRows: SkillRow[] = sketches.map(({ scope, name, description, used, uses, states }) => {
  const wins = !states?.invalid && !states?.shadowed_by;
  const listed = wins && !states?.hidden;
  return {
    id: `${scope}:${name}`,
    name: foreign(name),
    scope,
    short_path: foreign(`${scope}:${name}/SKILL.md`),
    description: foreign(description),
    listed_tokens: listed ? Math.ceil(bytesOf(entry(scope, name, description)) / 4) : 0,
    activated_tokens: states?.invalid
      ? 0
      : name === "release-notes" && scope === "repo"
        ? Math.ceil(bytesOf(diskText) / 4)
        : 380 + name.length * 71,
    managed: true,
    states: {
      wins,
      standing: states?.invalid ? "invalid" : wins ? "wins" : "shadowed",
      why: null,
      shadows: 0,
      shadowed_by: null,
      hidden: false,
      switched: null,
      if_trusted: false,
      listing: listed ? "whole" : "not",
      invalid: null,
      drifted: false,
      snapshots: uses
        ? Math.max(
            1,
            snapshots.filter(
              (snapshot) => rawText(snapshot.name) === name && rawText(snapshot.scope) === scope,
            ).length,
          )
        : 0,
      used: uses ? "recorded" : "never",
      doors: 1,
      twins: 0,
      ...states,
    },
    turns: uses?.[0] ?? 0,
    sessions: uses?.[1] ?? 0,
    last_used: used ?? null,
  };
});

export const skillPlaces: PlaceRow[] = Object.entries(roots).map(([scope, { path }]) => ({
  path: foreign(path),
  kind: { code: "skills", args: { scope } },
  outcome: { code: "skills", args: { count: skillRows.filter((row) => row.scope === scope).length } },
  readable: true,
  exists: true,
}));

export const warnings: ShadowingRow[] = [
  {
    name: foreign("code-review"),
    selected: foreign("repo:code-review/SKILL.md"),
    shadowed: [foreign("pixir-global:code-review/SKILL.md")],
  },
  {
    name: foreign("release-notes"),
    selected: foreign("repo:release-notes/SKILL.md"),
    shadowed: [foreign("user:release-notes/SKILL.md")],
  },
];

function entry(scope: string, name: string, description: string): string {
  return `- ${name}: ${description} (file: ${scope}:${name}/SKILL.md)\n`;
}

const listedRows = skillRows.filter(({ states }) => states.wins && !states.hidden);
const entries = listedRows.map((row) => ({
  text: foreign(entry(row.scope, rawText(row.name), rawText(row.description))),
  skill: row.id,
  cut: false,
}));
const listedBytes = entries.reduce((sum, piece) => sum + bytesOf(rawText(piece.text)), 0);

const heading = "## Skills\n\nThese skills are available in this session.\n\n";

/** What each entry takes of the list, none of them cut. */
export function sharesOf(pieces: readonly { text: Foreign; skill: string }[]): CatalogView["shares"] {
  return pieces.map(({ text, skill }) => ({
    skill,
    name: foreign(skill.split(":").at(-1) ?? skill),
    cost: bytesOf(rawText(text)),
    listing: "whole",
  }));
}

export const listing: ListingFact = {
  size: listedBytes,
  brought: 0,
  budget: { amount: 8000, unit: "bytes", over: "cuts" },
  source: said("Pixir's own renderer, version 0.1.12"),
  shown: listedBytes + bytesOf(heading),
  listed: listedRows.length,
  shortened: [],
  left_out: [],
  recorded: null,
};

export const catalog: CatalogView = {
  pieces: [{ text: foreign(heading), skill: null, cut: false }, ...entries],
  bytes: listedBytes + bytesOf(heading),
  instruction: null,
  listing,
  own: 0,
  shares: sharesOf(entries),
  shares_total: listedBytes,
  reconstructed: null,
  index_hash: digest("5be0c441"),
  read_at: readAt,
};

export function checksOf(row: SkillRow): FindingRow[] {
  const path = `${roots[row.scope]?.shown}/${rawText(row.name)}/SKILL.md`;
  const rel = "SKILL.md";
  if (row.states.invalid) {
    return [
      {
        path: foreign(path),
        rel: foreign(rel),
        rule: "name-missing",
        severity: "error",
        line: 4,
        text: { code: "name_missing", args: { folder: row.name } },
        mend: [said("Adds the folder's name.")],
      },
    ];
  }
  if (rawText(row.name) !== "release-notes") return [];
  return [
    {
      path: foreign(path),
      rel: foreign(rel),
      rule: "nested-value",
      severity: "warning",
      line: 6,
      text: {
        code: "nested_value",
        args: {
          path: foreign("metadata.version"),
          value: foreign("4"),
          key: foreign("metadata"),
          plain: foreign(""),
        },
      },
      mend: null,
    },
    {
      path: foreign(path),
      rel: foreign(rel),
      rule: "quotes",
      severity: "note",
      line: 2,
      text: {
        code: "misread",
        args: {
          key: foreign("license"),
          yaml: foreign("it's MIT"),
          plain: foreign("it''s MIT"),
          from: null,
        },
      },
      mend: [said("Writes the field so that Pixir and YAML read the same.")],
    },
    {
      path: foreign(path.replace("SKILL.md", "scripts/tags.sh")),
      rel: foreign("scripts/tags.sh"),
      rule: "unreferenced",
      severity: "note",
      line: null,
      text: { code: "unreferenced" },
      mend: null,
    },
  ];
}

export function skillView(row: SkillRow): SkillView {
  const root = roots[row.scope] ?? { path: "", shown: "" };
  const text = skillText(row);
  const shadowing = warnings.find((warning) => warning.name === row.name) ?? null;
  const used = snapshots.filter(
    (snapshot) => snapshot.name === row.name && rawText(snapshot.scope) === row.scope,
  );
  const release = row.id === "repo:release-notes";
  const pdf = row.id === "user:pdf";
  return {
    row,
    path: foreign(`${root.path}/${rawText(row.name)}/SKILL.md`),
    shown_path: foreign(`${root.shown}/${rawText(row.name)}/SKILL.md`),
    root: foreign(root.path),
    hash: release
      ? digest("c01eef18")
      : (used.find((snapshot) => snapshot.drift.state === "identical")?.hash ??
        digest(`${(rawText(row.name).length * 7919).toString(16)}a1`)),
    bytes: bytesOf(text),
    lines: text.split("\n").length - 1,
    modified: release ? today("14:27:40") : ago(40, "09:04"),
    read_at: readAt,
    doors: pdf
      ? [
          { path: foreign("~/.agents/skills/pdf"), how: "symlink" },
          { path: foreign("~/.claude/skills/pdf"), how: "symlink" },
          { path: foreign("~/src/skills/pdf"), how: "the folder itself" },
        ]
      : [{ path: foreign(`${root.shown}/${rawText(row.name)}`), how: "the folder itself" }],
    shadowing,
    rule: shadowing ? { code: "scope", args: { winner: "repo", loser: "user" } } : null,
    catalog_entry: foreign(
      row.states.wins && !row.states.hidden
        ? entry(row.scope, rawText(row.name), rawText(row.description))
        : null,
    ),
    tiers: {
      listed: row.listed_tokens,
      activated: row.activated_tokens,
      given: "file",
      resources: pdf ? 6918 : release ? 2052 : 0,
      resource_count: pdf ? 8 : release ? 2 : 0,
    },
    pixir_fields: row.states.invalid
      ? []
      : fields(row, release ? [{ key: foreign("metadata"), value: foreign("") }] : []),
    yaml_fields: row.states.invalid
      ? []
      : fields(row, release ? [{ key: foreign("metadata.version"), value: foreign("4") }] : []),
    yaml_reading: row.states.invalid ? "not YAML" : "read as YAML",
    signature: null,
    checks: checksOf(row),
    usage: {
      turns: row.turns,
      sessions: row.sessions,
      activations: row.turns,
      by_user: Math.ceil(row.turns * 0.6),
      by_model: Math.floor(row.turns * 0.4),
      snapshots: used.map(snapshotRow),
      last: used[0]?.latest ?? null,
    },
  };
}

function fields(row: SkillRow, more: FieldRow[]) {
  return [
    { key: foreign("name"), value: row.name },
    { key: foreign("description"), value: row.description },
    ...more,
    { key: foreign("license"), value: foreign("Apache-2.0") },
  ];
}

function snapshotRow({ hash, drift, turns, sessions, latest }: (typeof snapshots)[number]): SnapshotRow {
  return { hash, drift, turns, sessions, latest };
}
