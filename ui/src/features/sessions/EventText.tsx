import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { EventPart } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { useHolds } from "../../kit/find.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { openName, type ShownClip, useFoundIn, useLog, useOpen, useReading } from "./reading.ts";
import "./EventText.css";

/** Lines shown before the reader asks for more. */
const closedLines = 3;
/** Characters shown of them. */
const closedLength = 600;
/** Lines fetched at once. */
const windowLines = 500;
/** Windows asked for by themselves until what a search led to is found. */
const mostSought = 200;

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
  clip: ShownClip;
  look: "prose" | "block";
  /** What it is, for the button: `result 136`, `message`. */
  of: string;
}) {
  const { found, beyond } = useFoundIn(clip, line);
  const [open, toggle] = useOpen(openName(part, useLog(), line), found);
  const whole = rawText(clip.text).replace(/\n$/u, "");
  const shown = closed(whole);
  const more = clip.lines - closedLines;
  if (clip.bytes === 0) return null;
  return (
    <>
      <div
        className={`event-text breaks event-text-${look} within clips`}
        data-beyond={(beyond && !open) || undefined}
      >
        {open && clip.cut ? (
          <Windows line={line} part={part} />
        ) : (
          <Verbatim text={open ? whole : shown} look="text" />
        )}
      </div>
      {(clip.cut || shown.length < whole.length) && (
        <div className="type-small above-4">
          <Button look="link" expanded={open} onPress={toggle}>
            {open && t`Show less of ${of}`}
            {!open &&
              more > 0 &&
              t`Show ${plural(more, { one: "# more line", other: "# more lines" })} of ${of}`}
            {!open &&
              more <= 0 &&
              t`Show all ${plural(clip.bytes, { one: "# byte", other: "# bytes" })} of ${of}`}
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
  const { sought } = useReading();
  const [found, setFound] = useState(false);
  // What a search led to is somewhere in it.
  const goesOn = line === sought && !found && windows < mostSought;
  return (
    <>
      {Array.from({ length: windows }, (_, at) => (
        <Window
          key={at}
          line={line}
          part={part}
          from={at * windowLines}
          last={at === windows - 1}
          goesOn={goesOn}
          onFound={() => setFound(true)}
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
  goesOn,
  onFound,
  onMore,
}: {
  line: number;
  part: EventPart;
  from: number;
  last: boolean;
  /** The next one is asked for while nothing is found in this. */
  goesOn: boolean;
  onFound: () => void;
  onMore: () => void;
}) {
  const { session } = useReading();
  const log = useLog();
  const asked = useAsk("event_text", {
    key: session,
    log,
    line,
    part,
    from,
    count: windowLines,
  });
  const { answer, failure } = asked;
  const holds = useHolds();
  const come = answer?.from === from ? answer : undefined;
  const text = come?.lines.join("\n") ?? "";
  const left = come === undefined ? 0 : come.total - from - come.lines.length;
  const seeks = goesOn && last && holds !== null && come !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text that has come
  useEffect(() => {
    if (!seeks) return;
    if (holds(rawText(text))) onFound();
    else if (left > 0) onMore();
  }, [seeks, text, left]);
  if (come === undefined) {
    return failure === null ? <span className="text-3">…</span> : <AskedNote asked={asked} />;
  }
  return (
    <>
      <AskedNote asked={asked} />
      <div className="event-text-window">
        <Verbatim text={text} look="text" />
      </div>
      {last && left > 0 && (
        <Button look="link" onPress={onMore}>
          {t`Show ${count(Math.min(left, windowLines))} more of ${plural(come.total, { one: "# line", other: "# lines" })}`}
        </Button>
      )}
    </>
  );
}
