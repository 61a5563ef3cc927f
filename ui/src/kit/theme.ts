// Which theme is drawn: the system's, or the one the reader chose. The choice is kept across starts.

import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

const KEY = "assay.theme";
const listeners = new Set<() => void>();
let chosen = remembered();

/** Draws the remembered theme. Called once, before the first paint. */
export function followTheme(): void {
  draw();
}

/** Chooses a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts until the window closes.
  }
}

/** Draws a theme without remembering it. */
export function showTheme(theme: Theme): void {
  chosen = theme;
  draw();
  for (const listener of listeners) {
    listener();
  }
}

/** The choice, not what it comes to. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, () => chosen);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Without a choice the style sheet follows the system by itself. */
function draw(): void {
  if (chosen === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = chosen;
  }
}

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return themes.find((theme) => theme === kept) ?? "system";
  } catch {
    return "system";
  }
}
