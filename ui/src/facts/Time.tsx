import type { Millis } from "../host/wire.gen.ts";
import { Tooltip } from "../kit/Tooltip.tsx";

const month = new Intl.DateTimeFormat("en-US", { month: "short" });
const minutes = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** When something was: `14:31` today, `18 Sep` this year, `2 Sep 2025` else; in full in the tooltip. */
export function Time({
  at,
  look = "short",
  missing = "not recorded",
}: {
  at: Millis | null;
  look?: "short" | "full";
  /** What stands where no time is known. */
  missing?: string;
}) {
  if (at === null) return <span className="time one-line">{missing}</span>;
  if (look === "full") return <time className="time tabular one-line">{fullTime(at)}</time>;
  return (
    <Tooltip text={fullTime(at)}>
      <time className="time tabular one-line">{shortTime(at)}</time>
    </Tooltip>
  );
}

/** `14:31` today, `18 Sep` this year, `2 Sep 2025` else; local. */
export function shortTime(at: Millis, now: Millis = Date.now()): string {
  const then = new Date(at);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return minutes.format(then);
  return then.getFullYear() === today.getFullYear() ? dayOf(then) : `${dayOf(then)} ${then.getFullYear()}`;
}

/** `18 Sep` this year, `2 Sep 2025` else; local. */
export function shortDate(at: Millis, now: Millis = Date.now()): string {
  const then = new Date(at);
  return then.getFullYear() === new Date(now).getFullYear()
    ? dayOf(then)
    : `${dayOf(then)} ${then.getFullYear()}`;
}

/** `18 Sep 2026, 14:27:40`, local. */
export function fullTime(at: Millis): string {
  const then = new Date(at);
  return `${dayOf(then)} ${then.getFullYear()}, ${clock(at)}`;
}

/** `14:32:07`, local. */
export function clock(at: Millis): string {
  return seconds.format(at);
}

/** `640 ms`, `4.2 s`, `3 min 12 s`, `2 h 5 min`. */
export function span(ms: Millis): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function dayOf(then: Date): string {
  return `${then.getDate()} ${month.format(then)}`;
}
