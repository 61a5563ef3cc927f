import { createContext, useContext } from "react";
import type { LogPart, SourceFact, TellsFact } from "../../host/wire.gen.ts";

/** What everything inside one session needs to know and may do. */
export interface Reading {
  /** The key of the session that is read. */
  session: string;
  /** The agent that wrote it. */
  source: SourceFact;
  /** What the logs of that agent can tell. */
  tells: TellsFact;
  /** Whether a text or raw line was opened by the reader. */
  isOpen: (what: string) => boolean;
  toggle: (what: string) => void;
  /** Compares the snapshot taken in at a log line with the disk. */
  openDiff: (line: number) => void;
  openSession: (key: string) => void;
  openLink: (to: string) => void;
}

/** Compares the text taken in at a line of a session with the disk, or with another recorded text. */
export type SessionDiff = (key: string, line: number, against?: { key: string; line: number }) => void;

export const ReadingContext = createContext<Reading | null>(null);

export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === null) throw new Error("No session stands around this part of the page.");
  return reading;
}

/** What numbers an event: a number of its own, or the place of its record in the log. */
export function useNumberWord(): string {
  return useReading().tells.numbers ? "seq" : "record";
}

/** The log whose lines the event around a piece of the page stands in. */
export const LogContext = createContext<LogPart>("log");

export function useLog(): LogPart {
  return useContext(LogContext);
}

/** The name under which something of a log line is opened; one line of each log may have the same number. */
export function openName(what: string, log: LogPart, line: number): string {
  return log === "log" ? `${what} ${line}` : `${what} ${log} ${line}`;
}

/** The name under which bookkeeping is opened, in every row of the session. */
export const bookkeeping = "bookkeeping";

/** The name under which the raw bytes of a log line are opened. */
export function rawOf({ log, line }: { log: LogPart; line: number }): string {
  return openName("raw", log, line);
}
