// The parts of a stretch of time, in words, and where a moment lies among them.

import { t } from "@lingui/core/macro";
import type { Times } from "../host/wire.gen.ts";
import type { Reach } from "../kit/Picture.tsx";
import { shortDate } from "./Time.tsx";

const hour = 3_600_000;

/** `28 Apr`, `week of 27 Apr`, `28 Apr, 14:00`. */
export function partWords({ edges, unit }: Times, part: number): string {
  const from = edges[part];
  if (from === undefined) return "";
  if (unit === "hour") return `${shortDate(from)}, ${new Date(from).getHours()}:00`;
  // In the middle of the first day: summer time moves midnight by an hour.
  const day = shortDate(from + 12 * hour);
  return unit === "day" ? day : t`${unitName(unit)} from ${day}`;
}

const units: Readonly<Record<string, string>> = {
  hour: t`hour`,
  day: t`day`,
  week: t`week`,
  "4 weeks": t`4 weeks`,
  "13 weeks": t`13 weeks`,
  "52 weeks": t`52 weeks`,
};

/** How long a part is, in words. */
export function unitName(unit: string): string {
  return units[unit] ?? unit;
}

/** The parts between two times, as they were taken from here; null where nothing is. */
export function reachOf({ edges }: Times, from: number | null, to: number | null): Reach | null {
  if (from === null && to === null) return null;
  const parts = edges.length - 1;
  const at = (time: number) => edges.filter((edge) => edge <= time).length - 1;
  const first = from === null ? 0 : Math.max(0, at(from));
  const last = to === null ? parts - 1 : Math.min(parts - 1, at(to - 1));
  return { from: first, to: Math.max(first, last) };
}

/** From when to when some parts are, in words. */
export function reachWords(times: Times, { from, to }: Reach): string {
  return from === to ? partWords(times, from) : t`${partWords(times, from)} to ${partWords(times, to)}`;
}

/** Minutes that the clock on the wall is before UTC. */
export function zone(): number {
  return 0 - new Date().getTimezoneOffset();
}
