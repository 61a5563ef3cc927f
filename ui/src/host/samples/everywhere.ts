import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// What is known of all workspaces: the sessions of this one and two of another.

import type {
  AllSessionRow,
  IndexingView,
  KnownView,
  Requests,
  SearchHit,
  SessionRow,
  WorkspaceMark,
} from "../wire.gen.ts";
import { agentsOf } from "./agentsOf.ts";
import { sessionDrift } from "./driftFact.ts";
import type { SampleSession } from "./log.ts";
import { timesOf } from "./overTime.ts";
import { onLine } from "./stands.ts";

type Names =
  | "all_sessions"
  | "search"
  | "stop_search"
  | "stop_finding"
  | "drift_everywhere"
  | "used_elsewhere"
  | "known_workspaces"
  | "add_workspace"
  | "find_workspaces"
  | "forget_workspace"
  | "indexing"
  | "set_indexing";
type Answers = { [N in Names]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] };

const payments: WorkspaceMark = {
  id: "payments",
  name: foreign("acme/payments"),
  path: foreign("/home/mara/acme/payments"),
  current: true,
};
const site: WorkspaceMark = {
  id: "site",
  name: foreign("acme/site"),
  path: foreign("/home/mara/acme/site"),
  current: false,
};

const complete: IndexingView = {
  stage: "complete",
  done: 0,
  total: 0,
  bytes: 0,
  size: 4_210_688,
  file: "/home/mara/.local/share/assay/index/index.sqlite",
  looked_for: null,
  notes: [],
};

const said = [
  {
    kind: "user_message",
    seq: "1",
    line: 2,
    text: "does every caller pass the rounding mode now? $code-review",
  },
  {
    kind: "assistant_message",
    seq: "9",
    line: 10,
    text: "Rounded half-even instead of half-up in postings.",
  },
  {
    kind: "tool_result",
    seq: "14",
    line: 15,
    text: "lib/ledger/rounding.ex:41: Decimal.round(amount, 2, :half_up)",
  },
];

export function indexAnswers(empty: boolean, sessions: () => SampleSession[]): Answers {
  const rows = (): AllSessionRow[] => {
    const own = sessions().map((session) => listed(session.view.row, payments));
    const first = own[0];
    if (empty || first === undefined) return [];
    const other = { ...first.row, key: "site-1", id: foreign("20260911T093300-5171e0"), live: false };
    return [
      ...own,
      listed({ ...other, title: foreign("Rebuild the landing page"), drift: sessionDrift([]) }, site),
    ];
  };
  const known = (): KnownView => ({
    rows: [payments, site].map((workspace) => ({
      workspace,
      exists: true,
      sessions: rows().filter((row) => row.workspace.id === workspace.id).length,
      last: rows()[0]?.row.last ?? null,
    })),
    found: null,
  });
  return {
    all_sessions({ filter, first, count }) {
      const matching = rows().filter(
        ({ row, workspace, outcome, hydrations }) =>
          within(`${rawText(row.title)} ${rawText(row.id)} ${rawText(row.skills.join(" "))}`, filter.text) &&
          (filter.workspaces.length === 0 || filter.workspaces.includes(workspace.id)) &&
          (filter.agent === "" || row.source.name === filter.agent) &&
          (filter.skill === "" || row.skills.includes(foreign(filter.skill))) &&
          (filter.outcomes.length === 0 || (outcome !== null && filter.outcomes.includes(outcome))) &&
          (!filter.only.includes("damaged") || row.integrity.verdict === "damaged") &&
          (!filter.only.includes("hydrated") || hydrations > 0),
      );
      return {
        total: rows().length,
        matching: matching.length,
        times: timesOf(matching.map(({ row }) => row.started)),
        first,
        rows: matching.slice(first, first + count),
        skills: [...new Set(rows().flatMap(({ row }) => row.skills))].sort(),
        agents: agentsOf(rows().map(({ row }) => row)),
        workspaces: [payments, site],
        indexing: complete,
      };
    },
    search({ words, first, count }) {
      const hits = rows().flatMap((row) => hitsIn(row, words));
      return {
        done: true,
        matching: hits.length,
        sessions: new Set(hits.map((hit) => hit.key)).size,
        times: timesOf(
          rows()
            .filter(({ row }) => hits.some((hit) => hit.key === row.key))
            .map(({ row }) => row.started),
        ),
        cut: false,
        logs_done: rows().length,
        logs: rows().length,
        bytes: 12_000_000,
        too_long: 0,
        dropped: 0,
        first,
        hits: hits.slice(first, first + count),
        problems: [],
      };
    },
    stop_search: () => ({}),
    stop_finding: () => ({}),
    used_elsewhere: () => ({ sessions: empty ? 0 : 17, workspaces: empty ? 0 : 3, last: null }),
    drift_everywhere: () => ({
      rows: [
        { workspace: payments, gone: false, total: empty ? 0 : 15, drifted: empty ? 0 : 4 },
        { workspace: site, gone: true, total: 2, drifted: 1 },
      ],
    }),
    known_workspaces: known,
    add_workspace: known,
    find_workspaces: () => ({
      ...known(),
      found: { below: foreign("/home/mara"), total: 2, new: 0, folders: 412, cut: false },
    }),
    forget_workspace: known,
    indexing: () => complete,
    set_indexing: ({ act }) => ({ ...complete, stage: act === "hold" ? "held" : "complete" }),
  };
}

function listed(row: SessionRow, workspace: WorkspaceMark): AllSessionRow {
  const states = row.drift.changed > 0 ? ["body_changed" as const] : ["identical" as const];
  return {
    row,
    workspace,
    outcome: "answered",
    hydrations: row.live ? 1 : 0,
    states: row.skills.length > 0 ? states : [],
  };
}

function hitsIn({ row, workspace }: AllSessionRow, words: string): SearchHit[] {
  return said
    .filter(({ text }) => within(text, words))
    .map(({ kind, seq, line, text }) => {
      const at = text.toLowerCase().indexOf(words.toLowerCase());
      const end = at + words.length;
      const parts = [
        { text: foreign(text.slice(0, at)), hit: false },
        { text: foreign(text.slice(at, end)), hit: true },
        { text: foreign(text.slice(end)), hit: false },
      ];
      return {
        key: row.key,
        session: row.id,
        title: row.title,
        source: row.source,
        workspace,
        line,
        stands: onLine(rawText(row.id), line),
        seq,
        kind: foreign(kind),
        field: foreign("data.text"),
        span: [at, end],
        ts: null,
        snippet: parts.filter((part) => rawText(part.text) !== ""),
        before: 0,
        after: 0,
      };
    });
}

function within(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}
