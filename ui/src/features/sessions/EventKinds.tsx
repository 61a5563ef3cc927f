import { t } from "@lingui/core/macro";
import { Filters } from "../../facts/Filters.tsx";
import { icons } from "../../facts/icons.ts";
import type { EventGroup, GroupCount } from "../../host/wire.gen.ts";

const faces = {
  messages: { word: t`Messages`, icon: icons.userMessage },
  tools: { word: t`Tools`, icon: icons.tool },
  skills: { word: t`Skills`, icon: icons.activation },
  other: { word: t`Other`, icon: icons.usage },
} as const;

/** Narrows the events of a turn to those of one kind; nothing to choose where all are of one. */
export function EventKinds({
  groups,
  only,
  onOnly,
}: {
  groups: readonly GroupCount[];
  only: EventGroup | undefined;
  onOnly: (only: EventGroup | undefined) => void;
}) {
  if (groups.length < 2 && only === undefined) return null;
  return (
    <Filters
      label={t`Event types`}
      total={groups.reduce((sum, { count }) => sum + count, 0)}
      parts={groups.map(({ group, count }) => ({
        ...faces[group],
        tone: "neutral",
        count,
        pressed: only === group,
        onPress: () => onOnly(only === group ? undefined : group),
      }))}
      all={only === undefined}
      onAll={() => onOnly(undefined)}
    />
  );
}
