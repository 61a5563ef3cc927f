import { t } from "@lingui/core/macro";
import "./Keys.css";

/** Keys that are printed otherwise on the keyboards of another language. */
const printedAs: Readonly<Record<string, string>> = { Ctrl: t`Ctrl`, Shift: t`Shift`, Menu: t`Menu` };

/** Keys as they are printed on the keyboard. Decoration: what they do is said beside them. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys gap-4" aria-hidden="true">
      {keys.map((key, at) => (
        <kbd key={at}>{key.replace(/^[A-Z][a-z]+/, (name) => printedAs[name] ?? name)}</kbd>
      ))}
    </span>
  );
}
