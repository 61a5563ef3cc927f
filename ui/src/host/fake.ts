// A host that answers from samples: for `npm run dev`, for pictures and for tests. It knows no file and no engine.

import { type Host, Refusal } from "./host.ts";
import { agentsState } from "./samples/agents.ts";
import { answers, type Sample } from "./samples/answers.ts";
import { changesState } from "./samples/changes.ts";
import { hydrationState } from "./samples/hydration.ts";
import { said } from "./samples/said.ts";
import { textsAtFirst } from "./samples/texts.ts";
import type { Change, DroppedView, Requests } from "./wire.gen.ts";

/** A host with handles for tests. */
export type FakeHost = Host & {
  /** Tells every listener that something may be stale. */
  push(change: Change): void;
  /** Somebody drops something onto the window, which is then opened as this. */
  drop(opened: DroppedView): void;
  /** Somebody comes with an address. */
  arrive(address: string): void;
  /** Someone else writes a file that a plan has shown. */
  move(): void;
  /** Writes one more event into the live session and says so. */
  grow(): void;
  /** A person says yes, in the window that decides, to the change that waits there. */
  loosen(): void;
  /** Every request so far, oldest first. */
  readonly asked: { name: keyof Requests; body: unknown }[];
};

export type FakeOptions = {
  /** What is found: the samples, nothing at all, or only failures. */
  state?: "full" | "empty" | "error";
  /** Milliseconds until an answer arrives. */
  delay?: number;
  /** Whether the sessions of every project are shown. */
  everywhere?: boolean;
  /** Whether a change of what agents may do is made at once, or waits for `loosen`. */
  loosens?: boolean;
};

export function fakeHost({
  state = "full",
  delay = 0,
  loosens = true,
  everywhere = false,
}: FakeOptions = {}): FakeHost {
  const listeners = new Set<(change: Change) => void>();
  const dropping = new Set<() => void>();
  const arriving = new Set<() => void>();
  const empty = state === "empty";
  const hydration = hydrationState(empty ? "empty" : "full");
  const agents = agentsState();
  const sample: Sample = {
    empty,
    further: 0,
    dropped: { was: "nothing" },
    address: null,
    percent: 100,
    stays: false,
    workspace: "payments",
    everywhere,
    hydration,
    agents,
    changes: changesState(),
    texts: textsAtFirst(),
    loosens,
    loosening: null,
  };
  const table = answers(sample);
  const asked: FakeHost["asked"] = [];
  const push = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  return {
    asked,
    push,
    drop(opened) {
      sample.dropped = opened;
      for (const listener of dropping) listener();
    },
    arrive(address) {
      sample.address = address;
      for (const listener of arriving) listener();
    },
    move() {
      sample.changes.moved = true;
    },
    grow() {
      sample.further += 1;
      push({ stale: ["sessions"], sessions: null });
    },
    loosen() {
      sample.loosens = true;
      if (sample.loosening !== null) table.change_permission(sample.loosening);
      push({ stale: ["skills", "approvals"], sessions: null });
    },
    async ask(name, body) {
      asked.push({ name, body });
      if (delay > 0) await new Promise((done) => setTimeout(done, delay));
      if (state === "error" && name !== "workspace") throw unreadable;
      return table[name](body);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onArrived(listener) {
      arriving.add(listener);
      return () => arriving.delete(listener);
    },
    onDropped(listener) {
      dropping.add(listener);
      return () => dropping.delete(listener);
    },
  };
}

const unreadable = new Refusal({
  code: "failed",
  message: said("`/home/mara/acme/payments`: permission denied; check its permissions."),
});

/** Reads `?empty`, `?error`, `?slow` and `?live` from the page's address. */
export function fakeHostFor(search: string): FakeHost {
  const asked = new URLSearchParams(search);
  const state = asked.has("empty") ? "empty" : asked.has("error") ? "error" : "full";
  const host = fakeHost({ state, delay: asked.has("slow") ? 2000 : 0 });
  if (asked.has("live")) setInterval(() => host.grow(), 2500);
  return host;
}
