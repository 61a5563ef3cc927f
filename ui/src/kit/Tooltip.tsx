import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { layerOf } from "./layerOf.ts";
import "./Tooltip.css";

const delay = 400;

/** Milliseconds after one was closed in which the next opens at once: one looks along a row. */
const along = 300;
let closedAt = Number.NEGATIVE_INFINITY;

/** Pixels between it, what it is about, and the edge of the window. */
const gap = 6;

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
      performance.now() - closedAt < along ? 0 : wait,
    );
  };
  const close = () => {
    window.clearTimeout(timer.current);
    if (spot !== null) closedAt = performance.now();
    setSpot(null);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (spot === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setSpot(null);
      // It is taken; in a dialog that is left to the dialog, which closes by it.
      if (document.querySelector("dialog[open]") === null) event.preventDefault();
    };
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
  const bubble = useRef<HTMLSpanElement>(null);
  // Measured before it is seen: it stays inside the window, below what it is about or else above.
  useLayoutEffect(() => {
    const drawn = bubble.current;
    if (drawn === null) return;
    const { width, height } = drawn.getBoundingClientRect();
    const below = spot.bottom + gap;
    const top = below + height <= window.innerHeight - gap ? below : spot.top - gap - height;
    drawn.style.top = `${Math.max(gap, top)}px`;
    drawn.style.left = `${Math.max(gap, Math.min(spot.left, window.innerWidth - gap - width))}px`;
  }, [spot]);
  return (
    <span ref={bubble} id={id} role="tooltip" className="tooltip round type-small breaks">
      {text}
    </span>
  );
}
