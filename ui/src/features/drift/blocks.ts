// The rows of a difference, cut into the blocks that are drawn: runs of equal lines, runs of changed lines,
// folds, and gaps whose rows are not here yet. A virtual list measures blocks, not rows, because lines wrap.

import type { DiffLine, DiffRow } from "../../host/wire.gen.ts";
import type { AnyText } from "../../language/foreign.ts";

export type Layout = "split" | "unified";

/** A line of one side; its pieces may be cut out of others. */
export type ShownLine = Omit<DiffLine, "pieces"> & { pieces: { text: AnyText; changed: boolean }[] };

/** What stands side by side; in the unified layout a changed pair has only one of the two. */
export interface Pair {
  left: ShownLine | null;
  right: ShownLine | null;
}

export type Fold = Extract<DiffRow, { kind: "fold" }>;

/**
 * `row` is the number of the block's first row; `key` stays the same while other rows arrive.
 * A fold's `whole` is the row its first line has when nothing is folded, or `null` while rows before it are awaited.
 */
export type Block = { key: string; row: number } & (
  | { kind: "same"; pairs: Pair[] }
  | { kind: "changed"; change: number; pairs: Pair[] }
  | { kind: "fold"; fold: Fold; whole: number | null }
  | { kind: "awaited"; count: number }
);

/** The most lines of one block. */
const BLOCK = 20;

/** The blocks of all rows. `row(i)` gives a row, or nothing while it has not arrived. */
export function blocksOf(
  total: number,
  row: (index: number) => DiffRow | undefined,
  layout: Layout,
): Block[] {
  const blocks: Block[] = [];
  let folded: number | null = 0;
  for (let from = 0; from < total; ) {
    const first = row(from);
    const to = endOfRun(from, total, row);
    if (first === undefined) {
      blocks.push(...awaited(from, to));
      folded = null;
    } else if (first.kind === "fold") {
      const whole: number | null = folded === null ? null : from + folded;
      blocks.push({ kind: "fold", key: `fold ${first.left_from}`, row: from, fold: first, whole });
      folded = folded === null ? null : folded + first.lines - 1;
    } else {
      blocks.push(...parts(first, pairsOf(from, to, row), from, layout));
    }
    from = to;
  }
  return blocks;
}

/** The number of the block that holds a row. */
export function blockAt(blocks: readonly Block[], row: number): number {
  const after = blocks.findIndex((block) => block.row > row);
  return Math.max(0, (after === -1 ? blocks.length : after) - 1);
}

/** The number of the block that shows a line of the disk; -1 if it has not arrived. */
export function blockOfLine(blocks: readonly Block[], line: number): number {
  return blocks.findIndex((block) => {
    switch (block.kind) {
      case "same":
      case "changed":
        return block.pairs.some((pair) => pair.right !== null && pair.right.number >= line);
      case "fold":
        return block.fold.right_from + block.fold.lines > line;
      case "awaited":
        return false;
      default:
        return block satisfies never;
    }
  });
}

/** How many lines a block draws if none of them wraps. */
export function linesOf(block: Block): number {
  switch (block.kind) {
    case "same":
    case "changed":
      return block.pairs.length;
    case "fold":
      return 1;
    case "awaited":
      return block.count;
    default:
      return block satisfies never;
  }
}

function endOfRun(from: number, total: number, row: (index: number) => DiffRow | undefined): number {
  const first = row(from);
  let to = from + 1;
  while (to < total && continues(first, row(to))) {
    to += 1;
  }
  return to;
}

function continues(first: DiffRow | undefined, next: DiffRow | undefined): boolean {
  if (first === undefined || next === undefined) {
    return first === next;
  }
  switch (first.kind) {
    case "same":
      return next.kind === "same";
    case "changed":
      return next.kind === "changed" && next.change === first.change;
    case "fold":
      return false;
    default:
      return first satisfies never;
  }
}

function pairsOf(from: number, to: number, row: (index: number) => DiffRow | undefined): Pair[] {
  const pairs: Pair[] = [];
  for (let at = from; at < to; at += 1) {
    const each = row(at);
    if (each !== undefined && each.kind !== "fold") {
      pairs.push({ left: each.left, right: each.right });
    }
  }
  return pairs;
}

function parts(first: Exclude<DiffRow, Fold>, pairs: Pair[], from: number, layout: Layout): Block[] {
  const drawn = first.kind === "changed" && layout === "unified" ? oneColumn(pairs) : pairs;
  const last = from + pairs.length - 1;
  const blocks: Block[] = [];
  for (let at = 0; at < drawn.length; at += BLOCK) {
    const place = {
      key: `${first.kind} ${from} ${at}`,
      row: Math.min(from + at, last),
      pairs: drawn.slice(at, at + BLOCK),
    };
    blocks.push(
      first.kind === "changed"
        ? { kind: "changed", change: first.change, ...place }
        : { kind: "same", ...place },
    );
  }
  return blocks;
}

/** Short pieces, so that a far row can be scrolled to before it is here. */
function awaited(from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let row = from; row < to; row += BLOCK) {
    blocks.push({ kind: "awaited", key: `awaited ${row}`, row, count: Math.min(BLOCK, to - row) });
  }
  return blocks;
}

/** What was removed, then what was added. */
function oneColumn(pairs: readonly Pair[]): Pair[] {
  return [
    ...pairs.filter((pair) => pair.left !== null).map((pair) => ({ left: pair.left, right: null })),
    ...pairs.filter((pair) => pair.right !== null).map((pair) => ({ left: null, right: pair.right })),
  ];
}
