import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./Button.tsx";
import "./Dialog.css";

/** A layer above everything; what is behind is inert. Escape closes it, a click beside it does not. */
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
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      style={{ width }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label="Close" keys={["Esc"]} onPress={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <section className="dialog-body" aria-labelledby={id} tabIndex={0}>
        {children}
      </section>
      {foot !== undefined && <div className="dialog-foot">{foot}</div>}
    </dialog>
  );
}
