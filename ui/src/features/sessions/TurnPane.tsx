import { useVirtualizer } from "@tanstack/react-virtual";
import { Braces, ChevronDown, ChevronUp } from "lucide-react";
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { count } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { OutcomeWord } from "../../facts/OutcomeWord.tsx";
import { clock, span } from "../../facts/Time.tsx";
import { useHost, useRows } from "../../host/useAsk.ts";
import type { EventRow, EventsView } from "../../host/wire.gen.ts";
import { IconButton } from "../../kit/Button.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useListKeys } from "../../kit/useListKeys.ts";
import { plainUpTo } from "../../kit/useSight.ts";
import { EventArticle } from "./EventArticle.tsx";
import { findEvent } from "./findRow.ts";
import { titleRow } from "./nameRow.ts";
import { rawOf, useReading } from "./reading.ts";

export interface TurnHandle {
  focus: () => void;
  toEnd: () => void;
  /** Opens or closes the raw line of the event the keys act on: the current one, or the first in sight. */
  toggleRaw: () => void;
  /** The activation the keys act on: that event, or the row's first. */
  activation: () => EventRow | undefined;
}

/** The events of one row of the timeline, in order. */
export function TurnPane({
  row,
  line,
  follows,
  beside,
  body,
  onStep,
  onEnd,
  ref,
}: {
  row: number;
  /** The log line to show first. */
  line: number | undefined;
  /** Keeps the last event in sight. */
  follows: boolean;
  /** Controls in the head. */
  beside?: ReactNode;
  /** Stands in for the events. */
  body?: ReactNode;
  /** To the turn before or after. */
  onStep: (by: 1 | -1) => void;
  /** The last event is in sight, or no longer is. */
  onEnd: (reached: boolean) => void;
  ref?: Ref<TurnHandle>;
}) {
  const host = useHost();
  const { session, toggle } = useReading();
  const [sight, setSight] = useState({ from: 0, to: 0 });
  const rows = useRows(
    "events",
    (from, count) => ({ key: session, row, from, count }),
    (answer) => answer.events,
    sight,
    plainUpTo,
  );
  const { answer, failure } = rows.first;
  const total = answer?.total ?? 0;
  const [current, setCurrent] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = answer?.row.row;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, or another line, starts anew
  useEffect(() => {
    if (shown !== row) return;
    setCurrent(null);
    scroller.current?.scrollTo({ top: 0 });
    if (line === undefined) return;
    let wanted = true;
    void findEvent(host, session, row, line).then((at) => wanted && setCurrent(at));
    return () => {
      wanted = false;
    };
  }, [shown, line]);

  useEffect(() => {
    if (current === null) return;
    const event = scroller.current?.querySelector(`[data-at="${current}"]`);
    event?.scrollIntoView({ block: "nearest" });
  }, [current]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row has another end
  useEffect(() => {
    if (follows && total > 0) toEnd(scroller.current);
  }, [follows, total, shown]);

  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (shown === row && total > 0) end.current(atEnd(scroller.current));
  }, [shown, row, total]);

  const event = () => rows.at(current ?? firstInSight(scroller.current));
  const raw = () => {
    const shown = event();
    if (shown !== undefined) toggle(rawOf(shown.line));
  };
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    toEnd: () => toEnd(scroller.current),
    toggleRaw: raw,
    activation: () => {
      const shown = event();
      const isOne = (event: EventRow) => event.what.kind === "skill_activation";
      return shown !== undefined && isOne(shown) ? shown : answer?.events.find(isOne);
    },
  }));

  const onKeyDown = useListKeys({
    total,
    current,
    onCurrent: setCurrent,
    onOpen: raw,
  });

  return (
    <>
      <header className="turn-head">
        {answer === undefined ? <h2>Turn</h2> : <Head answer={answer} />}
        <span className="turn-acts">
          {beside}
          <IconButton icon={ChevronUp} label="Previous turn" keys={["["]} onPress={() => onStep(-1)} />
          <IconButton icon={ChevronDown} label="Next turn" keys={["]"]} onPress={() => onStep(1)} />
          <IconButton icon={Braces} label="Raw JSON of this event" keys={["r"]} onPress={raw} />
        </span>
      </header>
      {body ?? (
        <div
          ref={scroller}
          className="events"
          role="feed"
          aria-label="Events"
          aria-busy={answer === undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop of the feed
          tabIndex={0}
          data-stop
          onKeyDown={onKeyDown}
          onScroll={() => onEnd(atEnd(scroller.current))}
        >
          {failure !== null && <FailureNote failure={failure} onAgain={rows.first.again} />}
          {answer === undefined && failure === null && <Skeleton label="Events" rows={6} />}
          {answer !== undefined &&
            (total > plainUpTo ? (
              <Virtual
                total={total}
                at={rows.at}
                current={current}
                scroller={scroller}
                onSeen={(from, to) => setSight({ from, to })}
              />
            ) : (
              answer.events.map((event, at) => (
                <EventArticle key={event.line} at={at} event={event} current={at === current} />
              ))
            ))}
        </div>
      )}
    </>
  );
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

function Head({ answer: { row, model } }: { answer: EventsView }) {
  const what = row.what;
  const facts = [
    row.seqs !== "" && `seq ${row.seqs}`,
    row.at !== null && clock(row.at),
    what.kind === "turn" && what.duration_ms !== null && span(what.duration_ms),
    model,
  ];
  return (
    <>
      <h2>{titleRow(what)}</h2>
      {what.kind === "turn" && <OutcomeWord outcome={what.outcome} failure={what.failure} />}
      <span className="turn-facts cut-end">{facts.filter(Boolean).join(", ")}</span>
    </>
  );
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
    <div className="events-around" style={{ height: rows.getTotalSize() }}>
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
              <div className="event event-waiting">{count(item.index + 1)}</div>
            ) : (
              <EventArticle at={item.index} event={event} current={item.index === current} />
            )}
          </div>
        );
      })}
    </div>
  );
}
