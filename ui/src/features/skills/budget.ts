// Where the shares of a catalog's limit stand beside each other, in hundredths of the bar.

import type { CatalogView } from "../../host/wire.gen.ts";

export interface BudgetLayout {
  unit: string;
  /** What is taken before any skill. */
  own: number;
  /** The shares that are drawn, in the catalog's order. */
  segments: readonly { from: number; wide: number; named: boolean }[];
  /** Where the limit stands; none where there is none. */
  limit: number | null;
  /** Skills the bar has no room for. */
  beyond: number;
}

/** Of a catalog that is larger than this many times its limit, only the beginning is drawn. */
const most = 2;
/** From this width on there is room for a name. */
const nameFrom = 9;

export function budgetLayout({
  listing,
  own,
  shares,
  shares_total,
}: Pick<CatalogView, "listing" | "own" | "shares" | "shares_total">): BudgetLayout {
  const amount = listing.budget?.amount ?? null;
  const total = own + shares_total;
  const room = amount === null ? total : Math.max(amount, Math.min(total, amount * most));
  const part = (value: number) => (value / room) * 100;
  const segments = [];
  let at = own;
  for (const { cost } of shares) {
    if (at >= room) break;
    const wide = part(Math.min(cost, room - at));
    segments.push({ from: part(at), wide, named: wide >= nameFrom });
    at += cost;
  }
  const skills = listing.listed + listing.left_out.length;
  return {
    unit: listing.budget?.unit ?? "bytes",
    own: part(Math.min(own, room)),
    segments,
    limit: amount === null ? null : part(amount),
    beyond: Math.max(0, skills - segments.length),
  };
}
