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
    <button
      type="button"
      className="switch inline-row gap-8 fixed inset-4 round type-control text-2 one-line"
      role="switch"
      aria-checked={on}
      onClick={() => onSwitch(!on)}
    >
      <span className="switch-track on-surface anchors marks-itself" aria-hidden="true" />
      {label}
    </button>
  );
}
