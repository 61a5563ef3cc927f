import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";
import type { Clip, LogPart, SourceFact, TellsFact } from "../../host/wire.gen.ts";
import { useHolds } from "../../kit/find.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";

/** What everything inside one session needs to know and may do. */
export interface Reading {
  /** The key of the session that is read. */
  session: string;
  /** Its id, which references begin with. */
  id: AnyText;
  /** The agent that wrote it. */
  source: SourceFact;
  /** What the logs of that agent can tell. */
  tells: TellsFact;
  /** Whether a text or raw line was opened by the reader. */
  isOpen: (what: string) => boolean;
  /** The line of the log that a search led to. */
  sought?: number;
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
  return useReading().tells.numbers ? t`event` : t`record`;
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

/**
 * Whether something stands open, and what opens or folds it: the reader did, or it is `found`, which unfolds it until
 * the reader folds it again.
 */
export function useOpen(name: string, found: boolean): [boolean, () => void] {
  const { isOpen, toggle } = useReading();
  const folded = `folded ${name}`;
  const byItself = found && !isOpen(folded);
  const open = isOpen(name) || byItself;
  return [open, () => toggle(found && !isOpen(name) ? folded : name)];
}

/** A text of an event, or one that was put together here. */
export type ShownClip = Omit<Clip, "text"> & { text: AnyText };

/** Whether a text of a line holds what is looked for; the rest of a long one is read where a search led to it. */
export function useFoundIn(clip: ShownClip, line: number): { found: boolean; beyond: boolean } {
  const { sought } = useReading();
  const log = useLog();
  const holds = useHolds();
  if (holds === null) return { found: false, beyond: false };
  const led = log === "log" && line === sought;
  return { found: holds(rawText(clip.text)) || (clip.cut && led), beyond: clip.cut && !led };
}

/** The name under which bookkeeping is opened, in every row of the session. */
export const bookkeeping = "bookkeeping";

/** The name under which the raw bytes of a log line are opened. */
export function rawOf({ log, line }: { log: LogPart; line: number }): string {
  return openName("raw", log, line);
}
