import { LetterTile } from "../../facts/LetterTile.tsx";
import type { LaneTable } from "./bands.ts";
import "./Lanes.css";

/** Left of a row: which skill texts are in context there. Decoration; the row's name says it in words. */
export function Lanes({ lanes, row }: { lanes: LaneTable; row: number }) {
  return (
    <span className="lanes" aria-hidden="true" style={{ width: lanesWidth(lanes.count) }}>
      {lanes.at(row).map(({ lane, letter, above, mark, below }) => (
        <span
          key={lane}
          className={`lane band-${letter.colour} lane-mark-${mark}`}
          data-lane={`${letter.letter} ${above} ${mark} ${below}`}
          style={{ left: left(lane) }}
        >
          <i className={`lane-above lane-${above}`} />
          {mark === "tile" && <LetterTile letter={letter} />}
          {mark === "foot" && <i className="lane-foot" />}
          <i className={`lane-below lane-${below}`} />
        </span>
      ))}
    </span>
  );
}

/** Wide enough for every lane; where lanes stand is told in Lanes.css. */
function lanesWidth(count: number): string {
  return count === 0 ? "0" : left(count, "- 6px");
}

function left(lane: number, more = ""): string {
  return `calc(12px + ${lane} * var(--lane-step) ${more})`;
}
