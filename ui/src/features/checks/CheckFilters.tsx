import { t } from "@lingui/core/macro";
import { Filters } from "../../facts/Filters.tsx";
import { severitySigns, severityWords } from "../../facts/Finding.tsx";
import type { Severity, SeverityCount } from "../../host/wire.gen.ts";

/** Narrows the findings to some severities. */
export function CheckFilters({
  total,
  counts,
  severities,
  onSeverities,
}: {
  total: number;
  counts: readonly SeverityCount[];
  /** Those shown; none means all. */
  severities: readonly Severity[];
  onSeverities: (severities: readonly Severity[]) => void;
}) {
  const parts = counts.map(({ severity, count }) => {
    const pressed = severities.includes(severity);
    const others = severities.filter((one) => one !== severity);
    return {
      ...severitySigns[severity],
      word: severityWords[severity],
      count,
      pressed,
      onPress: () => onSeverities(pressed ? others : [...severities, severity]),
    };
  });
  return (
    <Filters
      label={t`Severities`}
      total={total}
      parts={parts}
      all={severities.length === 0}
      onAll={() => onSeverities([])}
    />
  );
}
