import type { SearchHit } from "../../host/wire.gen.ts";

/** What the list of sessions is about. */
export type Scope = "here" | "everywhere" | "search";

export const scopes: readonly { value: Scope; label: string }[] = [
  { value: "here", label: "This workspace" },
  { value: "everywhere", label: "Everywhere" },
  { value: "search", label: "Search" },
];

/** An event of a session of any workspace. */
export interface Target {
  /** The workspace, where another must be opened first. */
  workspace: string | null;
  key: string;
  line?: number;
}

/** Where a hit leads. */
export function targetOf(hit: SearchHit): Target {
  return { workspace: hit.workspace.current ? null : hit.workspace.id, key: hit.key, line: hit.line };
}
