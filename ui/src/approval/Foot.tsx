import { t } from "@lingui/core/macro";
import { Keyboard } from "lucide-react";
import { type ReactNode, type RefObject, useEffect } from "react";
import { Icon } from "../kit/Icon.tsx";
import "./approval.css";

/** The decision. What it says at its left is why nothing would happen now. */
export function Foot({ on, off = "", children }: { on: boolean; off?: string; children: ReactNode }) {
  return (
    <footer className="approval-foot row fixed gap-8 line-above on-sunken at-end" data-pane="decision">
      <span className="row grow gap-8 text-2 type-control">
        {!on && (
          <>
            <Icon of={Keyboard} />
            {t`Shortcuts are disabled for the first 0.4 s`}
          </>
        )}
        {on && off}
      </span>
      {children}
    </footer>
  );
}

/**
 * The careful choice has the focus as soon as its step appears, and whenever F6 comes to its pane; `shown` tells
 * one step from the next.
 */
export function useCarefulFocus(button: RefObject<HTMLButtonElement | null>, shown: string): void {
  useEffect(() => {
    if (shown === "" || button.current === null) return;
    button.current.dataset.stop = "";
    button.current.focus();
  }, [button, shown]);
}
