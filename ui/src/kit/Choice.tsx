import type { ReactNode } from "react";
import "./Choice.css";

/** On or off, once something else is pressed; `children` are its words. */
export function Checkbox({
  label,
  checked,
  onCheck,
  children,
}: {
  /** Its name where the words beside it do not say enough. */
  label?: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className="choice gap-8 flex at-top">
      <input
        type="checkbox"
        className="choice-box fixed on-raised"
        aria-label={label}
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      {children}
    </label>
  );
}

/** One of a few, drawn as a card; those of one `name` exclude each other. */
export function RadioCard({
  name,
  keys,
  checked,
  onPick,
  children,
}: {
  name: string;
  /** The key that picks it. */
  keys?: string;
  checked: boolean;
  onPick: () => void;
  children: ReactNode;
}) {
  return (
    <label
      className="choice choice-card gap-8 hovers flex at-top edged round"
      data-picked={checked || undefined}
    >
      <input
        type="radio"
        className="choice-radio fixed on-raised"
        name={name}
        aria-keyshortcuts={keys}
        checked={checked}
        onChange={onPick}
      />
      {children}
    </label>
  );
}
