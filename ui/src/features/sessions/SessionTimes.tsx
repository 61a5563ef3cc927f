import { plural, t } from "@lingui/core/macro";
import { OverTime } from "../../facts/OverTime.tsx";
import { reachOf, reachWords, unitName } from "../../facts/parts.ts";
import type { Millis, Times } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { count } from "../../language/numbers.ts";
import "./SessionTimes.css";

/** When sessions began, as columns that narrow the list: a drag, or Shift with arrows and Enter, takes a span. */
export function SessionTimes({
  times,
  since,
  until,
  onSpan,
}: {
  times: Times;
  since: Millis | null;
  until: Millis | null;
  onSpan: (since: Millis | null, until: Millis | null) => void;
}) {
  const narrowed = since !== null || until !== null;
  // Sessions of one day have no course.
  if (times.counts.length < 2 && !narrowed) return null;
  const taken = times.counts.length === 0 ? null : reachOf(times, since, until);
  return (
    <div className="session-times fixed line-below anchors">
      {times.counts.length > 0 && (
        <OverTime
          label={t`Sessions per ${unitName(times.unit)}`}
          times={times}
          rows={[{ label: t`sessions`, counts: times.counts }]}
          counted={(n) => plural(n, { one: "# session", other: "# sessions" })}
          taken={taken}
          resting={restingOf(times, taken)}
          onReach={({ from, to }) => onSpan(times.edges[from] ?? null, times.edges[to + 1] ?? null)}
          onLetGo={() => onSpan(null, null)}
        />
      )}
      {narrowed && (
        <Button look="link" onPress={() => onSpan(null, null)}>
          {t`Any time`}
        </Button>
      )}
    </div>
  );
}

function restingOf(times: Times, taken: ReturnType<typeof reachOf>): string {
  if (taken !== null) return t`Active: ${reachWords(times, taken)}`;
  const { unit, counts, before, undated } = times;
  const beside = [
    before > 0 ? t`${count(before)} before` : "",
    undated > 0 ? t`${plural(undated, { one: "# session", other: "# sessions" })} without a time` : "",
  ].filter((words) => words !== "");
  return [
    t`Sessions per ${unitName(unit)}, at most ${Math.max(...counts)}; drag to select a range`,
    ...beside,
  ].join("; ");
}
