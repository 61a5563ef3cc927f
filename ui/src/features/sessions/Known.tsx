import { type ReactNode, useState } from "react";
import { count } from "../../facts/Count.tsx";
import { Evidence, type Strength } from "../../facts/Evidence.tsx";
import { Button } from "../../kit/Button.tsx";
import "./Provenance.css";

/** Items drawn before the reader asks for all of them. */
const FIRST = 30;

/** One part of what is known, and how well it is known. */
export function Known({ title, of, children }: { title: string; of: Strength; children: ReactNode }) {
  return (
    <section className="provenance-section">
      <div className="provenance-title">
        <h3>{title}</h3>
        <Evidence of={of} />
      </div>
      {children}
    </section>
  );
}

/** Looked, found zero: None. Of very many the first are drawn. */
export function KnownList<T>({ of, draw }: { of: readonly T[]; draw: (item: T) => ReactNode }) {
  const [all, setAll] = useState(false);
  if (of.length === 0) return <p className="provenance-none">None</p>;
  const drawn = all ? of : of.slice(0, FIRST);
  return (
    <>
      <ul>
        {drawn.map((item, at) => (
          <li key={at}>{draw(item)}</li>
        ))}
      </ul>
      {drawn.length < of.length && (
        <p className="provenance-none">
          First {count(drawn.length)} of {count(of.length)} shown.{" "}
          <Button look="link" onPress={() => setAll(true)}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}
