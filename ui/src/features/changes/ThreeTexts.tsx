import { plural, t } from "@lingui/core/macro";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { PlanSide, PlanThreeRow, ThreeLine } from "../../host/wire.gen.ts";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { AnyText } from "../../language/foreign.ts";
import { PlanLines, useLines } from "./PlanLines.tsx";
import "./three.css";
import "../../facts/ChangeRow.css";

const sides: readonly PlanSide[] = ["seen", "disk", "result"];

/** What was seen, what is on disk and what would be, beside each other. */
export function ThreeTexts({
  plan,
  step,
  path,
  names,
}: {
  plan: string;
  step: number;
  path: AnyText;
  names: Record<PlanSide, string>;
}) {
  const [rows, onMore] = useLines();
  const asked = useAsk("plan_three", { plan, step, from: 0, count: rows });
  const { answer } = asked;
  if (answer === undefined) return <AskedNote asked={asked} />;
  return (
    <>
      <AskedNote asked={asked} />
      <PlanLines
        label={t`Three versions of ${spelled(path)}`}
        className="three"
        shown={answer.rows.length}
        total={answer.total}
        noun="rows"
        onMore={onMore}
      >
        <table>
          <thead>
            <tr>
              {sides.map((side) => (
                <th key={side} scope="col">
                  {names[side]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.rows.map((row, at) => (
              <Row key={at} row={row} />
            ))}
          </tbody>
        </table>
      </PlanLines>
      <p className="text-2 type-small">{t`Differences from the file on disk are highlighted in the outer columns.`}</p>
    </>
  );
}

function Row({ row }: { row: PlanThreeRow }) {
  switch (row.kind) {
    case "fold":
      return (
        <tr>
          <td className="three-fold" colSpan={sides.length}>
            {plural(row.lines, {
              one: "# line, same in all three",
              other: "# lines, same in all three",
            })}
          </td>
        </tr>
      );
    case "lines":
      return (
        <tr>
          {sides.map((side) => (
            <Cell key={side} line={row[side]} side={side} />
          ))}
        </tr>
      );
    default:
      return row satisfies never;
  }
}

function Cell({ line, side }: { line: ThreeLine | null; side: PlanSide }) {
  if (line === null) return <td className="on-sunken" />;
  const [mark, look] = side === "disk" ? [t`removed`, "removed"] : [t`not as on disk`, "added"];
  return (
    <td className={line.differs ? `change-${look}` : undefined}>
      <div className="three-line gap-8 type-code">
        <span className="change-number text-3 to-right fixed" aria-hidden="true">
          {line.number}
        </span>
        {line.differs && <span className="unseen">{mark}: </span>}
        <code className="grow breaks">
          <Verbatim text={line.text} look="text" mono />
        </code>
      </div>
    </td>
  );
}
