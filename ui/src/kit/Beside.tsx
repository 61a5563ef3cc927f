import { t } from "@lingui/core/macro";
import { PanelRight } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { Drawer } from "./Drawer.tsx";
import { type Pane, Panes } from "./Panes.tsx";
import type { Beside } from "./useBeside.ts";

/** What is known of the current thing: what it is called, how wide its pane is, what stands in it. */
export interface Inspector {
  label: string;
  width: { start: number; min: number; max: number };
  body: ReactNode;
}

/** Panes, and the inspector beside them: one more pane where there is room, else a drawer. */
export function PanesBeside({
  name,
  panes,
  beside,
  inspector,
}: {
  name: string;
  panes: readonly Pane[];
  beside: Beside;
  /** None while nothing is current. */
  inspector: Inspector | undefined;
}) {
  const isPane = inspector !== undefined && beside.shown && !beside.drawer;
  return (
    <div className="beside fill flex anchors">
      <Panes
        name={name}
        panes={isPane ? [...panes, { id: "inspector", role: "complementary", ...inspector }] : panes}
      />
      {inspector !== undefined && beside.shown && beside.drawer && (
        <Drawer label={inspector.label} onClose={beside.toggle}>
          {inspector.body}
        </Drawer>
      )}
    </div>
  );
}

/** Opens and closes the inspector. */
export function BesideButton({ beside: { shown, toggle } }: { beside: Beside }) {
  return (
    <IconButton icon={PanelRight} label={t`Inspector`} action="inspector" expanded={shown} onPress={toggle} />
  );
}
