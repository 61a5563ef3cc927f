import { type KeyboardEvent, useRef } from "react";
import { keyName, newChord, stepOf } from "./keys.ts";

/** The keys every list, tree and table shares: ↓ ↑ j k gg G Home End Page, Enter. */
export function useListKeys({
  total,
  current,
  onCurrent,
  onOpen,
}: {
  total: number;
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen?: (index: number) => void;
}): (event: KeyboardEvent) => void {
  const chord = useRef(newChord());
  return (event) => {
    const name = keyName(event);
    // A button inside a row keeps its own Enter and Space.
    if (name === null || (event.target !== event.currentTarget && /^(Enter|Space)$/.test(name))) return;
    if (name === "Enter" && current !== null && onOpen !== undefined) {
      event.preventDefault();
      onOpen(current);
      return;
    }
    const joined = chord.current(name, event.repeat);
    const to = stepOf(joined, current, total) ?? stepOf(name, current, total);
    if (to === null) return;
    event.preventDefault();
    onCurrent(to);
  };
}
