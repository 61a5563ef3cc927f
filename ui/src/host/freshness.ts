import type { Query, QueryClient } from "@tanstack/react-query";
import { type Change, type Requests, requestTags, type Tag } from "./wire.gen.ts";

/** How long counts and lists wait for more when single sessions grow, in milliseconds. */
export const SOON = 250;
/** How long it has been quiet when what is shown of other sessions is asked again. */
export const QUIET = 1_000;
/** How long that waits at most while it is never quiet. */
export const LATEST = 10_000;
/** A frame that takes longer keeps the page from moving as the reader does, in milliseconds. */
export const LONG = 25;
/** How many times as long as such a frame nothing is asked after it, but no longer than `SOON`. */
export const REST = 3;

/** Takes news, and lets go of what waits. */
export interface Freshness {
  hear: (change: Change) => void;
  end: () => void;
}

/**
 * Asks again what news made stale, at most once a frame. An answer that is on its way is waited for and shown, however
 * fast news come, and is asked for once more behind it. News of single sessions are about what is shown of these; what
 * else is shown of sessions follows a little later, and other sessions, which they hardly change, when it is quiet.
 * Where answers take long to draw, most of the time is left to the reader, who scrolls meanwhile.
 */
export function freshness(cache: QueryClient): Freshness {
  const due = new Set<Query>();
  const late = new Set<Query>();
  const waits = { soon: new Set<Query>(), quiet: new Set<Query>() };
  const timers: { soon?: Timer; quiet?: Timer; latest?: Timer } = {};
  let frame: number | undefined;
  /** When the page has rested. */
  let rested = 0;
  const drawing = Number.POSITIVE_INFINITY;

  const queries = cache.getQueryCache();
  const unsubscribe = queries.subscribe(({ type, query }) => {
    if (type === "removed") for (const set of [due, late, waits.soon, waits.quiet]) set.delete(query);
    else if (type === "updated" && query.state.fetchStatus === "idle" && late.delete(query)) ask([query]);
  });

  function ask(those: Iterable<Query>) {
    for (const query of those) due.add(query);
    if (due.size > 0) frame ??= requestAnimationFrame(flush);
  }

  function flush(now: number) {
    frame = undefined;
    if (now < rested) {
      frame = requestAnimationFrame(flush);
      return;
    }
    const isFree = (query: Query) => query.state.fetchStatus !== "fetching";
    for (const query of due) if (!isFree(query)) late.add(query);
    const free = new Set([...due].filter(isFree));
    due.clear();
    void cache.invalidateQueries({ predicate: (query) => free.has(query) }).then(restAfterDrawing);
  }

  function restAfterDrawing() {
    if (rested === drawing) return;
    rested = drawing;
    const answered = performance.now();
    requestAnimationFrame((begun) =>
      requestAnimationFrame((ended) => {
        // What is drawn is worked out before the first frame and painted in it.
        const took = Math.max(begun - answered, ended - begun);
        rested = took > LONG ? ended + Math.min(REST * took, SOON) : ended;
      }),
    );
  }

  function release(what: "soon" | "quiet") {
    const those = [...waits[what]];
    waits[what].clear();
    clearTimeout(timers[what]);
    timers[what] = undefined;
    if (what === "quiet") {
      clearTimeout(timers.latest);
      timers.latest = undefined;
    }
    ask(those);
  }

  function hear(change: Change) {
    for (const query of queries.getAll()) {
      const when = urgency(query.queryKey, change);
      if (when === "now") ask([query]);
      else if (when !== "never") waits[when].add(query);
    }
    if (waits.soon.size > 0) timers.soon ??= setTimeout(() => release("soon"), SOON);
    if (waits.quiet.size > 0) {
      clearTimeout(timers.quiet);
      timers.quiet = setTimeout(() => release("quiet"), QUIET);
      timers.latest ??= setTimeout(() => release("quiet"), LATEST);
    }
  }

  function end() {
    unsubscribe();
    if (frame !== undefined) cancelAnimationFrame(frame);
    for (const timer of Object.values(timers)) clearTimeout(timer);
  }

  return { hear, end };
}

type Timer = ReturnType<typeof setTimeout>;

function urgency(
  [name, body]: readonly unknown[],
  { stale, sessions }: Change,
): "now" | "soon" | "quiet" | "never" {
  const own = tagsOf(name).filter((tag) => stale.includes(tag));
  if (own.length === 0) return "never";
  if (sessions === null || own.some((tag) => tag !== "sessions")) return "now";
  const key = keyOf(body);
  if (key === undefined) return "soon";
  return sessions.includes(key) ? "now" : "quiet";
}

/** The session that an ask is about. */
function keyOf(body: unknown): string | undefined {
  return typeof body === "object" && body !== null && "key" in body && typeof body.key === "string"
    ? body.key
    : undefined;
}

/** What the answer to a request is made of. */
export function tagsOf(name: unknown): readonly Tag[] {
  return typeof name === "string" && isRequest(name) ? requestTags[name] : [];
}

function isRequest(name: string): name is keyof Requests {
  return Object.hasOwn(requestTags, name);
}
