// The words of the product, each explained once: in tooltips where they are used, and in the manual. `section` is the
// anchor there, the same in every language. A test compares the manual with these.

import { t } from "@lingui/core/macro";

export const terms = {
  recorded: { word: t`recorded`, section: "recorded", means: t`Stated in a log or a file, byte for byte.` },
  reconstructed: {
    word: t`reconstructed`,
    section: "reconstructed",
    means: t`Derived from recorded data by known rules. Not recorded itself.`,
  },
  inferred: {
    word: t`inferred`,
    section: "inferred",
    means: t`The most likely reading of the recorded data. Other readings are possible.`,
  },
  unknown: {
    word: t`unknown`,
    section: "unknown",
    means: t`The available data doesn’t tell. It does not mean none.`,
  },
  activation: {
    word: t`activation`,
    section: "activation",
    means: t`The moment the full text of a skill enters the model’s context, triggered by the user, the model or a rule.`,
  },
  shaped: {
    word: t`what shaped this turn`,
    section: "what-shaped-this-turn",
    means: t`All skill texts and hydrated output in the model’s context in this turn. What the model did with them is not recorded.`,
  },
  inForce: {
    word: t`in context`,
    section: "in-context",
    means: t`The text of a skill was in the model’s context in these turns. What the model did with it is not recorded.`,
  },
  snapshot: {
    word: t`snapshot`,
    section: "snapshot",
    means: t`The text of a skill as a session recorded it, with its hash.`,
  },
  drift: {
    word: t`drift`,
    section: "drift",
    means: t`How a snapshot differs from the file on disk. A skill has changed since last used if the file differs from its latest snapshot.`,
  },
  shadow: {
    word: t`shadowed`,
    section: "shadowed",
    means: t`Another skill with the same name takes precedence, so the agent doesn’t use this one.`,
  },
  ruling: {
    word: t`winner`,
    section: "winner",
    means: t`The file an agent uses when several skills have the same name, by that agent’s rules.`,
  },
  doors: {
    word: t`paths`,
    section: "paths",
    means: t`Several paths can lead to the same file, such as a link and its target. A change through one path changes the file for all of them.`,
  },
  heldBack: {
    word: t`needs trust`,
    section: "needs-trust",
    means: t`A skill of this project that is hidden from agents until you trust the project.`,
  },
  tier1: {
    word: t`Tier 1`,
    section: "tier-1",
    means: t`Name and description, listed in the catalog in every turn.`,
  },
  tier2: {
    word: t`Tier 2`,
    section: "tier-2",
    means: t`The text loaded when the skill is activated. Some agents load all of SKILL.md, others only the part below the frontmatter.`,
  },
  tier3: {
    word: t`Tier 3`,
    section: "tier-3",
    means: t`Other files of the skill. Each is loaded only if the model or a script opens it.`,
  },
  listing: {
    word: t`catalog`,
    section: "catalog",
    means: t`The names and descriptions of skills that the model is shown. Skills that exceed its budget are left out, and the model isn’t told.`,
  },
  source: {
    word: t`context source`,
    section: "context-source",
    means: t`A command or file that a skill declares as a source of fresh context. Nothing runs until you allow it.`,
  },
  hydration: {
    word: t`hydration`,
    section: "hydration",
    means: t`Adding fresh output of a context source to a skill. You approve it twice: to run the command and to send its output.`,
  },
  grant: {
    word: t`grant`,
    section: "grant",
    means: t`A stored permission for exactly these bytes: the skill, its declaration, the command and the program. It ends when any of them changes.`,
  },
  mode: {
    word: t`mode`,
    section: "mode",
    means: t`What may run without asking. auto: commands that are proven to be read-only. ask: nothing. read-only: nothing, and commands that may change something are refused.`,
  },
  companion: {
    word: t`companion log`,
    section: "companion-log",
    means: t`A log that Assay writes about a session. The agent’s own log is never changed.`,
  },
  integrity: {
    word: t`integrity`,
    section: "integrity",
    means: t`Whether recorded texts match their hashes, and whether a log has changed since Assay first saw it.`,
  },
  compaction: {
    word: t`compaction`,
    section: "compaction",
    means: t`A summary that replaces older events in the model’s context. Texts before it drop out.`,
  },
  convention: {
    word: t`agent`,
    section: "agent",
    means: t`The agent whose rules apply: where it looks for skills and which one wins.`,
  },
} as const satisfies Record<string, { word: string; section: string; means: string }>;

export type TermId = keyof typeof terms;

export function isTerm(word: string | undefined): word is TermId {
  return word !== undefined && Object.hasOwn(terms, word);
}
