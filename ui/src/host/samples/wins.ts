import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// Five names in four folders, against the agents that differ most.

import type {
  ConventionName,
  ConventionView,
  FlipRow,
  Known,
  WhoWinsAsk,
  WhoWinsView,
  WhyUnused,
  WinsCell,
  WinsFile,
  WinsRow,
  WinsState,
  WinsVerdict,
} from "../wire.gen.ts";
import { readAt } from "./clock.ts";
import { digest } from "./digest.ts";
import { said } from "./said.ts";

const agents: [name: ConventionName, label: string, confidence: Known][] = [
  ["pixir", "Pixir", "reconstructed"],
  ["claude-code", "Claude Code", "reconstructed"],
  ["codex", "Codex", "reconstructed"],
  ["gemini-cli", "Gemini CLI", "reconstructed"],
  ["opencode", "OpenCode", "reconstructed"],
  ["pi", "Pi", "reconstructed"],
  ["copilot", "Copilot CLI", "inferred"],
];

const conventions: ConventionView[] = agents.map(([name, label, confidence]) => ({
  name,
  label,
  confidence,
  source: said("Agent Skills integration guide"),
  roots: [
    { scope: "repo", path: foreign(".agents/skills"), found: { code: "skills", args: { count: 7 } } },
    { scope: "user", path: foreign("~/.agents/skills"), found: { code: "skills", args: { count: 5 } } },
  ],
}));

const roots: Record<string, string> = {
  repo: ".agents/skills",
  user: "~/.agents/skills",
  "pixir-global": "~/.pixir/skills",
};

function file(name: string, scope: string, state: WinsState, why: WhyUnused | null = null): WinsFile {
  return {
    path: foreign(`${roots[scope]}/${name}/SKILL.md`),
    scope,
    state,
    why,
    hash: digest([...`${scope}${name}`].map((letter) => letter.charCodeAt(0).toString(16)).join("")),
    real: null,
    hidden: false,
    switched: null,
    skill: scope === "repo" ? `repo:${name}` : null,
  };
}

function cell(verdict: WinsVerdict, files: WinsFile[]): WinsCell {
  const confidence = verdict === "not_fixed" ? "unknown" : "reconstructed";
  return { verdict, confidence, if_trusted: false, files };
}

function outranked(winner: string, loser: string): WhyUnused {
  return { code: "outranked", args: { rule: { code: "scope", args: { winner, loser } } } };
}

const notRead = cell("not_looked", []);

/** In repo and user: every agent has its own way with two. */
function twice(name: string): WinsRow {
  const both = (first: WinsState, second: WinsState, why: WhyUnused | null) => [
    file(name, "repo", first),
    file(name, "user", second, why),
  ];
  const repo = cell("wins", both("wins", "shadowed", outranked("repo", "user")));
  const open = cell("not_fixed", both("unsettled", "unsettled", null));
  const user = cell("wins", [
    file(name, "user", "wins"),
    file(name, "repo", "shadowed", outranked("user", "repo")),
  ]);
  const kept = cell("all_kept", both("kept", "kept", null));
  return {
    name: foreign(name),
    files: 2,
    doors: 2,
    differs: true,
    cells: [repo, notRead, kept, repo, open, user, open],
  };
}

function once(name: string, scope: string): WinsRow {
  const own = cell("wins", [file(name, scope, "wins")]);
  const cells = conventions.map(({ name: agent }) =>
    agent === "claude-code" || (scope === "pixir-global" && agent !== "pixir") ? notRead : own,
  );
  return { name: foreign(name), files: 1, doors: 1, differs: false, cells };
}

/** One file that two folders lead to. */
function linked(name: string): WinsRow {
  const door: WinsFile = {
    ...file(name, "user", "same_file", {
      code: "same_file",
      args: { path: foreign("~/.agents/skills/pdf/SKILL.md") },
    }),
    path: foreign("~/.claude/skills/pdf/SKILL.md"),
    real: foreign("~/.agents/skills/pdf/SKILL.md"),
  };
  const own = cell("wins", [file(name, "user", "wins")]);
  const cells = conventions.map(({ name: agent }) => {
    if (agent === "claude-code") return cell("wins", [{ ...door, state: "wins", why: null }]);
    return agent === "opencode" ? cell("wins", [file(name, "user", "wins"), door]) : own;
  });
  return { name: foreign(name), files: 1, doors: 2, differs: false, cells };
}

const broken: WinsRow = {
  name: foreign("api-changelog"),
  files: 1,
  doors: 1,
  differs: false,
  cells: conventions.map(({ name }) =>
    name === "claude-code"
      ? notRead
      : name === "pixir"
        ? cell("wins", [file("api-changelog", "repo", "wins")])
        : cell("invalid", [
            file("api-changelog", "repo", "invalid", { code: "invalid", args: { defect: "no_description" } }),
          ]),
  ),
};

const contested = [twice("code-review"), linked("pdf"), twice("release-notes")];
const single = [
  broken,
  once("commit-message", "user"),
  once("dependency-audit", "pixir-global"),
  once("migration-guide", "repo"),
  once("repo-survey", "repo"),
];

export function whoWins({ text, only, from, count }: WhoWinsAsk): WhoWinsView {
  const takes = (row: WinsRow) =>
    rawText(row.name).includes(text.toLowerCase()) &&
    (!only.includes("differing") || row.differs) &&
    (!only.includes("here") || row.cells.some(({ files }) => files.some(({ scope }) => scope === "repo")));
  const first = contested.filter(takes);
  const rows = [...first, ...single.filter(takes)];
  return {
    conventions,
    names: contested.length + single.length,
    entries: 11,
    matching: rows.length,
    contested: first.length,
    from,
    rows: rows.slice(from, from + count),
    read_at: readAt,
  };
}

/** What goes with the repository's skill of a name that the user has as well. */
export function flipsOf(name: string): FlipRow[] {
  const face = (verdict: WinsVerdict, scopes: string[]) => ({
    verdict,
    files: scopes.map((scope) => ({ scope, path: foreign(`${roots[scope]}/${name}/SKILL.md`) })),
  });
  const user = face("wins", ["user"]);
  const flip = (labels: string[], before: FlipRow["before"]): FlipRow => ({
    name: foreign(name),
    agents: labels,
    before,
    after: user,
  });
  return [
    flip(["Pixir", "Gemini CLI"], face("wins", ["repo"])),
    flip(["Codex"], face("all_kept", ["repo", "user"])),
    flip(["OpenCode"], face("not_fixed", ["repo", "user"])),
  ];
}
