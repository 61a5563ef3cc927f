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
import { useRows } from "../../host/useAsk.ts";
import type { EventRow, EventsView } from "../../host/wire.gen.ts";
import { IconButton } from "../../kit/Button.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useListKeys } from "../../kit/useListKeys.ts";
import { plainUpTo } from "../../kit/useSight.ts";
import { EventArticle } from "./EventArticle.tsx";
import { titleRow } from "./nameRow.ts";
import { rawOf, useReading } from "./reading.ts";

export interface TurnHandle {
  focus: () => void;
  toEnd: () => void;
  /** The event the keys act on. */
  current: () => EventRow | undefined;
}

/** The events of one row of the timeline, in order. */
export function TurnPane({
  row,
  line,
  beside,
  body,
  onStep,
  onEnd,
  ref,
}: {
  row: number;
  /** The log line to show first. */
  line: number | undefined;
  /** Controls in the head. */
  beside?: ReactNode;
  /** Stands in for the events. */
  body?: ReactNode;
  /** To the row before or after. */
  onStep: (by: 1 | -1) => void;
  /** The last event is in sight, or no longer is. */
  onEnd: (reached: boolean) => void;
  ref?: Ref<TurnHandle>;
}) {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row starts anew
  useEffect(() => {
    const events = answer?.events ?? [];
    const at = line === undefined ? -1 : events.findIndex((event) => holds(event, line));
    setCurrent(at >= 0 ? at : null);
    if (at < 0) scroller.current?.scrollTo({ top: 0 });
    else
      scroller.current
        ?.querySelector(`[data-line="${events[at]?.line}"]`)
        ?.scrollIntoView({ block: "center" });
  }, [shown, line]);

  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    toEnd: () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }),
    current: () => (current === null ? answer?.events[0] : rows.at(current)),
  }));

  const onKeyDown = useListKeys({
    total,
    current,
    onCurrent: (index) => {
      setCurrent(index);
      const event = rows.at(index);
      scroller.current?.querySelector(`[data-line="${event?.line}"]`)?.scrollIntoView({ block: "nearest" });
    },
    onOpen: (index) => {
      const event = rows.at(index);
      if (event !== undefined) toggle(rawOf(event.line));
    },
  });
  const raw = () => {
    const event = current === null ? answer?.events[0] : rows.at(current);
    if (event !== undefined) toggle(rawOf(event.line));
  };

  return (
    <>
      <header className="turn-head">
        {answer === undefined ? <h2>Turn</h2> : <Head answer={answer} />}
        <span className="turn-acts">
          {beside}
          <IconButton icon={ChevronUp} label="Row before" keys={["["]} onPress={() => onStep(-1)} />
          <IconButton icon={ChevronDown} label="Row after" keys={["]"]} onPress={() => onStep(1)} />
          <IconButton icon={Braces} label="Raw JSON of this event" keys={["r"]} onPress={raw} />
        </span>
      </header>
      {body ?? (
        // biome-ignore lint/a11y/useSemanticElements: a feed of articles
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
                <EventArticle key={event.line} event={event} current={at === current} />
              ))
            ))}
        </div>
      )}
    </>
  );
}

function holds({ line, what }: EventRow, wanted: number): boolean {
  return line === wanted || (what.kind === "tool_call" && what.result?.line === wanted);
}

/** How near the end counts as the end, in pixels. */
const near = 24;

export function atEnd(scroller: HTMLElement | null): boolean {
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
              <EventArticle event={event} current={item.index === current} />
            )}
          </div>
        );
      })}
    </div>
  );
}
