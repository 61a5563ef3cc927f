import type { ReactNode } from "react";
import "./Toolbar.css";

/** The strip of controls above what they change. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="toolbar row wraps gap-6-8 fixed padded-6 line-below" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

/** Pushes what follows to the right end. */
export function Gap() {
  return <span className="gap" />;
}
