import type { ReactNode } from "react";
import { terms } from "./terms.ts";

export type Strength = "recorded" | "reconstructed" | "inferred" | "unknown";

export const strengths: readonly Strength[] = ["recorded", "reconstructed", "inferred", "unknown"];

/** How strong the evidence is for everything below it. `children` stand instead of the word. */
export function Evidence({ of, children }: { of: Strength; children?: ReactNode }) {
  return (
    <span className="evidence inline-row fixed one-line gap-4 text-3 type-micro">
      <svg className="fixed" viewBox="0 0 9 9" width="9" height="9" aria-hidden="true">
        <Disc of={of} />
      </svg>
      {children ?? terms[of].word}
    </span>
  );
}

function Disc({ of }: { of: Strength }) {
  switch (of) {
    case "recorded":
      return <circle cx="4.5" cy="4.5" r="4" fill="currentColor" />;
    case "reconstructed":
      return (
        <>
          <circle cx="4.5" cy="4.5" r="3.5" fill="none" stroke="currentColor" />
          <path d="M4.5 1a3.5 3.5 0 0 0 0 7z" fill="currentColor" />
        </>
      );
    case "inferred":
      return <circle cx="4.5" cy="4.5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.4" />;
    case "unknown":
      return (
        <circle
          cx="4.5"
          cy="4.5"
          r="3.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
          strokeDasharray="1.8 1.6"
        />
      );
    default:
      return of satisfies never;
  }
}
