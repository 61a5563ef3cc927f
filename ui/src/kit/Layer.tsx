import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { FindBar } from "./FindBar.tsx";
import { nothingSought, type Query } from "./find.ts";
import { keyName } from "./keys.ts";
import "./Layer.css";

/** What takes what is typed. */
const fields = "input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)";

/**
 * A panel above everything; what is behind is inert. Escape closes it, a click beside it does not.
 * It opens on its first field. Closing gives the focus back. Ctrl F finds in it.
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
    // One types at once; where there is no field, keys scroll, and no name of a button covers what is read.
    const field =
      layer.current?.querySelector<HTMLElement>(fields) ??
      layer.current?.querySelector<HTMLElement>("[data-read]");
    field?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const [query, look] = useState<Query | null>(null);
  const [focus, setFocus] = useState(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const above = [...document.querySelectorAll("dialog[open]")].at(-1);
      if (keyName(event) !== "Ctrl F" || above !== layer.current) return;
      event.preventDefault();
      look((before) => before ?? nothingSought);
      setFocus((times) => times + 1);
    };
    // Before the screen behind takes the key.
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
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
      <FindBar find={{ query, look }} within={layer} focus={focus} />
    </dialog>
  );
}
