// The tour of the example: where each step goes, what it says, and what only it has.

import { t } from "@lingui/core/macro";
import type { Route } from "../facts/route.ts";
import type { Host } from "../host/host.ts";

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
  const found = rows.find(({ name, states }) => name === asked.skill && states.standing === "wins");
  if (found === undefined) throw new Error(`no skill is called ${asked.skill}`);
  return found.id;
}

const event = (host: Host) => host.ask("reference", { text: taken });

export const tourSteps: readonly TourStep[] = [
  {
    id: "skills",
    head: t`One name, two files`,
    words: t`Two files call themselves release-notes. Pixir takes the one of this project, as its rules say. The other is shadowed, and stays listed with the reason.`,
    place: async (host) => ({ screen: "skills", id: await askedSkill(host) }),
  },
  {
    id: "session",
    head: t`Which skill shaped this turn`,
    words: t`Claude Code took release-notes in during turn 1 of this session. “What shaped it” lists every text behind a turn, with the line of the log that proves it. That is how you know what the model was told.`,
    place: async (host) => {
      const { key, line } = await event(host);
      return { screen: "session", key, line: line ?? undefined };
    },
  },
  {
    id: "drift",
    head: t`Not the skill on disk any more`,
    words: t`Lines with − stood in the text that Claude Code had in front of it, lines with + stand in the file now. Whoever repeats that turn today gets another skill.`,
    place: async (host) => {
      const { key, line } = await event(host);
      return { screen: "diff", key, line: line ?? 0 };
    },
  },
  {
    id: "damage",
    head: t`A damaged log`,
    words: t`Line 412 of this log cannot be read: zero bytes stand in it. All other lines are, and what is missing is named instead of guessed.`,
    place: async (host) => ({
      screen: "session",
      key: (await host.ask("reference", { text: torn })).key,
      line: 412,
    }),
  },
  {
    id: "wins",
    head: t`Another agent, another winner`,
    words: t`A row is a name, a column an agent. Of review, Pixir takes a file of the project and Claude Code one of the home folder. The same name is not the same skill.`,
    place: async () => ({ screen: "wins" }),
  },
  {
    id: "approval",
    head: t`Nothing runs without your yes`,
    words: t`release-notes wants the newest lines of CHANGELOG.md. Ask for them as an agent would: you decide once whether it runs, and again whether the model gets the output. What you decided is listed here.`,
    place: async () => ({ screen: "approvals" }),
  },
];
