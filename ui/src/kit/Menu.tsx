import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type Glyph, Icon } from "./Icon.tsx";
import "./Menu.css";

export interface MenuItem {
  id: string;
  label: ReactNode;
  /** A second line. */
  note?: ReactNode;
  icon?: Glyph;
  /** It is one of a set, and this one holds. */
  checked?: boolean;
  onPick: () => void;
}

/** A button that opens a short list of acts. */
export function Menu({
  label,
  face,
  className = "",
  items,
  side = "left",
  heading,
}: {
  label: string;
  /** What the button shows. */
  face: ReactNode;
  className?: string;
  items: readonly MenuItem[];
  /** The edge of the button it lines up with. */
  side?: "left" | "right";
  heading?: string;
}) {
  const [open, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    around.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !around.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!open) return;
    if (event.key === "Tab") setOpen(false);
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) close();
    else all[(to + all.length) % all.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside bubble to it
    <div ref={around} className="menu-around" onKeyDown={onKey}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div id={id} className={`menu menu-${side}`} role="menu" aria-label={heading ?? label}>
          {heading !== undefined && <div className="menu-heading">{heading}</div>}
          {items.map((item) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: with `aria-checked` the role is always menuitemradio
            <button
              key={item.id}
              type="button"
              role={item.checked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={item.checked}
              tabIndex={-1}
              onClick={() => {
                close();
                item.onPick();
              }}
            >
              {item.icon !== undefined && <Icon of={item.icon} />}
              <span className="menu-words">
                <span>{item.label}</span>
                {item.note !== undefined && <span className="menu-note">{item.note}</span>}
              </span>
              {item.checked === true && <Icon of={Check} />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
