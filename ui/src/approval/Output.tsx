import { plural, t } from "@lingui/core/macro";
import { type RefObject, useEffect, useRef, useState } from "react";
import { cutWords } from "../facts/approvalWords.ts";
import { FailureNote } from "../facts/FailureNote.tsx";
import { icons } from "../facts/icons.ts";
import type { ApprovalHost } from "../host/host.ts";
import type { OutputForm, SecretView, SendFacts } from "../host/wire.gen.ts";
import { Icon } from "../kit/Icon.tsx";
import { placed, useSight } from "../kit/useSight.ts";
import { count } from "../language/numbers.ts";
import { OutputLine } from "./OutputLine.tsx";
import { OutputMarks } from "./OutputMarks.tsx";
import { type OutputEntry, outputEntries } from "./outputEntries.ts";
import { useOutput } from "./useOutput.ts";
import "./output.css";

/** The captured bytes, line by line, with what is marked in them and where they are cut. */
export function Output({
  host,
  request,
  form,
  facts,
  kept,
  target,
  onSight,
  onRead,
  toEnd,
}: {
  host: ApprovalHost;
  request: string;
  form: OutputForm;
  facts: SendFacts;
  /** Numbers of the marks that are not redacted. */
  kept: ReadonlySet<number>;
  /** The mark that is gone to. */
  target: SecretView | null;
  /** Lines in sight, counted from 0, `to` not included. */
  onSight: (sight: { from: number; to: number; of: number }) => void;
  /** The end of what would be sent has been in sight. */
  onRead: () => void;
  /** Filled with what brings the end in sight. */
  toEnd: RefObject<() => void>;
}) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    toEnd.current = () => {
      if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
    };
  }, [toEnd]);
  const [seen, setSeen] = useState({ from: 0, to: 1 });
  const lines = useOutput(host, request, form, seen);
  // Beyond the cut stands what was read and is not sent, known from the raw form only.
  const after = facts.cut === null ? null : { from: facts.lines, to: facts.lines + 2 };
  const beyond = useOutput(host, request, "raw", after);
  const total = form === "as_sent" ? facts.lines : lines.total;
  const entries = outputEntries(form, total ?? 0, facts, beyond.total);
  const sight = useSight({
    scroller,
    count: entries.count,
    sizeOf: (index) => (entries.at(index).kind === "cut" ? 30 : 19),
    current: target?.line ?? null,
    align: "middle",
    heights: "measured",
    onSeen: (from, to) => setSeen({ from, to }),
  });
  const news = [sight.from, sight.to, lines.total];
  useLinesInSight(scroller, total ?? 0, onSight, news);
  // A line that is still on its way may be longer than the room it is given.
  const arrived = sight.entries.every(({ index }) => {
    const entry = entries.at(index);
    return entry.kind !== "line" || entry.left || lines.at(entry.line) !== undefined;
  });
  useReadToEnd(scroller, form === "as_sent" && total !== undefined && arrived, onRead, news);
  const failure = lines.failure ?? beyond.failure;
  const draw = (entry: OutputEntry) => {
    switch (entry.kind) {
      case "line":
        return (
          <OutputLine
            line={entry.line}
            text={(entry.left && form === "as_sent" ? beyond : lines).at(entry.line)}
            left={entry.left}
            secrets={form === "as_sent" && !entry.left ? facts.secrets : []}
            kept={kept}
            target={target}
          />
        );
      case "cut":
        return (
          <p className="output-cut gap-8 type-small flex at-top">
            <Icon of={icons.cut} />
            <span>
              <b>{t`Truncated here.`}</b> {facts.cut !== null && cutWords(facts.cut)}
            </span>
          </p>
        );
      case "more":
        return (
          <p className="output-more type-code">
            {plural(entry.lines, {
              one: "… # more line. See Raw.",
              other: "… # more lines. See Raw.",
            })}
          </p>
        );
      default:
        return entry satisfies never;
    }
  };
  return (
    <div className="output grow flex shortens anchors">
      {failure !== null && <FailureNote failure={failure} />}
      {total === 0 && <p className="output-none text-2">{t`No output.`}</p>}
      <section
        ref={scroller}
        className="output-scroll grow ring-inside scrolls contained"
        aria-label={form === "as_sent" ? t`Output to be sent` : t`Output as read`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
        data-stop
      >
        <div role="presentation" style={sight.around}>
          {sight.entries.map(({ index, top }) => (
            <div key={index} ref={sight.measure} data-index={index} style={placed(top)}>
              {draw(entries.at(index))}
            </div>
          ))}
        </div>
      </section>
      <OutputMarks
        scroller={scroller}
        count={entries.count}
        secrets={form === "as_sent" ? facts.secrets : []}
        cut={entries.cut}
      />
      <span className="unseen" role="status">
        {target !== null &&
          t`Mark ${target.number} of ${count(facts.secrets.length)}, line ${target.line + 1}`}
      </span>
    </div>
  );
}

/** Calls `onRead` once the end of what would be sent has been in sight; `on` when it has arrived. */
function useReadToEnd(
  scroller: RefObject<HTMLElement | null>,
  on: boolean,
  onRead: () => void,
  news: readonly unknown[],
) {
  const look = useRef(() => {});
  look.current = () => {
    const box = scroller.current;
    if (!on || box === null) return;
    if (box.scrollHeight - box.clientHeight - box.scrollTop <= 2) onRead();
  };
  useEffect(() => {
    const element = scroller.current;
    const tell = () => look.current();
    element?.addEventListener("scroll", tell, { passive: true });
    const sizes = new ResizeObserver(tell);
    if (element !== null) sizes.observe(element);
    return () => {
      element?.removeEventListener("scroll", tell);
      sizes.disconnect();
    };
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the end is changes with the news
  useEffect(() => look.current(), [on, ...news]);
}

/** Tells which lines are in sight whenever the reader scrolls or `news` changes. */
function useLinesInSight(
  scroller: RefObject<HTMLElement | null>,
  of: number,
  onSight: (sight: { from: number; to: number; of: number }) => void,
  news: readonly unknown[],
) {
  const tell = useRef(() => {});
  tell.current = () => {
    const box = scroller.current?.getBoundingClientRect();
    if (box === undefined) return;
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
    const drawn = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > box.top + 1 && top < box.bottom - 1;
    });
    const places = drawn.map((row) => Number(row.dataset.line));
    const from = places[0] ?? 0;
    onSight({ from, to: Math.min(of, (places[places.length - 1] ?? of - 1) + 1), of });
  };
  useEffect(() => {
    const element = scroller.current;
    const look = () => tell.current();
    element?.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    if (element !== null) sizes.observe(element);
    return () => {
      element?.removeEventListener("scroll", look);
      sizes.disconnect();
    };
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight changes with the news
  useEffect(() => tell.current(), [of, ...news]);
}
