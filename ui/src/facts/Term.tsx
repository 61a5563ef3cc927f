import type { ReactNode } from "react";
import { Tooltip } from "../kit/Tooltip.tsx";
import { useGoing } from "./going.ts";
import { wordOf } from "./help.ts";
import "./Term.css";
import { type TermId, terms } from "./terms.ts";

/** A word that needs one: what it means is told on the pointer and on focus, and pressing it opens the manual there. */
export function Term({ of, children }: { of: TermId; children?: ReactNode }) {
  const { go } = useGoing();
  return (
    <Tooltip text={terms[of].means}>
      <button type="button" className="term" data-term={of} onClick={() => go(wordOf(of))}>
        {children ?? terms[of].word}
      </button>
    </Tooltip>
  );
}
