import { type ReactNode, useState } from "react";
import type { Times } from "../host/wire.gen.ts";
import { Picture, type Reach } from "../kit/Picture.tsx";
import { partWords } from "./parts.ts";
import "./OverTime.css";

/** Columns of one row; rows stand below each other and have one scale. */
export interface OverTimeRow {
  label: string;
  counts: readonly number[];
}

/** Something counted over time: a column for each day, week or more, a row for each agent or one for all. */
export function OverTime({
  label,
  times,
  rows,
  counted,
  resting,
  taken = null,
  onOpen,
  onReach,
  onLetGo,
}: {
  label: string;
  times: Times;
  rows: readonly OverTimeRow[];
  /** So many of what is counted. */
  counted: (n: number) => string;
  resting: ReactNode;
  /** Parts that everything else is narrowed to. */
  taken?: Reach | null;
  onOpen?: (part: number) => void;
  onReach?: (reach: Reach) => void;
  onLetGo?: () => void;
}) {
  const [current, setCurrent] = useState<number | null>(null);
  const parts = times.counts.length;
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts));
  const said = (part: number) => {
    const each = rows.length < 2 ? [] : rows.filter(({ counts }) => (counts[part] ?? 0) > 0);
    const shares = each.map(({ label, counts }) => `${label} ${counts[part]}`).join(", ");
    const all = counted(times.counts[part] ?? 0);
    return `${partWords(times, part)}: ${all}${shares === "" ? "" : `, ${shares}`}`;
  };
  return (
    // A few columns need not be as wide as the window.
    <div style={{ maxWidth: `max(480px, ${parts * 24}px)` }}>
      <Picture
        label={label}
        total={parts}
        nameOf={said}
        current={current ?? taken?.from ?? parts - 1}
        onCurrent={setCurrent}
        onOpen={onOpen}
        onReach={onReach}
        onLetGo={onLetGo}
        hit={(x) => Math.min(parts - 1, Math.max(0, Math.floor((x / 100) * parts)))}
        heads={
          rows.length < 2
            ? undefined
            : rows.map((row) => (
                <div key={row.label} className="over-head">
                  {row.label}
                </div>
              ))
        }
        resting={resting}
      >
        {(shown, reach) => (
          <>
            {rows.map((row) => (
              <div key={row.label} className="over-row line-below flex">
                {row.counts.map((n, part) => (
                  <i
                    key={part}
                    data-shown={part === shown}
                    data-out={isOut(part, reach ?? taken)}
                    style={{ height: n === 0 ? 0 : `max(2px, ${(n / most) * 100}%)` }}
                  />
                ))}
              </div>
            ))}
            <Ends times={times} />
          </>
        )}
      </Picture>
    </div>
  );
}

function isOut(part: number, taken: Reach | null): boolean {
  return taken !== null && (part < taken.from || part > taken.to);
}

/** When the first part begins and the last one is. */
function Ends({ times }: { times: Times }) {
  const last = times.counts.length - 1;
  return (
    <div className="spread one-line text-3 type-micro tabular flex">
      <span>{partWords(times, 0)}</span>
      {last > 0 && <span>{partWords(times, last)}</span>}
    </div>
  );
}
