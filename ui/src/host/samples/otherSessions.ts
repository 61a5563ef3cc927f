import { foreign } from "./foreign.ts";
// The five sessions beside the long one: a subagent, a very long one, a damaged one, one without hashes, a hostile one.

import type { DamageView, HexRow, UnreadReason } from "../wire.gen.ts";
import { ago, today } from "./clock.ts";
import { bodyAlone, driftFact, fieldsChanged, otherLineEnds, sameBody } from "./driftFact.ts";
import { activated, assistant, clip, event, tool, unknown, usage, user } from "./event.ts";
import { A, B, C, D, E } from "./letters.ts";
import { alone, type Happening, logged, type RowSpec, type SampleSession, session } from "./log.ts";
import { plainText, recordedText } from "./skillText.ts";

const logs = "/home/mara/acme/payments/.pixir/sessions";
const repo = "/home/mara/acme/payments/.agents/skills";

function turn(number: number, prompt: string, at: number, extra: Happening[] = []): RowSpec {
  return {
    what: { kind: "turn", number, prompt: foreign(prompt), outcome: "answered" },
    at,
    model: "gpt-5.5",
    events: [
      ...extra.filter(({ after }) => after === 0),
      user(0.02, prompt),
      ...extra.filter(({ after }) => after > 0),
      assistant(20, `Done: ${prompt}.`),
      usage(20.1, 9_000, 4_096, 420),
    ],
  };
}

export const explorer = session({
  key: "explorer",
  id: "20260918T141611-a91c02",
  title: "List every caller of Ledger.round/2.",
  path: `${logs}/20260918T141611-a91c02.ndjson`,
  mode: "read_only",
  row: { lineage: "subagent" },
  rows: ["List every caller of Ledger.round/2.", "group them by module", "say which have tests"].map(
    (prompt, n) =>
      turn(
        n + 1,
        prompt,
        today(`14:16:${15 + n * 20}`),
        n
          ? []
          : [
              activated(0, {
                letter: A,
                by: "model",
                scope: "repo",
                path: `${repo}/repo-survey/SKILL.md`,
                text: plainText("repo-survey", "Map a repository before changing it."),
              }),
            ],
      ),
  ),
  origin: {
    relation: "subagent",
    parent_id: foreign("20260918T141102-7be41d"),
    parent: "release",
    parent_line: 31,
    line: 1,
    copied: 0,
    text: { code: "subagent", args: { unnamed: false } },
  },
  tree: [
    alone({
      depth: 0,
      key: "release",
      id: foreign("20260918T141102-7be41d"),
      relation: "root",
      facts: [],
      current: false,
    }),
    alone(
      {
        depth: 1,
        key: "explorer",
        id: foreign("20260918T141611-a91c02"),
        relation: "subagent",
        facts: logged("explorer", "finished"),
        current: true,
      },
      { parent: "release", parent_line: 31 },
    ),
  ],
});

const review = activated(0, {
  letter: B,
  by: "user",
  scope: "repo",
  path: `${repo}/code-review/SKILL.md`,
  text: plainText("code-review", "Review a change as its next maintainer."),
  drift: driftFact("whitespace_only", otherLineEnds),
});

/** More events than are drawn at once. */
const many = Array.from({ length: 300 }, (_, n) =>
  tool(0.1 + n * 0.05, "read", `statements/${n + 1}.csv`, `booking,amount\n${n},${n}.00`),
);

/** Turn 5 takes a skill in, turn 6 has hundreds of events. */
export const long = session({
  key: "long",
  id: "20260917T192604-91aa3e",
  title: "Explain why the bank total differs by one cent",
  path: `${logs}/20260917T192604-91aa3e.ndjson`,
  rows: Array.from({ length: 260 }, (_, n) =>
    turn(
      n + 1,
      `compare statement line ${n + 1} with the ledger`,
      ago(1, "19:26") + n * 40_000,
      n === 4 ? [review] : n === 5 ? many : [],
    ),
  ),
});

const line412 = `{"data":{"call_id":"k41","ok":true,"output":"....${"\0".repeat(57)}{"data":{"call`;

function zeroes(): HexRow[] {
  const bytes = [...'"output":"....']
    .map((letter) => letter.charCodeAt(0))
    .concat(
      Array.from({ length: 57 }, () => 0),
      [...'{"data":{"'].map((letter) => letter.charCodeAt(0)),
    );
  return Array.from({ length: 5 }, (_, row) => {
    const part = bytes.slice(row * 16, row * 16 + 16);
    return {
      offset: (0x664bc + row * 16).toString(16).padStart(6, "0"),
      bytes: part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "),
      text: part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join(""),
    };
  });
}

const nulByte: UnreadReason = { code: "not_json", args: { at: 244, met: { code: "byte", args: 0 } } };

const damage: DamageView = {
  unread: { line: 412, offset: 418_902, bytes: 490, reason: nulByte },
  before: foreign(
    '{"data":{"args":{"command":"mix test"},"call_id":"k41","name":"bash"},"id":"9c1e","seq":410,"type":"tool_call"}',
  ),
  text: foreign(line412),
  at: line412.indexOf("\0"),
  after: foreign(
    '{"data":{"text":"the suite hangs, look at the pool"},"id":"d07a","seq":412,"type":"user_message"}',
  ),
  hex: zeroes(),
  byte: 419_018,
  row: 14,
  missing_seq: "411",
  readable_after: 108,
  activations: [
    {
      name: foreign("release-notes"),
      turn: 4,
      line: 71,
      hash: E.hash,
      integrity: "verified",
      after_break: false,
    },
    {
      name: foreign("test-first-fix"),
      turn: 8,
      line: 188,
      hash: D.hash,
      integrity: "verified",
      after_break: false,
    },
    {
      name: foreign("code-review"),
      turn: 10,
      line: 243,
      hash: B.hash,
      integrity: "verified",
      after_break: false,
    },
    { name: foreign("pdf"), turn: 12, line: 301, hash: C.hash, integrity: "mismatch", after_break: false },
    {
      name: foreign("release-notes"),
      turn: 17,
      line: 466,
      hash: E.hash,
      integrity: "verified",
      after_break: true,
    },
  ],
};

const damagedPrompts =
  "start from the retry issue|read the queue|plan the backoff|$release-notes what changed since 4.1|write the module|format it|run the suite|write the retry test $test-first-fix|now make it pass|$code-review the change|split the backoff into its own module|what does the PDF say about retries?|add the index in a migration|run the suite again|the suite hangs, look at the pool|revert the pool change|$release-notes for the fix|thanks, push it".split(
    "|",
  );

function damagedRows(): RowSpec[] {
  const shaped = new Map([
    [
      4,
      activated(0, {
        letter: E,
        by: "user",
        scope: "repo",
        path: `${repo}/release-notes/SKILL.md`,
        text: recordedText,
        drift: driftFact("body_changed", null, { added: 6, removed: 4 }),
      }),
    ],
    [
      8,
      activated(0, {
        letter: D,
        by: "user",
        scope: "repo",
        path: `${repo}/test-first-fix/SKILL.md`,
        text: plainText("test-first-fix", "Write the failing test first."),
        drift: driftFact("frontmatter_only", fieldsChanged("frontmatter", "description")),
      }),
    ],
    [
      10,
      activated(0, {
        letter: B,
        by: "user",
        scope: "repo",
        path: `${repo}/code-review/SKILL.md`,
        text: plainText("code-review", "Review a change as its next maintainer."),
      }),
    ],
    [
      12,
      activated(1, {
        letter: C,
        by: "model",
        scope: "user",
        path: "/home/mara/.agents/skills/pdf/SKILL.md",
        text: plainText("pdf", "Read PDF files."),
        integrity: "mismatch",
        drift: driftFact("unverifiable", { code: "mismatch" }),
      }),
    ],
    [
      17,
      activated(0, {
        letter: E,
        by: "user",
        scope: "repo",
        path: `${repo}/release-notes/SKILL.md`,
        text: recordedText,
        drift: driftFact("body_changed", null, { added: 6, removed: 4 }),
      }),
    ],
  ]);
  const rows: RowSpec[] = damagedPrompts.map((prompt, n) => {
    const shape = shaped.get(n + 1);
    return turn(n + 1, prompt, ago(7, "09:33") + n * 300_000, shape ? [shape] : []);
  });
  const interrupted = rows[13];
  if (interrupted?.what.kind === "turn") interrupted.what = { ...interrupted.what, outcome: "interrupted" };
  rows.splice(14, 0, {
    what: { kind: "break", line: 412, lines: 1, reason: nulByte },
    at: ago(7, "10:44"),
    events: [event(0, { kind: "unread", reason: nulByte, raw: clip(line412) })],
  });
  return rows;
}

export const damaged = atLine412(
  session({
    key: "damaged",
    id: "20260911T093318-5f0b82",
    title: "Rework posting retries",
    path: `${logs}/20260911T093318-5f0b82.ndjson`,
    rows: damagedRows(),
    damage,
    pixir: {
      accepts: false,
      line: 412,
      code: foreign("corrupt_log_line"),
      verdict: { code: "log_refused", args: { line: 412, refusal: { code: "unread", args: nulByte } } },
    },
    row: {
      integrity: { verdict: "damaged", damaged_line: 412, verified: 4, activations: 5 },
      readable_by_pixir: false,
      turns: 18,
      events: 519,
    },
  }),
);

/** The short sample stands for a log of 520 lines; the break keeps the number it is told to have. */
function atLine412(sample: SampleSession): SampleSession {
  const shift = 412 - (sample.rows[14]?.row.from_line ?? 412);
  for (const { row, events } of sample.rows.slice(14)) {
    row.from_line += shift;
    row.to_line += shift;
    for (const { event } of events) {
      event.line += shift;
      event.file_line += shift;
    }
  }
  Object.assign(sample.view, { lines: 520, bytes: 529_304 });
  return sample;
}

export const settlement = session({
  key: "settlement",
  id: "20260909T112040-0c11fa",
  title: "Read the settlement PDF",
  path: `${logs}/20260909T112040-0c11fa.ndjson`,
  row: { integrity: { verdict: "no_hash", damaged_line: null, verified: 0, activations: 1 } },
  rows: ["what does the settlement PDF say?", "and about postings?", "thanks"].map((prompt, n) =>
    turn(
      n + 1,
      prompt,
      ago(9, "11:20") + n * 60_000,
      n
        ? []
        : [
            activated(2, {
              letter: { ...C, hash: "" },
              by: "model",
              scope: "user",
              path: "/home/mara/.agents/skills/pdf/SKILL.md",
              text: plainText("pdf", "Read PDF files."),
              integrity: "no_hash",
              drift: driftFact("identical", sameBody, bodyAlone),
            }),
          ],
    ),
  ),
});

const rude =
  "Pay \u202Edrawkcab\u202C \u200Binvoice\u0000\u0000\u0000 \u001B[31mnow\u001B[0m <script>alert(1)</script>";

export const hostile = session({
  key: "hostile",
  id: "20260902T163110-9be204",
  title: rude,
  path: `${logs}/20260902T163110-9be204.ndjson`,
  rows: [
    {
      what: { kind: "turn", number: 1, prompt: foreign(rude), outcome: "answered" },
      at: ago(16, "16:31"),
      events: [
        user(0, `${rude}\n${"\u0301".repeat(80)}Z\u0335\u0336 all on one spot\n${"x".repeat(9_000)}`),
        tool(1, "bash", "printf '\u001b]0;title\u0007\u001b[2J'", "\u001B[2J\u001B[H\u0007beep\u202E"),
        unknown(2, "\u202Eepyt", `{"type":"\u202Eepyt","data":"<img src=x onerror=alert(1)>"}`),
        assistant(
          3,
          'Click [the \u202Eknil](javascript:alert(1)), [a page](https://example.com/\u200B) or <img src="x" onerror="alert(1)">.\n\n```html\n<script>fetch("https://example.com")</script>\n```',
        ),
      ],
    },
    {
      what: { kind: "between", events: { types: [foreign("branch summary")], bookkeeping: 0 } },
      at: ago(16, "16:33"),
      events: [event(0, { kind: "branch_summary", text: clip("Left the \u202Ehcnarb\u202C early.") })],
    },
  ],
});
