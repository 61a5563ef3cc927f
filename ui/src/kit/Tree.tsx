import { ChevronDown, ChevronRight } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
} from "react";
import { type ContextGroups, useRowMenu } from "./ContextMenu.tsx";
import { Heard } from "./Heard.tsx";
import { Icon } from "./Icon.tsx";
import { keyName } from "./keys.ts";
import type { ListHandle } from "./List.tsx";
import { useFirstFocus } from "./useFirstFocus.ts";
import { useListKeys } from "./useListKeys.ts";
import { placed, useSight } from "./useSight.ts";
import "./rows.css";
import "./Tree.css";

/** Where a row stands in a tree. */
export interface TreePlace {
  /** From 1. */
  level: number;
  /** Its rows are shown or folded away; absent when it has none. */
  open?: boolean;
}

interface TreeProps {
  label: string;
  /** Rows that are not folded away. */
  total: number;
  placeOf: (index: number) => TreePlace;
  /** In pixels; 26 unless told. */
  heightOf?: (index: number) => number;
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen?: (index: number) => void;
  /** Folds or unfolds a row that has rows of its own. */
  onFold?: (index: number) => void;
  nameOf: (index: number) => string;
  draw: (index: number) => ReactNode;
  /** What can be done with a row, for its menu. */
  menuOf?: (index: number) => ContextGroups;
  onSeen?: (from: number, to: number) => void;
  /** Draws the indent and the fold sign; a timeline draws its own. */
  indent?: "drawn" | "none";
  ref?: Ref<ListHandle>;
}

const rowHeight = () => 26;
const stepWidth = 18;

/** Rows with levels and one tab stop: → unfolds or goes in, ← folds or goes out. */
export function Tree({
  label,
  total,
  placeOf,
  heightOf = rowHeight,
  current,
  onCurrent,
  onOpen,
  onFold,
  nameOf,
  draw,
  menuOf,
  onSeen,
  indent = "drawn",
  ref,
}: TreeProps) {
  const onMenu = useRowMenu(menuOf, onCurrent);
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useFirstFocus(scroller);
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }), []);
  const sight = useSight({ name: label, scroller, count: total, sizeOf: heightOf, current, onSeen });
  const listKeys = useListKeys({ total, current, onCurrent, onOpen });
  const onKeyDown = (event: KeyboardEvent) => {
    const name = keyName(event);
    if (current !== null && (name === "ArrowRight" || name === "ArrowLeft")) {
      const to = sideways(name, current, total, placeOf);
      if (to === "fold") onFold?.(current);
      else if (to !== null) onCurrent(to);
      event.preventDefault();
    } else listKeys(event);
  };
  return (
    <div
      ref={scroller}
      className="tree rows contained fill scrolls on-surface"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={current === null ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={sight.around}>
        {sight.entries.map(({ index, top }) => (
          <TreeRow
            key={index}
            id={`${id}-${index}`}
            index={index}
            top={top}
            total={total}
            selected={index === current}
            placeOf={placeOf}
            heightOf={heightOf}
            onCurrent={onCurrent}
            onOpen={onOpen}
            onFold={onFold}
            onMenu={onMenu}
            nameOf={nameOf}
            draw={draw}
            indent={indent}
          />
        ))}
      </div>
    </div>
  );
}

type TreeRowProps = Required<Pick<TreeProps, "heightOf" | "indent">> &
  Pick<TreeProps, "total" | "placeOf" | "onCurrent" | "onOpen" | "onFold" | "nameOf" | "draw"> & {
    id: string;
    index: number;
    top: number | undefined;
    selected: boolean;
    onMenu: (event: MouseEvent, row: number) => void;
  };

/** Scrolling draws the rows that come into sight, and no other again. */
const TreeRow = memo(function TreeRow({
  id,
  index,
  top,
  total,
  selected,
  placeOf,
  heightOf,
  onCurrent,
  onOpen,
  onFold,
  onMenu,
  nameOf,
  draw,
  indent,
}: TreeRowProps) {
  const place = placeOf(index);
  const height = heightOf(index);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names this row
    <div
      id={id}
      data-index={index}
      className="rows-row on-surface hovers row"
      role="treeitem"
      aria-level={place.level}
      aria-expanded={place.open}
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={top === undefined ? { minHeight: height } : { ...placed(top), height }}
      onClick={() => {
        onCurrent(index);
        if (place.open !== undefined) onFold?.(index);
      }}
      onDoubleClick={() => onOpen?.(index)}
      onContextMenu={(event) => onMenu(event, index)}
    >
      <Heard name={nameOf(index)}>
        {indent === "drawn" && (
          <span className="tree-indent fixed text-2 flex at-end" style={{ width: stepWidth * place.level }}>
            {place.open !== undefined && <Icon of={place.open ? ChevronDown : ChevronRight} />}
          </span>
        )}
        {draw(index)}
      </Heard>
    </div>
  );
});

function sideways(
  key: string,
  current: number,
  total: number,
  placeOf: (index: number) => TreePlace,
): number | "fold" | null {
  const here = placeOf(current);
  if (key === "ArrowRight") {
    if (here.open === false) return "fold";
    const inside = here.open === true && current + 1 < total && placeOf(current + 1).level > here.level;
    return inside ? current + 1 : null;
  }
  if (here.open === true) return "fold";
  for (let index = current - 1; index >= 0; index--) {
    if (placeOf(index).level < here.level) return index;
  }
  return null;
}
