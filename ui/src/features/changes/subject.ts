import { plural, t } from "@lingui/core/macro";
import { pixir } from "../../facts/agent.ts";
import type {
  DivergenceRow,
  FileContents,
  ImportSkillRow,
  ManyAct,
  Outline,
  PlanAsk,
  SkillScope,
} from "../../host/wire.gen.ts";
import { spelled } from "../../kit/seen.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";

/** What is to be changed. */
export type Subject =
  | { kind: "restore"; key: string; line: number; name: AnyText }
  | { kind: SkillAct; skill: { id: string; name: AnyText; scope: string } }
  | { kind: "many"; act: ManyKind; skills: readonly string[] }
  | { kind: "put_back"; item: { id: string; origin: AnyText; folder: boolean } }
  | { kind: "undo"; entry: string; words: AnyText }
  | { kind: "create" }
  | {
      kind: "write";
      skill: string;
      rel: string;
      /** SHA-256 of the bytes that were seen. */
      seen: string;
      /** The text that was seen; null when the file is replaced by one that is picked. */
      base: string | null;
      /** The edited text; null when a file is picked. */
      text: string | null;
    }
  | { kind: "add_file"; skill: string }
  | { kind: "rename_file"; skill: string; rel: string }
  | { kind: "remove_file"; skill: string; rel: string }
  | {
      kind: "fix";
      /** Ids; every skill when empty. */
      skills: readonly string[];
      /** Rules; any when empty. */
      rules: readonly string[];
      /** The one finding in this file and line. */
      at: { rel: string; line: number | null } | null;
      /** What is fixed, in words that go on from "Fix". */
      of: string;
    }
  | { kind: "import"; import: string; skills: readonly ImportSkillRow[] }
  | { kind: "update"; import: string; name: AnyText; files: readonly DivergenceRow[] };

/** What can be done to many skills at once. */
export type ManyKind = ManyAct["kind"];

export type SkillAct = "hide" | "show" | "remove" | "rename" | "duplicate" | "copy" | "move";

/** What the reader chose on the way. */
export interface Choices {
  /** The agent by whose rules the change is planned. */
  convention: string;
  name: string;
  scope: SkillScope | null;
  unverified: boolean;
  occupied: "refused" | "replaced" | "beside";
  description: string;
  outline: Outline;
  folders: readonly string[];
  /** Files that follow their source although they were changed here. */
  theirs: readonly string[];
  /** A file that was picked, and its name. */
  file: { name: string; contents: FileContents } | null;
}

/** The scopes that an agent has folders for. */
export function scopesOf(convention: string): readonly SkillScope[] {
  return convention === pixir.name ? ["repo", "user", "pixir-global"] : ["repo", "user"];
}

/** The choices at first, by the rules of the agent that the window follows. */
export function firstChoices(subject: Subject, agent: string): Choices {
  const none = { ...nothing, convention: agent };
  const other = (own: string) => scopesOf(agent).find((scope) => scope !== own) ?? null;
  switch (subject.kind) {
    case "rename":
      return { ...none, name: rawText(subject.skill.name) };
    case "duplicate":
      return { ...none, name: `${rawText(subject.skill.name)}-copy` };
    case "copy":
    case "move":
      return { ...none, scope: other(subject.skill.scope) };
    case "create":
    case "import":
    case "many":
      return { ...none, scope: "repo" };
    case "add_file":
      return { ...none, name: "references/" };
    case "rename_file":
      return { ...none, name: subject.rel };
    default:
      return none;
  }
}

const nothing: Omit<Choices, "convention"> = {
  name: "",
  scope: null,
  unverified: false,
  occupied: "refused",
  description: "",
  outline: "steps",
  folders: [],
  theirs: [],
  file: null,
};

/** An empty file, for the editor to fill. */
const empty: FileContents = { kind: "text", text: "" };

/** The ask of a subject; nothing while something must still be chosen. */
export function askOf(subject: Subject, choices: Choices): PlanAsk | null {
  const { convention, name, scope, unverified, occupied, description, outline, folders, file, theirs } =
    choices;
  switch (subject.kind) {
    case "restore":
      return {
        kind: "restore",
        key: subject.key,
        line: subject.line,
        to: scope,
        unverified: unverified ? "accepted" : "refused",
      };
    case "hide":
    case "show":
      return { kind: subject.kind, skill: subject.skill.id, convention };
    case "remove":
      return { kind: "remove", skill: subject.skill.id };
    case "rename":
    case "duplicate":
      if (name === "" || (subject.kind === "rename" && name === subject.skill.name)) return null;
      return { kind: subject.kind, skill: subject.skill.id, name };
    case "copy":
    case "move":
      return scope === null ? null : { kind: subject.kind, skill: subject.skill.id, scope };
    case "many": {
      const act = manyAct(subject.act, scope ?? "repo");
      return { kind: "many", skills: [...subject.skills], convention, act };
    }
    case "put_back":
      if (occupied === "beside" && name === "") return null;
      return {
        kind: "put_back",
        item: subject.item.id,
        occupied,
        name: occupied === "beside" ? name : null,
      };
    case "undo":
      return { kind: "undo", entry: subject.entry };
    case "create":
      if (name === "" || description.trim() === "" || scope === null) return null;
      return { kind: "create", convention, scope, name, description, outline, folders: [...folders] };
    case "write": {
      const { skill, rel, seen, base, text } = subject;
      const contents = text === null ? file?.contents : ({ kind: "text", text } as const);
      return contents === undefined ? null : { kind: "write", skill, rel, seen, base, contents };
    }
    case "add_file":
      if (name === "" || name.endsWith("/")) return null;
      return { kind: "add_file", skill: subject.skill, rel: name, contents: file?.contents ?? empty };
    case "rename_file":
      if (name === "" || name === subject.rel) return null;
      return { kind: "rename_file", skill: subject.skill, rel: subject.rel, to: name };
    case "remove_file":
      return { kind: "remove_file", skill: subject.skill, rel: subject.rel };
    case "fix":
      return {
        kind: "fix",
        skills: [...subject.skills],
        convention,
        rules: [...subject.rules],
        rel: subject.at?.rel ?? null,
        line: subject.at?.line ?? null,
      };
    case "import": {
      const picks = subject.skills.map(({ skill }) => ({ skill, folder: null, occupied }));
      return scope === null ? null : { kind: "import", import: subject.import, convention, scope, picks };
    }
    case "update":
      return { kind: "update", import: subject.import, theirs: [...theirs] };
    default:
      return subject satisfies never;
  }
}

function manyAct(kind: ManyKind, scope: SkillScope): ManyAct {
  return kind === "copy" || kind === "move" ? { kind, scope } : { kind };
}

const manyWords: Record<ManyKind, { title: (count: number) => string; act: string }> = {
  remove: {
    title: (count) => t`Move ${plural(count, { one: "# skill", other: "# skills" })} to trash`,
    act: t`Move to trash`,
  },
  hide: {
    title: (count) => t`Hide ${plural(count, { one: "# skill", other: "# skills" })} from the model`,
    act: t`Hide from model`,
  },
  show: {
    title: (count) => t`Show ${plural(count, { one: "# skill", other: "# skills" })} to the model`,
    act: t`Show to model`,
  },
  copy: {
    title: (count) => t`Copy ${plural(count, { one: "# skill", other: "# skills" })} to another scope`,
    act: t`Copy`,
  },
  move: {
    title: (count) => t`Move ${plural(count, { one: "# skill", other: "# skills" })} to another scope`,
    act: t`Move`,
  },
};

/** Title of the dialog and word of its button. */
export function wordsOf(subject: Subject): { title: string; act: string } {
  switch (subject.kind) {
    case "restore":
      return { title: t`Restore ${spelled(subject.name)}`, act: t`Restore` };
    case "hide":
      return { title: t`Hide ${spelled(subject.skill.name)} from the model`, act: t`Hide from model` };
    case "show":
      return { title: t`Show ${spelled(subject.skill.name)} to the model`, act: t`Show to model` };
    case "remove":
      return { title: t`Move ${spelled(subject.skill.name)} to trash`, act: t`Move to trash` };
    case "rename":
      return { title: t`Rename ${spelled(subject.skill.name)}`, act: t`Rename` };
    case "duplicate":
      return { title: t`Duplicate ${spelled(subject.skill.name)}`, act: t`Duplicate` };
    case "copy":
      return { title: t`Copy ${spelled(subject.skill.name)} to another scope`, act: t`Copy` };
    case "move":
      return { title: t`Move ${spelled(subject.skill.name)} to another scope`, act: t`Move` };
    case "many": {
      const { title, act } = manyWords[subject.act];
      return { title: title(subject.skills.length), act };
    }
    case "put_back":
      return { title: t`Restore ${spelled(subject.item.origin)}`, act: t`Restore` };
    case "undo":
      return { title: t`Undo change`, act: t`Undo` };
    case "create":
      return { title: t`New skill`, act: t`Create skill` };
    case "write":
      return subject.text === null
        ? { title: t`Replace ${subject.rel}`, act: t`Replace` }
        : { title: t`Save ${subject.rel}`, act: t`Save` };
    case "add_file":
      return { title: t`Add file`, act: t`Add file` };
    case "rename_file":
      return { title: t`Rename ${subject.rel}`, act: t`Rename` };
    case "remove_file":
      return { title: t`Move ${subject.rel} to trash`, act: t`Move to trash` };
    case "fix":
      return { title: t`Fix ${subject.of}`, act: t`Fix` };
    case "import": {
      const [one] = subject.skills;
      const title =
        subject.skills.length === 1 && one !== undefined
          ? t`Import ${spelled(one.name)}`
          : t`Import ${plural(subject.skills.length, { one: "# skill", other: "# skills" })}`;
      return { title, act: t`Import` };
    }
    case "update":
      return { title: t`Update ${spelled(subject.name)}`, act: t`Update` };
    default:
      return subject satisfies never;
  }
}
