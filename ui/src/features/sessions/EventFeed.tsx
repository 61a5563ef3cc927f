import { t } from "@lingui/core/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { type Rows, useHost } from "../../host/useAsk.ts";
import type { EventRow, EventsView } from "../../host/wire.gen.ts";
import { useKeptScroll } from "../../kit/kept.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useListKeys } from "../../kit/useListKeys.ts";
import { plainUpTo } from "../../kit/useSight.ts";
import { count } from "../../language/numbers.ts";
import { EventArticle } from "./EventArticle.tsx";
import { findEvent } from "./findRow.ts";
import { bookkeeping, rawOf, useReading } from "./reading.ts";
import { useEventMenu } from "./useEventMenu.ts";
import "./Event.css";

/** What keys outside the feed may ask of it. */
export interface FeedHandle {
  focus: () => void;
  toEnd: () => void;
  /** Opens or closes the raw line of the event the keys act on: the current one, or the first in sight. */
  toggleRaw: () => void;
  /** The activation the keys act on: that event, or the row's first. */
  activation: () => EventRow | undefined;
}

export interface EventFeedProps {
  /** The row that is asked for; another may be shown until it has come. */
  row: number;
  /** The log line to show first. */
  line: number | undefined;
  /** Keeps the last event in sight. */
  follows: boolean;
  /** The last event is in sight, or no longer is. */
  onEnd: (reached: boolean) => void;
  ref?: Ref<FeedHandle>;
}

/** The events of a row with one tab stop; only those in sight are drawn above 200. */
export function EventFeed({
  rows,
  onSeen,
  ref,
  ...props
}: EventFeedProps & { rows: Rows<EventRow, EventsView>; onSeen: (from: number, to: number) => void }) {
  const { toggle } = useReading();
  const { answer, failure } = rows.first;
  const total = answer?.total ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = answer?.row.row;
  const kept = useKeptScroll("events", scroller, props.row, shown === props.row);
  const [current, setCurrent] = useCurrentEvent(scroller, shown, kept.current, props);
  useEnd(scroller, answer, props);

  const event = () => rows.at(current ?? firstInSight(scroller.current));
  const toggleRaw = () => {
    const shown = event();
    if (shown !== undefined) toggle(shown.what.kind === "bookkeeping" ? bookkeeping : rawOf(shown));
  };
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    toEnd: () => toEnd(scroller.current),
    toggleRaw,
    activation: () => {
      const shown = event();
      return shown !== undefined && isActivation(shown) ? shown : answer?.events.find(isActivation);
    },
  }));
  const onKeyDown = useListKeys({ total, current, onCurrent: setCurrent, onOpen: toggleRaw });
  const onMenu = useEventMenu();

  return (
    <>
      <AskedNote asked={rows.first} />
      <div
        ref={scroller}
        className={
          current === null
            ? "events contained fill ring-inside anchors scrolls"
            : "events has-current contained fill ring-inside anchors scrolls"
        }
        role="feed"
        aria-label={t`Events`}
        aria-busy={answer === undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop of the feed
        tabIndex={0}
        data-stop
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          const at = atOf(event.target) ?? current ?? firstInSight(scroller.current);
          const pressed = rows.at(at);
          if (pressed === undefined) return;
          onMenu(event, pressed);
          if (event.defaultPrevented) setCurrent(at);
        }}
        onScroll={() => props.onEnd(atEnd(scroller.current))}
      >
        {answer === undefined && failure === null && <Skeleton label={t`Events`} rows={6} />}
        {total > plainUpTo ? (
          <Virtual total={total} at={rows.at} current={current} scroller={scroller} onSeen={onSeen} />
        ) : (
          answer?.events.map((event, at) => (
            <EventArticle
              key={`${event.log} ${event.line} ${event.what.kind}`}
              at={at}
              event={event}
              current={at === current}
            />
          ))
        )}
      </div>
    </>
  );
}

/** The event that something stands in. */
function atOf(target: EventTarget): number | null {
  const article = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
  return article === null ? null : Number(article.dataset.at);
}

function isActivation({ what }: EventRow): boolean {
  return what.kind === "skill_activation";
}

/** None at first, or the one on the line asked for; another row starts anew. */
function useCurrentEvent(
  scroller: RefObject<HTMLElement | null>,
  shown: number | undefined,
  /** The row whose events stand where they were left. */
  kept: number | null,
  { row, line }: EventFeedProps,
) {
  const host = useHost();
  const { session, isOpen, toggle } = useReading();
  const [current, setCurrent] = useState<number | null>(null);
  const left = useRef(kept);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is looked into once it is shown
  useEffect(() => {
    if (shown !== row) return;
    setCurrent(null);
    if (left.current !== row) scroller.current?.scrollTo({ top: 0 });
    left.current = null;
    if (line === undefined) return;
    let wanted = true;
    findEvent(host, session, row, line).then(
      (found) => {
        if (!wanted || found === null) return;
        if (found.folded && !isOpen(bookkeeping)) toggle(bookkeeping);
        setCurrent(found.at);
      },
      // The feed asks for the same events, and says why they do not come.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [shown, line]);
  useEffect(() => {
    if (current === null) return;
    const event = scroller.current?.querySelector(`[data-at="${current}"]`);
    event?.scrollIntoView({ block: "nearest" });
  }, [scroller, current]);
  return [current, setCurrent] as const;
}

/** Keeps to the end while it is followed, and tells when it is reached. */
function useEnd(
  scroller: RefObject<HTMLElement | null>,
  answer: EventsView | undefined,
  { row, follows, onEnd }: EventFeedProps,
) {
  const total = answer?.total ?? 0;
  const shown = answer?.row.row;
  const tell = useRef(onEnd);
  tell.current = onEnd;
  useEffect(() => {
    if (shown !== row || total === 0) return;
    if (follows) toEnd(scroller.current);
    tell.current(atEnd(scroller.current));
  }, [scroller, follows, shown, row, total]);
}

function firstInSight(scroller: HTMLElement | null): number {
  const top = scroller?.getBoundingClientRect().top ?? 0;
  const events = [...(scroller?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
  const first = events.find((event) => event.getBoundingClientRect().bottom > top) ?? events[0];
  return Number(first?.dataset.at ?? 0);
}

/** How near the end counts as the end, in pixels. */
const near = 24;

function toEnd(scroller: HTMLElement | null): void {
  scroller?.scrollTo({ top: scroller.scrollHeight });
}

function atEnd(scroller: HTMLElement | null): boolean {
  if (scroller === null) return true;
  return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - near;
}

function Virtual({
  total,
  at,
  current,
  scroller,
  onSeen,
}: {
  total: number;
  at: (index: number) => EventRow | undefined;
  current: number | null;
  scroller: RefObject<HTMLDivElement | null>;
  onSeen: (from: number, to: number) => void;
}) {
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => 72,
    overscan: 6,
  });
  const drawn = rows.getVirtualItems();
  const from = drawn[0]?.index ?? 0;
  const to = (drawn[drawn.length - 1]?.index ?? -1) + 1;
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => seen.current(from, to), [from, to]);
  useEffect(() => {
    if (current !== null) rows.scrollToIndex(current, { align: "auto" });
  }, [current, rows]);
  return (
    <div className="anchors" style={{ height: rows.getTotalSize() }}>
      {drawn.map((item) => {
        const event = at(item.index);
        return (
          <div
            key={item.index}
            ref={rows.measureElement}
            data-index={item.index}
            className="events-at"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {event === undefined ? (
              <div className="event event-waiting line-below padded text-3 stack anchors clips">
                {count(item.index + 1)}
              </div>
            ) : (
              <EventArticle at={item.index} event={event} current={item.index === current} />
            )}
          </div>
        );
      })}
    </div>
  );
}
