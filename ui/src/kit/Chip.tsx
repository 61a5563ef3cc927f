import type { ReactNode } from "react";
import { type Glyph, Icon } from "./Icon.tsx";
import "./Chip.css";

export type Tone = "neutral" | "info" | "ok" | "warn" | "danger" | "unknown" | "accent";

/** A state in an icon and a word. `quiet` in rows and tables, `filled` in heads. */
export function Chip({
  icon,
  tone = "neutral",
  look = "quiet",
  pressed,
  onPress,
  children,
}: {
  icon?: Glyph;
  tone?: Tone;
  look?: "quiet" | "filled";
  /** With `onPress`: the chip is a toggle button. */
  pressed?: boolean;
  onPress?: () => void;
  children: ReactNode;
}) {
  const inside = (
    <>
      {icon !== undefined && <Icon of={icon} size={12} />}
      <span className="chip-word narrows">{children}</span>
    </>
  );
  const name = `chip chip-${look} tone-${tone}`;
  if (onPress === undefined) return <span className={name}>{inside}</span>;
  return (
    <button type="button" className={`${name} chip-press hovers`} aria-pressed={pressed} onClick={onPress}>
      {inside}
    </button>
  );
}
