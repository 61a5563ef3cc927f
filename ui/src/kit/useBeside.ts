import { t } from "@lingui/core/macro";
import { PanelRight } from "lucide-react";
import { useState } from "react";
import { useActions } from "./actions.ts";
import { aFlag, useKept } from "./kept.ts";
import { useWidth } from "./width.ts";

/** Whether what is known of the current thing is in sight, and how to have it so. */
export interface Beside {
  /** It is in sight. */
  shown: boolean;
  /** There is no room beside the list: it is a drawer over it. */
  drawer: boolean;
  toggle: () => void;
  open: () => void;
}

/** A pane in wide windows, kept under `name`; a drawer in others, closed at first. Its action is told as of `where`. */
export function useBeside(name: string, where: string): Beside {
  const drawer = useWidth() !== "wide";
  const [beside, setBeside] = useKept(`${name} inspector`, true, aFlag, "window");
  const [over, setOver] = useState(false);
  const shown = drawer ? over : beside;
  const show = drawer ? setOver : setBeside;
  const toggle = () => show(!shown);
  useActions(where, [
    {
      id: "inspector",
      name: t`Toggle inspector`,
      keys: ["i"],
      icon: PanelRight,
      run: toggle,
    },
  ]);
  return { shown, drawer, toggle, open: () => show(true) };
}
