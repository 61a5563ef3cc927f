import type { ReactNode, Ref } from "react";
import { useKeysOf } from "./actions.ts";
import { type Glyph, Icon } from "./Icon.tsx";
import { Keys } from "./Keys.tsx";
import { Tooltip } from "./Tooltip.tsx";
import "./Button.css";

interface ButtonProps {
  icon?: Glyph;
  look?: "plain" | "primary" | "link";
  /** 28 in heads, 24 in toolbars. */
  size?: 28 | 24;
  keys?: readonly string[];
  /** The action it does, by its id: the keys of that are shown. */
  action?: string;
  /** Why it does nothing now; the button stays reachable and says so. */
  offBecause?: string | null;
  pressed?: boolean;
  expanded?: boolean;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** Verb and object; `…` only when another step follows. */
export function Button({
  icon,
  look = "plain",
  size = 28,
  keys,
  action,
  offBecause = null,
  pressed,
  expanded,
  onPress,
  ref,
  children,
}: ButtonProps) {
  const shown = useKeysOf(action) ?? keys;
  const off = offBecause !== null;
  const button = (
    <button
      type="button"
      ref={ref}
      className={`button button-${look} button-${size} inline-row gap-8 fixed round one-line`}
      aria-disabled={off || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={off ? undefined : onPress}
    >
      {icon !== undefined && <Icon of={icon} />}
      <span>{children}</span>
      {shown !== undefined && <Keys keys={shown} />}
    </button>
  );
  return off ? <Tooltip text={offBecause}>{button}</Tooltip> : button;
}

/** A button of which only the icon is drawn; its name is in the tooltip and read aloud. */
export function IconButton({
  icon,
  label,
  keys,
  action,
  offBecause = null,
  pressed,
  expanded,
  onPress,
  ref,
}: {
  icon: Glyph;
  label: string;
  keys?: readonly string[];
  /** The action it does, by its id: the keys of that are shown. */
  action?: string;
  /** Why it does nothing now; the button stays reachable and says so. */
  offBecause?: string | null;
  pressed?: boolean;
  expanded?: boolean;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
}) {
  const off = offBecause !== null;
  const shown = useKeysOf(action) ?? keys;
  const named = shown === undefined ? label : `${label} (${shown.join(" ")})`;
  return (
    <Tooltip text={off ? `${named}: ${offBecause}` : named}>
      <button
        type="button"
        ref={ref}
        className="button button-icon text-2 hovers inline-row gap-8 fixed round one-line"
        aria-label={label}
        aria-disabled={off || undefined}
        aria-pressed={pressed}
        aria-expanded={expanded}
        onClick={off ? undefined : onPress}
      >
        <Icon of={icon} />
      </button>
    </Tooltip>
  );
}
