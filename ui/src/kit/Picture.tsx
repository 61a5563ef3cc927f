import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from "react";
import { keyName, stepOf } from "./keys.ts";
import { Verbatim } from "./Verbatim.tsx";
import "./Picture.css";

/**
 * Something drawn whose marks can be picked: one tab stop, arrows go from mark to mark, Enter or a click opens one.
 * What is drawn is decoration; each mark has its words, which are read aloud and stand below while it is picked.
 */
export function Picture({
  label,
  total,
  nameOf,
  current,
  onCurrent,
  onOpen,
  hit,
  resting,
  children,
}: {
  label: string;
  /** Marks. */
  total: number;
  nameOf: (index: number) => string;
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen?: (index: number) => void;
  /** The mark at a place, in hundredths of width and height. */
  hit: (x: number, y: number) => number | null;
  /** What stands below while no mark is picked. */
  resting: ReactNode;
  /** Draws it; the mark that is pointed at or picked is told. */
  children: (shown: number | null) => ReactNode;
}) {
  const id = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
  const picked = current !== null && current < total ? current : null;
  const told = pointed !== null && pointed < total ? pointed : focused ? picked : null;
  const onKeyDown = (event: KeyboardEvent) => {
    const name = keyName(event);
    if (name === null) return;
    if (name === "Enter" && picked !== null && onOpen !== undefined) onOpen(picked);
    else {
      const to = stepOf(sideways[name] ?? name, picked, total);
      if (to === null) return;
      onCurrent(to);
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const at = placeOf(event, hit);
    if (at === null) return;
    onCurrent(at);
    onOpen?.(at);
  };
  return (
    <div className="picture">
      <div
        className="picture-drawn"
        role="listbox"
        aria-label={label}
        aria-activedescendant={picked === null ? undefined : `${id}-${picked}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerMove={(event) => setPointed(placeOf(event, hit))}
        onPointerLeave={() => setPointed(null)}
        onClick={onClick}
      >
        <div className="picture-face" aria-hidden="true">
          {children(told)}
        </div>
        <div className="unseen" role="presentation">
          {Array.from({ length: total }, (_, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the picture holds the focus and names this mark
            <span key={at} id={`${id}-${at}`} role="option" aria-selected={at === picked}>
              {nameOf(at)}
            </span>
          ))}
        </div>
      </div>
      <p className="picture-said cut-end" aria-hidden={told !== null}>
        {told === null ? resting : <Verbatim text={nameOf(told)} />}
      </p>
    </div>
  );
}

/** The keys of a list, laid on its side. */
const sideways: Readonly<Record<string, string>> = {
  ArrowRight: "ArrowDown",
  ArrowLeft: "ArrowUp",
  l: "j",
  h: "k",
};

function placeOf(
  { currentTarget, clientX, clientY }: MouseEvent<HTMLElement>,
  hit: (x: number, y: number) => number | null,
): number | null {
  const box = currentTarget.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return null;
  return hit(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
}
