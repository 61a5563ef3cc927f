import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { count } from "../../language/numbers.ts";

export interface Following {
  /** New events are shown as they are written. */
  follows: boolean;
  /** Events written since the reader looked elsewhere. */
  unseen: number;
  /** What to say of it aloud, at most every 2 s. */
  said: string;
  /** The last event came in sight, or left it. */
  onEnd: (reached: boolean) => void;
}

/** How long two announcements are apart, in milliseconds. */
const pause = 2000;

/** A live session is followed while its last row is shown to the end. */
export function useFollow({
  live,
  events,
  last,
  current,
  onLast,
}: {
  live: boolean;
  /** Events of the session. */
  events: number | undefined;
  /** Its last row. */
  last: number;
  current: number | undefined;
  /** Goes to the last row. */
  onLast: () => void;
}): Following {
  const [ended, setEnded] = useState(true);
  const [looked, setLooked] = useState<number>();
  const before = useRef(last);
  const follows = live && ended && (current === last || current === before.current);
  const act = useRef(onLast);
  act.current = onLast;
  useEffect(() => {
    if (follows && current === before.current && current !== last) act.current();
    before.current = last;
  }, [follows, current, last]);
  useEffect(() => {
    setLooked((was) => (follows || was === undefined ? events : was));
  }, [follows, events]);
  const unseen =
    live && !follows && events !== undefined && looked !== undefined ? Math.max(0, events - looked) : 0;
  return { follows, unseen, said: useSaid(live ? events : undefined), onEnd: setEnded };
}

/** Counts what was written since it was last said, and waits between two sentences. */
function useSaid(events: number | undefined): string {
  const [said, setSaid] = useState("");
  const last = useRef<{ events: number; at: number } | null>(null);
  useEffect(() => {
    if (events === undefined) return;
    if (last.current === null) {
      last.current = { events, at: 0 };
      return;
    }
    const fresh = events - last.current.events;
    if (fresh <= 0) return;
    const say = () => {
      setSaid(t`${plural(fresh, { one: "# new event", other: "# new events" })}, ${count(events)} in total`);
      last.current = { events, at: Date.now() };
    };
    const timer = setTimeout(say, Math.max(0, last.current.at + pause - Date.now()));
    return () => clearTimeout(timer);
  }, [events]);
  return said;
}
