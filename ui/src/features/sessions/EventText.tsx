import { useState } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { Clip, EventPart } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { openName, useLog, useReading } from "./reading.ts";
import "./EventText.css";

/** Lines shown before the reader asks for more. */
const closedLines = 3;
/** Characters shown of them. */
const closedLength = 600;
/** Lines fetched at once. */
const windowLines = 500;

/** A text of an event: three lines and a count, then the rest in windows. */
export function EventText({
  line,
  part,
  clip,
  look,
  of,
}: {
  /** The log line that holds the text. */
  line: number;
  part: EventPart;
  clip: Clip;
  look: "prose" | "block";
  /** What it is, for the button: `result 136`, `message`. */
  of: string;
}) {
  const { isOpen, toggle } = useReading();
  const name = openName(part, useLog(), line);
  const open = isOpen(name);
  const whole = clip.text.replace(/\n$/u, "");
  const shown = closed(whole);
  const more = clip.lines - closedLines;
  if (clip.bytes === 0) return null;
  return (
    <>
      <div className={`event-text event-text-${look}`}>
        {open && clip.cut ? (
          <Windows line={line} part={part} />
        ) : (
          <Verbatim text={open ? whole : shown} look="text" />
        )}
      </div>
      {(clip.cut || shown.length < whole.length) && (
        <div className="event-more">
          <Button look="link" expanded={open} onPress={() => toggle(name)}>
            {open && `Show less of ${of}`}
            {!open && more > 0 && `Show ${counted(more, "more line")} of ${of}`}
            {!open && more <= 0 && `Show all ${counted(clip.bytes, "byte")} of ${of}`}
          </Button>
        </div>
      )}
    </>
  );
}

function closed(text: string): string {
  const lines = text.split("\n").slice(0, closedLines).join("\n");
  // Never between the two halves of one character.
  return lines.length > closedLength ? lines.slice(0, closedLength).replace(/[\uD800-\uDBFF]$/u, "") : lines;
}

function Windows({ line, part }: { line: number; part: EventPart }) {
  const [windows, setWindows] = useState(1);
  return (
    <>
      {Array.from({ length: windows }, (_, at) => (
        <Window
          key={at}
          line={line}
          part={part}
          from={at * windowLines}
          last={at === windows - 1}
          onMore={() => setWindows(windows + 1)}
        />
      ))}
    </>
  );
}

function Window({
  line,
  part,
  from,
  last,
  onMore,
}: {
  line: number;
  part: EventPart;
  from: number;
  last: boolean;
  onMore: () => void;
}) {
  const { session } = useReading();
  const log = useLog();
  const { answer, failure, again } = useAsk("event_text", {
    key: session,
    log,
    line,
    part,
    from,
    count: windowLines,
  });
  if (failure !== null) return <FailureNote failure={failure} onAgain={again} />;
  if (answer === undefined || answer.from !== from) return <span className="event-text-waiting">…</span>;
  const left = answer.total - from - answer.lines.length;
  return (
    <>
      <div className="event-text-window">
        <Verbatim text={answer.lines.join("\n")} look="text" />
      </div>
      {last && left > 0 && (
        <Button look="link" onPress={onMore}>
          {`Show ${count(Math.min(left, windowLines))} more of ${counted(answer.total, "line")}`}
        </Button>
      )}
    </>
  );
}
