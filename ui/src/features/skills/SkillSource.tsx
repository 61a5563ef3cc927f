import { plural, t } from "@lingui/core/macro";
import { TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { Answer } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { TextWindow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { unseenIn } from "../../kit/seen.ts";
import { TextLines } from "../../kit/TextLines.tsx";
import { count } from "../../language/numbers.ts";
import "./skills.css";

/** Lines that are asked for at once. */
export const linesAtOnce = 1000;

/** The file as it is, line by line. */
export function SkillSource({ id }: { id: string }) {
  const [windows, setWindows] = useState(1);
  return (
    <>
      {Array.from({ length: windows }, (_, at) => (
        <SourceWindow
          key={at}
          id={id}
          from={at * linesAtOnce}
          last={at === windows - 1}
          onMore={() => setWindows(windows + 1)}
        />
      ))}
    </>
  );
}

function SourceWindow({
  id,
  from,
  last,
  onMore,
}: {
  id: string;
  from: number;
  last: boolean;
  onMore: () => void;
}) {
  const source = useAsk("skill_source", { id, from, count: linesAtOnce });
  return (
    <Answer asked={source} waiting={<Skeleton label={t`Loading source…`} />}>
      {(answer) => (
        <LinesWindow label={t`Source of SKILL.md`} window={answer} onMore={last ? onMore : undefined} />
      )}
    </Answer>
  );
}

/** One window of a text, with the way to the next when there is one. */
export function LinesWindow({
  label,
  window,
  onMore,
}: {
  label: string;
  window: TextWindow;
  onMore?: () => void;
}) {
  const shown = window.from + window.lines.length;
  const left = window.total - shown;
  const unseen = useMemo(() => window.lines.reduce((sum, line) => sum + unseenIn(line), 0), [window]);
  return (
    <>
      {unseen > 0 && (
        <p className="lines-unseen">
          <Chip icon={TriangleAlert} tone="warn">
            {t`${plural(unseen, { one: "# run", other: "# runs" })} of invisible characters made visible`}
          </Chip>
        </p>
      )}
      <TextLines label={label} lines={window.lines} first={window.from + 1} />
      {left > 0 && onMore !== undefined && (
        <div className="gap-12 type-small padded flex">
          <Button look="link" onPress={onMore}>
            {t`Show ${plural(Math.min(left, linesAtOnce), { one: "# more line", other: "# more lines" })}`}
          </Button>
          <span className="quiet">{t`lines 1–${count(shown)} of ${count(window.total)}`}</span>
        </div>
      )}
    </>
  );
}
