import { plural, t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Term } from "../../facts/Term.tsx";
import "./skills.css";

const terms = { 1: "tier1", 2: "tier2", 3: "tier3" } as const;

/** One step of disclosure: what it costs, when, and what it is. */
export function Tier({
  n,
  word,
  tokens,
  when,
  children,
}: {
  n: 1 | 2 | 3;
  word: string;
  tokens: number;
  when: string;
  children: ReactNode;
}) {
  const cost = plural(tokens, { one: "# token", other: "# tokens" });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside its bracket
    <div
      className="tier line-below stack gap-0-12"
      role="group"
      aria-label={t`Tier ${n}, ${word}, ${cost}, ${when}`}
    >
      <div className="column text-3 type-micro">
        <b className="text type-small-strong">
          <Term of={terms[n]}>{t`Tier ${n}`}</Term>
        </b>
        <span aria-hidden="true">{word}</span>
        <span aria-hidden="true">{cost}</span>
        <span aria-hidden="true">{when}</span>
      </div>
      <div className="tier-bracket" />
      <div className="narrows">{children}</div>
    </div>
  );
}
