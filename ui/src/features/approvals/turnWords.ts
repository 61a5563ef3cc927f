import { count } from "../../facts/Count.tsx";
import type { TurnMark } from "../../host/wire.gen.ts";

/** `…7be41d, turn 8`; a request may be for no session. */
export function turnWords(turn: TurnMark | null): string {
  if (turn === null) return "no session";
  const session = `…${turn.session.slice(-6)}`;
  return turn.turn === null ? session : `${session}, turn ${count(turn.turn)}`;
}
