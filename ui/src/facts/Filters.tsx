import { Trans } from "@lingui/react/macro";
import type { Tone } from "../kit/Chip.tsx";
import { type Glyph, Icon } from "../kit/Icon.tsx";
import { Count } from "./Count.tsx";
import "./Filters.css";

/** A part of a list that can be shown alone, or with others. */
export interface FilterPart {
  word: string;
  icon: Glyph;
  tone: Tone;
  /** Rows that are in it. */
  count: number;
  pressed: boolean;
  onPress: () => void;
}

/** Narrows a list to some of its parts. */
export function Filters({
  label,
  total,
  parts,
  all,
  onAll,
}: {
  label: string;
  /** Rows of the whole list. */
  total: number;
  parts: readonly FilterPart[];
  /** Nothing narrows it. */
  all: boolean;
  onAll: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="filters fixed wraps gap-6 line-below padded flex" role="group" aria-label={label}>
      <button type="button" className={look} aria-pressed={all} onClick={onAll}>
        <Trans>
          All <Count n={total} />
        </Trans>
      </button>
      {parts.map(({ word, icon, tone, count, pressed, onPress }) => (
        <button key={word} type="button" className={look} aria-pressed={pressed} onClick={onPress}>
          <span className={`toned tone-${tone}`}>
            <Icon of={icon} size={12} />
          </span>
          {word} <Count n={count} />
        </button>
      ))}
    </div>
  );
}

const look = "inline-row gap-4 inset-8 hovers one-line on-raised edged round text-2 type-small";
