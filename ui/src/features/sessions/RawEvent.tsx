import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { Clip } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { rawOf, useLog, useReading } from "./reading.ts";
import "./EventText.css";

/** Bytes fetched at once. */
const slice = 16_384;

/** The line as it stands in the log, in slices. */
export function RawEvent({ line, fileLine }: { line: number; fileLine: number }) {
  const [slices, setSlices] = useState(1);
  return (
    <section className="above-6" aria-label={t`Line ${fileLine}, raw`}>
      {Array.from({ length: slices }, (_, at) => (
        <Slice
          key={at}
          line={line}
          from={at * slice}
          last={at === slices - 1}
          onMore={() => setSlices(slices + 1)}
        />
      ))}
    </section>
  );
}

/** The beginning of a line that is drawn as it stands; the rest is the line itself. */
export function RawText({ line, clip }: { line: number; clip: Clip }) {
  const { isOpen, toggle } = useReading();
  const log = useLog();
  if (isOpen(rawOf({ log, line }))) return null;
  return (
    <>
      <div className="event-text event-text-block breaks within clips">
        <Verbatim text={clip.text} look="text" />
      </div>
      {clip.cut && (
        <div className="type-small above-4">
          <Button look="link" onPress={() => toggle(rawOf({ log, line }))}>
            {t`Show all ${plural(clip.bytes, { one: "# byte", other: "# bytes" })} of line`}
          </Button>
        </div>
      )}
    </>
  );
}

function Slice({
  line,
  from,
  last,
  onMore,
}: {
  line: number;
  from: number;
  last: boolean;
  onMore: () => void;
}) {
  const { session } = useReading();
  const log = useLog();
  const asked = useAsk("event_raw", { key: session, log, line, from, count: slice });
  const { answer } = asked;
  if (answer === undefined || answer.from !== from) return <AskedNote asked={asked} />;
  const left = answer.bytes - from - slice;
  return (
    <>
      <AskedNote asked={asked} />
      {from === 0 && (
        <div className="row wraps text-2 type-small above-4 gap-4-8">
          {answer.made
            ? t`line ${count(answer.line)} as converted by Assay, ${plural(answer.bytes, { one: "# byte", other: "# bytes" })}`
            : t`line ${count(answer.line)} at byte ${count(answer.offset)}, ${plural(answer.bytes, { one: "# byte", other: "# bytes" })}`}
          {answer.reference !== null && (
            <>
              , <code>{answer.reference}</code>{" "}
              <CopyButton text={answer.reference} label={t`Copy reference`} />
            </>
          )}
        </div>
      )}
      <div className="event-text event-text-block event-text-window breaks within clips">
        <Verbatim text={answer.text} />
      </div>
      {last && left > 0 && (
        <div className="type-small above-4">
          <Button look="link" onPress={onMore}>
            {t`Show ${count(Math.min(left, slice))} more of ${plural(answer.bytes, { one: "# byte", other: "# bytes" })}`}
          </Button>
        </div>
      )}
    </>
  );
}
