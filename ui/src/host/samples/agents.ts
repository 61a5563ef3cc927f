import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// The same skills by the rules of other agents: what they hold back, what a person keeps from them, what they
// would be given, and what hooks would do.

import { Refusal } from "../host.ts";
import type {
  Banner,
  CatalogView,
  ConventionRow,
  HooksView,
  PreviewAsk,
  PreviewView,
  Requests,
  SkillRow,
  SkillStanding,
  SwitchWord,
  Trust,
  VisibilityChange,
  VisibilityView,
  WhyUnused,
} from "../wire.gen.ts";
import { bytesOf } from "./digest.ts";
import { said } from "./said.ts";
import { sharesOf } from "./skills.ts";

export const agents: Omit<ConventionRow, "skills">[] = [
  {
    name: "pixir",
    label: "Pixir",
    confidence: "reconstructed",
  },
  {
    name: "codex",
    label: "Codex",
    confidence: "reconstructed",
  },
  {
    name: "agent-skills",
    label: "Agent Skills",
    confidence: "reconstructed",
  },
];

/** What a person keeps from agents. */
export interface AgentsState {
  allowed: string[] | null;
  disabled: string[];
  denied: string[];
  file_reads: SwitchWord;
}

export function agentsState(): AgentsState {
  return { allowed: null, disabled: [], denied: [], file_reads: "off" };
}

/** The rows by an agent's rules. */
export function rowsUnder(
  rows: readonly SkillRow[],
  agent: string | undefined,
  state: AgentsState,
  trust: Trust,
): SkillRow[] {
  const { label } = known(agent);
  return rows.map((row) => {
    const waits = label === "Agent Skills" && trust === "untrusted" && row.scope === "repo";
    const standing = waits && row.states.invalid === null ? "held_back" : barred(row, state);
    const wins = row.states.wins && standing === "wins";
    const why = reasons[standing] ?? null;
    return {
      ...row,
      states: {
        ...row.states,
        wins: label === "Pixir" ? row.states.wins : wins,
        listing: label === "Pixir" || wins ? row.states.listing : "not",
        standing,
        why,
      },
    };
  });
}

function barred({ name, states }: SkillRow, state: AgentsState): SkillStanding {
  if (states.invalid !== null) return "invalid";
  if (states.shadowed_by !== null) return "shadowed";
  if (state.disabled.includes(rawText(name))) return "disabled";
  if (state.denied.includes(rawText(name))) return "denied";
  return state.allowed === null || state.allowed.includes(rawText(name)) ? "wins" : "not_allowed";
}

const reasons: Partial<Record<SkillStanding, WhyUnused>> = {
  held_back: { code: "needs_trust" },
  disabled: { code: "disabled" },
  denied: { code: "denied" },
  not_allowed: { code: "not_allowed" },
};

const kept: readonly SkillStanding[] = ["disabled", "denied", "not_allowed"];

export function bannerOf(rows: readonly SkillRow[]): Banner {
  const count = (is: (row: SkillRow) => boolean) => rows.filter(is).length;
  return {
    total: rows.length,
    listed: count(({ states }) => states.listing === "whole" || states.listing === "part"),
    shortened: count(({ states }) => states.listing === "part"),
    cut: count(({ states }) => states.listing === "cut"),
    if_trusted: count(({ states }) => states.wins && states.if_trusted),
    shadowed: count(({ states }) => states.shadowed_by !== null),
    invalid: count(({ states }) => states.invalid !== null),
    hidden: count(({ states }) => states.wins && states.hidden),
    held_back: count(({ states }) => states.standing === "held_back"),
    barred: count(({ states }) => kept.includes(states.standing)),
    drifted: count(({ states }) => states.drifted),
    never_used: count(({ states }) => states.used === "never"),
  };
}

export function known(agent: string | undefined): Omit<ConventionRow, "skills"> {
  const found = agents.find((row) => row.name === (agent ?? "pixir"));
  if (found !== undefined) return found;
  throw new Refusal({ code: "wrong_use", message: said(`${agent} is not a convention Assay knows`) });
}

/** The catalog of another agent: entries in XML. */
export function catalogUnder(rows: readonly SkillRow[], catalog: CatalogView): CatalogView {
  const listed = rows.filter(({ states }) => states.wins && !states.hidden);
  const entries = listed.map((row) => ({
    text: foreign(
      `  <skill>\n    <name>${rawText(row.name)}</name>\n    <description>${rawText(row.description)}</description>\n  </skill>\n`,
    ),
    skill: row.id,
    cut: false,
  }));
  const pieces = [
    { text: foreign("<available_skills>\n"), skill: null, cut: false },
    ...entries,
    { text: foreign("</available_skills>"), skill: null, cut: false },
  ];
  const bytes = bytesOf(rawText(pieces.map((piece) => piece.text).join("")));
  return {
    ...catalog,
    pieces,
    bytes,
    shares: sharesOf(entries),
    shares_total: entries.reduce((sum, { text }) => sum + bytesOf(rawText(text)), 0),
    listing: { ...catalog.listing, size: bytes, shown: bytes, listed: listed.length, left_out: [] },
    instruction:
      "When a task fits one of these skills, call `activate_skill` with its name before you begin.",
    reconstructed: null,
    index_hash: null,
  };
}

type Answered = "conventions" | "visibility" | "activation_preview" | "skill_hooks" | "try_hooks";

type Answers = { [N in Answered]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] };

export function agentAnswers(
  state: AgentsState,
  skill: (id: string, agent: string | undefined) => SkillRow,
  trust: () => Trust,
  count: () => number,
): Answers {
  const named = (names: readonly string[]) =>
    names.map((name) => ({ name: foreign(name), found: name !== "old-name" }));
  const visibility = (): VisibilityView => ({
    project: foreign("/home/mara/acme/payments"),
    allowed: state.allowed && named(state.allowed),
    allows_all: state.allowed === null,
    disabled: named(state.disabled),
    denied: named(state.denied),
    file_reads: state.file_reads,
    problem: null,
  });
  return {
    conventions: () => ({ rows: agents.map((row) => ({ ...row, skills: count() })) }),
    visibility,
    activation_preview: (ask) => preview(skill(ask.id, ask.convention), ask),
    skill_hooks({ id, convention }) {
      const row = skill(id, convention);
      return rawText(row.name) === "release-notes"
        ? { ...hooks, trust: row.scope === "repo" ? trust() : null }
        : none;
    },
    try_hooks: ({ tool, arguments: text }) => ({
      before: tool.startsWith("Bash") ? [0, 1] : [],
      after: [],
      told: foreign(
        tool.startsWith("Bash")
          ? `{"hook_event_name":"PreToolUse","tool_input":${text === "" ? "{}" : text},"tool_name":"${tool}","tool_output":null}\n`
          : null,
      ),
      permitted: tool === "Read" || tool.startsWith("Bash"),
      enforced: ["read_skill_resource", "skill_view", "run_skill_script"].includes(tool),
    }),
  };
}

/** Makes one change of what agents may see. */
export function changeVisibility(state: AgentsState, change: VisibilityChange): void {
  const without = (names: readonly string[], name: string) => names.filter((one) => one !== name);
  switch (change.kind) {
    case "disable":
      state.disabled = [...without(state.disabled, change.name), change.name];
      return;
    case "enable":
      state.disabled = without(state.disabled, change.name);
      return;
    case "deny":
      state.denied = [...without(state.denied, change.name), change.name];
      return;
    case "permit":
      state.denied = without(state.denied, change.name);
      return;
    case "allow_all":
      state.allowed = null;
      return;
    case "allow_only":
      state.allowed = [...change.names];
      return;
    case "list":
      state.allowed = [...without(state.allowed ?? [], change.name), change.name];
      return;
    case "unlist":
      state.allowed = state.allowed && without(state.allowed, change.name);
      return;
    case "file_reads":
      state.file_reads = change.switch;
      return;
    case "forget":
      Object.assign(state, agentsState());
      return;
    default:
      change satisfies never;
  }
}

function preview(row: SkillRow, ask: PreviewAsk): PreviewView {
  const takes_path = ask.by === "model" && known(ask.convention).name !== "pixir";
  const takes_arguments = takes_path || ask.by === "user";
  const call =
    ask.by === "user"
      ? `/${rawText(row.name)}${ask.arguments === null ? "" : ` ${ask.arguments}`}`
      : `${takes_path ? "activate_skill" : "skill_view"} ${JSON.stringify({ name: row.name, ...(takes_path && ask.arguments !== null ? { arguments: ask.arguments } : {}) })}`;
  const shown = { call: foreign(call), takes_arguments, takes_path };
  const visible = row.states.standing === "wins" && (ask.by === "user" || !row.states.hidden);
  if (!visible) {
    const message = `Unknown or unavailable skill: ${rawText(row.name)}`;
    const payload = JSON.stringify(
      { error: { details: { known: ["pdf"], name: row.name }, kind: "not_found", message }, ok: false },
      null,
      2,
    );
    return {
      ...shown,
      outcome: {
        kind: "refused",
        guard: "visible",
        words: foreign(message),
        text: foreign(`${message}; known: pdf`),
        payload: foreign(payload),
        payload_bytes: bytesOf(payload),
      },
    };
  }
  const filled = ask.arguments ?? "";
  const text = `<skill_content name="${rawText(row.name)}">\n# ${rawText(row.name)}\n\nDraft the notes of ${filled} in ${ask.session}.\n\n<skill_resources>\n  <file>references/style.md</file>\n</skill_resources>\n</skill_content>`;
  return {
    ...shown,
    outcome: {
      kind: "given",
      text: foreign(text),
      bytes: bytesOf(text),
      tokens: Math.ceil(bytesOf(text) / 4),
      facts: foreign(ask.by === "user" ? "" : JSON.stringify({ activated: true, name: row.name }, null, 2)),
      asks: ask.by === "model" && known(ask.convention).name !== "pixir",
      other: null,
      resources: [foreign("references/style.md")],
      omitted: 0,
      left_out: [],
      mount_path: foreign(`private:/.skills/${rawText(row.name)}`),
      variables: [
        { line: 12, written: foreign("$ARGUMENTS"), value: foreign(filled), stays: null },
        { line: 14, written: foreign(`\${HOME}`), value: null, stays: "unknown" },
      ],
      further: 0,
    },
  };
}

const hooks: HooksView = {
  hooks: [
    {
      event: foreign("PreToolUse"),
      matcher: foreign("Bash|run_skill_script"),
      meets: ["run_skill_script"],
      line: 9,
      does: { kind: "command", command: foreign(`"\${SKILL_DIR}/scripts/check.sh"`), timeout_ms: 5000 },
      inert: [{ code: "not_trusted" }, { code: "only_active" }, { code: "needs_approval" }],
      never: false,
    },
    {
      event: foreign("PreToolUse"),
      matcher: foreign("*"),
      meets: ["activate_skill", "read_skill_resource", "run_skill_script"],
      line: 14,
      does: { kind: "permission", decision: "ask", reason: foreign("Releases are asked about.") },
      inert: [{ code: "only_active" }],
      never: false,
    },
    {
      event: foreign("Stop"),
      matcher: foreign("*"),
      meets: ["activate_skill", "read_skill_resource", "run_skill_script"],
      line: 20,
      does: { kind: "prompt", text: foreign("Say what was left out.") },
      inert: [{ code: "never", args: { why: { code: "event", args: { event: foreign("Stop") } } } }],
      never: true,
    },
  ],
  findings: [{ line: 20, flaw: { code: "event", args: { event: foreign("Stop") } } }],
  trust: "untrusted",
  tools: ["activate_skill", "read_skill_resource", "run_skill_script"],
  allowed: {
    rules: [
      { written: foreign("Read"), line: 5, tool: foreign("Read"), pattern: null, enforces: [] },
      {
        written: foreign("Bash(git log:*)"),
        line: 6,
        tool: foreign("Bash"),
        pattern: foreign("git log:*"),
        enforces: [],
      },
      {
        written: foreign("run_skill_script"),
        line: 7,
        tool: foreign("run_skill_script"),
        pattern: null,
        enforces: ["run_skill_script"],
      },
    ],
    enforced: [
      { tool: "read_skill_resource", permitted: false },
      { tool: "skill_view", permitted: false },
      { tool: "run_skill_script", permitted: true },
    ],
    unread: [{ line: 8, flaw: { code: "not_text" } }],
  },
};

const none: HooksView = {
  hooks: [],
  findings: [],
  trust: null,
  tools: [],
  allowed: {
    rules: [],
    enforced: [
      { tool: "read_skill_resource", permitted: true },
      { tool: "skill_view", permitted: true },
      { tool: "run_skill_script", permitted: true },
    ],
    unread: [],
  },
};
