import { ChevronDown } from "lucide-react";
import { Icon } from "./Icon.tsx";
import "./Select.css";

/** One of several, of which only the picked one is in sight. */
export function Select<V extends string>({
  label,
  value,
  options,
  onPick,
}: {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onPick: (value: V) => void;
}) {
  return (
    <span className="select">
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
      <Icon of={ChevronDown} />
    </span>
  );
}
