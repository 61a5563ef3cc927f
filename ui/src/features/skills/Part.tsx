import type { ReactNode } from "react";
import { Term } from "../../facts/Term.tsx";
import type { TermId } from "../../facts/terms.ts";
import "./inspector.css";

/** A part of an inspector: its head, how strong its evidence is, its facts. */
export function Part({
  head,
  term,
  evidence,
  children,
}: {
  head: string;
  /** The word of the head that explains itself. */
  term?: TermId;
  evidence?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="part" aria-label={head}>
      <div className="part-head">
        <h2>{term === undefined ? head : <Term of={term}>{head}</Term>}</h2>
        {evidence !== undefined && <span className="quiet">{evidence}</span>}
      </div>
      {children}
    </section>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="part-facts">{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
