import type { ReactNode } from "react";
import { Tooltip } from "../kit/Tooltip.tsx";
import "./Term.css";
import { type TermId, terms } from "./terms.ts";

/** A word that needs one: what it means is told on the pointer and on focus, and in Help. */
export function Term({ of, children }: { of: TermId; children?: ReactNode }) {
  return (
    <Tooltip text={terms[of].means}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it means is reached with the keyboard, too */}
      <span className="term" tabIndex={0}>
        {children ?? terms[of].word}
      </span>
    </Tooltip>
  );
}

/** Every word that is explained. */
export function Terms({ of }: { of: readonly TermId[] }) {
  return (
    <dl className="terms">
      {of.map((id) => (
        <div key={id}>
          <dt>{terms[id].word}</dt>
          <dd>{terms[id].means}</dd>
        </div>
      ))}
    </dl>
  );
}
