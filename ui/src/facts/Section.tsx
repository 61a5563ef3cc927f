import type { ReactNode } from "react";
import { Evidence, type Strength } from "./Evidence.tsx";
import { Term } from "./Term.tsx";
import type { TermId } from "./terms.ts";
import "./Section.css";

/** Facts of one kind: their head, how strong the evidence of all of them is, the facts. */
export function Section({
  head,
  term,
  beside,
  of,
  from,
  level = 3,
  children,
}: {
  head: ReactNode;
  /** The word of the head that explains itself. */
  term?: TermId;
  /** Said right behind the head: a count. */
  beside?: ReactNode;
  of?: Strength;
  /** Where they were read, where that says more than a strength. */
  from?: ReactNode;
  level?: 2 | 3;
  children: ReactNode;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      className="section breaks gap-6 text-2 type-small line-below stack"
      aria-label={typeof head === "string" ? head : undefined}
    >
      <div className="section-head row gap-8">
        <Heading>{term === undefined ? head : <Term of={term}>{head}</Term>}</Heading>
        {beside !== undefined && <span>{beside}</span>}
        {from !== undefined && <span className="pushed text-3 type-micro">{from}</span>}
        {of !== undefined && <Evidence of={of} />}
      </div>
      {children}
    </section>
  );
}

/** What is known, by name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="section-facts stack gap-4-8">{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="narrows text">{children}</dd>
    </>
  );
}

/** Sections below each other, scrolled by keys, too. */
export function Sections({ label, gone, children }: { label: string; gone?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="fill ring-inside scrolls"
      role="group"
      aria-label={label}
      data-gone={gone}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
      tabIndex={0}
    >
      {children}
    </div>
  );
}
