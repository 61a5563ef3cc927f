import { spelled } from "../kit/seen.ts";
import { type AnyText, rawText } from "../language/foreign.ts";

/** Returns the end of a session's id, by which sessions are told apart where there is no room for all of it. */
export function shortId(id: AnyText): string {
  return spelled(rawText(id).slice(-6));
}
