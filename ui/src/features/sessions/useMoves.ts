import { useState } from "react";
import { failureOf } from "../../host/host.ts";
import { useHost } from "../../host/useAsk.ts";
import type { Failure, TimelineRow } from "../../host/wire.gen.ts";
import { rawText } from "../../language/foreign.ts";
import { findRow, type Goal } from "./findRow.ts";

type By = 1 | -1;

/** The ways from row to row of a timeline. */
export interface Moves {
  toTurn: (by: By) => void;
  toPrompt: (by: By) => void;
  toActivation: (by: By) => void;
  /** Whether there was such a place. */
  toGoal: (goal: Goal) => Promise<boolean>;
  /** Why the last move did not find its place. */
  failure: Failure | null;
}

export function useMoves(
  session: string,
  from: number,
  onPlace: (place: { row: number; line?: number }) => void,
): Moves {
  const host = useHost();
  const [failure, setFailure] = useState<Failure | null>(null);
  const to = (by: By, fits: (row: TimelineRow) => boolean) => {
    setFailure(null);
    findRow(host, session, from, by, fits).then(
      (row) => row !== null && onPlace({ row }),
      (thrown) => setFailure(failureOf(thrown)),
    );
  };
  return {
    failure,
    toTurn: (by) => to(by, ({ what }) => what.kind === "turn"),
    toPrompt: (by) => to(by, ({ what }) => what.kind === "turn" && rawText(what.prompt) !== ""),
    toActivation: (by) => to(by, ({ what }) => what.kind === "turn" && what.activations.length > 0),
    toGoal: async (goal) => {
      const { row, line } = await host.ask("place", { key: session, place: goal });
      if (row !== null) onPlace(line === null ? { row } : { row, line });
      return row !== null;
    },
  };
}
