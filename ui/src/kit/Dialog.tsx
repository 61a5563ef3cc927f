import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "./Button.tsx";
import { Layer } from "./Layer.tsx";
import "./Dialog.css";

/** A layer with a title, a body that scrolls and a foot. */
export function Dialog({
  title,
  width = 668,
  foot,
  onClose,
  children,
}: {
  title: string;
  width?: number;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Layer labelledby={id} style={{ width }} onClose={onClose}>
      <div className="dialog-head row fixed spread line-below">
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label={t`Close`} keys={["Esc"]} onPress={onClose} />
      </div>
      <section
        className="dialog-body shrinks shortens scrolls-both"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
        data-read
      >
        {children}
      </section>
      {foot !== undefined && (
        <div className="dialog-foot fixed wraps gap-8 line-above on-sunken flex">{foot}</div>
      )}
    </Layer>
  );
}
