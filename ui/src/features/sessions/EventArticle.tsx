import { memo } from "react";
import type { EventRow } from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { RawEvent } from "./RawEvent.tsx";
import { rawOf, useReading } from "./reading.ts";
import { tellEvent } from "./tellEvent.tsx";
import "./Event.css";

/** One event: its number, what it is, when it came after the row's first. */
export const EventArticle = memo(function EventArticle({
  at,
  event,
  current,
}: {
  /** Its place in the row, from 0. */
  at: number;
  event: EventRow;
  /** The keys act on it. */
  current: boolean;
}) {
  const { isOpen } = useReading();
  const told = tellEvent(event.what, event.line);
  return (
    <article
      className="event"
      data-at={at}
      data-current={current || undefined}
      aria-label={
        event.seq === "" ? `Line ${event.line}, ${told.title}` : `Event ${event.seq}, ${told.title}`
      }
    >
      <span className="event-seq tabular">{event.seq || `L${event.line}`}</span>
      <span className={`event-icon tone-${told.tone ?? "neutral"}`}>
        <Icon of={told.icon} />
      </span>
      <div className="event-inside">
        <div className="event-head">
          <b>
            <Verbatim text={told.title} />
          </b>
          {told.detail}
        </div>
        {told.body}
        {isOpen(rawOf(event.line)) && <RawEvent line={event.line} />}
      </div>
      <span className="event-offset tabular">{event.offset_ms === null ? "" : offset(event.offset_ms)}</span>
    </article>
  );
});

/** Seconds since the row's first event, to three figures: `+0.02`, `+57.6`. */
function offset(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `+${seconds.toFixed(2)}`;
  return seconds < 1000 ? `+${seconds.toFixed(1)}` : `+${Math.round(seconds).toLocaleString("en-US")}`;
}
