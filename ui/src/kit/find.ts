// What is looked for in the texts on the page, and where it stands.

import { t } from "@lingui/core/macro";
import { createContext, useContext, useMemo } from "react";

/** What the reader looks for in what is shown. */
export interface Query {
  words: string;
  way: "exact" | "pattern";
  letters: "exact" | "any";
}

/** What the bar begins with. */
export const nothingSought: Query = { words: "", way: "exact", letters: "any" };

export interface Find {
  query: Query | null;
  /** Looks for something else; null ends it. */
  look: (query: Query | null) => void;
}

/** Texts that stand folded open by themselves when they hold what is looked for. */
export const FindContext = createContext<Find>({ query: null, look: () => {} });

/** Tells of a text whether it holds what the reader looks for. */
export function useHolds(): ((text: string) => boolean) | null {
  const { query } = useContext(FindContext);
  return useMemo(() => {
    const sought = expressionOf(query);
    return sought instanceof RegExp ? (text) => text.search(sought) >= 0 : null;
  }, [query]);
}

/** The expression of a query; null when nothing is looked for, and the reason when it is none. */
export function expressionOf(query: Query | null): RegExp | string | null {
  if (query === null || query.words === "") return null;
  const source = query.way === "exact" ? literally(query.words) : query.words;
  try {
    return new RegExp(source, query.letters === "exact" ? "gu" : "giu");
  } catch {
    return t`Invalid regular expression.`;
  }
}

/** A pattern that finds any of these texts and nothing else. */
export function anyOf(texts: readonly string[]): string {
  return texts.map(literally).join("|");
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

/** What is no text that is read. */
const left =
  ".unseen, [role=toolbar], [role=tablist], [role=radiogroup], [inert], [data-find], select, textarea, svg";
/** What a match does not reach across. */
const block =
  "div, p, li, pre, td, th, dt, dd, h1, h2, h3, h4, h5, h6, header, section, article, button, label";

/** Where an expression is found in the text below an element, in reading order; at most `most` places. */
export function rangesOf(root: Element, sought: RegExp, most: number): Range[] {
  const found: Range[] = [];
  for (const texts of blocksOf(root)) {
    const whole = texts.map(({ data }) => data).join("");
    for (const match of whole.matchAll(sought)) {
      if (match[0] === "") continue;
      if (found.length === most) return found;
      found.push(rangeIn(texts, match.index, match.index + match[0].length));
    }
  }
  return found;
}

/** The pieces of text that stand on their own, each with the nodes it is made of. */
function blocksOf(root: Element): Text[][] {
  const blocks: Text[][] = [];
  let before: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    return node.matches(left) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const around: Element | null = node.parentElement?.closest(block) ?? null;
    if (around !== before || blocks.length === 0) blocks.push([]);
    blocks[blocks.length - 1]?.push(node);
    before = around;
  }
  return blocks;
}

function rangeIn(texts: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let at = 0;
  for (const text of texts) {
    const end = at + text.length;
    if (from >= at && from < end) range.setStart(text, from - at);
    if (to > at && to <= end) range.setEnd(text, to - at);
    at = end;
  }
  return range;
}

/** Scrolls everything around a place until it is in sight, a third from the top. */
export function bringIntoSight(range: Range): void {
  for (let box = range.startContainer.parentElement; box !== null; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) continue;
    if (!/auto|scroll/u.test(getComputedStyle(box).overflow)) continue;
    const at = range.getBoundingClientRect();
    const around = box.getBoundingClientRect();
    if (at.top < around.top || at.bottom > around.bottom) {
      box.scrollTop += at.top - around.top - around.height / 3;
    }
    if (at.left < around.left || at.right > around.right) {
      box.scrollLeft += at.left - around.left - around.width / 3;
    }
  }
}
