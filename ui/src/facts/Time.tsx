import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Millis } from "../host/wire.gen.ts";
import { Tooltip } from "../kit/Tooltip.tsx";
import { count, decimal } from "../language/numbers.ts";

const month = new Intl.DateTimeFormat(i18n.locale, { month: "short" });
const twoDigits = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const minutes = new Intl.DateTimeFormat(i18n.locale, twoDigits);
const seconds = new Intl.DateTimeFormat(i18n.locale, { ...twoDigits, second: "2-digit" });

/** When something was: `14:31` today, `18 Sep` this year, `2 Sep 2025` else; in full in the tooltip. */
export function Time({
  at,
  look = "short",
  missing = t`not recorded`,
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
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? minutes.format(at) : shortDate(at, now);
}

/** `18 Sep` this year, `2 Sep 2025` else; local. */
export function shortDate(at: Millis, now: Millis = Date.now()): string {
  const then = new Date(at);
  return then.getFullYear() === new Date(now).getFullYear() ? dayOf(then) : dayOfYear(then);
}

/** `18 Sep 2026, 14:27:40`, local. */
export function fullTime(at: Millis): string {
  return `${dayOfYear(new Date(at))}, ${clock(at)}`;
}

/** `14:32:07`, local. */
export function clock(at: Millis): string {
  return seconds.format(at);
}

/** `640 ms`, `4.2 s`, `3 min 12 s`, `2 h 5 min`. */
export function span(ms: Millis): string {
  if (ms < 1000) return t`${count(Math.round(ms))} ms`;
  if (ms < 60_000) return t`${decimal(ms / 1000)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 3600) return t`${Math.floor(whole / 60)} min ${whole % 60} s`;
  return t`${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function dayOf(then: Date): string {
  return t({
    message: `${then.getDate()} ${month.format(then)}`,
    context: "a day of a month, such as 18 Sep",
  });
}

function dayOfYear(then: Date): string {
  return `${dayOf(then)} ${then.getFullYear()}`;
}
