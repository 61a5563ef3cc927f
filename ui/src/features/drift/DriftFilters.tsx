import { Count } from "../../facts/Count.tsx";
import { driftSigns } from "../../facts/DriftChip.tsx";
import type { DriftState, StateCount } from "../../host/wire.gen.ts";
import { Icon } from "../../kit/Icon.tsx";

/** States that are looked for together, and the one whose sign stands for them. */
interface Group {
  word: string;
  sign: DriftState;
  states: readonly DriftState[];
}

const groups: readonly Group[] = [
  { word: "changed", sign: "body_changed", states: ["body_changed"] },
  { word: "frontmatter only", sign: "frontmatter_only", states: ["frontmatter_only"] },
  { word: "whitespace", sign: "whitespace_only", states: ["whitespace_only"] },
  { word: "renamed or moved", sign: "moved_scope", states: ["renamed", "moved_scope"] },
  { word: "shadowed", sign: "shadowed_now", states: ["shadowed_now"] },
  { word: "deleted", sign: "deleted", states: ["deleted"] },
  { word: "bundled files changed", sign: "resources_changed", states: ["resources_changed"] },
  { word: "not comparable", sign: "unverifiable", states: ["body_comparable_only", "unverifiable"] },
  { word: "identical", sign: "identical", states: ["identical"] },
];

/** Narrows the report to some states; those that do not occur are not offered. */
export function DriftFilters({
  total,
  counts,
  states,
  onStates,
}: {
  total: number;
  counts: readonly StateCount[];
  /** The states shown; none means all. */
  states: readonly DriftState[];
  onStates: (states: DriftState[]) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="drift-filters" role="group" aria-label="States">
      <button type="button" aria-pressed={states.length === 0} onClick={() => onStates([])}>
        All <Count n={total} />
      </button>
      {groups.map((group) => {
        const its = counts.filter((each) => group.states.includes(each.state));
        if (its.length === 0) return null;
        const pressed = group.states.every((state) => states.includes(state));
        const others = states.filter((state) => !group.states.includes(state));
        const { icon, tone } = driftSigns[group.sign];
        return (
          <button
            key={group.word}
            type="button"
            aria-pressed={pressed}
            onClick={() => onStates(pressed ? others : [...others, ...group.states])}
          >
            <span className={`drift-filter-sign tone-${tone}`}>
              <Icon of={icon} size={12} />
            </span>
            {group.word} <Count n={its.reduce((sum, each) => sum + each.count, 0)} />
          </button>
        );
      })}
    </div>
  );
}
