// How much of the skills the model is shown, in words: the same everywhere.

import { plural, t } from "@lingui/core/macro";
import type { ListingBudget, ListingFact, RecordedListing, SkillStates } from "../../host/wire.gen.ts";
import { spelled } from "../../kit/seen.ts";
import { messageWords } from "../../language/messages.ts";
import { count } from "../../language/numbers.ts";

const units: Readonly<Record<string, string>> = {
  bytes: t`bytes`,
  characters: t`characters`,
  columns: t`characters`,
  tokens: t`tokens`,
};

/** What a budget is counted in, by its name; one that is not known has no other word. */
export function unitWords(unit: string): string {
  return units[unit] ?? unit;
}

/** How large the list is, beside what the agent gives it. The words around the list are not counted. */
export function listingWords({ size, brought, budget, recorded }: ListingFact): string {
  if (budget === null) {
    const bytes = plural(size, { one: "# byte", other: "# bytes" });
    return recorded?.over_known_limit === true ? t`${bytes}, limit unknown` : t`${bytes}, no limit`;
  }
  const { amount, unit } = budget;
  if (size + brought > amount)
    return t`over budget: ${count(size + brought)} of ${count(amount)} ${unitWords(unit)}`;
  return t`${count(size)} of ${count(amount - brought)} ${unitWords(unit)}`;
}

function overWords({ amount, unit, over }: ListingBudget, agent: string): string {
  const limit = `${count(amount)} ${unitWords(unit)}`;
  switch (over) {
    case "cuts":
      return t`Over ${limit}, ${agent} cuts the text where it is full:`;
    case "leaves_out":
      return t`Over ${limit}, ${agent} leaves out the last skills:`;
    case "names_only":
      return t`Over ${limit}, ${agent} leaves out descriptions and keeps every name:`;
    case "shortens":
      return t`Over ${limit}, ${agent} shortens every description and keeps every name:`;
    default:
      return over satisfies never;
  }
}

/** What the agent does when the list is too large, and where that is known from. */
export function budgetWords({ budget, brought, source, recorded }: ListingFact, agent: string): string {
  const known = spelled(messageWords(source));
  if (budget === null && recorded?.over_known_limit === true)
    return t`The limit of ${agent} is unknown: a session recorded a longer catalog than the known limit allows.`;
  if (budget === null) return t`${agent} lists every skill: ${known}.`;
  const own = brought === 0 ? "" : ` ${t`${agent}’s own skills use ${count(brought)} of these.`}`;
  return `${overWords(budget, agent)} ${known}.${own}`;
}

/** The last catalog that a session recorded: how many skills, and how much of them. */
export function recordedWords({ total, names_only, size, unit }: RecordedListing): string {
  const parts = [plural(total, { one: "# skill", other: "# skills" })];
  if (names_only !== null) {
    parts.push(names_only === 0 ? t`all with a description` : t`${count(names_only)} by name only`);
  }
  if (size !== null) parts.push(`${count(size)} ${unitWords(unit)}`);
  return parts.join(", ");
}

/** The budget takes something of the skill away. */
export function isCut({ listing }: SkillStates): boolean {
  return listing === "cut" || listing === "part";
}
