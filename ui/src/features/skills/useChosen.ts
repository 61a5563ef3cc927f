import { useEffect, useState } from "react";
import { failureOf } from "../../host/host.ts";
import { useHost } from "../../host/useAsk.ts";
import type { Failure, SkillRow, SkillsAsk } from "../../host/wire.gen.ts";
import type { Choosing } from "../../kit/List.tsx";

/** Skills that one change may touch. */
export const most = 1_000;
/** Rows of one answer. */
const page = 500;

/** What narrows and orders the list of which skills are chosen. */
export type ListAsked = Omit<SkillsAsk, "from" | "count">;

export interface Chosen {
  /** Ids of the chosen skills, in the order in which they were chosen. */
  ids: readonly string[];
  choosing: Choosing;
  /** Why rows that are not in sight could not be read. */
  failure: Failure | null;
  onOpen: (open: boolean) => void;
}

/** Several skills of a list, chosen together. Another list begins with none. */
export function useChosen(
  asked: ListAsked,
  matching: number,
  at: (index: number) => SkillRow | undefined,
): Chosen {
  const host = useHost();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const list = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, whatever else is drawn again
  useEffect(() => setIds([]), [list]);
  const add = (rows: readonly SkillRow[]) =>
    setIds((known) =>
      [...new Set([...known, ...rows.filter(canBeChosen).map(({ id }) => id)])].slice(0, most),
    );
  const reach = async (from: number, to: number) => {
    const near = Array.from({ length: to - from }, (_, step) => at(from + step)).filter(
      (row) => row !== undefined,
    );
    if (near.length === to - from) return add(near);
    try {
      for (let first = from; first < Math.min(to, from + most); first += page) {
        const count = Math.min(page, to - first);
        add((await host.ask("skills", { ...asked, from: first, count })).rows);
      }
      setFailure(null);
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
  };
  const choosing: Choosing = {
    any: ids.length > 0,
    open,
    has: (index) => ids.includes(at(index)?.id ?? ""),
    onToggle: (index) => {
      const row = at(index);
      if (row === undefined || !canBeChosen(row)) return;
      if (ids.includes(row.id)) setIds(ids.filter((id) => id !== row.id));
      else add([row]);
    },
    onReach: (one, other) => void reach(Math.min(one, other), Math.max(one, other) + 1),
    onAll: () => void reach(0, matching),
    onNone: () => {
      setIds([]);
      setOpen(false);
    },
  };
  return { ids, choosing, failure, onOpen: setOpen };
}

/** What is no skill to Pixir is changed by nobody here. */
function canBeChosen(row: SkillRow): boolean {
  return row.managed && row.states.invalid === null;
}
