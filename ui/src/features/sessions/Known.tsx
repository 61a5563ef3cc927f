import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Evidence, type Strength } from "../../facts/Evidence.tsx";
import { Capped } from "../../kit/Capped.tsx";
import "./Provenance.css";

/** Items drawn before the reader asks for all of them. */
const FIRST = 30;

/** One part of what is known, and how well it is known. */
export function Known({ title, of, children }: { title: string; of: Strength; children: ReactNode }) {
  return (
    <section className="provenance-section line-below">
      <div className="provenance-title row spread gap-8">
        <h3 className="type-small-strong">{title}</h3>
        <Evidence of={of} />
      </div>
      {children}
    </section>
  );
}

/** Looked, found zero: None. Of very many the first are drawn. */
export function KnownList<T>({ of, draw }: { of: readonly T[]; draw: (item: T) => ReactNode }) {
  if (of.length === 0) return <p className="text-3">{t`None`}</p>;
  return (
    <Capped
      of={of}
      first={FIRST}
      draw={(items) => (
        <ul>
          {items.map((item, at) => (
            <li key={at}>{draw(item)}</li>
          ))}
        </ul>
      )}
    />
  );
}
