import type { StandsFact } from "../wire.gen.ts";
import { foreign } from "./foreign.ts";

/** On a line of a log. */
export function onLine(session: string, line: number): StandsFact {
  const file = `/home/ada/acme/.pixir/sessions/${session}.ndjson`;
  const nowhere = { table: null, row: null, message: null, part: null, parts: null, derived: false };
  return { ...nowhere, file: foreign(file), line };
}
