import { LetterTile } from "../../facts/LetterTile.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import type { LaneSlice, LaneTable } from "./bands.ts";
import "./Lanes.css";

/**
 * Left of a row: which skills the agent itself names there, as thin lines, then which skill texts are in context, as
 * bands. Decoration; the row's name says it in words.
 */
export function Lanes({ lanes, row, named }: { lanes: LaneTable; row: number; named: readonly AnyText[] }) {
  return (
    <span className="lanes fixed anchors" aria-hidden="true" style={{ width: lanesWidth(lanes.count) }}>
      {named.slice(0, namedLines).map((name, at) => (
        <i
          key={rawText(name)}
          className={`lane-named band-${lanes.colourOf(name)}`}
          data-named={name}
          style={{ left: 3 + 4 * at }}
        />
      ))}
      {lanes.at(row).map((slice) => (
        <Lane key={slice.lane} slice={slice} />
      ))}
    </span>
  );
}

/** Thin lines that have room before the first band. */
const namedLines = 2;

function Lane({ slice: { lane, letter, above, mark, below } }: { slice: LaneSlice }) {
  const told = `${letter.letter} ${above} ${mark} ${below}`;
  const style = { left: left(lane) };
  // Most lanes only run through, and a long list draws very many: one element each.
  if (mark === "none")
    return (
      <i className={`lane-through lane-${below} band-${letter.colour}`} data-lane={told} style={style} />
    );
  return (
    <span className={`lane row band-${letter.colour} lane-mark-${mark}`} data-lane={told} style={style}>
      <i className={`lane-above lane-${above}`} />
      {mark === "tile" ? <LetterTile letter={letter} /> : <i className="lane-foot" />}
      <i className={`lane-below lane-${below}`} />
    </span>
  );
}

/** Wide enough for the thin lines and every lane; where lanes stand is told in Lanes.css. */
function lanesWidth(count: number): string {
  return count === 0 ? "12px" : left(count, "- 6px");
}

function left(lane: number, more = ""): string {
  return `calc(12px + ${lane} * var(--lane-step) ${more})`;
}
