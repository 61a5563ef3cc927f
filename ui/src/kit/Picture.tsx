import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { keyName, stepOf } from "./keys.ts";
import { Verbatim } from "./Verbatim.tsx";
import "./Picture.css";

/** Marks from one to another, both included. */
export interface Reach {
  from: number;
  to: number;
}

/**
 * Something drawn whose marks can be picked: one tab stop, arrows go from mark to mark, Enter or a click opens one.
 * What is drawn is decoration; each mark has its words, which are read aloud and stand below while it is picked.
 * Where several marks can be taken together, a drag or Shift with an arrow takes them, Enter too, and Escape lets go.
 */
export function Picture({
  label,
  total,
  nameOf,
  current,
  onCurrent,
  onOpen,
  onReach,
  onLetGo,
  hit,
  heads,
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
  /** Takes several marks together. */
  onReach?: (reach: Reach) => void;
  onLetGo?: () => void;
  /** The mark at a place, in hundredths of width and height. */
  hit: (x: number, y: number) => number | null;
  /** What the rows of the drawing are, left of it. */
  heads?: ReactNode;
  /** What stands below while no mark is picked. */
  resting: ReactNode;
  /** Draws it; the mark that is pointed at or picked is told, and those that are about to be taken. */
  children: (shown: number | null, reach: Reach | null) => ReactNode;
}) {
  const id = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
  const [anchor, setAnchor] = useState<number | null>(null);
  const dragged = useRef(false);
  const picked = current !== null && current < total ? current : null;
  const told = pointed !== null && pointed < total ? pointed : focused ? picked : null;
  const reach = anchor === null || told === null ? null : between(anchor, told);
  const take = (taken: Reach) => {
    setAnchor(null);
    onReach?.(taken);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const name = keyName(event);
    if (name === null) return;
    const plain = name.replace("Shift ", "");
    const to = stepOf(sideways[plain] ?? plain, picked, total);
    if (name === "Enter" && picked !== null && (onOpen ?? onReach) !== undefined) {
      if (onReach === undefined) onOpen?.(picked);
      else take(between(anchor ?? picked, picked));
    } else if (name === "Escape" && onLetGo !== undefined) {
      setAnchor(null);
      onLetGo();
    } else if (to !== null) {
      if (onReach !== undefined) setAnchor(name === plain ? null : (anchor ?? picked));
      onCurrent(to);
    } else return;
    setPointed(null);
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const at = placeOf(event, hit);
    if (at !== null && !dragged.current) (onOpen ?? onCurrent)(at);
    dragged.current = false;
  };
  return (
    <div className="narrows">
      <div className="gap-8 flex">
        {heads !== undefined && (
          <div className="picture-heads fixed one-line text-3 type-micro tabular to-right" aria-hidden="true">
            {heads}
          </div>
        )}
        <div
          className="picture-drawn grow anchors"
          role="listbox"
          aria-label={label}
          aria-activedescendant={picked === null ? undefined : `${id}-${picked}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            setAnchor(null);
          }}
          onPointerDown={(event) => {
            if (onReach !== undefined && event.button === 0) setAnchor(placeOf(event, hit));
          }}
          onPointerMove={(event) => setPointed(placeOf(event, hit))}
          onPointerUp={(event) => {
            const to = placeOf(event, hit);
            if (onReach === undefined || anchor === null || to === null) return;
            dragged.current = true;
            onCurrent(to);
            take(between(anchor, to));
          }}
          onPointerLeave={() => {
            setPointed(null);
            setAnchor(null);
          }}
          onClick={onClick}
        >
          <div className="high anchors" aria-hidden="true">
            {children(told, reach)}
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
      </div>
      <p className="picture-said cut-end text-2 type-micro tabular above-4" aria-hidden={told !== null}>
        {told === null ? resting : <Verbatim text={nameOf(told)} />}
      </p>
    </div>
  );
}

function between(one: number, other: number): Reach {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** The keys of a list, laid on its side. */
const sideways: Readonly<Record<string, string>> = {
  ArrowRight: "ArrowDown",
  ArrowLeft: "ArrowUp",
};

function placeOf(
  { currentTarget, clientX, clientY }: MouseEvent<HTMLElement>,
  hit: (x: number, y: number) => number | null,
): number | null {
  const box = currentTarget.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return null;
  return hit(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
}
