import { useSyncExternalStore } from "react";

/** How wide the window is: 1181 and up, 961 to 1180, below. */
export type Width = "wide" | "middle" | "narrow";

const wide = "(min-width: 1181px)";
const middle = "(min-width: 961px)";

export function useWidth(): Width {
  return useSyncExternalStore(listen, now);
}

function listen(heard: () => void): () => void {
  const both = [window.matchMedia(wide), window.matchMedia(middle)];
  for (const one of both) one.addEventListener("change", heard);
  return () => {
    for (const one of both) one.removeEventListener("change", heard);
  };
}

function now(): Width {
  if (window.matchMedia(wide).matches) return "wide";
  return window.matchMedia(middle).matches ? "middle" : "narrow";
}
