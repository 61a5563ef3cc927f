// How much of the skills the model is shown, in words: the same everywhere.

import { count, counted } from "../../facts/Count.tsx";
import type { ListingFact, SkillStates } from "../../host/wire.gen.ts";

/** How large the list is, beside what the agent gives it. The words around the list are not counted. */
export function listingWords({ bytes, budget }: ListingFact): string {
  if (budget === null) return `${counted(bytes, "byte")}, no limit`;
  if (budget.unit !== "bytes") return `${counted(bytes, "byte")}, at most ${amount(budget)}`;
  return bytes > budget.amount
    ? `full: ${count(budget.amount)} of ${count(bytes)} bytes`
    : `${count(bytes)} of ${count(budget.amount)} bytes`;
}

/** What the agent does when the list is too large, and where that is known from. */
export function budgetWords({ budget, source }: ListingFact, agent: string): string {
  if (budget === null) return `${agent} lists every skill: ${source}.`;
  return `Of more than ${amount(budget)}, ${agent} ${budget.over}: ${source}.`;
}

/** The budget takes something of the skill away. */
export function isCut({ listing }: SkillStates): boolean {
  return listing === "cut" || listing === "part";
}

function amount(budget: { amount: number; unit: string }): string {
  return `${count(budget.amount)} ${budget.unit}`;
}
