import type { AnyText } from "../language/foreign.ts";
import { Verbatim } from "./Verbatim.tsx";
import "./TextLines.css";

/** Lines of a text with their numbers. Wrapped, never wider than the box, and drawn only when in sight. */
export function TextLines({
  label,
  lines,
  first = 1,
}: {
  label: string;
  lines: readonly AnyText[];
  /** The number of the first line. */
  first?: number;
}) {
  const digits = String(first + lines.length).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, these are lines
    <div className="text-lines type-code" role="group" aria-label={label}>
      {lines.map((line, at) => (
        <div key={at} className="text-line gap-12 flex inset">
          <span
            className="text-line-number fixed text-3 tabular not-selectable to-right"
            aria-hidden="true"
            style={{ minWidth: `${digits}ch` }}
          >
            {first + at}
          </span>
          <span className="grow">
            <Verbatim text={line} look="text" mono />
          </span>
        </div>
      ))}
    </div>
  );
}
