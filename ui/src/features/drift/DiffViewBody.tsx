import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DiffAsk, DiffView } from "../../host/wire.gen.ts";
import { count } from "../../language/numbers.ts";
import { type Block, blockAt, blockOfLine, type Layout, linesOf } from "./blocks.ts";
import { copyLines } from "./copyLines.ts";
import { DiffViewFields } from "./DiffViewFields.tsx";
import { DiffViewFold } from "./DiffViewFold.tsx";
import { DiffViewLines } from "./DiffViewLines.tsx";
import { DiffViewMarks } from "./DiffViewMarks.tsx";
import { DiffViewNotes } from "./DiffViewNotes.tsx";
import { DiffViewSides } from "./DiffViewSides.tsx";
import "./DiffView.css";

/** Where the body should scroll to: a row, or a line of the file on disk. */
export type Goal = { row: number } | { line: number };

/** Up to so many rows all are drawn, so that find and screen readers reach them. */
const PLAIN_ROWS = 200;

/** One line that does not wrap, in pixels. */
const LINE = 19;

/** How many frames a virtual list may take until what it scrolled to stands still. */
const FRAMES = 10;

/** Kept free above a change that is scrolled to: some lines before it. */
const ABOVE_CHANGE = 100;

export function DiffViewBody({
  ask,
  view,
  blocks,
  layout,
  opened,
  current,
  goal,
  scroller,
  onGoal,
  onSeen,
  onOpen,
  onLine,
}: {
  ask: Omit<DiffAsk, "from" | "count">;
  view: DiffView;
  blocks: readonly Block[];
  layout: Layout;
  opened: ReadonlySet<string>;
  current: number | null;
  goal: Goal | null;
  scroller: RefObject<HTMLDivElement | null>;
  /** The goal is reached. */
  onGoal: () => void;
  onSeen: (from: number, to: number) => void;
  onOpen: (block: Extract<Block, { kind: "fold" }>) => void;
  /** The number of a recorded line was pressed. */
  onLine: (number: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  const plain = view.total <= PLAIN_ROWS;
  const virtual = useVirtualizer({
    count: plain ? 0 : blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(blocks[index]),
    getItemKey: (index) => blocks[index]?.key ?? index,
    scrollMargin: above,
    overscan: 3,
  });
  const items = virtual.getVirtualItems();

  // The list that led here is gone and took the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);

  useLayoutEffect(() => {
    if (list.current !== null) setAbove(list.current.offsetTop);
    const [first, last] = [items[0], items[items.length - 1]];
    const [from, to] = [blocks[first?.index ?? -1], blocks[last?.index ?? -1]];
    if (from !== undefined && to !== undefined) onSeen(from.row, to.row + linesOf(to));
  });

  useLayoutEffect(() => {
    if (goal === null) return;
    const index = placeOf(goal, blocks);
    const block = blocks[index];
    if (block === undefined) return onGoal();
    if (!plain) virtual.scrollToIndex(index, { align: "start" });
    if (block.kind === "awaited") return;
    onGoal();
    // A virtual list draws what it scrolled to within some frames, and measures it in the next.
    const soon = (frames: number) =>
      requestAnimationFrame(() => {
        const moved = bring(scroller.current, list.current, block, goal);
        if (moved !== 0 && frames > 0) soon(frames - 1);
      });
    soon(FRAMES);
  });

  const draw = (block: Block) => {
    switch (block.kind) {
      case "same":
        return <DiffViewLines pairs={block.pairs} layout={layout} kind="same" />;
      case "changed":
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
          <div
            role="group"
            aria-label={t`Change ${block.change + 1} of ${view.changes}`}
            className={block.change === current ? "diff-current anchors" : "anchors"}
          >
            <DiffViewLines pairs={block.pairs} layout={layout} kind="changed" />
          </div>
        );
      case "fold":
        return (
          <DiffViewFold
            block={block}
            ask={ask}
            layout={layout}
            open={opened.has(block.key)}
            onOpen={() => onOpen(block)}
          />
        );
      case "awaited":
        return <div className="on-sunken" style={{ height: heightOf(block) }} />;
      default:
        return block satisfies never;
    }
  };

  return (
    <div className={`diff-frame flex fill anchors diff-${layout}`}>
      <section
        ref={scroller}
        className="diff-scroll grow anchors scrolls contained"
        aria-label={t`Changes`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-stop
        onPointerDown={pickSide}
        onPointerUp={(event) => {
          const number = numberOf(event.target);
          if (number !== null) onLine(number);
        }}
        onCopy={copyLines}
      >
        <DiffViewSides view={view} />
        <DiffViewNotes view={view} />
        <DiffViewFields view={view} layout={layout} />
        <h2 className="diff-section breaks type-small-strong">
          <Trans>
            Body <span className="text-2 regular tabular">{bodyWords(view)}</span>
          </Trans>
        </h2>
        {plain ? (
          <div ref={list} className="anchors">
            {blocks.map((block) => (
              <div key={block.key} data-block={block.key}>
                {draw(block)}
              </div>
            ))}
          </div>
        ) : (
          <div ref={list} className="anchors" style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const block = blocks[item.index];
              return (
                block !== undefined && (
                  <div
                    key={item.key}
                    ref={virtual.measureElement}
                    data-index={item.index}
                    data-block={block.key}
                    className="diff-block"
                    style={{ transform: `translateY(${item.start - above}px)` }}
                  >
                    {draw(block)}
                  </div>
                )
              );
            })}
          </div>
        )}
      </section>
      <DiffViewMarks view={view} scroller={scroller} list={list} />
    </div>
  );
}

/** The line of the disk at the upper edge; nothing while the body begins below it. */
export function lineAtTop(scroller: HTMLElement | null): Goal | null {
  const list = scroller?.querySelector(".diff-list");
  if (!scroller || !list) return null;
  const edge = scroller.getBoundingClientRect().top + coveredOf(scroller);
  if (list.getBoundingClientRect().top >= edge) return null;
  for (const row of list.querySelectorAll<HTMLElement>("[data-line]")) {
    if (row.getBoundingClientRect().bottom > edge) return { line: Number(row.dataset.line) };
  }
  return null;
}

function heightOf(block: Block | undefined): number {
  return block === undefined ? LINE : block.kind === "fold" ? 26 : linesOf(block) * LINE;
}

/** The block that shows the goal, or the awaited one where it is likely to be. */
function placeOf(goal: Goal, blocks: readonly Block[]): number {
  if ("row" in goal) return blockAt(blocks, goal.row);
  const shown = blockOfLine(blocks, goal.line);
  const missing = blocks.some((block) => block.kind === "awaited");
  return shown !== -1 || !missing ? shown : blockAt(blocks, goal.line);
}

/** Scrolls so that the goal stands below the heads, and says how far; null while it is not drawn. */
function bring(
  scroller: HTMLElement | null,
  list: HTMLElement | null,
  block: Block,
  goal: Goal,
): number | null {
  const drawn = [...(list?.querySelectorAll<HTMLElement>("[data-block]") ?? [])].find(
    (element) => element.dataset.block === block.key,
  );
  if (scroller === null || drawn === undefined) return null;
  const rows = [...drawn.querySelectorAll<HTMLElement>("[data-line]")];
  const row = "line" in goal ? rows.find((each) => Number(each.dataset.line) >= goal.line) : undefined;
  const top = (row ?? drawn).getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const before = scroller.scrollTop;
  scroller.scrollTop += top - coveredOf(scroller) - ("line" in goal ? 0 : ABOVE_CHANGE);
  return Math.round(scroller.scrollTop - before);
}

/** The height at the top that the sides' heads cover. */
function coveredOf(scroller: HTMLElement): number {
  return scroller.querySelector<HTMLElement>(".diff-sides")?.offsetHeight ?? 0;
}

/** What is selected, and so copied, is the text of one side. */
function pickSide(event: PointerEvent<HTMLElement>): void {
  const side = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-side]") : null;
  event.currentTarget.dataset.select = side?.dataset.side ?? "";
}

/** The recorded line whose number this is; the numbers of the other side are only read. */
function numberOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest(".diff-number:first-child") : null;
  if (cell === null || cell.closest('[data-side="right"]') !== null) return null;
  const number = Number(cell.textContent);
  return Number.isInteger(number) && number > 0 ? number : null;
}

function bodyWords(view: DiffView): string {
  if (view.changes === 0) {
    return view.whitespace_hidden === 0 ? t`equal` : t`equal except for whitespace`;
  }
  const { changes, added, removed } = view;
  return t`${plural(changes, { one: "# change", other: "# changes" })}, ${plural(added, { one: "# line", other: "# lines" })} added, ${count(removed)} removed`;
}
