import { plural, t } from "@lingui/core/macro";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { EventView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { useHolds } from "../../kit/find.ts";
import { EventText } from "./EventText.tsx";
import { useOpen, useReading } from "./reading.ts";
import { ToldOf } from "./ToldOf.tsx";

/** What was taken in: its identity, whether it is whole, and how it stands to the disk. */
export function Activation({
  line,
  what,
}: {
  line: number;
  what: Extract<EventView, { kind: "skill_activation" }>;
}) {
  const { sought, openDiff } = useReading();
  const looked = useHolds() !== null;
  const [open, toggle] = useOpen(t`snapshot ${line}`, looked && line === sought);
  return (
    <>
      <div className="row wraps text-2 type-small gap-4-12 above-4">
        {what.letter.hash !== "" && <HashStrip hash={what.letter.hash} />}
        {what.told.kept !== "nothing" && <IntegrityChip verdict={what.integrity} />}
        <DriftChip fact={what.drift} />
        {what.told.kept !== "nothing" && (
          <span>{plural(what.lines, { one: "# line", other: "# lines" })}</span>
        )}
        {what.told.kept !== "nothing" && (
          <Button look="link" expanded={open} onPress={toggle}>
            {open ? t`Hide text` : t`Show text`}
          </Button>
        )}
        <Button look="link" onPress={() => openDiff(line)}>
          {t`Compare with disk`}
        </Button>
      </div>
      <ToldOf told={what.told} />
      {open && <Snapshot line={line} />}
    </>
  );
}

/** The first lines of the recorded text, then the rest like every other text. */
function Snapshot({ line }: { line: number }) {
  const { session } = useReading();
  const asked = useAsk("event_text", {
    key: session,
    log: "log",
    line,
    part: "text",
    from: 0,
    count: 12,
  });
  const { answer } = asked;
  if (answer === undefined) return <AskedNote asked={asked} />;
  const clip = {
    text: answer.lines.join("\n"),
    lines: answer.total,
    bytes: answer.bytes,
    cut: answer.total > answer.lines.length,
  };
  return (
    <>
      <AskedNote asked={asked} />
      <EventText line={line} part="text" clip={clip} look="block" of={t`snapshot`} />
    </>
  );
}
