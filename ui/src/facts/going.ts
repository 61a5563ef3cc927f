import { createContext, useContext } from "react";
import type { SnapshotRef, TurnRef } from "../host/wire.gen.ts";
import type { Bare, Route } from "./route.ts";

/** The ways from one place to another. */
export interface Going {
  /** Goes somewhere else; going to another place on the same screen is not a step of its own. */
  go: (route: Route) => void;
  /** Goes to a screen, to the place where the reader was on it. */
  visit: (screen: Bare) => void;
  /** Where the reader came from; absent at the start. */
  back: (() => void) | undefined;
}

/** Whoever shows a fact can lead to it. Without a frame around, as in a window of its own, nothing leads anywhere. */
export const GoingContext = createContext<Going>({ go: () => {}, visit: () => {}, back: undefined });

export function useGoing(): Going {
  return useContext(GoingContext);
}

/** The comparison of a snapshot with the disk, or with another one. */
export function diffOf({ key, line }: Recorded, against?: Recorded): Route {
  return { screen: "diff", key, line, against: against && { key: against.key, line: against.line } };
}

/** The session that recorded something, at its line. */
export function sessionOf({ key, line }: Recorded): Route {
  return { screen: "session", key, line };
}

export function turnOf({ key, turn }: Pick<TurnRef, "key" | "turn">): Route {
  return { screen: "session", key, turn };
}

type Recorded = Pick<SnapshotRef, "key" | "line">;
