import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isEditable, type KeyMap, keyName } from "../kit/keys.ts";
import { cyclePanes } from "../kit/Panes.tsx";
import { newGuard } from "./guard.ts";

export interface Arming {
  /** Keys and clicks are on. */
  on: boolean;
  /** What the keys do on this step; `Escape` also inside a field. */
  keys: RefObject<KeyMap>;
}

/**
 * Stands between the keyboard, the pointer and everything in the window: `showing` is the number of what is on
 * screen, `ms` how long it stays off. What does not count is stopped before any button hears it.
 */
export function useArming(showing: number | undefined, ms: number): Arming {
  const [guard] = useState(() => newGuard());
  const [on, setOn] = useState(false);
  const keys = useRef<KeyMap>({});
  const timer = useRef<number>(undefined);
  const wait = useRef(() => {});
  wait.current = () => {
    window.clearTimeout(timer.current);
    const left = guard.left();
    setOn(left === 0);
    if (Number.isFinite(left) && left > 0) {
      timer.current = window.setTimeout(() => wait.current(), Math.ceil(left));
    }
  };

  const off = useRef(ms);
  off.current = ms;
  useLayoutEffect(() => {
    if (showing === undefined) return;
    guard.show(off.current);
    wait.current();
  }, [guard, showing]);

  useEffect(() => {
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const counts = guard.keyDown(event);
      const name = keyName(event);
      if (!counts) wait.current();
      if (name === null || event.isComposing) return;
      if (name === "F6" || name === "Shift F6") {
        stop(event);
        cyclePanes(name === "F6" ? 1 : -1);
        return;
      }
      const typed = isEditable(event.target) && !isChoice(event.target);
      const act = typed && name !== "Escape" ? undefined : keys.current[name];
      const presses = name === "Enter" || (name === "Space" && !typed);
      if (act === undefined && !presses) return;
      if (!counts) stop(event);
      else if (act !== undefined) {
        stop(event);
        act();
      }
    };
    const onKeyUp = (event: KeyboardEvent) => {
      const counted = guard.keyUp(event.code);
      if (event.key === " " && !counted) stop(event);
    };
    const onPointerDown = () => guard.pointerDown();
    const onClick = (event: MouseEvent) => {
      if (!guard.click(event.detail > 0 ? "pointer" : "other")) stop(event);
    };
    const onFocus = () => {
      guard.focus();
      wait.current();
    };
    const onBlur = () => guard.blur();
    window.addEventListener("keydown", onKeyDown, true);
    window.addEventListener("keyup", onKeyUp, true);
    window.addEventListener("pointerdown", onPointerDown, true);
    window.addEventListener("click", onClick, true);
    window.addEventListener("focus", onFocus);
    window.addEventListener("blur", onBlur);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      window.removeEventListener("keyup", onKeyUp, true);
      window.removeEventListener("pointerdown", onPointerDown, true);
      window.removeEventListener("click", onClick, true);
      window.removeEventListener("focus", onFocus);
      window.removeEventListener("blur", onBlur);
      window.clearTimeout(timer.current);
    };
  }, [guard]);

  return { on, keys };
}

/** What the keys do while a step is on screen. */
export function useStepKeys({ keys }: Arming, map: KeyMap): void {
  useLayoutEffect(() => {
    keys.current = map;
  });
}

/** Radio buttons and check boxes are inputs, but nothing is typed into them. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === "radio" || target.type === "checkbox");
}
