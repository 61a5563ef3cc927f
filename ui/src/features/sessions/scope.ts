import { t } from "@lingui/core/macro";
import type { SearchHit, SearchWay } from "../../host/wire.gen.ts";
import { anyOf, type Query } from "../../kit/find.ts";
import { rawText } from "../../language/foreign.ts";

/** What the list of sessions is about. */
export type Scope = "here" | "everywhere" | "search";

export const scopes: readonly { value: Scope; label: string }[] = [
  { value: "here", label: t`This workspace` },
  {
    value: "everywhere",
    label: t({ message: "All workspaces", context: "beside This workspace, where there is little room" }),
  },
  { value: "search", label: t`Search` },
];

/** An event of a session of any workspace. */
export interface Target {
  /** The workspace, where another must be opened first. */
  workspace: string | null;
  key: string;
  line?: number;
  /** What is marked there. */
  find?: Query;
}

/** Where a hit leads, and what of it is marked there: the words themselves, or what they found. */
export function targetOf(
  hit: SearchHit,
  { words, way, letters }: { words: string; way: SearchWay; letters: Query["letters"] },
): Target {
  const found = [...new Set(hit.snippet.filter((part) => part.hit).map(({ text }) => text))];
  const find: Query =
    way === "exact" || found.length === 0
      ? { words, way: "exact", letters }
      : { words: anyOf(found.map(rawText)), way: "pattern", letters: "exact" };
  return { workspace: hit.workspace.current ? null : hit.workspace.id, key: hit.key, line: hit.line, find };
}
