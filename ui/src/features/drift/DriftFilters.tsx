import { t } from "@lingui/core/macro";
import { driftSigns } from "../../facts/DriftChip.tsx";
import { type FilterPart, Filters } from "../../facts/Filters.tsx";
import type { DriftState, StateCount } from "../../host/wire.gen.ts";

/** States that are looked for together, and the one whose sign stands for them. */
interface Group {
  word: string;
  sign: DriftState;
  states: readonly DriftState[];
}

const groups: readonly Group[] = [
  { word: t`changed`, sign: "body_changed", states: ["body_changed"] },
  { word: t`frontmatter changed`, sign: "frontmatter_only", states: ["frontmatter_only"] },
  { word: t`whitespace`, sign: "whitespace_only", states: ["whitespace_only"] },
  { word: t`renamed or moved`, sign: "moved_scope", states: ["renamed", "moved_scope"] },
  { word: t`in another version`, sign: "in_another_version", states: ["in_another_version"] },
  { word: t`shadowed`, sign: "shadowed_now", states: ["shadowed_now"] },
  { word: t`deleted`, sign: "deleted", states: ["deleted"] },
  { word: t`bundled files changed`, sign: "resources_changed", states: ["resources_changed"] },
  { word: t`not comparable`, sign: "unverifiable", states: ["unverifiable"] },
  { word: t`filled in`, sign: "filled", states: ["filled"] },
  { word: t`changed by the agent`, sign: "changed_by_agent", states: ["changed_by_agent"] },
  { word: t`unchanged`, sign: "identical", states: ["identical"] },
];

export const allStates: readonly DriftState[] = groups.flatMap(({ states }) => states);

/** Narrows the report to some states; those that do not occur are not offered. */
export function DriftFilters({
  total,
  counts,
  drifted,
  states,
  onDrifted,
  onStates,
}: {
  total: number;
  counts: readonly StateCount[];
  /** Skills that changed since they were last used, and whether only those are shown. */
  drifted: { count: number; only: boolean };
  onDrifted: (only: boolean) => void;
  /** The states shown; none means all. */
  states: readonly DriftState[];
  onStates: (states: DriftState[]) => void;
}) {
  const parts = groups.flatMap((group): FilterPart[] => {
    const its = counts.filter((each) => group.states.includes(each.state));
    if (its.length === 0) return [];
    const pressed = group.states.every((state) => states.includes(state));
    const others = states.filter((state) => !group.states.includes(state));
    return [
      {
        ...driftSigns[group.sign],
        word: group.word,
        count: its.reduce((sum, each) => sum + each.count, 0),
        pressed,
        onPress: () => onStates(pressed ? others : [...others, ...group.states]),
      },
    ];
  });
  const one: FilterPart = {
    ...driftSigns.body_changed,
    word: t`changed since last used`,
    count: drifted.count,
    pressed: drifted.only,
    onPress: () => onDrifted(!drifted.only),
  };
  return (
    <Filters
      label={t`States`}
      total={total}
      parts={drifted.count === 0 && !drifted.only ? parts : [one, ...parts]}
      all={states.length === 0 && !drifted.only}
      onAll={() => {
        onStates([]);
        onDrifted(false);
      }}
    />
  );
}
