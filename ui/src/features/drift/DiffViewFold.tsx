import { plural, t } from "@lingui/core/macro";
import { icons } from "../../facts/icons.ts";
import { sentence } from "../../facts/Words.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { DiffAsk } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Icon } from "../../kit/Icon.tsx";
import type { Block, Fold, Layout, Pair } from "./blocks.ts";
import { DiffViewLines } from "./DiffViewLines.tsx";
import "./DiffView.css";
import { messageWords } from "../../language/messages.ts";

/** Equal lines that are folded to one row, or opened in its place. */
export function DiffViewFold({
  block,
  ask,
  layout,
  open,
  onOpen,
}: {
  block: Extract<Block, { kind: "fold" }>;
  ask: Omit<DiffAsk, "from" | "count">;
  layout: Layout;
  open: boolean;
  onOpen: () => void;
}) {
  const run: DiffAsk | null =
    open && block.whole !== null
      ? { ...ask, context: "whole", from: block.whole, count: block.fold.lines }
      : null;
  const { answer, failure } = useAsk("diff", run);
  if (run !== null && answer !== undefined) {
    const pairs = answer.rows.flatMap((row): Pair[] => (row.kind === "same" ? [row] : []));
    return <DiffViewLines pairs={pairs} layout={layout} kind="same" />;
  }
  const { lines } = block.fold;
  return (
    <div
      className="diff-fold row gap-8 inset line-above line-below text-2 type-small on-sunken tabular not-selectable toned tone-neutral"
      data-line={block.fold.right_from}
    >
      <Icon of={icons.compaction} />
      <span>{plural(lines, { one: "# unchanged line", other: "# unchanged lines" })}</span>
      <span className="grow text-3">
        {failure === null ? range(block.fold) : sentence(messageWords(failure.message))}
      </span>
      <Button look="link" onPress={onOpen}>
        {t`Show`}
        <span className="unseen"> {range(block.fold)}</span>
      </Button>
    </div>
  );
}

/** The folded lines on disk, and in the recorded text where they stand elsewhere. */
function range({ lines, left_from, right_from }: Fold): string {
  const words = (from: number) => (lines === 1 ? `${from}` : `${from}–${from + lines - 1}`);
  const [left, right] = [words(left_from), words(right_from)];
  return left_from === right_from
    ? plural(lines, { one: `line ${right}`, other: `lines ${right}` })
    : plural(lines, {
        one: `recorded line ${left}, on disk ${right}`,
        other: `recorded lines ${left}, on disk ${right}`,
      });
}
