import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const none: readonly number[] = [];

/** Which children of a row, counted from 0, are not wholly in sight of it; drawn again when that changes. */
export function useOverflow(row: RefObject<HTMLElement | null>): readonly number[] {
  const [out, setOut] = useState(none);
  const look = useRef(() => {});
  look.current = () => {
    const box = row.current?.getBoundingClientRect();
    if (box === undefined) return;
    const next = [...(row.current?.children ?? [])].flatMap((child, at) => {
      const { left, right } = child.getBoundingClientRect();
      return left < box.left - 1 || right > box.right + 1 ? [at] : [];
    });
    setOut((before) => (before.join() === next.join() ? before : next));
  };
  // Words and counts of the children may be others.
  useLayoutEffect(() => look.current());
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const now = () => look.current();
    const sizes = new ResizeObserver(now);
    sizes.observe(element);
    element.addEventListener("scroll", now, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", now);
    };
  }, [row]);
  return out;
}
