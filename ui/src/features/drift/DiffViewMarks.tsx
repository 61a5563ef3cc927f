import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import type { DiffView } from "../../host/wire.gen.ts";
import "./DiffView.css";

/** Where a mark stands, in shares of the whole. */
interface Spot {
  top: number;
  height: number;
  removed: boolean;
  added: boolean;
}

/** Where changes stand in the whole. A click jumps there; `n` and `N` do the same by keyboard. */
export function DiffViewMarks({
  view,
  scroller,
  list,
}: {
  view: DiffView;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
}) {
  const [spots, setSpots] = useState<readonly Spot[]>([]);
  useEffect(() => {
    const measure = () => setSpots(spotsOf(view, scroller.current, list.current));
    measure();
    const sizes = new ResizeObserver(measure);
    for (const element of [scroller.current, list.current]) {
      if (element !== null) sizes.observe(element);
    }
    return () => sizes.disconnect();
  }, [view, scroller, list]);
  const jump = (event: MouseEvent<HTMLElement>) => {
    const column = event.currentTarget.getBoundingClientRect();
    const all = scroller.current;
    if (all === null) return;
    all.scrollTop = ((event.clientY - column.top) / column.height) * all.scrollHeight - all.clientHeight / 2;
  };
  return (
    <div className="diff-marks fixed anchors clips line-before on-sunken" aria-hidden="true" onClick={jump}>
      {spots.flatMap((spot, at) => {
        const style = { top: `${spot.top * 100}%`, height: `${spot.height * 100}%` };
        return [
          spot.removed && <i key={`removed ${at}`} className="diff-mark-removed" style={style} />,
          spot.added && <i key={`added ${at}`} className="diff-mark-added" style={style} />,
        ];
      })}
    </div>
  );
}

function spotsOf(view: DiffView, scroller: HTMLElement | null, list: HTMLElement | null): Spot[] {
  if (scroller === null || list === null || scroller.scrollHeight === 0) return [];
  const whole = scroller.scrollHeight;
  const fields = [...scroller.querySelectorAll<HTMLElement>("[data-field]")].map((field) => {
    const head = field.querySelector("h3")?.offsetHeight ?? 0;
    return {
      top: (field.offsetTop + head) / whole,
      height: (field.offsetHeight - head) / whole,
      removed: field.dataset.field !== "added",
      added: field.dataset.field !== "removed",
    };
  });
  const body = view.marks.map((mark) => ({
    top: (list.offsetTop + (mark.from / 1000) * list.offsetHeight) / whole,
    height: (((mark.to - mark.from) / 1000) * list.offsetHeight) / whole,
    removed: mark.removed,
    added: mark.added,
  }));
  return [...fields, ...body];
}
