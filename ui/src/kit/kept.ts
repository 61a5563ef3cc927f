// What the page remembers of where a reader was: filters, words, order, selection, how far a list is scrolled.

import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { memory } from "./memory.ts";

/** Takes what was kept, by this version or another; undefined when it is nothing of the kind. */
export type Reader<T> = (kept: unknown) => T | undefined;

/** Values by name, over a restart too. */
export interface Kept {
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
  /** Tells when the value of a name is another. */
  listen: (name: string, heard: () => void) => () => void;
}

/** What is remembered, and of what: of a folder, and in it of a thing such as one session. */
interface Around {
  store: Kept;
  of: string;
}

/** Without one around, things are remembered as long as the component stands. */
export const KeptContext = createContext<Around | null>(null);

const KEY = "assay.kept";
/** Between two names in one; no name has it. */
const inside = "\n";
/** Names that are remembered of folders, those set last; what is of the window itself stays. */
const most = 600;
/** Characters that are written at most. */
const room = 1_000_000;
/** Milliseconds from a change to its writing: scrolling changes sixty times a second. */
const pause = 250;

/**
 * A memory that lasts over a restart, or until the page is gone. Several windows write into one: each only what was set
 * in it, so that none takes back what another remembers of its own folder.
 */
export function newKept(lasts: boolean): Kept {
  const values = new Map(lasts ? read() : []);
  const own = new Map<string, unknown>();
  const listeners = new Map<string, Set<() => void>>();
  let writing: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    writing = undefined;
    try {
      const all = new Map(read());
      for (const [name, value] of own) {
        all.delete(name);
        all.set(name, value);
      }
      forgetOldest(all);
      const text = JSON.stringify([...all]);
      if (text.length <= room) memory().setItem(KEY, text);
    } catch {
      // Storage may be forbidden or full; things are then remembered until the window closes.
    }
  };
  return {
    get: (name) => values.get(name),
    set(name, value) {
      if (Object.is(values.get(name), value)) return;
      for (const map of [values, own]) {
        map.delete(name);
        map.set(name, value);
        forgetOldest(map);
      }
      if (lasts && writing === undefined) writing = setTimeout(write, pause);
      for (const heard of listeners.get(name) ?? []) heard();
    },
    listen(name, heard) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(heard));
      return () => all.delete(heard);
    },
  };
}

function forgetOldest(values: Map<string, unknown>) {
  const ofFolders = [...values.keys()].filter((key) => key.includes(inside));
  for (const old of ofFolders.slice(0, -most)) values.delete(old);
}

function read(): [string, unknown][] {
  try {
    const found: unknown = JSON.parse(memory().getItem(KEY) ?? "[]");
    if (!Array.isArray(found)) return [];
    return found.flatMap((one): [string, unknown][] =>
      Array.isArray(one) && typeof one[0] === "string" ? [[one[0], one[1]]] : [],
    );
  } catch {
    return [];
  }
}

/** What is around, and the whole name of a name there. */
function useAround(): { store: Kept; whole: (name: string) => string } {
  const [own] = useState(() => newKept(false));
  const { store, of } = useContext(KeptContext) ?? { store: own, of: "" };
  const whole = useCallback((name: string) => of + inside + name, [of]);
  return useMemo(() => ({ store, whole }), [store, whole]);
}

/** What stands around, for one thing inside it, such as one session. */
export function useKeptOf(thing: string): Around {
  const { store, whole } = useAround();
  return useMemo(() => ({ store, of: whole(thing) }), [store, whole, thing]);
}

/**
 * Like `useState`, and remembered: of the folder that is open, or of the window whatever is open. What was kept is
 * taken as `reader` takes it.
 */
export function useKept<T>(
  name: string,
  initial: T,
  reader: Reader<T>,
  scope: "folder" | "window" = "folder",
): [T, (next: T) => void] {
  const { store, whole } = useAround();
  const key = scope === "window" ? name : whole(name);
  const listen = useCallback((heard: () => void) => store.listen(key, heard), [store, key]);
  const kept = useSyncExternalStore(listen, () => store.get(key));
  const first = useRef({ initial, reader });
  const value = useMemo(() => first.current.reader(kept) ?? first.current.initial, [kept]);
  const set = useCallback((next: T) => store.set(key, next), [store, key]);
  return [value, set];
}

/** How far a list was scrolled, and the row that was current then. */
interface Scrolled {
  top: number;
  current: number | null;
}

/**
 * Remembers how far `scroller` is scrolled, and goes there as soon as it is `ready`. Says how far that was, and which
 * row was current then: only another one has to be brought into sight. Nothing is remembered without a name.
 */
export function useKeptScroll(
  name: string | undefined,
  scroller: RefObject<HTMLElement | null>,
  current: number | null,
  ready = true,
): Scrolled {
  const { store, whole } = useAround();
  const key = name === undefined ? undefined : whole(`scroll ${name}`);
  const before = useMemo(
    () => (key === undefined ? undefined : scrolled(store.get(key))) ?? { top: 0, current: null },
    [store, key],
  );
  const now = useRef(current);
  now.current = current;
  const restored = useRef<Scrolled>(null);
  useLayoutEffect(() => {
    if (!ready || scroller.current === null || restored.current === before) return;
    restored.current = before;
    if (before.top > 0) scroller.current.scrollTop = before.top;
  }, [scroller, ready, before]);
  useEffect(() => {
    const element = scroller.current;
    if (key === undefined || element === null) return;
    const keep = () => store.set(key, { top: element.scrollTop, current: now.current });
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  }, [store, key, scroller]);
  return before;
}

const scrolled: Reader<Scrolled> = (kept) => {
  const top = aNumber(partOf(kept, "top"));
  return top === undefined ? undefined : { top, current: aNumber(partOf(kept, "current")) ?? null };
};

/** A part of what was kept, of which nothing is known. */
export function partOf(kept: unknown, name: string): unknown {
  return typeof kept === "object" && kept !== null ? Reflect.get(kept, name) : undefined;
}

export const aText: Reader<string> = (kept) => (typeof kept === "string" ? kept : undefined);
export const aNumber: Reader<number> = (kept) => (Number.isFinite(kept) ? Number(kept) : undefined);
export const aFlag: Reader<boolean> = (kept) => (typeof kept === "boolean" ? kept : undefined);

/** One of a few words. */
export function oneOf<T extends string>(words: readonly T[]): Reader<T> {
  return (kept) => words.find((word) => word === kept);
}

/** Those of a list that `reader` takes. */
export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (kept) =>
    Array.isArray(kept)
      ? kept.map((one) => reader(one)).filter((one): one is T & {} => one !== undefined && one !== null)
      : undefined;
}
