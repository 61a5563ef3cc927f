import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";

// What the main window sees of hydration: sources, the queue, decisions, permissions. None of it ever ran.

import { ownMessage } from "../../language/messages.ts";
import { Refusal } from "../host.ts";
import type {
  DecidedRow,
  DecisionView,
  DecisionWord,
  GrantRow,
  KeepingView,
  Mode,
  ModeView,
  ReleasedText,
  Requests,
  SandboxView,
  SkillMark,
  SourceRow,
  Trust,
  TrustView,
  TurnMark,
  WaitingRow,
} from "../wire.gen.ts";
import { ago, today } from "./clock.ts";
import { digest } from "./digest.ts";
import { said } from "./said.ts";
import { sourcesOf } from "./sources.ts";

/** What changes while the fake host is used. */
export interface HydrationState {
  /** Set in Assay; nothing to follow Pixir's configuration. */
  mode: Mode | null;
  waiting: readonly WaitingRow[];
  grants: readonly GrantRow[];
  /** Requests made so far. */
  made: number;
  /** Evidence goes into Pixir's logs. */
  kept: boolean;
  /** What a person said of the project. */
  trust: Trust;
}

type HydrationRequest =
  | "mode"
  | "trust"
  | "evidence_keeping"
  | "ask_pixir"
  | "keep_evidence"
  | "context_sources"
  | "hydrate"
  | "approvals"
  | "decision"
  | "revoke_grant"
  | "withdraw"
  | "show_approval";

type HydrationAnswers = { [N in HydrationRequest]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] };

export const release: SkillMark = {
  name: foreign("release-notes"),
  scope: "repo",
  hash: digest("c01eef18"),
  id: "repo:release-notes",
};
const releaseBefore: SkillMark = { ...release, hash: digest("d3b54820") };
const review: SkillMark = {
  name: foreign("code-review"),
  scope: "repo",
  hash: digest("7820806e"),
  id: "repo:code-review",
};
const explain: SkillMark = {
  name: foreign("sql-explain"),
  scope: "user",
  hash: digest("c8979c83"),
  id: "user:sql-explain",
};

export const sandbox: SandboxView = { level: "full" };

const pixir: Mode = "auto";

export function hydrationState(kind: "full" | "empty"): HydrationState {
  return kind === "empty"
    ? { mode: null, waiting: [], grants: [], made: 0, kept: false, trust: "untrusted" }
    : { mode: "ask", waiting, grants, made: 0, kept: false, trust: "untrusted" };
}

function keeping({ kept }: HydrationState): KeepingView {
  return {
    in_pixirs_logs: kept,
    reason: kept ? { code: "forced", args: { at: foreign("2026-09-18T14:33:00Z") } } : { code: "not_chosen" },
    companions: foreign("/home/mara/.local/share/assay/companion/0f3a91c2d5b7e846"),
    means: ["refused", "not_removed", "lease", "companion"],
  };
}

/** Answers about hydration. `empty` has no decisions either. */
export function hydrationAnswers(state: HydrationState, empty: boolean): HydrationAnswers {
  const all = empty ? [] : decided;
  const mode = (): ModeView => ({
    mode: state.mode ?? pixir,
    from:
      state.mode === null
        ? { code: "configuration", args: { path: foreign("~/.pixir/config.json") } }
        : { code: "workspace" },
    set_here: state.mode !== null,
    pixir,
    problem: null,
    sandbox,
    waiting: state.waiting.length,
  });
  const trust = (): TrustView => ({
    project: foreign("/home/mara/code/payments"),
    trust: state.trust,
    since: state.trust === "trusted" ? 1_789_740_000_000 : null,
    held_back: [
      {
        convention: "agent-skills",
        label: "Agent Skills",
        skills: empty || state.trust === "trusted" ? 0 : 6,
      },
    ],
    problem: null,
  });
  return {
    mode,
    trust,
    evidence_keeping: () => keeping(state),
    ask_pixir: () => ({
      accepts: false,
      says: { code: "refuses", args: { program: foreign("/usr/local/bin/pixir") } },
    }),
    keep_evidence(ask) {
      state.kept = ask.in_pixirs_logs;
      return keeping(state);
    },
    context_sources: ({ id }) => sourcesOf(empty ? "" : id, state.mode ?? pixir),
    hydrate({ skill, source, session, turn }) {
      const row = sourcesOf(skill, state.mode ?? pixir).sources.find((each) => each.id === source);
      if (row === undefined) throw absent(`This skill has no source ${source}.`);
      state.made += 1;
      const id = `made-${state.made}`;
      if (row.rule.decision !== "ask") return { id, ended: said(endedWords(row)) };
      const key = session ?? null;
      state.waiting = [
        ...state.waiting,
        {
          id,
          command: row.surface.kind === "run" ? foreign(row.surface.argv.map(rawText).join(" ")) : row.title,
          skill: { ...release, id: skill, name: foreign(skill.split(":")[1] ?? skill) },
          turn: key === null ? null : { session: foreign(key), key, turn: turn ?? null, row: null },
          asked: today("14:33:02"),
          own: true,
          asker: { code: "window" },
          state: "waits",
          changed: [],
          invisible: 0,
        },
      ];
      return { id, ended: null };
    },
    approvals({ text, from, count }) {
      const wanted = text.toLowerCase();
      const matching = all.filter((row) =>
        `${rawText(row.command)} ${rawText(row.skill.name)}`.toLowerCase().includes(wanted),
      );
      return {
        waiting: [...state.waiting],
        total: all.length,
        matching: matching.length,
        from,
        decided: matching.slice(from, from + count),
        grants: [...state.grants],
        notes: empty ? [] : [said("2 more grants in other workspaces.")],
      };
    },
    decision({ id }) {
      const row = all.find((each) => each.id === id);
      if (row === undefined) throw absent("That decision is not recorded any more.");
      return decisionView(row);
    },
    revoke_grant({ id }) {
      state.grants = state.grants.filter((grant) => grant.id !== id);
      return {};
    },
    withdraw({ id }) {
      state.waiting = state.waiting.filter((row) => row.id !== id);
      return {};
    },
    show_approval: () => ({}),
  };
}

function endedWords(row: SourceRow): string {
  switch (row.rule.decision) {
    case "granted":
      return "It ran under the permission in force and was released: 611 bytes.";
    case "run":
      return "It ran and was released: 1,204 bytes.";
    case "refuse":
    case "ask":
      return "It was refused: mode read-only lets nothing run that does not provably only read.";
    default:
      return row.rule.decision satisfies never;
  }
}

function absent(message: string): Refusal {
  return new Refusal({
    code: "not_found",
    message: said(message),
    hint: said("Refresh the list."),
  });
}

const releaseId = "20260918T141102-7be41d";
const reviewId = "20260917T192604-91aa3e";

function inRelease(turn: number, row: number): TurnMark {
  return { session: foreign(releaseId), key: "release", turn, row };
}

function elsewhere(session: string, turn: number): TurnMark {
  return { session: foreign(session), key: null, turn, row: null };
}

const waiting: readonly WaitingRow[] = [
  {
    id: "w1",
    command: foreign("git diff HEAD"),
    skill: release,
    turn: inRelease(9, 11),
    asked: today("14:32:01"),
    own: false,
    asker: { code: "mcp", args: { name: foreign("Pixir 0.1.12") } },
    state: "waits",
    changed: [
      { part: { code: "skill" }, lines: [6, 4] },
      { part: { code: "command" }, lines: null },
    ],
    invisible: 0,
  },
  {
    id: "w2",
    command: foreign("git shortlog -sn v4.1.0..HEAD"),
    skill: release,
    turn: inRelease(9, 11),
    asked: today("14:32:02"),
    own: true,
    asker: { code: "window" },
    state: "waits",
    changed: [{ part: { code: "skill" }, lines: [6, 4] }],
    invisible: 0,
  },
  {
    id: "w3",
    command: foreign('psql -c "\\d+ postings"\u202e'),
    skill: explain,
    turn: elsewhere("20260917T101500-1d90ac", 5),
    asked: today("14:30:44"),
    own: false,
    asker: { code: "mcp", args: { name: foreign("claude-code 2.1") } },
    state: "waits",
    changed: [],
    invisible: 1,
  },
];

const grants: readonly GrantRow[] = [
  {
    id: "g1",
    lifetime: "bytes",
    covers: { parts: [{ code: "skill" }, { code: "command" }, { code: "place" }], output: null },
    command: foreign("git diff --stat HEAD~1"),
    skill: review,
    session: null,
    given: ago(6, "10:02:10"),
    used: 6,
    last_used: today("10:44:31"),
  },
  {
    id: "g2",
    lifetime: "session",
    covers: { parts: [{ code: "skill" }, { code: "command" }, { code: "place" }], output: null },
    command: foreign("git log --oneline v4.1.0..HEAD"),
    skill: release,
    session: releaseId,
    given: today("14:31:18"),
    used: 1,
    last_used: today("14:31:18"),
  },
];

type Sketch = [
  at: number,
  decision: DecisionWord,
  command: string,
  skill: SkillMark,
  released: ReleasedText,
  turn: TurnMark | null,
];

const sketches: Sketch[] = [
  [
    today("14:31:12"),
    "sent",
    "git log --oneline v4.1.0..HEAD",
    release,
    { code: "sent", args: { bytes: 2_114 } },
    inRelease(8, 10),
  ],
  [
    today("14:19:40"),
    "sent",
    "git log --oneline -50",
    releaseBefore,
    { code: "sent", args: { bytes: 3_020 } },
    inRelease(5, 7),
  ],
  [
    today("10:44:31"),
    "sent_under_grant",
    "git diff --stat HEAD~1",
    review,
    { code: "sent", args: { bytes: 611 } },
    elsewhere(reviewId, 2),
  ],
  [
    today("10:41:09"),
    "denied",
    'sh -c "cat ~/.netrc | head"',
    review,
    { code: "nothing_run" },
    elsewhere(reviewId, 1),
  ],
  [
    ago(1, "17:20:00"),
    "sent_redacted",
    "env",
    explain,
    { code: "redacted", args: { bytes: 1902, marks: 4 } },
    elsewhere("20260917T161102-aa0e17", 6),
  ],
  [
    ago(2, "12:01:40"),
    "discarded",
    "git diff HEAD~3",
    releaseBefore,
    { code: "nothing_sent" },
    elsewhere("20260916T115000-c40d17", 3),
  ],
  [
    ago(2, "11:58:02"),
    "sent",
    "git log --oneline -50",
    releaseBefore,
    { code: "sent", args: { bytes: 2_871 } },
    elsewhere("20260916T115000-c40d17", 2),
  ],
  [
    ago(3, "09:12:44"),
    "sent_by_rule",
    "docs/adr/*.md",
    review,
    { code: "sent", args: { bytes: 8_120 } },
    null,
  ],
  [
    ago(3, "09:10:02"),
    "refused",
    "curl -s https://status.example",
    explain,
    { code: "nothing_run" },
    elsewhere("20260915T090000-02bb1c", 1),
  ],
  [ago(4, "18:40:13"), "withdrawn", "git shortlog -sn", release, { code: "nothing_run" }, null],
  [
    ago(5, "08:31:55"),
    "failed",
    "scripts/changed.sh --since v4.1.0",
    release,
    { code: "nothing_sent" },
    elsewhere("20260913T083000-77d0aa", 4),
  ],
];

// The words for "not decided in this sample" repeat, so that a long history is long.
const decided: readonly DecidedRow[] = Array.from({ length: 48 }, (_, at) => {
  const sketch = sketches[at < sketches.length ? at : (at % 5) + 5] ?? sketches[0];
  const [
    when = 0,
    decision = "sent",
    command = "",
    skill = release,
    released = { code: "nothing_run" } as const,
    turn = null,
  ] = sketch ?? [];
  return {
    id: `d${at + 1}`,
    at: at < sketches.length ? when : ago(6 + at, "10:00:00"),
    decision,
    command: foreign(command),
    skill,
    released,
    turn,
  };
});

function decisionView(row: DecidedRow): DecisionView {
  const ran = !["denied", "refused", "withdrawn"].includes(row.decision);
  const sent = row.decision.startsWith("sent");
  return {
    row,
    chain: [
      {
        step: said("Source"),
        subject: said(rawText(row.skill.name)),
        hash: row.skill.hash,
        words: said("SKILL.md line 18"),
      },
      {
        step: said("Asked"),
        subject: said("turn 8, 14:31:12"),
        hash: null,
        words: said("mode ask"),
      },
      ...(ran
        ? [
            {
              step: said("Run"),
              subject: said("/usr/bin/git"),
              hash: digest("e681aed9"),
              words: ownMessage("0.17 s, exit 0"),
            },
            {
              step: said("Read"),
              subject: said("2,114 bytes"),
              hash: digest("e2f7dba7"),
              words: said("all bytes read"),
            },
          ]
        : [{ step: said("Denied"), subject: said("by mara"), hash: null, words: said("by you") }]),
      ...(sent
        ? [
            {
              step: said("Sent"),
              subject: said("2,114 bytes"),
              hash: null,
              words: said("not truncated, sent to the model at 14:31:18"),
            },
          ]
        : []),
    ],
    permission: said(
      sent
        ? "This session. It ends with the session, or when any of its bytes change. It does not cover the output, which may differ each time."
        : "You denied it. No grant was stored.",
    ),
    again: said("Yes: mode ask."),
    limitations:
      row.decision === "sent_redacted" ? [foreign("Secrets are found by pattern. There may be others.")] : [],
    note: foreign(
      row.decision === "denied" ? "Do not read credentials. Ask for the remote's name instead." : null,
    ),
    output: foreign(
      sent
        ? "4f0c1d2 Round half-even in postings (#1187)\na91be70 Reject more than four decimals (#1192)\n" +
            "0c7725e Record the rounding rule\u200b on every posting (#1190)\n"
        : null,
    ),
    recorded: "~/.local/share/assay/companions/7be41d.ndjson line 12",
    json: JSON.stringify({ type: "hydration", id: row.id, decision: row.decision }, null, 2),
  };
}
