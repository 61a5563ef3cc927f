import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import "./Tooltip.css";

const delay = 400;

/**
 * A word more about what it stands around, after 400 ms and on focus. Never the only place of a fact.
 * The child must be one element that takes `aria-describedby`.
 */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  children: ReactElement<{ "aria-describedby"?: string }>;
}) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  const [spot, setSpot] = useState<DOMRect | null>(null);
  const open = (wait: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => setSpot(anchor.current?.firstElementChild?.getBoundingClientRect() ?? null),
      wait,
    );
  };
  const close = () => {
    window.clearTimeout(timer.current);
    setSpot(null);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (spot === null) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && setSpot(null);
    const onScroll = () => setSpot(null);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", onScroll, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", onScroll, true);
    };
  }, [spot]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the element inside
    <span
      ref={anchor}
      className="tooltip-around"
      onPointerEnter={() => open(delay)}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(":focus-visible") && open(delay)}
      onBlur={close}
    >
      {spot === null ? children : cloneElement(children, { "aria-describedby": id })}
      {spot !== null && createPortal(<Bubble id={id} spot={spot} text={text} />, layerOf(anchor.current))}
    </span>
  );
}

function Bubble({ id, spot, text }: { id: string; spot: DOMRect; text: ReactNode }) {
  const below = spot.bottom + 60 < window.innerHeight;
  const right = spot.left > window.innerWidth * 0.6;
  return (
    <span
      id={id}
      role="tooltip"
      className="tooltip"
      style={{
        top: below ? spot.bottom + 6 : undefined,
        bottom: below ? undefined : window.innerHeight - spot.top + 6,
        left: right ? undefined : Math.max(6, spot.left),
        right: right ? Math.max(6, window.innerWidth - spot.right) : undefined,
      }}
    >
      {text}
    </span>
  );
}

/** An open dialog covers everything outside it, so its tooltips stand inside it. */
function layerOf(anchor: HTMLElement | null): Element {
  return anchor?.closest("dialog") ?? document.body;
}
