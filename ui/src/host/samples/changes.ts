import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// Plans, journal and trash of the samples: what is carried out is remembered and can be undone, no file is touched.

import type {
  JournalRow,
  Message,
  PlanAnswer,
  PlanAsk,
  PlanView,
  Requests,
  SkillRow,
  StepRow,
  TrashRow,
} from "../wire.gen.ts";
import { readAt } from "./clock.ts";
import { bytesOf, digest } from "./digest.ts";
import { said } from "./said.ts";
import { windowOf } from "./window.ts";
import { flipsOf } from "./wins.ts";

/** What has been changed so far. */
export interface ChangesState {
  plans: { view: PlanView; ask: PlanAsk }[];
  journal: JournalRow[];
  trash: TrashRow[];
  /** The next plan finds that someone else was faster. */
  moved: boolean;
}

export function changesState(): ChangesState {
  return { plans: [], journal: [], trash: [], moved: false };
}

const before =
  "---\nname: release-notes\ndescription: Draft release notes.\n---\n\nList what changed.\nKeep it short.\n";
const after =
  "---\nname: release-notes\ndescription: Draft release notes.\n---\n\nList what changed, at most 12 entries.\nKeep it short.\n";
const faster = "someone was faster\n";
const texts = { seen: after, disk: before, result: after };
const path = ".agents/skills/release-notes/SKILL.md";

type Answered = Pick<
  { [N in keyof Requests]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] },
  | "carrying_out"
  | "stop_carrying_out"
  | "plan"
  | "plan_text"
  | "plan_diff"
  | "plan_three"
  | "carry_out"
  | "undo"
  | "journal"
  | "trash"
  | "empty_trash"
>;

export function changesAnswers(state: ChangesState, skill: (id: string) => SkillRow): Answered {
  const carryOut: Answered["carry_out"] = ({ plan: id }) => {
    const known = state.plans.find(({ view }) => view.id === id);
    if (known === undefined || state.moved) {
      return {
        entry: null,
        skill: null,
        refused: {
          why: said(`${path} changed since it was shown. Nothing was written.`),
          way: null,
          moved: {
            id: "moved-1",
            steps: [{ step: 0, path: foreign(path), texts: (["seen", "disk", "result"] as const).map(fact) }],
          },
        },
      };
    }
    const { view, ask } = known;
    const number = state.journal.length + 1;
    const entry: JournalRow = {
      id: `change-${number}`,
      at: readAt,
      by: "window",
      act: view.act,
      words: done(view.words),
      state: "done",
      why: null,
      places: view.steps.map((step) => step.path),
      undoes: ask.kind === "undo" ? ask.entry : null,
    };
    const undone = state.journal.find((row) => row.id === entry.undoes);
    if (undone !== undefined) undone.state = "undone";
    state.journal.unshift(entry);
    for (const step of view.steps.filter(({ does }) => does !== "makes")) {
      state.trash.unshift({
        id: `${entry.id}.${step.step}`,
        origin: step.path,
        at: readAt,
        reason: entry.words,
        kind: step.does === "trashes" ? "folder" : "file",
        hash: digest("5d1c"),
        files: 1,
        bytes: bytesOf(before),
        occupied: step.does === "replaces",
      });
    }
    return {
      entry,
      skill: "skill" in ask ? ask.skill : ask.kind === "create" ? "repo:release-notes" : null,
      refused: null,
    };
  };
  const trash = () => ({
    total: state.trash.length,
    bytes: state.trash.reduce((sum, row) => sum + row.bytes, 0),
    path: "/home/mara/.local/share/assay/changes/trash",
    from: 0,
    rows: state.trash,
    problems: [],
  });
  const plan = (ask: PlanAsk): PlanAnswer => planned(state, ask, skill);
  return {
    plan,
    carry_out: carryOut,
    undo({ entry }) {
      const { plan: view } = plan({ kind: "undo", entry });
      return carryOut({ plan: view?.id ?? "" });
    },
    plan_text: ({ plan: id, side, from, count }) =>
      windowOf(id === "moved-1" && side === "disk" ? faster : texts[side], from, count),
    plan_diff: () => ({
      total: 3,
      added: 1,
      removed: 1,
      from: 0,
      rows: [
        { kind: "fold", lines: 4, left_from: 1, right_from: 1 },
        { kind: "same", left: line(5, ""), right: line(5, "") },
        {
          kind: "changed",
          change: 0,
          left: line(6, "List what changed."),
          right: line(6, "List what changed, at most 12 entries."),
        },
      ],
    }),
    plan_three: () => ({
      total: 3,
      from: 0,
      rows: [
        { kind: "fold", lines: 5 },
        {
          kind: "lines",
          seen: { number: 6, text: foreign("List what changed, at most 12 entries."), differs: true },
          disk: { number: 6, text: foreign("List what changed."), differs: true },
          result: { number: 6, text: foreign("List what changed, at most 12 entries."), differs: true },
        },
        {
          kind: "lines",
          seen: { number: 7, text: foreign("Keep it short."), differs: false },
          disk: { number: 7, text: foreign("Keep it short."), differs: false },
          result: { number: 7, text: foreign("Keep it short."), differs: false },
        },
      ],
    }),
    carrying_out: () => ({ going: null }),
    stop_carrying_out: () => ({}),
    journal: () => ({
      total: state.journal.length,
      from: 0,
      rows: state.journal,
      path: "/home/mara/.local/share/assay/changes/journal.jsonl",
      problems: [],
    }),
    trash,
    empty_trash() {
      state.trash.length = 0;
      return trash();
    },
  };
}

function line(number: number, text: string) {
  return { number, pieces: [{ text: foreign(text), changed: false }] };
}

function fact(side: keyof typeof texts) {
  const text = texts[side];
  return {
    side,
    hash: digest(bytesOf(text).toString(16)),
    lines: text.split("\n").length - 1,
    bytes: bytesOf(text),
  };
}

/** What the history says of a plan that was carried out. */
function done({ text }: Message): Message {
  const past = text
    .replace(/^Would undo:/u, "undid:")
    .replace(/^Would (\w+)/u, (_, verb: string) => pasts[verb] ?? verb);
  return said(past.replace(/\.$/u, ""));
}

const pasts: Record<string, string> = {
  restore: "restored",
  hide: "hid",
  unhide: "unhid",
  move: "moved",
  create: "created",
  import: "imported",
  update: "updated",
  fix: "fixed",
  edit: "edited",
};

const fileDeeds = {
  write: "Would edit",
  add_file: "Would edit",
  rename_file: "Would edit",
  remove_file: "Would edit",
} as const;

function planned(state: ChangesState, ask: PlanAsk, skill: (id: string) => SkillRow): PlanAnswer {
  const refused = (why: string): PlanAnswer => ({
    plan: null,
    refused: { why: said(why), way: null, moved: null },
    places: [],
  });
  const view: PlanView = {
    id: `plan-${state.plans.length + 1}`,
    agent: "Pixir",
    act: ask.kind,
    words: said(""),
    steps: [],
    notes: [],
    effects: [],
    findings: [],
    flips: [],
    agents: 11,
    read_at: readAt,
  };
  const writes: StepRow = {
    step: 0,
    path: foreign(path),
    does: "replaces",
    before: { files: 1, bytes: 102 },
    after: { files: 1, bytes: 121 },
    texts: [fact("disk"), fact("result")],
  };
  const places: PlanAnswer["places"] = [];
  switch (ask.kind) {
    case "restore":
      view.words = said("Would restore `release-notes` to turn 5 of 20260918T141102-7be41d.");
      view.steps = [{ ...writes, texts: [fact("seen"), fact("disk"), fact("result")] }];
      view.notes = [said("Only SKILL.md was recorded; 4 bundled files were not, and stay as they are now.")];
      places.push(
        { scope: "repo", path: foreign(path), chosen: ask.to === null || ask.to === "repo" },
        {
          scope: "user",
          path: foreign("~/.agents/skills/release-notes/SKILL.md"),
          chosen: ask.to === "user",
        },
      );
      break;
    case "undo":
      view.words = said(
        `Would undo: ${state.journal.find((row) => row.id === ask.entry)?.words.text ?? "a change"}.`,
      );
      view.steps = [{ ...writes, texts: [fact("disk"), fact("result")] }];
      break;
    case "put_back":
      view.words = said("Would restore .agents/skills/review from the trash.");
      view.steps = [{ ...writes, does: "makes", after: { files: 1, bytes: 102 }, texts: [fact("result")] }];
      break;
    case "create":
      view.words = said(`Would create \`${ask.name}\` in ${ask.scope}.`);
      view.steps = [{ ...writes, does: "makes", after: { files: 1, bytes: 121 }, texts: [fact("result")] }];
      break;
    case "many":
      view.words = said(`Would move ${ask.skills.length} skills to the trash: ${ask.skills.join(", ")}.`);
      view.steps = ask.skills.map((id, step) => ({
        ...writes,
        step,
        path: foreign(`.agents/skills/${rawText(skill(id).name)}`),
        does: "trashes",
        before: { files: 3, bytes: 4_120 },
        texts: [fact("disk")],
      }));
      break;
    case "import":
      view.words = said(
        `Would import ${ask.picks.length} skills into ${ask.scope} from git https://git.example/team/skills.`,
      );
      view.steps = [{ ...writes, does: "makes", after: { files: 3, bytes: 4_120 }, texts: [fact("result")] }];
      view.effects = [said("`changelog` at repo:changelog/SKILL.md will win in Pixir.")];
      view.notes = [said("Nothing of it has been run.")];
      break;
    case "update":
      view.words = said(
        "Would update `release-notes` from git https://git.example/team/skills, repo:release-notes/SKILL.md.",
      );
      view.steps = [{ ...writes, texts: [fact("disk"), fact("result")] }];
      view.notes = ask.theirs.includes("SKILL.md")
        ? []
        : [said("SKILL.md was changed here and at its source; the version here is kept.")];
      break;
    case "fix":
      if (ask.rules.includes("unreferenced")) return refused("No quick fix is available.");
      view.words = said(
        `Would fix ${ask.rules.join(", ") || "findings"} of ${ask.skills.length || 12} skills.`,
      );
      view.steps = [{ ...writes, texts: [fact("disk"), fact("result")] }];
      view.notes = [said("Writes the field so that Pixir and YAML read the same.")];
      break;
    case "write":
    case "add_file":
    case "rename_file":
    case "remove_file":
      if (state.moved && ask.kind === "write") {
        const why = `${path} changed on disk since you opened it. Nothing was written; compare, then edit the current text.`;
        const sides = (["seen", "disk", "result"] as const).map(fact);
        const moved = { id: "moved-1", steps: [{ step: 0, path: foreign(path), texts: sides }] };
        return { plan: null, refused: { why: said(why), way: null, moved }, places: [] };
      }
      view.words = said(
        `${fileDeeds[ask.kind]} ${ask.rel} of \`${rawText(skill(ask.skill).name)}\`, ${rawText(skill(ask.skill).short_path)}.`,
      );
      view.steps = [
        {
          ...writes,
          does: ask.kind === "remove_file" ? "trashes" : ask.kind === "write" ? "replaces" : "makes",
        },
      ];
      break;
    default: {
      const row = skill(ask.skill);
      if ("name" in ask && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(ask.name)) {
        return refused(
          "A name has 1 to 64 lowercase letters, digits and single hyphens, and no hyphen at its ends.",
        );
      }
      view.words = said(
        `Would ${ask.kind === "show" ? "unhide" : "hide"} \`${rawText(row.name)}\`, ${rawText(row.short_path)}.`,
      );
      view.steps =
        ask.kind === "hide" || ask.kind === "show"
          ? [writes]
          : [{ ...writes, does: ask.kind === "remove" ? "trashes" : "makes", texts: [fact("disk")] }];
      if (ask.kind === "remove") {
        view.flips = flipsOf(rawText(row.name));
        view.effects = [
          said(
            `Pixir will not have \`${rawText(row.name)}\` anymore: ${rawText(row.short_path)} is the only one.`,
          ),
        ];
      }
    }
  }
  state.plans.push({ view, ask });
  return { plan: view, refused: null, places };
}
