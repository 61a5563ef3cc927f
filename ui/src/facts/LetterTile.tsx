import type { Letter } from "../host/wire.gen.ts";
import "./facts.css";

/** One recorded snapshot in one session: its colour is the skill's, its letter its own. */
export function LetterTile({ letter, look = "full" }: { letter: Letter; look?: "full" | "name" }) {
  return (
    <span
      className={`letter letter-${look} band-${bandOf(letter)} centred fixed inset-4 type-tiny marks-itself`}
      aria-hidden="true"
    >
      {letter.letter}
    </span>
  );
}

/** The band colour of a letter, 1 to 6. */
function bandOf(letter: Letter): number {
  return ((Math.max(1, letter.colour) - 1) % 6) + 1;
}
