import { useEffect, useRef, useState } from "react";
import { type ApprovalHost, failureOf } from "../host/host.ts";
import type { Failure, OutputForm } from "../host/wire.gen.ts";
import type { AnyText } from "../language/foreign.ts";

/** Lines asked for at once. */
const PAGE = 500;

export interface OutputLines {
  /** Lines in all; not known before the first have arrived. */
  total: number | undefined;
  /** A line, counted from 0, when it has arrived. */
  at: (line: number) => AnyText | undefined;
  failure: Failure | null;
}

/** The lines `from` to `to` (not included) of what a command printed, and those around them; nothing asks none. */
export function useOutput(
  host: ApprovalHost,
  request: string,
  form: OutputForm,
  seen: { from: number; to: number } | null,
): OutputLines {
  const pages = useRef(new Map<string, readonly AnyText[] | "asked">());
  const totals = useRef(new Map<string, number>());
  const [, arrived] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const whole = `${request} ${form}`;
  const first = seen === null ? 0 : Math.floor(seen.from / PAGE);
  const last = seen === null ? -1 : Math.max(first, Math.ceil(seen.to / PAGE) - 1);
  useEffect(() => {
    for (let page = first; page <= last; page++) {
      const key = `${whole} ${page}`;
      if (pages.current.has(key)) continue;
      pages.current.set(key, "asked");
      host.ask("approval_output", { request, form, from: page * PAGE, count: PAGE }).then(
        (answer) => {
          pages.current.set(key, answer.lines);
          totals.current.set(whole, answer.total);
          setFailure(null);
          arrived((n) => n + 1);
        },
        (thrown: unknown) => {
          pages.current.delete(key);
          setFailure(failureOf(thrown));
        },
      );
    }
  }, [host, request, form, whole, first, last]);
  return {
    total: totals.current.get(whole),
    at: (line) => {
      const page = pages.current.get(`${whole} ${Math.floor(line / PAGE)}`);
      return page === undefined || page === "asked" ? undefined : page[line % PAGE];
    },
    failure,
  };
}
