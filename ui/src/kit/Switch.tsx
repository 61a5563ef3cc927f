import "./Switch.css";

/** On or off, at once. */
export function Switch({
  label,
  on,
  onSwitch,
}: {
  label: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
}) {
  return (
    <button type="button" className="switch" role="switch" aria-checked={on} onClick={() => onSwitch(!on)}>
      <span className="switch-track on-surface" aria-hidden="true" />
      {label}
    </button>
  );
}
