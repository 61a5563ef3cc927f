// The tour of the example: where each step goes, what it says, and what only it has.

import { t } from "@lingui/core/macro";
import type { Route } from "../facts/route.ts";
import type { Host } from "../host/host.ts";
import { rawText } from "../language/foreign.ts";

export interface TourStep {
  /** Names what is marked while it is shown; `Tour.css` says which element that is. */
  id: "skills" | "session" | "drift" | "damage" | "wins" | "approval";
  head: string;
  /** At most three short sentences: what is to be seen there, and why it matters. */
  words: string;
  /** The place it speaks of; rejects where the example no longer has it. */
  place: (host: Host) => Promise<Route>;
}

/** A session of Claude Code, at the event that took a skill in whose file says something else now. */
const taken = "5b1f0c52-8a0e-4a63-9d7b-2f3c9e1a7d10#7";
/** A session of Pixir with a line that nobody can read. */
const torn = "20261012T080211-1d9c3e";

/** What is asked for: harmless, without network, and it proves itself on the screen. */
export const asked = { skill: "release-notes", source: "newest" };

/** The skill of the workspace with that name, as Pixir finds it; rejects where there is none. */
export async function askedSkill(host: Host): Promise<string> {
  const all = { text: asked.skill, state: "any", sort: "name", from: 0, count: 20 } as const;
  const { rows } = await host.ask("skills", all);
  const found = rows.find(({ name, states }) => rawText(name) === asked.skill && states.standing === "wins");
  if (found === undefined) throw new Error(`no skill is called ${asked.skill}`);
  return found.id;
}

const event = (host: Host) => host.ask("reference", { text: taken });

export const tourSteps: readonly TourStep[] = [
  {
    id: "skills",
    head: t`One name, two files`,
    words: t`Two skills are named release-notes. By its rules, Pixir uses the one in this project. The other is shadowed and stays in the list, with the reason.`,
    place: async (host) => ({ screen: "skills", id: await askedSkill(host) }),
  },
  {
    id: "session",
    head: t`Which skill shaped this turn`,
    words: t`Claude Code activated release-notes in turn 1 of this session. “What shaped this turn” lists every skill text in the model’s context, with the log line that proves it.`,
    place: async (host) => {
      const { key, line } = await event(host);
      return { screen: "session", key, line: line ?? undefined };
    },
  },
  {
    id: "drift",
    head: t`The skill on disk has changed`,
    words: t`Lines with − were in the text that Claude Code had in context, lines with + are in the file now. Repeating that turn today would use a different skill text.`,
    place: async (host) => {
      const { key, line } = await event(host);
      return { screen: "diff", key, line: line ?? 0 };
    },
  },
  {
    id: "damage",
    head: t`A corrupt log`,
    words: t`Line 412 of this log contains zero bytes and can’t be read. Assay reads all other lines and marks what is missing instead of guessing.`,
    place: async (host) => ({
      screen: "session",
      key: (await host.ask("reference", { text: torn })).key,
      line: 412,
    }),
  },
  {
    id: "wins",
    head: t`Different agents, different winners`,
    words: t`Each row is a skill name, each column an agent. For review, Pixir uses a file in the project and Claude Code uses one in the home folder. The same name can mean different skills.`,
    place: async () => ({ screen: "wins" }),
  },
  {
    id: "approval",
    head: t`Nothing runs without your approval`,
    words: t`release-notes wants the newest lines of CHANGELOG.md. Send the request an agent would send: you decide first whether the command runs, then whether the model gets its output. Your decisions are listed here.`,
    place: async () => ({ screen: "approvals" }),
  },
];
