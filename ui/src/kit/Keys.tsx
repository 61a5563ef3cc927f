import { t } from "@lingui/core/macro";
import "./Keys.css";

/** Keys that other keyboards call otherwise. */
const names: Readonly<Record<string, string>> = {
  Ctrl: t`Ctrl`,
  Shift: t`Shift`,
  Space: t`Space`,
  Menu: t`Menu`,
};

/** Keys as they are printed on the keyboard. Decoration: what they do is said beside them. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys gap-4" aria-hidden="true">
      {keys.map((key, at) => (
        <kbd key={at}>{keyNames(key)}</kbd>
      ))}
    </span>
  );
}

/** Keys as the reader's keyboard calls them: `Ctrl Shift +`, in German `Strg Umschalt +`. */
export function keyNames(keys: string): string {
  return keys
    .split(" ")
    .map((key) => names[key] ?? key)
    .join(" ");
}
