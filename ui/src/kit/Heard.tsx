import type { ReactNode } from "react";
import "./List.css";

/**
 * A row as it is heard and as it is seen. Its name is content rather than a label, so that the words on
 * screen and the words read aloud may differ in order; nothing inside may take the focus.
 */
export function Heard({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="unseen">{name}</span>
      <div className="heard-face" aria-hidden="true">
        {children}
      </div>
    </>
  );
}
