import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Minus, Pencil, Plus } from "lucide-react";
import { changeWords } from "../../facts/changeWords.ts";
import type { DiffView, DriftBasis, FieldChange, FieldSide, FieldState } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import type { Layout, Pair, ShownLine } from "./blocks.ts";
import { DiffViewLines } from "./DiffViewLines.tsx";
import "./DiffView.css";

/** The frontmatter, field by field; equal fields are named only. */
export function DiffViewFields({ view, layout }: { view: DiffView; layout: Layout }) {
  const changed = view.fields.filter((field) => field.change !== "equal");
  const equal = view.fields.filter((field) => field.change === "equal");
  return (
    <div className="diff-fields">
      <h2 className="diff-section breaks type-small-strong">
        <Trans>
          Frontmatter{" "}
          <span className="text-2 regular tabular">
            {counts(view, changed)}
            {equal.length > 0 && (
              <>
                {changed.length > 0 ? ", " : ""}
                <Trans>
                  {equal.length} equal: <Verbatim text={equal.map((field) => field.key).join(", ")} />
                </Trans>
              </>
            )}
          </span>
        </Trans>
      </h2>
      {changed.map((field, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
        <div
          key={at}
          role="group"
          aria-label={t`Field ${spelled(field.key)}, ${changeWords(field.change)}`}
          data-field={field.change}
        >
          <h3 className="row gap-8 padded-4 type-code">
            <code>
              <Verbatim text={field.key} mono />
            </code>
            <FieldWord state={field.change} />
          </h3>
          <DiffViewLines pairs={pairsOf(field, layout)} layout={layout} kind="changed" />
        </div>
      ))}
    </div>
  );
}

function FieldWord({ state }: { state: FieldState }) {
  switch (state) {
    case "equal":
      return null;
    case "changed":
      return (
        <Chip icon={Pencil} tone="warn">
          {t`changed`}
        </Chip>
      );
    case "added":
      return (
        <Chip icon={Plus} tone="ok">
          {t`added`}
        </Chip>
      );
    case "removed":
      return (
        <Chip icon={Minus} tone="danger">
          {t`removed`}
        </Chip>
      );
    default:
      return state satisfies never;
  }
}

/** What was compared without the frontmatter. */
const bodies: readonly DriftBasis[] = ["body", "trimmed_body", "part", "template"];

function counts(view: DiffView, changed: readonly FieldChange[]): string {
  if (view.other === null && bodies.includes(view.drift.basis)) return t`not recorded`;
  if (view.fields.length === 0) return t`none`;
  const words = (["changed", "added", "removed"] as const).flatMap((state) => {
    const count = changed.filter((field) => field.change === state).length;
    return count === 0 ? [] : [`${count} ${changeWords(state)}`];
  });
  return words.join(", ");
}

/** A field's lines: beside each other, or what was recorded above what is there now. */
function pairsOf({ left, right }: FieldChange, layout: Layout): Pair[] {
  const [before, after] = [linesOf(left), linesOf(right)];
  if (layout === "unified") {
    return [
      ...before.map((line) => ({ left: line, right: null })),
      ...after.map((line) => ({ left: null, right: line })),
    ];
  }
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    left: before[at] ?? null,
    right: after[at] ?? null,
  }));
}

/** A field may go over several lines; its pieces are cut where they end. */
function linesOf(side: FieldSide | null): ShownLine[] {
  if (side === null) return [];
  let last: ShownLine = { number: side.line, pieces: [] };
  const lines = [last];
  for (const piece of side.pieces) {
    for (const [at, text] of rawText(piece.text).split("\n").entries()) {
      if (at > 0) {
        last = { number: last.number + 1, pieces: [] };
        lines.push(last);
      }
      if (text !== "") last.pieces.push({ text, changed: piece.changed });
    }
  }
  // What ends in a line end has no further line.
  return lines.length > 1 && last.pieces.length === 0 ? lines.slice(0, -1) : lines;
}
