import { t } from "@lingui/core/macro";
import { memo } from "react";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { Layout, Pair, ShownLine } from "./blocks.ts";
import "./DiffView.css";

type Mark = "same" | "removed" | "added";

/** Lines beside each other, or one below the other. Drawn once: scrolling draws blocks, not lines, anew. */
export const DiffViewLines = memo(function DiffViewLines({
  pairs,
  layout,
  kind,
}: {
  pairs: readonly Pair[];
  layout: Layout;
  kind: "same" | "changed";
}) {
  return pairs.map((pair) => {
    const key = `${pair.left?.number ?? ""} ${pair.right?.number ?? ""}`;
    return layout === "split" ? (
      <div key={key} className="diff-row stack" data-line={pair.right?.number ?? pair.left?.number}>
        <Side line={pair.left} side="left" mark={kind === "same" ? "same" : "removed"} />
        <Side line={pair.right} side="right" mark={kind === "same" ? "same" : "added"} />
      </div>
    ) : (
      <Column key={key} pair={pair} kind={kind} />
    );
  });
});

function Side({ line, side, mark }: { line: ShownLine | null; side: "left" | "right"; mark: Mark }) {
  if (line === null) return <div className="diff-void" data-side={side} aria-hidden="true" />;
  return (
    <div
      className={`diff-line flex anchors narrows type-code ${mark === "same" ? "" : "diff-changed"} change-${mark}`}
      data-side={side}
    >
      <span className="diff-number fixed to-right not-selectable size-micro text-3 tabular">
        {line.number}
      </span>
      <span className="diff-sign fixed to-right not-selectable text-3" aria-hidden="true" />
      <Text line={line} mark={mark} />
    </div>
  );
}

/** One column: an equal line is drawn once, as it stands on disk, with both its numbers. */
function Column({ pair, kind }: { pair: Pair; kind: "same" | "changed" }) {
  const line = pair.right ?? pair.left;
  if (line === null) return null;
  const mark = kind === "same" ? "same" : pair.right === null ? "removed" : "added";
  return (
    <div
      className={`diff-line flex anchors narrows type-code ${mark === "same" ? "" : "diff-changed"} change-${mark}`}
      data-line={line.number}
    >
      <span className="diff-number fixed to-right not-selectable size-micro text-3 tabular">
        {pair.left?.number}
      </span>
      <span className="diff-number fixed to-right not-selectable size-micro text-3 tabular">
        {pair.right?.number}
      </span>
      <span className="diff-sign fixed to-right not-selectable text-3" aria-hidden="true" />
      <Text line={line} mark={mark} />
    </div>
  );
}

function Text({ line, mark }: { line: ShownLine; mark: Mark }) {
  return (
    <>
      {mark !== "same" && (
        <span className="unseen">
          {mark === "removed" ? t`removed line ${line.number}` : t`added line ${line.number}`}:{" "}
        </span>
      )}
      <code className="diff-text grow clips breaks">
        {line.pieces.map((piece, at) =>
          piece.changed ? (
            <mark key={at}>
              <Verbatim text={piece.text} look="text" mono />
            </mark>
          ) : (
            <Verbatim key={at} text={piece.text} look="text" mono />
          ),
        )}
      </code>
    </>
  );
}
