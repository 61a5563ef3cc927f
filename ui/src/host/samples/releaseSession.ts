import { today } from "./clock.ts";
import { digest } from "./digest.ts";
import { driftFact, fieldsChanged } from "./driftFact.ts";
import {
  activated,
  assistant,
  clip,
  event,
  hydrated,
  reasoning,
  refused,
  tool,
  unknown,
  usage,
  user,
} from "./event.ts";
import { foreign } from "./foreign.ts";
import { A, B, C, D, E, F } from "./letters.ts";
import { alone, logged, type RowSpec, type SampleSession, session } from "./log.ts";
import { diskText, plainText, recordedText } from "./skillText.ts";

const repo = "/home/mara/acme/payments/.agents/skills";
const listing = digest("5be0c441");

const plan = `### Breaking

- Rounded half-even instead of half-up in postings. Set \`ledger.rounding_mode: "half_up"\` to keep 4.1 totals. (#1187)
- Rejected amounts with more than four decimals. (#1192)

### Added

- Recorded the rounding rule on every posting. (#1190)
`;

const stat = [
  "src/ledger/rounding.ex             |  64 +++++++++----",
  "src/ledger/posting.ex              |  22 +++--",
  "config/runtime.exs                 |   4 +-",
  ...Array.from(
    { length: 10 },
    (_, n) => `test/ledger/case_${String(n + 1).padStart(2, "0")}_test.exs        |   ${n + 2} ++-`,
  ),
  "13 files changed, 155 insertions(+), 39 deletions(-)",
].join("\n");

const commits = Array.from(
  { length: 38 },
  (_, n) => `${(0x9f3ac21 - n * 70_001).toString(16)} ledger: change ${1193 - n} keeps its rounding`,
).join("\n");

const changelog = Array.from({ length: 212 }, (_, n) =>
  n % 9 === 0 ? `## 4.1.${24 - Math.floor(n / 9)}` : `- Entry ${n}: one line per change. (#${1180 - n})`,
).join("\n");

function turn(number: number, prompt: string, outcome: "answered" | "failed" | "open" = "answered") {
  return { kind: "turn", number, prompt: foreign(prompt), outcome } as const;
}

function reads(count: number) {
  return Array.from({ length: count }, (_, n) =>
    tool(
      3 + n * 2,
      "read",
      `src/ledger/part_${n + 1}.ex`,
      `defmodule Ledger.Part${n + 1} do\n  @moduledoc false\nend`,
    ),
  );
}

const early: RowSpec[] = [
  {
    what: { kind: "opening", events: { types: [foreign("permission posture")], bookkeeping: 0 } },
    at: today("14:11:02"),
    events: [
      event(0, {
        kind: "posture",
        mode: foreign("ask"),
        lineage: foreign("root"),
        source: foreign("workspace configuration"),
      }),
    ],
  },
  {
    what: turn(1, "survey the repo before we touch the ledger $repo-survey"),
    at: today("14:11:04"),
    model: "gpt-5.5",
    listing,
    events: [
      activated(0, {
        letter: A,
        by: "user",
        scope: "repo",
        path: `${repo}/repo-survey/SKILL.md`,
        text: plainText("repo-survey", "Map a repository before changing it."),
      }),
      user(0.02, "survey the repo before we touch the ledger $repo-survey"),
      ...reads(5),
      assistant(
        41,
        "The ledger rounds in **three** places; `src/ledger/rounding.ex` is the only one with tests.",
      ),
      usage(41.4, 20_204, 8_192, 1_196),
    ],
  },
  {
    what: turn(2, "review feature/round-half-even"),
    at: today("14:12:30"),
    model: "gpt-5.5",
    listing,
    events: [
      user(0, "review feature/round-half-even"),
      activated(2.1, {
        letter: B,
        by: "model",
        scope: "repo",
        path: `${repo}/code-review/SKILL.md`,
        text: plainText("code-review", "Review a change as its next maintainer."),
      }),
      ...reads(7),
      assistant(62, "Two findings, both in `posting.ex`."),
      usage(62.2, 32_740, 20_480, 1_260),
    ],
  },
  {
    what: turn(3, "what does the bank’s PDF in docs/ say about settlement rounding?"),
    at: today("14:15:08"),
    model: "gpt-5.5",
    listing,
    opened: ["pdf: references/extracting.md", "pdf: scripts/extract_text.py"],
    events: [
      user(0, "what does the bank’s PDF in docs/ say about settlement rounding?", [
        "settlement.pdf, application/pdf, 418,220 bytes",
      ]),
      activated(1.8, {
        letter: C,
        by: "model",
        scope: "user",
        path: "/home/mara/.agents/skills/pdf/SKILL.md",
        text: plainText("pdf", "Read, split, merge and fill PDF files."),
      }),
      ...reads(3),
      tool(
        20,
        "bash",
        "python scripts/extract_text.py docs/settlement.pdf --pages 1-3",
        "Amounts are rounded half-even at settlement.",
      ),
      assistant(48, "The bank rounds **half-even** at settlement, not at posting."),
      usage(48.1, 28_490, 20_480, 1_210),
    ],
  },
  {
    what: { kind: "subagent", agent: foreign("explorer"), status: foreign("finished"), key: "explorer" },
    at: today("14:16:11"),
    events: [
      event(0, {
        kind: "subagent",
        phase: foreign("started"),
        agent: foreign("explorer"),
        task: clip("List every caller of Ledger.round/2."),
        summary: clip(""),
        key: "explorer",
        child: foreign("20260918T141611-a91c02"),
        mode: foreign("read_only"),
      }),
      event(74, {
        kind: "subagent",
        phase: foreign("finished"),
        agent: foreign("explorer"),
        task: clip("List every caller of Ledger.round/2."),
        summary: clip("Eleven callers in four modules."),
        key: "explorer",
        child: foreign("20260918T141611-a91c02"),
        mode: foreign("read_only"),
      }),
    ],
  },
  {
    what: turn(4, "write the failing test first $test-first-fix"),
    at: today("14:18:00"),
    model: "gpt-5.5",
    listing,
    events: [
      activated(0, {
        letter: D,
        by: "user",
        scope: "repo",
        path: `${repo}/test-first-fix/SKILL.md`,
        text: plainText("test-first-fix", "Write the failing test first."),
        drift: driftFact("frontmatter_only", fieldsChanged("frontmatter", "description")),
      }),
      user(0.02, "write the failing test first $test-first-fix"),
      ...reads(8),
      tool(40, "bash", "mix test test/ledger/rounding_test.exs", "1 test, 1 failure", {
        ok: false,
        exit_code: 2,
      }),
      event(58, {
        kind: "permission",
        decision: foreign("deny"),
        gate: foreign("write"),
        reason: foreign("the mode asks before writing"),
        call_id: foreign("call_48"),
        refused: null,
      }),
      assistant(60, "The test fails as it should: `2.5` rounds to `3`."),
      usage(60.3, 39_800, 30_720, 1_400),
    ],
  },
  {
    what: {
      kind: "compaction",
      seq: "",
      dropped: 3,
      texts: [A, B, C].map((letter) => ({ letter, after: "not_given_again" })),
      trigger: foreign("context_pressure"),
    },
    at: today("14:19:20"),
    events: [
      event(0, {
        kind: "compaction",
        trigger: foreign("context_pressure"),
        range: foreign("0–61"),
        events: 62,
        dropped: [A, B, C].map((letter) => ({ letter, after: "not_given_again" })),
        summary: clip(
          "The ledger rounds in three places. The bank rounds half-even at settlement.\nA failing test stands in test/ledger/rounding_test.exs.",
        ),
      }),
    ],
  },
];

const late: RowSpec[] = [
  {
    what: turn(5, "$release-notes draft the notes for 4.2"),
    at: today("14:19:40"),
    model: "gpt-5.5",
    listing,
    events: [
      activated(0, {
        letter: E,
        by: "user",
        scope: "repo",
        path: `${repo}/release-notes/SKILL.md`,
        text: recordedText,
        drift: driftFact(
          "body_changed",
          fieldsChanged("frontmatter_too", "description", "metadata.version"),
          { added: 6, removed: 4 },
        ),
      }),
      user(0.02, "$release-notes draft the notes for 4.2"),
      hydrated(
        2.2,
        {
          command: foreign("git log --oneline -50"),
          bytes_total: 61_440,
          truncated: true,
          lifetime: foreign("once"),
          released: { to: "pixir", at: today("14:19:43") },
        },
        commits,
      ),
      ...reads(3),
      assistant(31, plan),
      usage(31.2, 17_620, 12_288, 980),
    ],
  },
  {
    what: turn(6, "check every breaking change against the diff"),
    at: today("14:22:05"),
    model: "gpt-5.5",
    listing,
    events: [
      user(0, "check every breaking change against the diff"),
      activated(2.4, {
        letter: B,
        by: "model",
        scope: "repo",
        path: `${repo}/code-review/SKILL.md`,
        text: plainText("code-review", "Review a change as its next maintainer."),
      }),
      ...reads(8),
      assistant(70, "Both breaking changes hold."),
      usage(70.3, 36_510, 28_672, 1_390),
    ],
  },
  {
    what: { ...turn(7, "tighten it", "failed"), failure: foreign("network") },
    at: today("14:29:51"),
    model: "gpt-5.5",
    listing,
    events: [
      user(0, "tighten it"),
      event(9.1, {
        kind: "failed",
        status: foreign("provider_error"),
        code: foreign("network"),
        message: clip("The connection closed before the answer ended."),
      }),
      usage(9.1, 9_100, 8_192, 0),
    ],
  },
  {
    what: turn(8, "retry, under 12 entries, name the setting in every breaking change $release-notes"),
    at: today("14:31:12"),
    model: "gpt-5.5",
    listing,
    notes: [
      {
        code: "versions",
        args: {
          name: foreign("release-notes"),
          versions: [
            { letter: "E", turn: 5 },
            { letter: "F", turn: 8 },
          ],
        },
      },
    ],
    events: [
      activated(0, {
        letter: F,
        by: "user",
        scope: "repo",
        path: `${repo}/release-notes/SKILL.md`,
        text: diskText,
      }),
      user(
        0.02,
        "retry, but keep it under 12 entries and name the exact setting in every breaking change. $release-notes",
      ),
      event(6.41, {
        kind: "permission",
        decision: foreign("allow"),
        gate: foreign("command"),
        reason: foreign("allowed once by the person at the terminal"),
        call_id: foreign("call_139"),
        refused: null,
      }),
      hydrated(6.58, { command: foreign("git log --oneline v4.1.0..HEAD") }, commits),
      refused(7.9, {
        skill: foreign("release-notes"),
        source: foreign("env"),
        command: foreign("sh -c 'cat ~/.netrc | head'"),
        by: foreign("mara"),
        note: foreign("no secrets in release notes"),
      }),
      reasoning(9.2, 1204),
      tool(9.94, "bash", "git diff --stat v4.1.0..HEAD", stat),
      tool(14, "read", "CHANGELOG.md", changelog),
      unknown(
        14.2,
        "latency_probe",
        '{"data":{"k":"ttfb_ms","v":412},"id":"7f21","seq":139,"session_id":"20260918T141102-7be41d","type":"latency_probe"}',
      ),
      assistant(57.6, plan),
      usage(58.1, 31_204, 24_576, 1118),
    ],
  },
  {
    what: turn(9, "post it to the pull request as a draft", "open"),
    at: today("14:32:01"),
    model: "gpt-5.5",
    listing,
    events: [user(0, "post it to the pull request as a draft")],
  },
];

function withSeq(sample: SampleSession): SampleSession {
  for (const { row, events } of sample.rows)
    if (row.what.kind === "compaction") row.what.seq = events[0]?.event.seq ?? "";
  return sample;
}

/** Turn 9 has this many further events; each is written while somebody watches. */
export function releaseSession(further: number): SampleSession {
  const grown = Array.from({ length: further }, (_, n) =>
    tool(4 + n, "bash", `gh pr view 1193 --json comments # ${n + 1}`, '{"comments":[]}'),
  );
  const rows = [...early, ...late].map((row, n, all) =>
    n === all.length - 1 ? { ...row, events: [...row.events, ...grown] } : row,
  );
  return withSeq(
    session({
      key: "release",
      id: "20260918T141102-7be41d",
      title: "Draft 4.2 release notes and check the rounding change",
      path: "/home/mara/acme/payments/.pixir/sessions/20260918T141102-7be41d.ndjson",
      rows,
      row: { live: true },
      origin: {
        relation: "fork",
        parent_id: foreign("20260918T104002-c40d17"),
        parent: null,
        parent_line: null,
        line: 1,
        copied: 6,
        text: { code: "forked", args: { seq: "7", events: 6 } },
      },
      branches: [
        {
          row: Math.max(
            0,
            rows.findIndex(({ what }) => what.kind === "subagent"),
          ),
          line: 31,
          relation: "subagent",
          key: "explorer",
          id: foreign("20260918T141611-a91c02"),
          facts: logged("explorer", "finished"),
        },
        {
          row: Math.max(
            0,
            rows.findIndex(({ what }) => what.kind === "turn" && what.number === 6),
          ),
          line: 88,
          relation: "fork",
          key: null,
          id: foreign("20260918T150000-0f0f0f"),
          facts: [{ code: "forked_at", args: { seq: 87, events: 60 } }],
        },
      ],
      tree: [
        alone({
          depth: 0,
          key: null,
          id: foreign("20260918T104002-c40d17"),
          relation: "root",
          facts: [{ code: "log_missing" }],
          current: false,
        }),
        alone({
          depth: 1,
          key: "release",
          id: foreign("20260918T141102-7be41d"),
          relation: "fork",
          facts: [{ code: "forked_at", args: { seq: 7, events: null } }],
          current: true,
        }),
        alone({
          depth: 2,
          key: "explorer",
          id: foreign("20260918T141611-a91c02"),
          relation: "subagent",
          facts: logged("explorer", "finished"),
          current: false,
        }),
        alone({
          depth: 2,
          key: null,
          id: foreign(""),
          relation: "subagent",
          facts: [...logged("reviewer"), { code: "never_started" }],
          current: false,
        }),
      ],
    }),
  );
}
