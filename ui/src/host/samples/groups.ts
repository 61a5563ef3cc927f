import type { EventGroup, EventRow, EventView, GroupCount } from "../wire.gen.ts";

const groupOf: Record<EventView["kind"], EventGroup> = {
  user_message: "messages",
  assistant_message: "messages",
  reasoning: "messages",
  branch_summary: "messages",
  compaction: "messages",
  tool_call: "tools",
  tool_result: "tools",
  permission: "tools",
  skill_activation: "skills",
  hydration: "skills",
  skill_listing: "skills",
  subagent: "other",
  posture: "other",
  workflow: "other",
  fork: "other",
  usage: "other",
  failed: "other",
  bookkeeping: "other",
  other: "other",
  unknown: "other",
  unread: "other",
};

/** How many events are of which kind, and those of one. */
export function grouped(events: readonly EventRow[], only: EventGroup | undefined) {
  const of = ({ what }: EventRow) => groupOf[what.kind];
  const order: EventGroup[] = ["messages", "tools", "skills", "other"];
  const groups: GroupCount[] = order
    .map((group) => ({ group, count: events.filter((event) => of(event) === group).length }))
    .filter(({ count }) => count > 0);
  return { groups, narrowed: events.filter((event) => only === undefined || of(event) === only) };
}
