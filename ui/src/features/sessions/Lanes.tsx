import { LetterTile } from "../../facts/LetterTile.tsx";
import type { Band } from "../../host/wire.gen.ts";
import { laneCount, laneSlices } from "./bands.ts";
import "./Lanes.css";

/** Left of a row: which skill texts are in context there. Decoration; the row's name says it in words. */
export function Lanes({ bands, row }: { bands: readonly Band[]; row: number }) {
  const slices = laneSlices(bands, row);
  return (
    <span className="lanes" aria-hidden="true" style={{ width: lanesWidth(bands) }}>
      {slices.map(({ lane, letter, above, mark, below }) => (
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
function lanesWidth(bands: readonly Band[]): string {
  return laneCount(bands) === 0 ? "0" : left(laneCount(bands), "- 6px");
}

function left(lane: number, more = ""): string {
  return `calc(12px + ${lane} * var(--lane-step) ${more})`;
}
