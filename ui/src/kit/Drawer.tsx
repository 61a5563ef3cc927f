import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "./Button.tsx";
import "./Panes.css";

/**
 * What stands beside the main thing where there is no room for a pane. It covers the right end of the
 * nearest positioned element; Escape closes it and gives the focus back.
 */
export function Drawer({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    drawer.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <aside
      ref={drawer}
      className="drawer column on-sunken"
      data-pane="drawer"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <span className="drawer-close">
        <IconButton icon={X} label={t`Close ${label}`} keys={["i"]} onPress={onClose} />
      </span>
      {children}
    </aside>
  );
}
