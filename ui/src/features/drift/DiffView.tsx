import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, Columns2, Pilcrow, UnfoldVertical } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { LineHistory } from "../../facts/LineHistory.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { Context, DiffAsk, Whitespace } from "../../host/wire.gen.ts";
import { type Action, useActions } from "../../kit/actions.ts";
import { oneOf, useKept } from "../../kit/kept.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { useWidth } from "../../kit/width.ts";
import type { AnyText } from "../../language/foreign.ts";
import { blocksOf, type Layout } from "./blocks.ts";
import { DiffViewBar } from "./DiffViewBar.tsx";
import { DiffViewBody, type Goal, lineAtTop } from "./DiffViewBody.tsx";
import { DiffViewHead } from "./DiffViewHead.tsx";
import "./DiffView.css";

/** Rows asked for at once. */
const WINDOW = 1_000;

/** The longest run of equal lines that opens in its place; a longer one opens the whole file. */
const OPENS_IN_PLACE = 500;

/** A recorded snapshot beside what stands on disk. */
export function DiffView({
  sessionKey,
  line,
  against,
  more,
}: {
  sessionKey: string;
  /** The log line of the activation. */
  line: number;
  /** Another activation to compare it with; the file on disk when there is none. */
  against?: { key: string; line: number };
  /** What else can be done with the snapshot. */
  more?: (name: AnyText) => ReactNode;
}) {
  const narrow = useWidth() === "narrow";
  const [picked, setPicked] = useKept<Layout>("diff layout", "split", oneOf(["split", "unified"]), "window");
  const layout = narrow ? "unified" : picked;
  const [whitespace, setWhitespace] = useKept<Whitespace>(
    "diff whitespace",
    "exact",
    oneOf(["exact", "ignored"]),
    "window",
  );
  const [context, setContext] = useKept<Context>(
    "diff context",
    "folded",
    oneOf(["folded", "whole"]),
    "window",
  );
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<number | null>(null);
  const [goal, setGoal] = useState<Goal | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [lined, setLined] = useState<number | null>(null);

  const ask = { key: sessionKey, line, against, whitespace, context };
  const { first, at, see } = useRows(
    "diff",
    (from, count): DiffAsk => ({ ...ask, from, count }),
    (answer) => answer.rows,
    WINDOW,
  );
  const view = first.answer;
  const changes = view?.change_rows.length ?? 0;

  /** Another picture of the same text: the line at the top stays where it is. */
  const redraw = (draw: () => void) => {
    setGoal(lineAtTop(scroller.current));
    setOpened(new Set());
    setCurrent(null);
    draw();
  };
  const step = (by: 1 | -1) => {
    if (view === undefined || changes === 0) return;
    const next = current === null ? (by === 1 ? 0 : changes - 1) : current + by;
    const to = Math.max(0, Math.min(next, changes - 1));
    setCurrent(to);
    setGoal({ row: view.change_rows[to] ?? 0 });
  };
  const acts: DiffActs = {
    layout: () => !narrow && redraw(() => setPicked(picked === "split" ? "unified" : "split")),
    whitespace: () => redraw(() => setWhitespace(whitespace === "exact" ? "ignored" : "exact")),
    wholeFile: () => redraw(() => setContext(context === "folded" ? "whole" : "folded")),
    next: () => step(1),
    previous: () => step(-1),
    lines: () => setLined(leftLineAtTop(scroller.current) ?? 1),
  };
  useActions(t`Diff`, actionsOf(acts));
  // A file that changed on disk may have fewer changes than the one that was read before.
  useEffect(() => {
    if (current !== null && current >= changes) setCurrent(null);
  }, [current, changes]);

  if (view === undefined) {
    return (
      <section className="diff column grow on-surface shortens" aria-label={t`Comparison`}>
        <DiffViewHead view={undefined} of={{ key: sessionKey, line }} />
        {first.failure === null ? <Skeleton label={t`Comparing…`} rows={8} /> : <AskedNote asked={first} />}
      </section>
    );
  }
  const blocks = blocksOf(view.total, at, layout);
  return (
    <section
      className="diff column grow on-surface shortens"
      aria-label={t`${spelled(view.name)}, recorded and ${view.other === null ? t`on disk` : t`another snapshot`}`}
    >
      <DiffViewHead view={view} of={{ key: sessionKey, line }} acts={more?.(view.name)} />
      <AskedNote asked={first} />
      <DiffViewBar
        view={view}
        layout={narrow ? null : layout}
        whitespace={whitespace}
        context={context}
        current={current}
        acts={acts}
      />
      <DiffViewBody
        ask={ask}
        view={view}
        blocks={blocks}
        layout={layout}
        opened={opened}
        current={current}
        goal={first.earlier ? null : goal}
        onGoal={() => setGoal(null)}
        scroller={scroller}
        onSeen={see}
        onOpen={(block) => {
          if (block.whole !== null && block.fold.lines <= OPENS_IN_PLACE) {
            setOpened(new Set(opened).add(block.key));
            return;
          }
          setGoal({ line: block.fold.right_from });
          setCurrent(null);
          setContext("whole");
        }}
        onLine={setLined}
      />
      {lined !== null && (
        <LineHistory
          text={{ is: "recorded", key: sessionKey, line }}
          start={lined}
          lines={view.recorded.lines}
          onClose={() => setLined(null)}
        />
      )}
    </section>
  );
}

/** What the bar and the keys do alike. */
export interface DiffActs {
  layout: () => void;
  whitespace: () => void;
  wholeFile: () => void;
  next: () => void;
  previous: () => void;
  lines: () => void;
}

/** The number of the first recorded line in sight. */
function leftLineAtTop(scroller: HTMLElement | null): number | null {
  if (scroller === null) return null;
  const top = scroller.getBoundingClientRect().top;
  const lines = [...scroller.querySelectorAll(".diff-line .diff-number:first-child")];
  const found = lines.find((each) => each.textContent !== "" && each.getBoundingClientRect().bottom > top);
  const number = Number(found?.textContent);
  return Number.isInteger(number) && number > 0 ? number : null;
}

function actionsOf(acts: DiffActs): Action[] {
  return [
    {
      id: "change.next",
      name: t`Next change`,
      keys: ["n", "Alt ArrowDown"],
      icon: ArrowDown,
      run: acts.next,
    },
    {
      id: "change.previous",
      name: t`Previous change`,
      keys: ["N", "Alt ArrowUp"],
      icon: ArrowUp,
      run: acts.previous,
    },
    {
      id: "line.force",
      name: t`Turns with a line in context`,
      keys: ["l"],
      icon: icons.opened,
      run: acts.lines,
    },
    { id: "diff.layout", name: t`Toggle side by side`, keys: ["u"], icon: Columns2, run: acts.layout },
    { id: "diff.whitespace", name: t`Ignore whitespace`, keys: ["w"], icon: Pilcrow, run: acts.whitespace },
    {
      id: "diff.whole",
      name: t`Show whole file`,
      keys: ["f"],
      icon: UnfoldVertical,
      run: acts.wholeFile,
    },
  ];
}
