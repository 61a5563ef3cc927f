import { type RefObject, useEffect, useRef, useState } from "react";
import { bringIntoSight, rangesOf } from "./find.ts";

/** Places marked at once. */
export const most = 2000;

export interface Found {
  total: number;
  /** Which one the reader is at. */
  at: number | null;
  /** Long texts that stand folded, of which only the beginning was looked through. */
  beyond: number;
  /** Rows of long lists that are not drawn, so that nothing was looked for in them. */
  undrawn: number;
  /** Whether a list here can be narrowed by a word, in all of its rows. */
  filters: boolean;
  /** To the next or the previous place. */
  step: (by: 1 | -1) => void;
}

const nothing = { total: 0, at: null, beyond: 0, undrawn: 0, filters: false };

/**
 * Marks every place where `sought` is found inside `within`, as long as this stands, and again when the page changes.
 * The first place shown is inside what is marked `data-sought`, else the first in sight; the reader's steps decide
 * from then on.
 */
export function useFound(within: RefObject<HTMLElement | null>, sought: RegExp | null): Found {
  const [told, tell] = useState<Omit<Found, "step">>(nothing);
  const ranges = useRef<Range[]>([]);
  const current = useRef<number | null>(null);
  const stepped = useRef(false);
  const source = sought === null ? null : `${sought.source} ${sought.flags}`;

  const show = (at: number | null, scrolls: boolean) => {
    current.current = at;
    const range = at === null ? undefined : ranges.current[at];
    mark("found-current", range === undefined ? [] : [range]);
    if (range !== undefined && scrolls) bringIntoSight(range);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the expression is known by its source
  useEffect(() => {
    const root = within.current;
    stepped.current = false;
    current.current = null;
    if (root === null || sought === null) {
      tell(nothing);
      return;
    }
    const look = () => {
      const before = current.current === null ? undefined : ranges.current[current.current];
      ranges.current = rangesOf(root, sought, most);
      mark("found", ranges.current);
      const arrived = !stepped.current && ranges.current.some(isSought);
      const first = before === undefined || (arrived && !isSought(before));
      const at = first ? firstOf(ranges.current) : sameOf(ranges.current, before);
      show(at, first);
      tell({
        total: ranges.current.length,
        at,
        beyond: root.querySelectorAll("[data-beyond]").length,
        undrawn: undrawnIn(root),
        filters: root.querySelector("[data-filter]") !== null,
      });
    };
    look();
    let waiting = 0;
    const watch = new MutationObserver((changes) => {
      if (changes.every(({ target }) => isBar(target))) return;
      clearTimeout(waiting);
      waiting = window.setTimeout(look, 60);
    });
    watch.observe(root, { subtree: true, childList: true, characterData: true });
    return () => {
      clearTimeout(waiting);
      watch.disconnect();
      mark("found", []);
      mark("found-current", []);
    };
  }, [source, within]);

  return {
    ...told,
    step: (by) => {
      const { length } = ranges.current;
      if (length === 0) return;
      stepped.current = true;
      const from = current.current ?? (by === 1 ? -1 : length);
      show((from + by + length) % length, true);
      tell((before) => ({ ...before, at: current.current }));
    },
  };
}

function mark(name: string, ranges: readonly Range[]): void {
  // A page without highlights still counts and scrolls.
  if (typeof Highlight === "undefined" || CSS.highlights === undefined) return;
  const known = CSS.highlights.get(name);
  const marks = known ?? new Highlight();
  // Emptied rather than replaced: WebKit leaves the marks of a highlight that is replaced on the screen.
  marks.clear();
  for (const range of ranges) marks.add(range);
  if (known !== undefined) return;
  marks.priority = name === "found" ? 0 : 1;
  CSS.highlights.set(name, marks);
}

function firstOf(ranges: readonly Range[]): number | null {
  if (ranges.length === 0) return null;
  const sought = ranges.findIndex(isSought);
  if (sought >= 0) return sought;
  const inSight = ranges.findIndex((range) => range.getBoundingClientRect().top >= 0);
  return Math.max(0, inSight);
}

/** The place that was shown before, or the one nearest behind it. */
function sameOf(ranges: readonly Range[], before: Range | undefined): number | null {
  if (ranges.length === 0) return null;
  if (before === undefined || !before.startContainer.isConnected) return 0;
  const at = ranges.findIndex((range) => range.compareBoundaryPoints(Range.START_TO_START, before) >= 0);
  return at === -1 ? ranges.length - 1 : at;
}

function undrawnIn(root: Element): number {
  const lists = [...root.querySelectorAll<HTMLElement>("[data-undrawn]")];
  return lists.reduce((sum, { dataset }) => sum + Number(dataset.undrawn), 0);
}

function isSought({ startContainer }: Range): boolean {
  return startContainer.parentElement?.closest("[data-sought]") != null;
}

function isBar(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest("[data-find]") != null;
}
