// The samples' clock: "today" is the reader's own day, so that times read as they would in use.

import type { Millis } from "../wire.gen.ts";

/** Milliseconds of a local time such as `14:31:12`, so many days before today. */
export function ago(days: number, time: string): Millis {
  const [hours = "0", minutes = "0", seconds = "0"] = time.split(":");
  const day = new Date();
  day.setDate(day.getDate() - days);
  day.setHours(Number(hours), Number(minutes), Number(seconds), 0);
  return day.getTime();
}

export function today(time: string): Millis {
  return ago(0, time);
}

export const readAt = today("14:32:07");
