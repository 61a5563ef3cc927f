import type { SessionRow, SourceFact } from "../wire.gen.ts";

export const pixir: SourceFact = { name: "pixir", label: "Pixir" };

/** The agents of some sessions, each once. */
export function agentsOf(rows: readonly SessionRow[]): SourceFact[] {
  return [...new Map(rows.map(({ source }) => [source.name, source])).values()];
}
