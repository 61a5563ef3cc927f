// A session at a glance: where things stand in its strip, in hundredths of width and height.

import type { OverviewStretch, OverviewView } from "../../host/wire.gen.ts";

/** Some stretches in a row whose tokens are known, drawn as one outline. */
export interface Outline {
  from: number;
  /** As the `d` of a path in a box of 100 by 100. */
  path: string;
}

export interface StripLayout {
  /** Left ends of the stretches. */
  starts: readonly number[];
  /** What was in context; where no call says how much, there is a gap. */
  outlines: readonly Outline[];
  /** Most tokens in context, and the stretch that has them. */
  most: { tokens: number; at: number } | null;
  /** Where the context was summed up. */
  cliffs: readonly number[];
  /** Where a turn failed. */
  failures: readonly number[];
  /** Where a hydration stands. */
  hydrations: readonly number[];
  /** Lanes of skill texts. */
  lanes: readonly { colour: number; spans: readonly { from: number; wide: number }[] }[];
}

export function stripLayout(view: OverviewView): StripLayout {
  const { stretches, events } = view;
  const part = (event: number) => (event / Math.max(1, events)) * 100;
  const tokens = carried(stretches);
  const most = tokens.reduce<StripLayout["most"]>(
    (known, own, at) => (own !== null && own > (known?.tokens ?? 0) ? { tokens: own, at } : known),
    null,
  );
  const where = (is: (stretch: OverviewStretch) => boolean) =>
    stretches.filter(is).map(({ from, to }) => part((from + to) / 2));
  return {
    starts: stretches.map(({ from }) => part(from)),
    outlines: most === null ? [] : outlinesOf(stretches, tokens, most.tokens, part),
    most,
    cliffs: where(({ compactions }) => compactions > 0),
    failures: where(({ failures }) => failures > 0),
    hydrations: where(({ hydrations }) => hydrations > 0),
    lanes: view.lanes.map(({ letter, spans }) => ({
      colour: letter.colour,
      spans: spans.map(({ from, to }) => ({ from: part(from), wide: part(to - from) })),
    })),
  };
}

/**
 * What is in context in each stretch: what its calls sent, or still what the last call sent. After a compaction, and in
 * a turn whose calls do not say, it is not known.
 */
export function carried(stretches: readonly OverviewStretch[]): (number | null)[] {
  const known = new Set(stretches.filter(({ tokens }) => tokens !== null).map(({ turn }) => turn));
  let last: number | null = null;
  return stretches.map(({ tokens, turn, compactions }) => {
    if (compactions > 0 || !known.has(turn)) last = null;
    if (tokens !== null) last = tokens;
    return last;
  });
}

function outlinesOf(
  stretches: readonly OverviewStretch[],
  tokens: readonly (number | null)[],
  most: number,
  part: (event: number) => number,
): Outline[] {
  const outlines: Outline[] = [];
  let before: number | null = null;
  for (const [at, { from, to }] of stretches.entries()) {
    const own = tokens[at] ?? null;
    const top = own === null ? 0 : round(100 - (own / most) * 100);
    if (own !== null && before === null) {
      outlines.push({ from: round(part(from)), path: `M${round(part(from))} 100` });
    }
    const last = outlines.at(-1);
    if (last !== undefined && own !== null) last.path += `V${top}H${round(part(to))}`;
    before = own;
  }
  return outlines.map(({ from, path }) => ({ from, path: `${path}V100Z` }));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The stretch in which a row of the timeline is read, the one that was picked if that is of the same row. */
export function stretchOf(
  stretches: readonly OverviewStretch[],
  row: number | undefined,
  picked: number | null,
): number | null {
  if (row === undefined) return null;
  if (picked !== null && stretches[picked]?.row === row) return picked;
  const own = stretches.findIndex((stretch) => stretch.row === row);
  if (own !== -1) return own;
  const behind = stretches.findIndex((stretch) => stretch.row > row);
  return behind === -1 ? stretches.length - 1 : Math.max(0, behind - 1);
}
