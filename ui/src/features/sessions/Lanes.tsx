import { LetterTile } from "../../facts/LetterTile.tsx";
import type { LaneSlice, LaneTable } from "./bands.ts";
import "./Lanes.css";

/** Left of a row: which skill texts are in context there. Decoration; the row's name says it in words. */
export function Lanes({ lanes, row }: { lanes: LaneTable; row: number }) {
  return (
    <span className="lanes" aria-hidden="true" style={{ width: lanesWidth(lanes.count) }}>
      {lanes.at(row).map((slice) => (
        <Lane key={slice.lane} slice={slice} />
      ))}
    </span>
  );
}

function Lane({ slice: { lane, letter, above, mark, below } }: { slice: LaneSlice }) {
  const told = `${letter.letter} ${above} ${mark} ${below}`;
  const style = { left: left(lane) };
  // Most lanes only run through, and a long list draws very many: one element each.
  if (mark === "none")
    return (
      <i className={`lane-through lane-${below} band-${letter.colour}`} data-lane={told} style={style} />
    );
  return (
    <span className={`lane band-${letter.colour} lane-mark-${mark}`} data-lane={told} style={style}>
      <i className={`lane-above lane-${above}`} />
      {mark === "tile" ? <LetterTile letter={letter} /> : <i className="lane-foot" />}
      <i className={`lane-below lane-${below}`} />
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
