import { plural, t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
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
    <Toolbar label={t`Comparison`}>
      {layout !== null && (
        <Segmented
          label={t`Layout`}
          value={layout}
          options={[
            { value: "split", label: t`Side by side` },
            { value: "unified", label: t`Unified` },
          ]}
          onPick={(picked) => picked !== layout && acts.layout()}
        />
      )}
      <Switch label={t`Whole file`} on={context === "whole"} onSwitch={acts.wholeFile} />
      <Switch label={t`Ignore whitespace`} on={whitespace === "ignored"} onSwitch={acts.whitespace} />
      {whitespace === "ignored" && (
        <span className="text-3 type-small tabular">{t`${plural(view.whitespace_hidden, { one: "# line", other: "# lines" })} hidden`}</span>
      )}
      <Gap />
      <Button icon={icons.opened} size={24} action="line.force" onPress={acts.lines}>
        {t`Line in context…`}
      </Button>
      <span className="one-line text-2 type-small tabular" role="status">
        {place(view.change_rows.length, current)}
      </span>
      {view.change_rows.length > 0 && (
        <>
          <Button icon={ArrowUp} size={24} action="change.previous" onPress={acts.previous}>
            <span className="unseen">{t`Previous change`}</span>
          </Button>
          <Button icon={ArrowDown} size={24} action="change.next" onPress={acts.next}>
            <span className="unseen">{t`Next change`}</span>
          </Button>
        </>
      )}
    </Toolbar>
  );
}

function place(changes: number, current: number | null): string {
  if (current !== null) return t`Change ${current + 1} of ${changes}`;
  return changes === 0 ? t`No changes in the body` : plural(changes, { one: "# change", other: "# changes" });
}
