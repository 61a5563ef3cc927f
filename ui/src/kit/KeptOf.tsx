import type { ReactNode } from "react";
import { KeptContext, useKeptOf } from "./kept.ts";

/** What is remembered inside is of one thing, such as one session. */
export function KeptOf({ thing, children }: { thing: string; children: ReactNode }) {
  return <KeptContext value={useKeptOf(thing)}>{children}</KeptContext>;
}
