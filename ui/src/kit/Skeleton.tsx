import { useEffect, useState } from "react";
import "./Skeleton.css";

/** The shape of rows that are on their way; nothing for the first 300 ms. */
export function Skeleton({ label, rows = 3 }: { label: string; rows?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), 300);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label={label}>
      {late &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className="skeleton-row gap-8 line-below padded flex" aria-hidden="true">
            <i />
            <span>
              <b />
              <b />
            </span>
          </div>
        ))}
    </div>
  );
}
