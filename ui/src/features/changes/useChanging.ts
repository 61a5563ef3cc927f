import { createContext, useContext, useEffect, useRef } from "react";
import type { Importing } from "./ImportDialog.tsx";
import type { Subject } from "./subject.ts";

/** Hears what was carried out, which skill stands there now, and by the rules of which agent. */
export type Done = (subject: Subject, skill: string | null, convention: string) => void;

/** How a screen changes something. */
export interface Changing {
  /** Plans a change, and shows what it would do. */
  begin: (subject: Subject) => void;
  /** Shows what was changed. */
  list: () => void;
  /** Brings skills in from elsewhere, or an imported one up to its source. */
  bringIn: (importing: Importing) => void;
  /** Saves skills as a zip, at first these. */
  save: (skills: readonly string[]) => void;
  /** Tells of everything that is carried out. */
  onDone: (listener: Done) => () => void;
}

export const ChangingContext = createContext<Changing | null>(null);

/** How to change something from here; `onDone` hears of what was carried out while this is on the screen. */
export function useChanging(onDone?: Done): Changing {
  const changing = useContext(ChangingContext);
  if (changing === null)
    throw new Error("Nothing stands around this part of the page that carries changes out.");
  const now = useRef(onDone);
  now.current = onDone;
  useEffect(() => changing.onDone((...done) => now.current?.(...done)), [changing]);
  return changing;
}
