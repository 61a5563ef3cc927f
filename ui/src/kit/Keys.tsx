import "./Keys.css";

/** Keys as they are printed on the keyboard. Decoration: what they do is said beside them. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys gap-4" aria-hidden="true">
      {keys.map((key, at) => (
        <kbd key={at}>{key}</kbd>
      ))}
    </span>
  );
}
