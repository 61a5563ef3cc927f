// Which keys and clicks count. A window that appears under busy hands must not take what was meant for
// another: a press counts only when it began after a pause, on what is still on screen.

/** Milliseconds that keys and clicks are off at least. */
export const PAUSE = 400;

/** A key as the guard sees it. */
export interface Press {
  /** The physical key. */
  code: string;
  key: string;
  repeat: boolean;
}

export interface Guard {
  /** Something else is on screen from now on: keys and clicks are off for so many milliseconds. */
  show(ms: number): void;
  /** The window has just got the focus: keys that are down now were pressed elsewhere. Clicks stay on. */
  focus(): void;
  /** The window lost the focus, and with it the news of keys let go. */
  blur(): void;
  /** Whether this key counts; every pressed key must be told. */
  keyDown(press: Press): boolean;
  /** Whether the key that is let go counted when it went down, and for what is still on screen. */
  keyUp(code: string): boolean;
  pointerDown(): void;
  /** Whether a click counts. Keys and assistive technology click without a pointer. */
  click(by: "pointer" | "other"): boolean;
  /** Milliseconds until everything is on. */
  left(): number;
}

export function newGuard(now: () => number = () => performance.now()): Guard {
  // Which showing a press belongs to.
  let shown = 0;
  let keysFrom = Number.POSITIVE_INFINITY;
  let clicksFrom = Number.POSITIVE_INFINITY;
  let pointer: number | null = null;
  /** Keys that are down, and the showing for which they count. */
  const down = new Map<string, number | null>();

  return {
    show(ms) {
      shown += 1;
      clicksFrom = now() + Math.max(ms, PAUSE);
      keysFrom = clicksFrom;
    },
    focus() {
      keysFrom = Math.max(keysFrom, now() + PAUSE);
    },
    blur() {
      down.clear();
    },
    keyDown({ code, key, repeat }) {
      const held = repeat || down.has(code);
      const on = !held && now() >= keysFrom;
      if (!held) down.set(code, on ? shown : null);
      // Somebody is typing into the window: the pause begins again with each letter.
      if (!on && !held && key.length === 1) keysFrom = Math.max(keysFrom, now() + PAUSE);
      return on;
    },
    keyUp(code) {
      const counted = down.get(code) === shown;
      down.delete(code);
      return counted;
    },
    pointerDown() {
      pointer = now() >= clicksFrom ? shown : null;
    },
    click(by) {
      if (by === "other") return now() >= clicksFrom;
      return pointer === shown;
    },
    left() {
      return Math.max(0, Math.max(keysFrom, clicksFrom) - now());
    },
  };
}
