import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useKeptScroll } from "./kept.ts";

/** Up to here rows are plain elements, so that find and screen readers work; above only those in sight are drawn. */
export const plainUpTo = 200;

export interface Sight {
  /** What to draw, with the pixels above each; none where all are drawn one below the other. */
  entries: readonly { index: number; top: number | undefined }[];
  /** The element around the entries. */
  around: CSSProperties | undefined;
  /** First and last entry in sight, the last not included. */
  from: number;
  to: number;
  /** Measures an entry where heights are `measured`; needs `data-index`. */
  measure: ((element: Element | null) => void) | undefined;
}

/** Puts an entry where it belongs. Rows make it of the number, since a new object would have each drawn again. */
export function placed(top: number | undefined): CSSProperties | undefined {
  if (top === undefined) return undefined;
  return { position: "absolute", top: 0, left: 0, right: 0, transform: `translateY(${top}px)` };
}

/**
 * Which of `count` entries are drawn inside `scroller`, and keeps entry `current` in sight.
 * `covered` is the height at the top that something sticky covers.
 */
export function useSight({
  name,
  scroller,
  count,
  sizeOf,
  current,
  covered = 0,
  before = 0,
  align = "edge",
  heights = "known",
  onSeen,
}: {
  /** Under which it is remembered how far it was scrolled. */
  name?: string;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  sizeOf: (index: number) => number;
  current: number | null;
  covered?: number;
  /** The height of a sticky head that stands before the first entry. */
  before?: number;
  /** Where `current` comes to stand when it was out of sight. */
  align?: "edge" | "middle";
  /** Whether `sizeOf` says how high an entry is, once it has arrived, or only how high it may be. */
  heights?: "known" | "measured";
  onSeen?: (from: number, to: number) => void;
}): Sight {
  const virtual = count > plainUpTo;
  const kept = useKeptScroll(name, scroller, current);
  const rows = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    overscan: 4,
    scrollPaddingStart: covered + before,
    scrollMargin: before,
    initialOffset: kept.top,
  });
  const drawn = rows.getVirtualItems();
  const from = virtual ? (drawn[0]?.index ?? 0) : 0;
  const to = virtual ? (drawn[drawn.length - 1]?.index ?? -1) + 1 : count;

  // An entry that had not arrived was laid out by a guess.
  useLayoutEffect(() => {
    if (heights === "measured") return;
    for (const { index, size } of drawn) {
      const known = sizeOf(index);
      if (known !== size) rows.resizeItem(index, known);
    }
  });

  // Who looks for words in what is drawn can tell how much is not.
  const undrawn = virtual ? count - drawn.length : 0;
  useEffect(() => {
    if (undrawn > 0) scroller.current?.setAttribute("data-undrawn", String(undrawn));
    else scroller.current?.removeAttribute("data-undrawn");
  }, [scroller, undrawn]);

  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => seen.current?.(from, to), [from, to]);

  const shown = useRef(kept.current);
  useEffect(() => {
    if (current === shown.current) return;
    shown.current = current;
    if (current === null) return;
    if (virtual) rows.scrollToIndex(current, { align: align === "middle" ? "center" : "auto" });
    else {
      const row = scroller.current?.querySelector(`[data-index="${current}"]`);
      row?.scrollIntoView({ block: align === "middle" ? "center" : "nearest" });
    }
  }, [current, virtual, rows, scroller, align]);

  if (!virtual) {
    const entries = Array.from({ length: count }, (_, index) => ({ index, top: undefined }));
    return { entries, around: undefined, from, to, measure: undefined };
  }
  return {
    entries: drawn.map((row) => ({ index: row.index, top: row.start - before })),
    around: { position: "relative", height: rows.getTotalSize() },
    from,
    to,
    measure: heights === "measured" ? rows.measureElement : undefined,
  };
}
