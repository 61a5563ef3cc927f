import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// One answer for every request, filtered, sorted and cut into windows as the engine would.

import { Refusal } from "../host.ts";
import type {
  DroppedView,
  Nothing,
  PermissionChange,
  PlaceRow,
  Requests,
  SessionRow,
  ShownFile,
  SkillFilter,
  SkillGroup,
  SkillRow,
  WorkspaceView,
} from "../wire.gen.ts";
import {
  type AgentsState,
  agentAnswers,
  bannerOf,
  catalogUnder,
  changeVisibility,
  known,
  rowsUnder,
} from "./agents.ts";
import { agentsOf } from "./agentsOf.ts";
import { type BuiltInAnswers, builtInAnswers } from "./builtIns.ts";
import { type ChangesState, changesAnswers } from "./changes.ts";
import { checks } from "./checks.ts";
import { readAt } from "./clock.ts";
import { diff } from "./diff.ts";
import { bytesOf } from "./digest.ts";
import { draftAnswers } from "./drafts.ts";
import { snapshots, snapshotView } from "./drift.ts";
import { driftTable } from "./driftTable.ts";
import { indexAnswers } from "./everywhere.ts";
import { forkSkills } from "./family.ts";
import { grouped } from "./groups.ts";
import { type HydrationState, hydrationAnswers } from "./hydration.ts";
import { importAnswers } from "./imports.ts";
import { provenance, rawLine, type SampleRow, type SampleSession } from "./log.ts";
import { manualView } from "./manual.ts";
import { markdown } from "./markdown.ts";
import { items, moment } from "./moment.ts";
import { damaged, explorer, hostile, long, settlement } from "./otherSessions.ts";
import { overviewOf, timesOf } from "./overTime.ts";
import { proofs } from "./proofs.ts";
import { releaseSession } from "./releaseSession.ts";
import { resource, resources } from "./resources.ts";
import { said } from "./said.ts";
import { settingsView } from "./settings.ts";
import { catalog, listing, skillPlaces, skillRows, skillText, skillView, warnings } from "./skills.ts";
import { type TextsState, textAnswers } from "./texts.ts";
import { windowOf } from "./window.ts";
import { whoWins } from "./wins.ts";

/** What the answers are made of; it changes while the fake host is used. */
export type Sample = {
  empty: boolean;
  further: number;
  /** What somebody dropped onto the window. */
  dropped: DroppedView;
  /** With which somebody came and nobody has gone to. */
  address: string | null;
  /** How large everything is drawn, in percent. */
  percent: number;
  /** Whether Assay stays when its last window is closed. */
  stays: boolean;
  workspace: string;
  everywhere: boolean;
  hydration: HydrationState;
  agents: AgentsState;
  changes: ChangesState;
  texts: TextsState;
  /** Whether a change of what agents may do is made at once. */
  loosens: boolean;
  /** The one that waits otherwise. */
  loosening: PermissionChange | null;
};

type Answers = { [N in keyof Requests]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] };

export function answers(sample: Sample): Answers {
  const sessions = () =>
    sample.empty ? [] : [releaseSession(sample.further), explorer, long, damaged, settlement, hostile];
  const workspace = () => workspaceView(sample, sessions());
  const nothing: Nothing = {};
  const find = (key: string): SampleSession =>
    sessions().find((session) => session.view.row.key === key) ??
    absent("this session's log does not exist anymore.");
  const row = (key: string, number: number): SampleRow =>
    find(key).rows[number] ?? absent(`This session has no row ${number}.`);
  const skill = (id: string): SkillRow =>
    (sample.empty ? undefined : skillRows.find((row) => row.id === id)) ??
    absent("this skill does not exist anymore.");
  const skills = sample.empty ? [] : skillRows;
  const under = (agent: string | undefined) =>
    rowsUnder(skills, agent, sample.agents, sample.hydration.trust);
  const skillUnder = (id: string, agent: string | undefined): SkillRow =>
    under(agent).find((row) => row.id === id) ?? absent("this skill does not exist anymore.");

  const builtIns = builtInAnswers();

  return {
    workspace,
    switch_workspace({ id }) {
      sample.workspace = recents.some((recent) => recent.id === id && recent.exists)
        ? id
        : absent("That folder is gone.");
      return workspace();
    },
    choose_workspace() {
      throw new Refusal({
        code: "not_here",
        message: said("A folder can only be chosen in the window."),
      });
    },
    open_example: () => nothing,
    open_window({ id }) {
      return recents.some((recent) => recent.id === id && recent.exists)
        ? nothing
        : absent("That folder is gone.");
    },
    choose_window() {
      throw new Refusal({
        code: "not_here",
        message: said("A folder can only be chosen in the window."),
      });
    },
    set_scope({ everywhere }) {
      sample.everywhere = everywhere;
      return workspace();
    },
    look_again: workspace,
    arrived() {
      const { address } = sample;
      sample.address = null;
      return { address, dropped: sample.dropped.was !== "nothing" };
    },
    open_dropped() {
      const { dropped } = sample;
      sample.dropped = { was: "nothing" };
      return dropped;
    },
    reference({ text }) {
      const [id = "", seq] = text.split("#");
      const session =
        sessions().find(({ view }) => rawText(view.row.id) === id) ?? absent(`There is no session ${id}.`);
      return {
        session: foreign(id),
        key: session.view.row.key,
        title: session.view.row.title,
        seq: seq === undefined ? null : Number(seq),
        line: seq === undefined ? null : Number(seq) + 1,
        turn: null,
        event: null,
      };
    },
    save_export: ({ key, form }) => ({
      path: `/home/mara/${rawText(find(key).view.row.id)}.${form === "bundle" ? "assay.zip" : form}`,
      bytes: 48_211,
      sha256: rawText(find(key).view.row.id)
        .padEnd(64, "0")
        .replace(/[^0-9a-f]/g, "a"),
      removed: 0,
    }),
    open_link: () => nothing,
    show_in_folder: ({ file }) => ({ path: shownPath(file), instead: null }),
    open_file: ({ file }) => {
      const isText = file.of === "session" || file.rel.endsWith(".md");
      const instead = "It is shown in its folder and was not opened: it may be run.";
      return { path: shownPath(file), instead: isText ? null : instead };
    },
    who_wins: (ask) =>
      sample.empty ? { ...whoWins({ ...ask, text: "\0" }), names: 0, entries: 0 } : whoWins(ask),
    save_wins: ({ form }) => ({
      path: `/home/mara/who-wins.${form === "csv" ? "csv" : "md"}`,
      bytes: 1_204,
      sha256: "c5".repeat(32),
      removed: 0,
    }),
    checks: (ask) => checks(skills, ask),
    skills({ text, state, sort, from, count, convention }) {
      const agent = known(convention);
      const rows = under(convention);
      const matching = ordered(
        rows.filter(
          (row) => within(`${rawText(row.name)} ${rawText(row.description)}`, text) && inState(row, state),
        ),
        sort,
      );
      return {
        convention: agent.name,
        label: agent.label,
        banner: bannerOf(rows),
        matching: matching.length,
        groups: groupsOf(matching),
        from,
        rows: matching.slice(from, from + count),
        warnings: sample.empty ? [] : warnings,
        problems: sample.empty
          ? []
          : [
              {
                path: foreign("/home/mara/.pixir/skills/old"),
                code: "no_permission",
                message: said(
                  "~/.pixir/skills/old is not readable, so its skills are not found. Check its permissions.",
                ),
              },
            ],
        places: sample.empty ? skillPlaces.map(missingPlace) : skillPlaces,
        listing: sample.empty ? { ...listing, size: 0 } : listing,
        read_at: readAt,
      };
    },
    ...changesAnswers(sample.changes, skill),
    ...textAnswers(sample.texts),
    ...importAnswers(),
    ...draftAnswers(skill, skills, () => sample.changes.moved),
    skill: ({ id, convention }) => skillView(skillUnder(id, convention)),
    ...agentAnswers(
      sample.agents,
      skillUnder,
      () => sample.hydration.trust,
      () => skills.length,
    ),
    skill_body({ id }) {
      const text = skillText(skill(id));
      const head = text.indexOf("\n---\n") + 5;
      const first_line = text.slice(0, head).split("\n").length;
      return {
        markdown: markdown(text.slice(head)),
        first_line,
        lines: text.slice(head).split("\n").length - 1,
      };
    },
    skill_source: ({ id, from, count }) => windowOf(skillText(skill(id)), from, count),
    resources: ({ id }) => resources(skill(id)),
    resource: (ask) => resource(skill(ask.id), ask) ?? absent(`${ask.rel} is not a file of this skill.`),
    catalog({ convention }) {
      if (sample.empty) return { ...catalog, pieces: [], bytes: 0, shares: [], shares_total: 0 };
      return known(convention).name === "pixir" ? catalog : catalogUnder(under(convention), catalog);
    },
    ...indexAnswers(sample.empty, sessions),
    overview: ({ key }) => overviewOf(find(key)),
    sessions({ text, agent, since, until, sort, from, count }) {
      const rows = sessions().map((session) => session.view.row);
      const matching = rows
        .filter((row) =>
          within(`${rawText(row.title)} ${rawText(row.id)} ${rawText(row.skills.join(" "))}`, text),
        )
        .filter((row) => agent === "" || row.source.name === agent)
        .filter(({ last }) => since === undefined || (last !== null && last >= since))
        .filter(({ started }) => until === undefined || (started !== null && started < until))
        .sort(sessionOrder[sort]);
      return {
        total: rows.length,
        times: timesOf(rows.map(({ started }) => started)),
        events: rows.reduce((sum, row) => sum + row.events, 0),
        damaged: rows.filter((row) => row.integrity.verdict === "damaged").length,
        matching: matching.length,
        from,
        rows: matching.slice(from, from + count),
        agents: agentsOf(rows),
        places: sessionPlaces(sample),
        problems: sample.empty
          ? []
          : [
              {
                path: foreign("/home/mara/.pixir/sessions"),
                code: "no_permission",
                message: said("`/home/mara/.pixir/sessions`: permission denied; check its permissions."),
              },
            ],
        reading: [],
        read_at: readAt,
      };
    },
    session: ({ key }) => find(key).view,
    timeline({ key, from, count }) {
      const { rows } = find(key);
      return { total: rows.length, from, rows: rows.slice(from, from + count).map(({ row }) => row) };
    },
    place({ key, place }) {
      const { rows } = find(key);
      const at = rows.findIndex(({ row: { what, from_line, to_line } }) =>
        "turn" in place
          ? what.kind === "turn" && what.number === place.turn
          : from_line <= lineOf(place) && lineOf(place) <= to_line,
      );
      return { row: at === -1 ? null : at, line: at !== -1 && "file_line" in place ? place.file_line : null };
    },
    manual: () => manualView,
    settings: () => settingsView,
    text_size: () => ({ percent: sample.percent }),
    staying: () => ({ stays: sample.stays, problem: null }),
    set_staying({ stays }) {
      sample.stays = stays;
      return { stays, problem: null };
    },
    set_text_size({ percent }) {
      sample.percent = Math.min(200, Math.max(80, percent));
      return { percent: sample.percent };
    },
    events({ key, row: number, only, from, count }) {
      const { row: shown, events, model } = row(key, number);
      const { groups, narrowed } = grouped(
        events.map(({ event }) => event),
        only,
      );
      const window = narrowed.slice(from, from + count);
      return { row: shown, total: narrowed.length, groups, from, events: window, model: foreign(model) };
    },
    provenance: ({ key, row }) => provenance(find(key), row) ?? absent(`This session has no row ${row}.`),
    moment: ({ key, row, step }) =>
      moment(find(key), row, step) ?? absent(`This session has no row ${row} with a step ${step}.`),
    moment_items({ key, row, from, count, skill_texts }) {
      const all = items(find(key), row, skill_texts);
      return { total: all.length, from, rows: all.slice(from, from + count).map((one) => one.row) };
    },
    item_text: ({ key, row, item, from, count, skill_texts }) =>
      windowOf(
        items(find(key), row, skill_texts)[item]?.text ?? absent(`There is no item ${item}.`),
        from,
        count,
      ),
    fork_skills: ({ key }) => forkSkills(find(key)) ?? absent("This session is neither fork nor subagent."),
    event_raw({ key, log, line, from, count }) {
      const text = rawLine(find(key), log, line) ?? absent(`This log has no line ${line}.`);
      const reference = log === "log" ? `${rawText(find(key).view.row.id)}#${line - 1}` : null;
      return {
        line,
        text: foreign(text.slice(from, from + count)),
        from,
        bytes: bytesOf(text),
        offset: line * 931,
        made: false,
        reference,
      };
    },
    event_text({ key, log, line, part, from, count }) {
      const placed = find(key)
        .rows.flatMap(({ events }) => events)
        .filter(({ event }) => event.log === log);
      const hit = placed.find(({ event: { line: own, what } }) =>
        part === "output" && what.kind === "tool_call" ? what.result?.line === line : own === line,
      );
      return windowOf(hit?.texts[part] ?? absent(`Line ${line} has no such text.`), from, count);
    },
    drift: (ask) => driftTable(ask, sample.empty ? [] : snapshots, sessionPlaces(sample)),
    snapshot: ({ id }) =>
      snapshotView(snapshots.find((row) => row.id === id) ?? absent(`No snapshot has the id ${id}.`)),
    diff,
    ...proofs(find, skill, sample.empty),
    ...hydrationAnswers(sample.hydration, sample.empty),
    built_ins: builtIns.built_ins,
    change_permission(change) {
      if (!sample.loosens) {
        sample.loosening = change;
        return { outcome: "asked" };
      }
      permit(sample, builtIns, change);
      return { outcome: "done" };
    },
  };
}

function absent(message: string): never {
  throw new Refusal({
    code: "not_found",
    message: said(message),
    hint: said("Refresh the list."),
  });
}

function within(where: string, text: string): boolean {
  return where.toLowerCase().includes(text.toLowerCase());
}

function inState({ states }: SkillRow, state: SkillFilter): boolean {
  switch (state) {
    case "any":
      return true;
    case "listed":
      return states.listing === "whole" || states.listing === "part";
    case "shortened":
      return states.listing === "part";
    case "cut":
      return states.listing === "cut";
    case "if_trusted":
      return states.wins && states.if_trusted;
    case "shadowed":
      return states.shadowed_by !== null;
    case "invalid":
      return states.invalid !== null;
    case "hidden":
      return states.hidden;
    case "held_back":
      return states.standing === "held_back";
    case "barred":
      return ["disabled", "denied", "not_allowed"].includes(states.standing);
    case "drifted":
      return states.drifted;
    case "never_used":
      return states.used === "never";
    case "duplicate":
      return states.twins > 0;
    default:
      return state satisfies never;
  }
}

const scopes = ["repo", "user", "pixir-global"];

function ordered(rows: SkillRow[], sort: Requests["skills"]["ask"]["sort"]): SkillRow[] {
  const by = {
    name: (a: SkillRow, b: SkillRow) => rawText(a.name).localeCompare(rawText(b.name)),
    last_used: (a: SkillRow, b: SkillRow) => (b.last_used ?? 0) - (a.last_used ?? 0),
    tokens: (a: SkillRow, b: SkillRow) => b.activated_tokens - a.activated_tokens,
    drift: (a: SkillRow, b: SkillRow) => Number(b.states.drifted) - Number(a.states.drifted),
  }[sort];
  return [...rows].sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope) || by(a, b));
}

function groupsOf(rows: SkillRow[]): SkillGroup[] {
  return scopes.flatMap((scope) => {
    const from = rows.findIndex((row) => row.scope === scope);
    const count = rows.filter((row) => row.scope === scope).length;
    const root = { repo: ".agents/skills", user: "~/.agents/skills" }[scope] ?? "~/.pixir/skills";
    return from < 0 ? [] : [{ scope, root: foreign(root), count, from }];
  });
}

const sessionOrder = {
  newest: (a: SessionRow, b: SessionRow) => (b.started ?? 0) - (a.started ?? 0),
  oldest: (a: SessionRow, b: SessionRow) => (a.started ?? 0) - (b.started ?? 0),
  turns: (a: SessionRow, b: SessionRow) => b.turns - a.turns,
  drift: (a: SessionRow, b: SessionRow) => b.drift.changed - a.drift.changed,
};

/** In the samples every record has a line of its own. */
function lineOf(place: { line: number } | { file_line: number }): number {
  return "line" in place ? place.line : place.file_line;
}

function missingPlace(place: PlaceRow): PlaceRow {
  return { ...place, outcome: { code: "missing" }, exists: false };
}

function sessionPlaces(sample: Sample): PlaceRow[] {
  const own: PlaceRow = {
    path: foreign("/home/mara/acme/payments/.pixir/sessions"),
    kind: { code: "sessions", args: { agent: "Pixir" } },
    outcome: { code: "logs", args: { count: 6 } },
    readable: true,
    exists: true,
  };
  return [
    sample.empty ? missingPlace(own) : own,
    {
      path: foreign("/home/mara/.pixir/sessions"),
      kind: { code: "subagents", args: { agent: "Pixir" } },
      outcome: {
        code: "unreadable",
        args: { message: said("`/home/mara/.pixir/skills/old`: permission denied; check its permissions") },
      },
      readable: false,
      exists: true,
    },
  ];
}

const recents = [
  { id: "payments", name: "acme/payments", path: "/home/mara/acme/payments", exists: true },
  { id: "billing", name: "acme/billing", path: "/home/mara/acme/billing", exists: true },
  { id: "spike", name: "mara/spike", path: "/home/mara/spike", exists: false },
];

function workspaceView(sample: Sample, sessions: SampleSession[]): WorkspaceView {
  const open = recents.find((recent) => recent.id === sample.workspace);
  return {
    name: foreign(open?.name ?? ""),
    path: foreign(open?.path ?? ""),
    open: true,
    problem: null,
    settings_problems: [],
    gone: false,
    everywhere: sample.everywhere,
    sessions: sessions.length,
    events: sessions.reduce((sum, { view }) => sum + view.row.events, 0),
    drifted: sample.empty ? 0 : snapshots.filter((row) => row.drift.drifted).length,
    live: sessions.filter(({ view }) => view.row.live).length,
    damaged: sessions.filter(({ view }) => view.damage).length,
    rules: "Pixir 0.1.12",
    agent: sample.empty ? null : "pixir",
    places: [...(sample.empty ? skillPlaces.map(missingPlace) : skillPlaces), ...sessionPlaces(sample)],
    recents: recents.map((recent) => ({
      ...recent,
      name: foreign(recent.name),
      path: foreign(recent.path),
      current: recent.id === sample.workspace,
    })),
    read_at: readAt,
  };
}

function shownPath(file: ShownFile): string {
  return file.of === "session"
    ? `/home/mara/acme/payments/.pixir/${file.key}`
    : `/home/mara/${file.id}/${file.rel}`;
}

/** Makes a change as if a person had said yes to it. */
function permit(sample: Sample, builtIns: BuiltInAnswers, change: PermissionChange): void {
  switch (change.kind) {
    case "mode":
      sample.hydration.mode = change.mode;
      return;
    case "trust":
      sample.hydration.trust = change.trust;
      return;
    case "built_in":
      builtIns.turn(change);
      return;
    case "visibility":
      for (const one of change.changes) changeVisibility(sample.agents, one);
      return;
    default:
      change satisfies never;
  }
}
