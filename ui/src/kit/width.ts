import { useSyncExternalStore } from "react";

/** How wide the window is: 1181 and up, 961 to 1180, below. */
export type Width = "wide" | "middle" | "narrow";

const wide = "(min-width: 1181px)";
const middle = "(min-width: 961px)";
const pair = "(min-width: 701px)";

export function useWidth(): Width {
  return useSyncExternalStore(listen, now);
}

/** Whether two panes fit beside each other; twice as large in a small window they do not. */
export function useStacked(): boolean {
  return useSyncExternalStore(listen, () => !window.matchMedia(pair).matches);
}

function listen(heard: () => void): () => void {
  const both = [wide, middle, pair].map((query) => window.matchMedia(query));
  for (const one of both) one.addEventListener("change", heard);
  return () => {
    for (const one of both) one.removeEventListener("change", heard);
  };
}

function now(): Width {
  if (window.matchMedia(wide).matches) return "wide";
  return window.matchMedia(middle).matches ? "middle" : "narrow";
}
