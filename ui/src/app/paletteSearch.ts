// Which of the items fit what was typed, the best first, and why.

import Fuzzy from "@leeoniya/ufuzzy";
import type { Item } from "./paletteItems.ts";

/** A piece of text, and whether it is what was typed. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** An item with its words in pieces; `why` is the part that is not shown otherwise, where that is what fits. */
export interface Match {
  item: Item;
  label: readonly Piece[];
  note: readonly Piece[];
}

/** Letters may stand between those that were typed, in any script; what is typed together stays in one word's reach. */
const fuzzy = new Fuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[^\\s]",
  intraContr: "'\\p{L}{1,2}\\b",
  intraIns: 12,
});

/** Words may be typed in another order than they stand in. */
const OUT_OF_ORDER = 4;
const between = " · ";

export function plain(item: Item): Match {
  return { item, label: [{ text: item.label, hit: false }], note: [{ text: item.note, hit: false }] };
}

export function search(items: readonly Item[], words: string): Match[] {
  if (words === "") return items.map(plain);
  const hay = items.map(({ label, note, also }) => [label, note, also].join(between));
  const [found, ranked, order] = fuzzy.search(hay, words, OUT_OF_ORDER, hay.length);
  if (found === null) return [];
  if (ranked === null || order === null) return found.flatMap((at) => items[at] ?? []).map(plain);
  const matches = order.flatMap((place) => {
    const item = items[ranked.idx[place] ?? -1];
    return item === undefined ? [] : [matchOf(item, ranked.ranges[place] ?? [])];
  });
  // A name that fits comes before a text that does; within both the better fit.
  return [...matches.filter(isNamed), ...matches.filter((match) => !isNamed(match))];
}

function isNamed({ label }: Match): boolean {
  return label.some(({ hit }) => hit);
}

function matchOf(item: Item, ranges: readonly number[]): Match {
  const noteFrom = item.label.length + between.length;
  const alsoFrom = noteFrom + item.note.length + between.length;
  const also = pieces(item.also, alsoFrom, ranges);
  return {
    item,
    label: pieces(item.label, 0, ranges),
    note: also.some(({ hit }) => hit) ? around(also) : pieces(item.note, noteFrom, ranges),
  };
}

/** A part of the text that was searched, which begins at `from` of it, cut at what fits. */
function pieces(text: string, from: number, ranges: readonly number[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const start = Math.max(0, (ranges[index] ?? 0) - from);
    const end = Math.min(text.length, (ranges[index + 1] ?? 0) - from);
    if (end <= start || end <= at) continue;
    if (start > at) found.push({ text: text.slice(at, start), hit: false });
    found.push({ text: text.slice(Math.max(at, start), end), hit: true });
    at = end;
  }
  if (at < text.length) found.push({ text: text.slice(at), hit: false });
  return found;
}

/** The most letters told before the first place that fits. */
const BEFORE = 12;

/** A long text from shortly before the first place that fits. */
function around(all: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = all;
  if (first === undefined || first.hit || first.text.length <= BEFORE) return all;
  return [{ text: `…${first.text.slice(-BEFORE)}`, hit: false }, ...rest];
}
