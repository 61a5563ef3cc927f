import { rawText } from "../../language/foreign.ts";
import { foreign } from "./foreign.ts";
// The drift table: sorted, grouped and cut into windows as the engine would.

import type { DriftAsk, DriftGroup, DriftRow, DriftState, DriftView, PlaceRow } from "../wire.gen.ts";
import { readAt } from "./clock.ts";

export function driftTable(ask: DriftAsk, all: DriftRow[], places: PlaceRow[]): DriftView {
  const { text, states, drifted = false, sort, from, count, group = "none" } = ask;
  const matching = all
    .filter((row) => rawText(row.name).toLowerCase().includes(text.toLowerCase()))
    .filter((row) => states.length === 0 || states.includes(row.drift.state))
    .filter((row) => !drifted || row.drift.drifted)
    .sort(order[sort]);
  const marks = [...new Set(matching.map((row) => markOf(row, group)))];
  const rows = group === "none" ? matching : marks.flatMap((mark) => ofMark(matching, mark, group));
  const groups = group === "none" ? [] : marks.map((mark) => groupOf(rows, mark, group));
  const counts = stateOrder.map((state) => ({
    state,
    count: all.filter((row) => row.drift.state === state).length,
  }));
  return {
    total: all.length,
    skills: new Set(all.map((row) => row.name)).size,
    counts: counts.filter((each) => each.count > 0),
    drifted: all.filter((row) => row.drift.drifted).length,
    matching: rows.length,
    groups,
    groups_total: groups.length,
    from,
    rows: rows.slice(from, from + count),
    sessions_without: all.length === 0 ? 0 : 1,
    places,
    read_at: readAt,
  };
}

type Grouping = NonNullable<DriftAsk["group"]>;

function markOf(row: DriftRow, group: Grouping): string {
  return group === "session" ? row.latest.key : rawText(row.name);
}

function ofMark(rows: DriftRow[], mark: string, group: Grouping): DriftRow[] {
  return rows.filter((row) => markOf(row, group) === mark);
}

function groupOf(rows: DriftRow[], mark: string, group: Grouping): DriftGroup {
  const own = ofMark(rows, mark, group);
  const session = rawText(own[0]?.latest.session) ?? "";
  return {
    from: rows.findIndex((row) => markOf(row, group) === mark),
    count: own.length,
    drifted: own.filter((row) => row.drift.drifted).length,
    label: foreign(group === "session" ? (titles[mark] ?? session) : mark),
    key: group === "session" ? mark : null,
    session: foreign(group === "session" ? session : ""),
  };
}

const titles: Record<string, string> = {
  release: "Draft 4.2 release notes and check the rounding change",
  long: "Explain why the bank total differs by one cent",
  damaged: "Rework posting retries",
};

const stateOrder: DriftState[] = [
  "body_changed",
  "deleted",
  "unverifiable",
  "changed_by_agent",
  "frontmatter_only",
  "resources_changed",
  "renamed",
  "moved_scope",
  "in_another_version",
  "shadowed_now",
  "whitespace_only",
  "filled",
  "identical",
];

const order = {
  state: (a: DriftRow, b: DriftRow) => stateOrder.indexOf(a.drift.state) - stateOrder.indexOf(b.drift.state),
  name: (a: DriftRow, b: DriftRow) => rawText(a.name).localeCompare(rawText(b.name)),
  turns: (a: DriftRow, b: DriftRow) => b.turns - a.turns,
  last_used: (a: DriftRow, b: DriftRow) => (b.latest.at ?? 0) - (a.latest.at ?? 0),
};
