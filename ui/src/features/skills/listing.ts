// How much of the skills the model is shown, in words: the same everywhere.

import { count, counted } from "../../facts/Count.tsx";
import type { ListingFact, SkillStates } from "../../host/wire.gen.ts";

/** How large the list is, beside what the agent gives it. The words around the list are not counted. */
export function listingWords({ size, brought, budget }: ListingFact): string {
  if (budget === null) return `${counted(size, "byte")}, no limit`;
  const { amount, unit } = budget;
  if (size + brought > amount) return `full: ${count(amount)} of ${count(size + brought)} ${unit}`;
  return `${count(size)} of ${count(amount - brought)} ${unit}`;
}

/** What the agent does when the list is too large, and where that is known from. */
export function budgetWords({ budget, brought, source }: ListingFact, agent: string): string {
  if (budget === null) return `${agent} lists every skill: ${source}.`;
  const own = brought === 0 ? "" : ` Of these, the skills that ${agent} brings along take ${count(brought)}.`;
  return `Of more than ${count(budget.amount)} ${budget.unit}, ${agent} ${budget.over}: ${source}.${own}`;
}

/** The budget takes something of the skill away. */
export function isCut({ listing }: SkillStates): boolean {
  return listing === "cut" || listing === "part";
}
