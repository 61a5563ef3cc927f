import { ChevronDown } from "lucide-react";
import { Icon } from "./Icon.tsx";
import "./Select.css";

/** One of several, of which only the picked one is in sight. It is as wide as the picked word. */
export function Select<V extends string>({
  label,
  look = "button",
  value,
  options,
  onPick,
}: {
  label: string;
  /** `head` in the head of a list. */
  look?: "button" | "head";
  value: V;
  options: readonly { value: V; label: string }[];
  onPick: (value: V) => void;
}) {
  return (
    <span
      className={`select inline-row fixed one-line gap-6 hovers select-${look} anchors round ${look === "button" ? "on-raised" : ""}`}
    >
      <span aria-hidden="true">{options.find((option) => option.value === value)?.label}</span>
      <Icon of={ChevronDown} size={look === "head" ? 12 : 14} />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.target.value);
          if (picked !== undefined) onPick(picked.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
