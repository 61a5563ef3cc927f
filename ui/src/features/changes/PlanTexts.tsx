import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ChangeRow } from "../../facts/ChangeRow.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { PlanSide, PlanText } from "../../host/wire.gen.ts";
import { Segmented } from "../../kit/Segmented.tsx";
import { spelled } from "../../kit/seen.ts";
import { TextLines } from "../../kit/TextLines.tsx";
import { useWidth } from "../../kit/width.ts";
import type { AnyText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { PlanLines, useLines } from "./PlanLines.tsx";
import { ThreeTexts } from "./ThreeTexts.tsx";

type Look = PlanSide | "change" | "three";

/** Whether there are three texts to look at: what was seen is not what is on disk, and something is to be there. */
export function standApart(texts: readonly PlanText[]): boolean {
  const hashOf = (side: PlanSide) => texts.find((text) => text.side === side)?.hash;
  const [seen, disk] = [hashOf("seen"), hashOf("disk")];
  return seen !== undefined && disk !== undefined && hashOf("result") !== undefined && seen !== disk;
}

/** The texts of one place: what changes, and each of them whole. */
export function PlanTexts({
  plan,
  step,
  path,
  texts,
  names,
}: {
  plan: string;
  step: number;
  path: AnyText;
  texts: readonly PlanText[];
  /** What each text is called here. */
  names: Record<PlanSide, string>;
}) {
  const sides = texts.map((text) => text.side);
  const compared = sides.includes("disk") && sides.includes("result");
  const three = compared && sides.includes("seen");
  const room = useWidth() === "wide";
  const [picked, setPicked] = useState<Look | null>(null);
  const look = picked ?? (room && standApart(texts) ? "three" : compared ? "change" : sides[0]);
  if (look === undefined) return null;
  const options: { value: Look; label: string }[] = [
    ...(three ? [{ value: "three" as const, label: t`Three-way` }] : []),
    ...(compared ? [{ value: "change" as const, label: t`Changes` }] : []),
    ...sides.map((side) => ({ value: side, label: names[side] })),
  ];
  return (
    <div className="stack narrows gap-6 from-start">
      <Segmented label={t`Texts of ${spelled(path)}`} value={look} options={options} onPick={setPicked} />
      <Texts look={look} plan={plan} step={step} path={path} names={names} />
    </div>
  );
}

function Texts({
  look,
  plan,
  step,
  path,
  names,
}: {
  look: Look;
  plan: string;
  step: number;
  path: AnyText;
  names: Record<PlanSide, string>;
}) {
  switch (look) {
    case "three":
      return <ThreeTexts plan={plan} step={step} path={path} names={names} />;
    case "change":
      return <Difference plan={plan} step={step} path={path} />;
    case "seen":
    case "disk":
    case "result":
      return <Whole plan={plan} step={step} side={look} label={`${names[look]}, ${spelled(path)}`} />;
    default:
      return look satisfies never;
  }
}

function Whole({ plan, step, side, label }: { plan: string; step: number; side: PlanSide; label: string }) {
  const [lines, onMore] = useLines();
  const asked = useAsk("plan_text", { plan, step, side, from: 0, count: lines });
  const { answer } = asked;
  if (answer === undefined) return <AskedNote asked={asked} />;
  return (
    <>
      <AskedNote asked={asked} />
      <PlanLines label={label} shown={answer.lines.length} total={answer.total} noun="lines" onMore={onMore}>
        <TextLines label={label} lines={answer.lines} />
      </PlanLines>
    </>
  );
}

function Difference({ plan, step, path }: { plan: string; step: number; path: AnyText }) {
  const [rows, onMore] = useLines();
  const ask = { plan, step, left: "disk", right: "result", from: 0, count: rows } as const;
  const asked = useAsk("plan_diff", ask);
  const { answer } = asked;
  if (answer === undefined) return <AskedNote asked={asked} />;
  return (
    <>
      <AskedNote asked={asked} />
      <p className="text-2 type-small">
        {t`${plural(answer.added, { one: "# line", other: "# lines" })} added, ${count(answer.removed)} removed`}
      </p>
      <PlanLines
        label={t`Changes in ${spelled(path)}`}
        shown={answer.rows.length}
        total={answer.total}
        noun="rows"
        onMore={onMore}
      >
        {answer.rows.map((row, at) => (
          <ChangeRow key={at} row={row} />
        ))}
      </PlanLines>
    </>
  );
}
