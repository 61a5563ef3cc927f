import { clock, shortTime } from "../../facts/Time.tsx";
import type { Millis } from "../../host/wire.gen.ts";

/** When a session began: `14:11` today, else its day and time, `18 Sep 14:11`. */
export function started(at: Millis): string {
  const short = shortTime(at);
  return short.includes(":") ? short : `${short} ${clock(at).slice(0, 5)}`;
}
