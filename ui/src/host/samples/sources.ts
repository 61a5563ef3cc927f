import { foreign } from "./foreign.ts";
// What the sample skills may hydrate, told for a mode.

import type { Mode, RuleView, SourceRow, SourcesView } from "../wire.gen.ts";
import { today } from "./clock.ts";
import { said } from "./said.ts";

const noRule: RuleView = { decision: "ask", words: said(""), reasons: [] };

const bare: SourceRow = {
  id: "",
  title: foreign(""),
  surface: { kind: "run", argv: [], cwd: foreign("") },
  read_only: false,
  auto: false,
  timeout_ms: 10_000,
  max_bytes: 32_768,
  declared: foreign(""),
  rule: noRule,
  blocked: null,
  last: null,
};

const sources: SourceRow[] = [
  {
    ...bare,
    id: "commits",
    title: foreign("Commits since the last tag"),
    surface: {
      kind: "run",
      argv: [foreign("git"), foreign("log"), foreign("--oneline"), foreign("v4.1.0..HEAD")],
      cwd: foreign(""),
    },
    read_only: true,
    declared: foreign("context-sources.yaml line 3"),
    last: { id: "d1", decision: "sent", at: today("14:31:12") },
  },
  {
    ...bare,
    id: "contributors",
    title: foreign("Who to thank\u200b in the notes"),
    surface: {
      kind: "shell",
      text: foreign("git shortlog -sn |\n  head -20"),
      cwd: foreign("services/ledger"),
    },
    read_only: true,
    auto: true,
    timeout_ms: 4_000,
    max_bytes: 8_192,
    declared: foreign("context-sources.yaml line 9"),
  },
  {
    ...bare,
    id: "decisions",
    title: foreign("Architecture decisions"),
    surface: { kind: "read", pattern: foreign("docs/adr/*.md") },
    read_only: true,
    declared: foreign("context-sources.yaml line 17"),
  },
  {
    ...bare,
    id: "deploy",
    title: foreign(""),
    surface: {
      kind: "run",
      argv: [foreign("./deploy.sh"), foreign("--dry-run"), foreign("production cluster")],
      cwd: foreign(""),
    },
    declared: foreign("context-sources.yaml line 22"),
    blocked: said("It never runs: its command is longer than 8 KiB, too long to be read."),
  },
  {
    ...bare,
    id: "inline-1",
    surface: { kind: "run", argv: [foreign("git"), foreign("diff"), foreign("HEAD")], cwd: foreign("") },
    declared: foreign("SKILL.md line 19"),
  },
];

/** The sources of a skill; only `release-notes` has some. */
export function sourcesOf(id: string, mode: Mode): SourcesView {
  if (id !== "repo:release-notes") return { sources: [], findings: [], file: null, mode };
  return {
    sources: sources.map((source) => ({ ...source, rule: ruleOf(source, mode) })),
    findings: [
      {
        rule: "source-title",
        severity: "note",
        text: {
          code: "source",
          args: {
            flaw: {
              code: "entry",
              args: {
                name: { by: "id", is: foreign("tags") },
                line: 22,
                flaw: { code: "not_text", args: { key: foreign("title") } },
              },
            },
          },
        },
        path: foreign("repo:release-notes/context-sources.yaml"),
        rel: foreign("context-sources.yaml"),
        mend: null,
        line: 22,
      },
    ],
    file: foreign("repo:release-notes/context-sources.yaml"),
    mode,
  };
}

function ruleOf({ surface }: SourceRow, mode: Mode): RuleView {
  const shell = surface.kind === "shell";
  const reasons = shell ? [said("`|` runs a second command; Pixir asks about that, and so does Assay")] : [];
  if (mode === "auto" && !shell) {
    return {
      decision: "run",
      words: said("Mode auto: it only reads the workspace, and the mode is auto."),
      reasons,
    };
  }
  if (mode === "read_only" && shell) {
    return {
      decision: "refuse",
      words: said(
        "Mode read_only: the mode is read_only, and the command is not proven to read only: `|` runs a second command; Pixir asks about that, and so does Assay.",
      ),
      reasons,
    };
  }
  const words = shell
    ? "Mode ask: it needs a grant for these exact bytes, and is not proven to read only: `|` runs a second command; Pixir asks about that, and so does Assay."
    : "Mode ask: it only reads the workspace; as skill context it needs a grant for these exact bytes.";
  return { decision: "ask", words: said(words), reasons };
}
