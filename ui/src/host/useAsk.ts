import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { freshness, tagsOf } from "./freshness.ts";
import { failureOf, type Host, type RequestName } from "./host.ts";
import { StillContext } from "./StillContext.ts";
import { type Acts, type Failure, type Requests, requestTags, type Tag } from "./wire.gen.ts";

/** A request that only looks. */
export type Looks = Exclude<RequestName, Acts>;

/** What is known of an answer right now. */
export interface Asked<A> {
  /** The answer, or the one before it while a new one is on its way. */
  answer: A | undefined;
  /** Why there is none, or why the one that is shown could not be read again. */
  failure: Failure | null;
  /** When the answer came, in milliseconds of this machine's clock. */
  at: number;
  /** No answer yet. */
  waiting: boolean;
  /** Another answer than the one asked for is shown meanwhile. */
  earlier: boolean;
  /** Asks again. */
  again: () => void;
}

/** Who is asked. */
export const HostContext = createContext<Host | null>(null);

/** The host of this page. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === null) throw new Error("No host stands around this part of the page.");
  return host;
}

/** A cache that never refetches by itself: only a Change, or the reader, makes an answer stale. */
export function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 120_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Asks `name` with `body` and keeps the answer fresh.
 * `null` as body asks nothing. While a different body is on its way the answer before is kept.
 */
export function useAsk<N extends Looks>(
  name: N,
  body: Requests[N]["ask"] | null,
): Asked<Requests[N]["answer"]> {
  const host = useHost();
  const still = useContext(StillContext);
  const found = useQuery<Requests[N]["answer"]>({
    queryKey: [name, body],
    queryFn: () => host.ask(name, body ?? missing(name)),
    // What stands is not asked again, and what was never asked is asked once.
    enabled: ({ state }) => body !== null && (!still || state.data === undefined),
    placeholderData: keepPreviousData,
  });
  const stands = still && found.data !== undefined;
  const failure = found.error === null || stands ? null : failureOf(found.error);
  return {
    answer: found.data,
    // That the workspace is gone is said once, above everything.
    failure: failure?.code === "no_workspace" ? null : failure,
    at: found.dataUpdatedAt,
    waiting: found.isPending && body !== null,
    earlier: found.isPlaceholderData,
    again: () => void found.refetch(),
  };
}

/** A request that acts, such as switching the workspace. */
export function useAct<N extends Acts>(name: N) {
  const host = useHost();
  const cache = useQueryClient();
  const run = useMutation<Requests[N]["answer"], unknown, Requests[N]["ask"]>({
    mutationFn: (body) => host.ask(name, body),
    onSuccess: () => forget(cache, requestTags[name]),
  });
  return {
    act: run.mutate,
    acting: run.isPending,
    failure: run.error === null ? null : failureOf(run.error),
    answer: run.data,
    reset: run.reset,
  };
}

/** Makes every answer stale that is made of one of `tags`. */
export function forget(cache: QueryClient, tags: readonly Tag[]): Promise<void> {
  return cache.invalidateQueries({
    predicate: ({ queryKey: [name] }) => tagsOf(name).some((tag) => tags.includes(tag)),
  });
}

/** Listens to the host for as long as the page stands. */
export function useChanges(): void {
  const host = useHost();
  const cache = useQueryClient();
  useEffect(() => {
    const fresh = freshness(cache);
    const silence = host.onChange(fresh.hear);
    return () => {
      silence();
      fresh.end();
    };
  }, [host, cache]);
}

/** A long list, of which only the rows in sight are asked for. */
export interface Rows<R, A> {
  /** Answer of the first window asked for: totals and everything beside the rows. It fails when any window does. */
  first: Asked<A>;
  /** The row at a place, when it has arrived. */
  at: (index: number) => R | undefined;
  /** Tells which rows are in sight, counted from 0, `to` not included: their windows are asked for. */
  see: (from: number, to: number) => void;
}

/**
 * Asks for the first window of a list, and for those that hold rows in sight. `body` makes the ask of one window,
 * `rows` takes the rows out of an answer; a window is `size` rows.
 */
export function useRows<N extends Looks, R>(
  name: N,
  body: (from: number, count: number) => Requests[N]["ask"],
  rows: (answer: Requests[N]["answer"]) => readonly R[],
  size = 200,
): Rows<R, Requests[N]["answer"]> {
  const host = useHost();
  const still = useContext(StillContext);
  const first = useAsk(name, body(0, size));
  const [{ start, end }, setWindows] = useState({ start: 1, end: 1 });
  const see = useCallback(
    (from: number, to: number) => {
      const next = { start: Math.max(1, Math.floor(from / size)), end: Math.ceil(to / size) };
      // Drawn again only for another window: within one, scrolling is the list's own affair.
      setWindows((was) => (was.start === next.start && was.end === next.end ? was : next));
    },
    [size],
  );
  const pages = useMemo(
    () => Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i),
    [start, end],
  );
  const more = useQueries({
    queries: pages.map((page) => {
      const ask = body(page * size, size);
      return { queryKey: [name, ask], queryFn: () => host.ask(name, ask), enabled: !still };
    }),
  });
  const failed = still ? [] : more.filter(({ error }) => error !== null);
  const failure = first.failure ?? (failed[0] === undefined ? null : failureOf(failed[0].error));
  const again = () => {
    if (first.failure !== null || failed.length === 0) first.again();
    for (const window of failed) void window.refetch();
  };
  const at = (index: number): R | undefined => {
    const page = Math.floor(index / size);
    const answer = page === 0 ? first.answer : more[page - start]?.data;
    return answer === undefined ? undefined : rows(answer)[index - page * size];
  };
  return { first: { ...first, failure, again }, at, see };
}

function missing(name: string): never {
  throw new Error(`${name} was asked without a body.`);
}
