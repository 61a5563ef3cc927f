import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useRef } from "react";
import { type Action, useActions } from "./actions.ts";
import { keyName, newChord, stepOf } from "./keys.ts";

/** Under which words the keys of lists are told. */
export const IN_LISTS = t`In lists`;

const moving: readonly Action[] = [
  { id: "list.next", name: t`Next`, keys: ["j", "ArrowDown"] },
  { id: "list.previous", name: t`Previous`, keys: ["k", "ArrowUp"] },
  { id: "list.first", name: t`First`, keys: ["g g"] },
  { id: "list.last", name: t`Last`, keys: ["G"] },
];
const opening: Action = { id: "list.open", name: t`Open`, keys: ["Enter"] };

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
  useActions(IN_LISTS, onOpen === undefined ? moving : [...moving, opening]);
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
