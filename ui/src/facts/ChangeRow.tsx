import { plural, t } from "@lingui/core/macro";
import type { DiffLine, DiffRow } from "../host/wire.gen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./ChangeRow.css";

/** One row of what changes between two texts: the lines on both sides, or how many stayed. */
export function ChangeRow({ row }: { row: DiffRow }) {
  switch (row.kind) {
    case "same":
      return <Line line={row.right} mark="same" />;
    case "changed":
      return (
        <>
          {row.left !== null && <Line line={row.left} mark="removed" />}
          {row.right !== null && <Line line={row.right} mark="added" />}
        </>
      );
    case "fold":
      return (
        <p className="change-fold text-3 type-small">
          {plural(row.lines, { one: "# unchanged line", other: "# unchanged lines" })}
        </p>
      );
    default:
      return row satisfies never;
  }
}

const signs = { same: " ", removed: "−", added: "+" } as const;

function Line({ line, mark }: { line: DiffLine; mark: keyof typeof signs }) {
  return (
    <div className={`change-line type-code change-${mark}`}>
      <span className="change-number text-3 to-right" aria-hidden="true">
        {line.number}
      </span>
      <span aria-hidden="true">{signs[mark]}</span>
      {mark !== "same" && (
        <span className="unseen">
          {mark === "removed" ? t`removed line ${line.number}` : t`added line ${line.number}`}:{" "}
        </span>
      )}
      <code className="breaks">
        {line.pieces.map((piece, at) => (
          <Verbatim key={at} text={piece.text} look="text" mono />
        ))}
      </code>
    </div>
  );
}
