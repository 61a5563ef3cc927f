// Things counted by day, and a session in stretches, as the engine answers them.

import type { Millis, OverviewStretch, OverviewView, Times } from "../wire.gen.ts";
import type { SampleSession } from "./log.ts";

const day = 86_400_000;

/** By day, as of UTC; at most sixty. */
export function timesOf(times: readonly (Millis | null)[]): Times {
  const known = times.filter((at) => at !== null);
  const undated = times.length - known.length;
  if (known.length === 0) return { edges: [], unit: "", counts: [], before: 0, undated };
  const end = (Math.floor(Math.max(...known) / day) + 1) * day;
  const from = Math.max(Math.floor(Math.min(...known) / day) * day, end - 60 * day);
  const parts = (end - from) / day;
  const part = (at: number) => Math.floor((at - from) / day);
  return {
    edges: Array.from({ length: parts + 1 }, (_, at) => from + at * day),
    unit: "day",
    counts: Array.from({ length: parts }, (_, at) => known.filter((time) => part(time) === at).length),
    before: known.filter((at) => at < from).length,
    undated,
  };
}

/** A stretch for each event; one call a turn says what it sent. */
export function overviewOf({ view, rows }: SampleSession): OverviewView {
  const stretches = rows.flatMap(({ row, events }) =>
    events.map(({ event }, at): Omit<OverviewStretch, "from" | "to"> => {
      const is = (kind: string) => (event.what.kind === kind ? 1 : 0);
      const tokens = row.what.kind === "turn" && at === 0 ? row.what.tokens : null;
      return {
        row: row.row,
        line: event.line,
        turn: row.what.kind === "turn" ? row.what.number : null,
        tokens,
        failures: is("turn_failed"),
        compactions: is("compaction"),
        activations: is("skill_activation"),
        hydrations: is("hydration"),
      };
    }),
  );
  const first = (row: number) =>
    Math.max(
      0,
      stretches.findIndex((stretch) => stretch.row >= row),
    );
  const lanes = view.letters.map((letter) => ({
    letter,
    spans: view.bands
      .filter((band) => band.letter.letter === letter.letter)
      .map((band) => ({ from: first(band.from), to: first(band.full_to + 1) || stretches.length })),
  }));
  return {
    events: stretches.length,
    stretches: stretches.map((stretch, at) => ({ ...stretch, from: at, to: at + 1 })),
    lanes: lanes.filter(({ spans }) => spans.length > 0),
    lanes_left_out: 0,
  };
}
