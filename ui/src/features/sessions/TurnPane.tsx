import { t } from "@lingui/core/macro";
import { Braces, ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { OutcomeWord } from "../../facts/OutcomeWord.tsx";
import { clock, span } from "../../facts/Time.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { EventGroup, EventsView } from "../../host/wire.gen.ts";
import { IconButton } from "../../kit/Button.tsx";
import { plainUpTo } from "../../kit/useSight.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { EventFeed, type EventFeedProps, type FeedHandle } from "./EventFeed.tsx";
import { EventKinds } from "./EventKinds.tsx";
import { titleRow } from "./nameRow.ts";
import { bookkeeping, useNumberWord, useReading } from "./reading.ts";
import "./Timeline.css";

/** One row of the timeline: what it is, and its events in order. */
export function TurnPane({
  feed,
  beside,
  acts,
  body,
  onStep,
  ...props
}: Omit<EventFeedProps, "ref"> & {
  feed: RefObject<FeedHandle | null>;
  /** Controls in the head. */
  beside?: ReactNode;
  /** What else can be done with a turn, by its number. */
  acts?: (turn: number) => ReactNode;
  /** Stands in for the events. */
  body?: ReactNode;
  /** To the turn before or after. */
  onStep: (by: 1 | -1) => void;
}) {
  const { session, isOpen } = useReading();
  const open = isOpen(bookkeeping);
  const [only, setOnly] = useState<EventGroup>();
  // An event that is led to is shown, whatever kind it is of.
  const { line } = props;
  useEffect(() => {
    if (line !== undefined) setOnly(undefined);
  }, [line]);
  const rows = useRows(
    "events",
    (from, count) => ({ key: session, row: props.row, bookkeeping: open, only, from, count }),
    (answer) => answer.events,
    plainUpTo,
  );
  const { answer } = rows.first;
  return (
    <>
      <header className="turn-head row fixed wraps gap-8 text-2 type-small line-below padded-4">
        {answer === undefined ? (
          <h2 className="text one-line type-base-strong">{t`Turn`}</h2>
        ) : (
          <Head answer={answer} />
        )}
        <span className="row wraps gap-4 at-end shrinks pushed">
          {beside}
          {answer?.row.what.kind === "turn" && acts?.(answer.row.what.number)}
          <IconButton
            icon={ChevronUp}
            label={t`Previous turn`}
            action="turn.previous"
            onPress={() => onStep(-1)}
          />
          <IconButton icon={ChevronDown} label={t`Next turn`} action="turn.next" onPress={() => onStep(1)} />
          {body === undefined && (
            <IconButton
              icon={Braces}
              label={t`Raw JSON of this event`}
              action="event.raw"
              onPress={() => feed.current?.toggleRaw()}
            />
          )}
        </span>
      </header>
      {body === undefined && answer !== undefined && (
        <EventKinds groups={answer.groups} only={only} onOnly={setOnly} />
      )}
      {body ?? <EventFeed ref={feed} rows={rows} onSeen={rows.see} {...props} />}
    </>
  );
}

function Head({ answer: { row, model } }: { answer: EventsView }) {
  const number = useNumberWord();
  const what = row.what;
  const facts = [
    row.seqs !== "" && `${number} ${row.seqs}`,
    row.at !== null && clock(row.at),
    what.kind === "turn" && what.duration_ms !== null && span(what.duration_ms),
    model,
  ];
  return (
    <>
      <h2 className="text one-line type-base-strong">{titleRow(what)}</h2>
      {what.kind === "turn" && <OutcomeWord outcome={what.outcome} failure={what.failure} />}
      <span className="cut-end narrows tabular">
        <Verbatim text={facts.filter(Boolean).join(", ")} />
      </span>
    </>
  );
}
