import { createContext, useContext } from "react";

/** What everything inside one session needs to know and may do. */
export interface Reading {
  /** The key of the session that is read. */
  session: string;
  /** Whether a text or raw line was opened by the reader. */
  isOpen: (what: string) => boolean;
  toggle: (what: string) => void;
  /** Compares the snapshot taken in at a log line with the disk. */
  openDiff: (line: number) => void;
  openSession: (key: string) => void;
  openLink: (to: string) => void;
}

export const ReadingContext = createContext<Reading | null>(null);

export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === null) throw new Error("No session stands around this part of the page.");
  return reading;
}

/** The name under which the raw bytes of a log line are opened. */
export function rawOf(line: number): string {
  return `raw ${line}`;
}
