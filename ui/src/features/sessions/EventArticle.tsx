import { t } from "@lingui/core/macro";
import { memo, type RefObject, useEffect, useRef } from "react";
import { icons } from "../../facts/icons.ts";
import type { EventRow, LogPart } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { useHolds } from "../../kit/find.ts";
import { Icon } from "../../kit/Icon.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count, decimal } from "../../language/numbers.ts";
import { standsOn } from "./findRow.ts";
import { RawEvent } from "./RawEvent.tsx";
import { LogContext, rawOf, useReading } from "./reading.ts";
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
  const reading = useReading();
  const { isOpen, source, sought } = reading;
  const led = sought !== undefined && standsOn(event, sought);
  const article = useRef<HTMLElement>(null);
  useRawWhereUndrawn(article, event, led);
  const told = tellEvent(event.what, event.line, reading);
  return (
    <article
      ref={article}
      className="event line-below padded stack anchors clips"
      data-sought={led || undefined}
      data-at={at}
      data-current={current || undefined}
      aria-label={`${nameOf(event)}, ${spelled(told.title)}`}
    >
      <span className="tabular one-line text-3 type-micro-code">{numberOf(event)}</span>
      <span className={`event-icon toned tone-${told.tone ?? "info"} to-middle`}>
        <Icon of={told.icon} />
      </span>
      <div>
        <div className="event-head row wraps breaks text-2 gap-2-8">
          <b className="text">
            <Verbatim text={told.title} />
          </b>
          {told.detail}
          {event.log !== "log" && <Chip icon={icons.companion}>{t`companion`}</Chip>}
        </div>
        <LogContext value={event.log}>
          {told.body}
          {event.log !== "log" && (
            <div className="text-3 type-micro above-4">{recordedIn(event.log, source.label)}</div>
          )}
          {isOpen(rawOf(event)) && <RawEvent line={event.line} fileLine={event.file_line} />}
        </LogContext>
      </div>
      <span className="tabular one-line text-3 type-micro-code">
        {event.offset_ms === null ? "" : offset(event.offset_ms)}
      </span>
    </article>
  );
});

/** How long texts may take to come before what was looked for counts as not drawn. */
const patience = 700;

/** A hit may stand in a part of the line that is not drawn, such as an id: then the line is shown as written. */
function useRawWhereUndrawn(article: RefObject<HTMLElement | null>, event: EventRow, led: boolean): void {
  const { isOpen, toggle } = useReading();
  const holds = useHolds();
  const name = rawOf(event);
  const seeks = led && holds !== null && !isOpen(name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is looked for; the reader may fold it again
  useEffect(() => {
    if (!seeks || holds === null) return;
    const timer = setTimeout(() => {
      const drawn = article.current;
      if (drawn === null || drawn.querySelector(".event-text-waiting") !== null) return;
      if (!holds(drawn.textContent ?? "")) toggle(name);
    }, patience);
    return () => clearTimeout(timer);
  }, [holds, led]);
}

/** Where an event stands that the agent's own log does not hold. */
function recordedIn(log: Exclude<LogPart, "log">, agent: string): string {
  return log === "inherited"
    ? t`Recorded in Assay’s companion log of the parent session; ${agent}’s log is not changed.`
    : t`Recorded in Assay’s companion log; ${agent}’s log is not changed.`;
}

/** Its number in the margin: `130`, `L12` without one, `C3` for a line of a companion log. */
function numberOf({ log, seq, line, file_line }: EventRow): string {
  if (log !== "log") return `C${line}`;
  return seq || `L${file_line}`;
}

function nameOf({ log, seq, line, file_line }: EventRow): string {
  if (log !== "log") return t`Companion line ${line}`;
  return seq === "" ? t`Line ${file_line}` : t`Event ${seq}`;
}

/** Seconds since the row's first event, to three figures: `+0.02`, `+57.6`. */
function offset(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `+${decimal(seconds, 2)}`;
  return seconds < 1000 ? `+${decimal(seconds)}` : `+${count(Math.round(seconds))}`;
}
