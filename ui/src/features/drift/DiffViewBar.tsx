import { ArrowDown, ArrowUp } from "lucide-react";
import { counted } from "../../facts/Count.tsx";
import { icons } from "../../facts/icons.ts";
import type { Context, DiffView, Whitespace } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { Gap, Toolbar } from "../../kit/Toolbar.tsx";
import type { Layout } from "./blocks.ts";
import type { DiffActs } from "./DiffView.tsx";

/** How the difference is drawn, and the way from change to change. */
export function DiffViewBar({
  view,
  layout,
  whitespace,
  context,
  current,
  acts,
}: {
  view: DiffView;
  /** Absent where there is only room for one. */
  layout: Layout | null;
  whitespace: Whitespace;
  context: Context;
  current: number | null;
  acts: DiffActs;
}) {
  return (
    <Toolbar label="Comparison">
      {layout !== null && (
        <Segmented
          label="Layout"
          value={layout}
          options={[
            { value: "split", label: "Side by side" },
            { value: "unified", label: "Unified" },
          ]}
          onPick={(picked) => picked !== layout && acts.layout()}
        />
      )}
      <Switch label="Whole file" on={context === "whole"} onSwitch={acts.wholeFile} />
      <Switch label="Ignore whitespace" on={whitespace === "ignored"} onSwitch={acts.whitespace} />
      {whitespace === "ignored" && (
        <span className="text-3 type-small tabular">hid {counted(view.whitespace_hidden, "line")}</span>
      )}
      <Gap />
      <Button icon={icons.opened} size={24} action="line.force" onPress={acts.lines}>
        Line in force…
      </Button>
      <span className="one-line text-2 type-small tabular" role="status">
        {place(view.change_rows.length, current)}
      </span>
      {view.change_rows.length > 0 && (
        <>
          <Button icon={ArrowUp} size={24} action="change.previous" onPress={acts.previous}>
            <span className="unseen">Previous change</span>
          </Button>
          <Button icon={ArrowDown} size={24} action="change.next" onPress={acts.next}>
            <span className="unseen">Next change</span>
          </Button>
        </>
      )}
    </Toolbar>
  );
}

function place(changes: number, current: number | null): string {
  if (current !== null) return `Change ${current + 1} of ${changes}`;
  return changes === 0 ? "No changes in the body" : counted(changes, "change");
}
