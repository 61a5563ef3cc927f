import type { MouseEvent, RefObject } from "react";
import type { SecretView } from "../host/wire.gen.ts";
import "./output.css";

/** Where marks and the cut stand in the whole. A click jumps there; `n` and `N` do the same by keyboard. */
export function OutputMarks({
  scroller,
  count,
  secrets,
  cut,
}: {
  scroller: RefObject<HTMLElement | null>;
  /** Rows of the output. */
  count: number;
  secrets: readonly SecretView[];
  cut: number | null;
}) {
  const jump = (event: MouseEvent<HTMLElement>) => {
    const column = event.currentTarget.getBoundingClientRect();
    const all = scroller.current;
    if (all === null) return;
    all.scrollTop = ((event.clientY - column.top) / column.height) * all.scrollHeight - all.clientHeight / 2;
  };
  const place = (row: number) => ({ top: `${(row / Math.max(1, count)) * 100}%` });
  return (
    <div className="output-marks fixed on-sunken anchors clips line-before" aria-hidden="true" onClick={jump}>
      {secrets.map((secret) => (
        <i key={secret.number} style={place(secret.line)} />
      ))}
      {cut !== null && <i className="output-mark-cut" style={place(cut)} />}
    </div>
  );
}
