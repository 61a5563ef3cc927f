import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import "./Layer.css";

/**
 * A panel above everything; what is behind is inert. Escape closes it, a click beside it does not.
 * Closing gives the focus back.
 */
export function Layer({
  label,
  labelledby,
  className = "",
  style,
  onClose,
  children,
}: {
  label?: string;
  labelledby?: string;
  className?: string;
  style?: CSSProperties;
  onClose: () => void;
  children: ReactNode;
}) {
  const layer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    layer.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={layer}
      className={`layer ${className}`}
      aria-label={label}
      aria-labelledby={labelledby}
      style={style}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
