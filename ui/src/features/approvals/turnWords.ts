import { t } from "@lingui/core/macro";
import { shortId } from "../../facts/shortId.ts";
import type { TurnMark } from "../../host/wire.gen.ts";
import { count } from "../../language/numbers.ts";

/** `…7be41d, turn 8`; a request may be for no session. */
export function turnWords(turn: TurnMark | null): string {
  if (turn === null) return t`no session`;
  const session = `…${shortId(turn.session)}`;
  return turn.turn === null ? session : t`${session}, turn ${count(turn.turn)}`;
}
