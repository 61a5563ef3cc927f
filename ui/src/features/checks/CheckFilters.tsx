import { Count } from "../../facts/Count.tsx";
import { severitySigns } from "../../facts/Finding.tsx";
import type { Severity, SeverityCount } from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";

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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="check-filters" role="group" aria-label="Severities">
      <button type="button" aria-pressed={severities.length === 0} onClick={() => onSeverities([])}>
        All <Count n={total} />
      </button>
      {counts.map(({ severity, count }) => {
        const pressed = severities.includes(severity);
        const { icon, tone } = severitySigns[severity];
        return (
          <button
            key={severity}
            type="button"
            aria-pressed={pressed}
            onClick={() =>
              onSeverities(pressed ? severities.filter((one) => one !== severity) : [...severities, severity])
            }
          >
            <span className={`check-filter-sign tone-${tone}`}>
              <Icon of={icon} size={12} />
            </span>
            {severity} <Count n={count} />
          </button>
        );
      })}
    </div>
  );
}
