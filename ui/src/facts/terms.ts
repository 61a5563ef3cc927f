// The words of the product that nobody can guess, each explained once. They stand explained where they are used, and
// together in the manual, on a page that a test holds to these.

import { t } from "@lingui/core/macro";

export const terms = {
  recorded: { word: t`recorded`, means: t`A log or a file says it, byte for byte.` },
  reconstructed: {
    word: t`reconstructed`,
    means: t`Worked out from what is recorded, by rules that are known. Nothing recorded says it itself.`,
  },
  inferred: {
    word: t`inferred`,
    means: t`The most likely reading of what is recorded. Another one is possible.`,
  },
  unknown: { word: t`unknown`, means: t`It cannot be known from what is here. It does not mean none.` },
  activation: {
    word: t`activation`,
    means: t`The moment a session takes in the whole text of a skill, called by the user, the model or a rule.`,
  },
  shaped: {
    word: t`what shaped it`,
    means: t`Every text of a skill and every hydrated fact that was in front of the model in this turn. That it was there is all this says; nobody can know what the model made of it.`,
  },
  inForce: {
    word: t`in force`,
    means: t`A line of a skill was in front of the model in these turns. That it was there is all this says.`,
  },
  snapshot: {
    word: t`snapshot`,
    means: t`A skill as it was when a session took it in: its bytes, and their hash.`,
  },
  drift: {
    word: t`drift`,
    means: t`How a snapshot differs from the file on disk now. A skill changed since it was last used when the disk has another text than the last one recorded.`,
  },
  shadow: {
    word: t`shadowed`,
    means: t`Two skills have one name. One wins; the other stays on disk, and no agent by these rules sees it.`,
  },
  ruling: {
    word: t`ruling`,
    means: t`Which file wins each name by the rules of one agent, and why the others do not.`,
  },
  doors: {
    word: t`doors`,
    means: t`One file can be reached by several paths, such as a link and the folder it leads to. Each path is a door; a change through one is a change through all.`,
  },
  heldBack: {
    word: t`held back`,
    means: t`A skill of this project that agents do not get until a person trusts the project.`,
  },
  tier1: {
    word: t`Tier 1`,
    means: t`Name and description: they stand in the list of skills before every conversation.`,
  },
  tier2: {
    word: t`Tier 2`,
    means: t`What comes in when the skill is activated. Some agents give their model the whole of SKILL.md, others what stands below the frontmatter.`,
  },
  tier3: {
    word: t`Tier 3`,
    means: t`Files beside SKILL.md: each comes in only if the model or a script opens it.`,
  },
  listing: {
    word: t`listing`,
    means: t`Names and descriptions of the skills that win, as the model is shown them. What exceeds the budget is cut, and the model never learns of it.`,
  },
  source: {
    word: "context source",
    means:
      "A declared way for a skill to get fresh facts: a command or a file. Nothing runs before a person allows it.",
  },
  hydration: {
    word: t`hydration`,
    means: t`Giving a skill fresh output of one of its context sources, with permission given twice: that it runs, and that its output is released.`,
  },
  grant: {
    word: t`grant`,
    means: t`A remembered yes, for exactly these bytes: the skill, its declaration, the command and the program. Any change of them ends it.`,
  },
  mode: {
    word: "mode",
    means:
      "What may run unasked. auto: what provably only reads. ask: nothing. read-only: nothing, and what may change something is refused.",
  },
  companion: {
    word: t`companion log`,
    means: t`What Assay records about a session, beside its log and never in it.`,
  },
  integrity: {
    word: t`integrity`,
    means: t`Whether recorded hashes and recorded texts agree, and whether a log is what it was when first seen.`,
  },
  compaction: {
    word: t`compaction`,
    means: t`A summary that takes the place of older events in what the model sees. Texts before it fall out.`,
  },
  convention: {
    word: t`as read by`,
    means: t`Whose rules decide: where that agent looks for skills, and which one wins a name.`,
  },
} as const satisfies Record<string, { word: string; means: string }>;

export type TermId = keyof typeof terms;

export function isTerm(word: string | undefined): word is TermId {
  return word !== undefined && Object.hasOwn(terms, word);
}
