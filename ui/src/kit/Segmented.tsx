import { type KeyboardEvent, useRef } from "react";
import { keyName } from "./keys.ts";
import "./Segmented.css";

/** One of a few, all in sight. */
export function Segmented<V extends string>({
  label,
  look = "raised",
  picks = "arrows",
  value,
  options,
  onPick,
}: {
  label: string;
  /** `ink` fills what is picked: it rules more than what stands below it. */
  look?: "raised" | "ink";
  /** What picks: an arrow key already, or only a press; then arrows move the focus alone. */
  picks?: "arrows" | "press";
  value: V;
  options: readonly { value: V; label: string }[];
  onPick: (value: V) => void;
}) {
  const group = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[keyName(event) ?? ""];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(group.current?.querySelectorAll("button") ?? [])];
    const focused = buttons.findIndex((button) => button.matches(":focus"));
    const at = focused === -1 ? options.findIndex((option) => option.value === value) : focused;
    const next = options[(at + by + options.length) % options.length];
    if (next === undefined) return;
    if (picks === "arrows") onPick(next.value);
    buttons[options.indexOf(next)]?.focus();
  };
  return (
    <div
      ref={group}
      className={`segmented fixed segmented-${look} round`}
      role="radiogroup"
      aria-label={label}
      onKeyDown={step}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot hold the word it draws
        <button
          key={option.value}
          type="button"
          role="radio"
          value={option.value}
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onPick(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
