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
          style={{ left: inset + lane * step }}
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

/** Room before the first lane, and from one lane to the next, in pixels. */
const inset = 12;
const step = 14;

function lanesWidth(bands: readonly Band[]): number {
  const lanes = laneCount(bands);
  return lanes === 0 ? 0 : inset + lanes * step - 6;
}
