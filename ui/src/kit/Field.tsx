import { t } from "@lingui/core/macro";
import { Search, X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Keys } from "./Keys.tsx";
import "./Field.css";

/** Narrows the list below it. `/` focuses it; Escape clears it, then leaves it. */
export function FilterField({
  label,
  value,
  onChange,
  onLeave,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The reader is done: ↓ or Enter was pressed. */
  onLeave?: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="field row grow gap-8 on-surface round toned tone-neutral">
      <Icon of={Search} />
      <input
        ref={input}
        className="frameless grow high"
        type="text"
        data-filter
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.stopPropagation();
            onChange("");
          } else if (event.key === "Escape") input.current?.blur();
          else if (event.key === "ArrowDown" || event.key === "Enter") {
            event.preventDefault();
            onLeave?.();
          }
        }}
      />
      {value === "" ? (
        <Keys keys={["/"]} />
      ) : (
        <IconButton
          icon={X}
          label={t`Clear field`}
          onPress={() => {
            onChange("");
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
