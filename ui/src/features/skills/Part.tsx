import type { ReactNode } from "react";
import "./inspector.css";

/** A part of an inspector: its head, how strong its evidence is, its facts. */
export function Part({
  head,
  evidence,
  children,
}: {
  head: string;
  evidence?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="part" aria-label={head}>
      <div className="part-head">
        <h2>{head}</h2>
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
