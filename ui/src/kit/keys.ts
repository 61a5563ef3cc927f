import { useEffect, useRef } from "react";

/** The keyboard says what it pressed: `Ctrl K`, `g s`, `[`, `Shift F6`. Ctrl means ⌘ on macOS. */
export type KeyMap = Readonly<Record<string, () => void>>;

/** How long after its first key a chord such as `g s` may be completed. */
const chordTime = 1000;

/**
 * Listens to the whole window. What typing needs is off while an editable field has focus or a dialog is open;
 * auto-repeat never completes a chord; a key that something inside already took is left alone.
 */
export function useKeys(keys: KeyMap): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const chord = newChord();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = keyName(event);
      if (name === null) return;
      const from = origin(event);
      if (isOfText(name) && (isEditable(from) || isInMenu(from) || dialogIsOpen())) return;
      const act = now.current[chord(name, event.repeat)] ?? now.current[name];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** The name of a pressed key in a {@link KeyMap}; null for a modifier alone. */
export function keyName(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): string | null {
  if (["Control", "Shift", "Alt", "Meta", "AltGraph"].includes(event.key)) return null;
  const held = event.ctrlKey || event.metaKey;
  const key = held ? event.key.toUpperCase() : event.key;
  const parts = [];
  if (held) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  // A shifted letter or sign says so by itself: `N`, `?`.
  if (event.shiftKey && (held || event.key.length > 1)) parts.push("Shift");
  parts.push(key === " " ? "Space" : key);
  return parts.join(" ");
}

/** Remembers the key before, and names the two together while they are close enough. */
export function newChord(): (name: string, repeat: boolean) => string {
  let before = { name: "", at: Number.NEGATIVE_INFINITY };
  return (name, repeat) => {
    const at = performance.now();
    const joined = !repeat && at - before.at <= chordTime ? `${before.name} ${name}` : name;
    before = repeat ? { name: "", at: Number.NEGATIVE_INFINITY } : { name, at };
    return joined;
  };
}

/** Where a list's keys lead: the new place, or null when the key is none of a list's. */
export function stepOf(name: string, at: number | null, total: number, page = 10): number | null {
  if (total === 0) return null;
  const here = at ?? -1;
  const last = total - 1;
  switch (name) {
    case "ArrowDown":
    case "j":
      return Math.min(here + 1, last);
    case "ArrowUp":
    case "k":
      return at === null ? 0 : Math.max(here - 1, 0);
    case "PageDown":
      return Math.min(here + page, last);
    case "PageUp":
      return Math.max(here - page, 0);
    case "Home":
    case "g g":
      return 0;
    case "End":
    case "G":
      return last;
    default:
      return null;
  }
}

/** Keys without a modifier, function keys apart, and undo: where one types they belong to the text. */
function isOfText(name: string): boolean {
  return name === "Ctrl Z" || !/^(Ctrl|Alt|(Shift )?F\d+$)/.test(name);
}

/** Where it was pressed, also inside an editor that keeps its elements to itself. */
function origin(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target;
}

/** Text can be typed there. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** In a menu letters lead to the line that begins with them. */
function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=menu]") !== null;
}

function dialogIsOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
