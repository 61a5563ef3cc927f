import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { Heard } from "./Heard.tsx";
import { useFirstFocus } from "./useFirstFocus.ts";
import { useListKeys } from "./useListKeys.ts";
import { useSight } from "./useSight.ts";
import "./List.css";

/** A head that stands before row `from` and stays in sight while its rows are. */
export interface ListGroup {
  from: number;
  label: string;
  head: ReactNode;
}

export interface ListHandle {
  focus: () => void;
}

interface ListProps {
  label: string;
  total: number;
  /** In pixels; 44 for rows of two lines. */
  rowHeight?: number;
  /** In order of `from`. */
  groups?: readonly ListGroup[];
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen?: (index: number) => void;
  /** Rows that are chosen together; while there are any, they and not the current row are the selected ones. */
  choosing?: Choosing;
  /** What is read aloud for a row. */
  nameOf: (index: number) => string;
  draw: (index: number) => ReactNode;
  /** Rows in sight, counted from 0, `to` not included. */
  onSeen?: (from: number, to: number) => void;
  ref?: Ref<ListHandle>;
}

/** Choosing several rows: Space or a click with Ctrl one, Shift with an arrow or a click all up to there. */
export interface Choosing {
  /** Whether any row is chosen. */
  any: boolean;
  has: (index: number) => boolean;
  /** Chooses a row, or no longer. */
  onToggle: (index: number) => void;
  /** Chooses every row from one to another. */
  onReach: (from: number, to: number) => void;
  onAll: () => void;
  onNone: () => void;
}

const headHeight = 26;

/** A list with one tab stop; only the rows in sight are drawn above 200. */
export function List({
  label,
  total,
  rowHeight = 44,
  groups = [],
  current,
  onCurrent,
  onOpen,
  choosing,
  nameOf,
  draw,
  onSeen,
  ref,
}: ListProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useFirstFocus(scroller);
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }), []);
  const entries = useMemo(() => entriesOf(total, groups), [total, groups]);
  const at = current === null ? null : entries.findIndex((entry) => entry.row === current);
  const sight = useSight({
    scroller,
    count: entries.length,
    sizeOf: (index) => (entries[index]?.head === undefined ? rowHeight : headHeight),
    current: at === -1 ? null : at,
    covered: groups.length > 0 ? headHeight : 0,
    onSeen: (from, to) => onSeen?.(rowFrom(entries, from), rowFrom(entries, to)),
  });
  const listKeys = useListKeys({ total, current, onCurrent, onOpen });
  const onKeyDown = (event: KeyboardEvent) => {
    if (choosing === undefined || !choosingKey(event, choosing, { total, current, onCurrent }))
      listKeys(event);
  };
  const onClick = (event: MouseEvent, row: number) => {
    if (choosing !== undefined && (event.ctrlKey || event.metaKey)) choosing.onToggle(row);
    else if (choosing !== undefined && event.shiftKey) choosing.onReach(current ?? row, row);
    onCurrent(row);
  };
  const isSelected = (row: number) => (choosing?.any ? choosing.has(row) : row === current);
  const above = sight.around === undefined ? undefined : headAbove(groups, rowFrom(entries, sight.from));
  return (
    <div
      ref={scroller}
      className="list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={choosing === undefined ? undefined : true}
      aria-activedescendant={current === null ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      {above !== undefined && (
        <div className="list-head list-head-above" role="presentation" aria-hidden="true">
          {above.head}
        </div>
      )}
      <div role="presentation" style={sight.around}>
        {sight.entries.map(({ index, style }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          if (entry.head !== undefined) {
            return (
              <div key={`head-${entry.row}`} className="list-head" role="presentation" style={style}>
                {entry.head.head}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the listbox holds the focus and names this row
            <div
              key={entry.row}
              id={`${id}-${entry.row}`}
              data-index={index}
              className="list-row"
              role="option"
              aria-selected={isSelected(entry.row)}
              data-current={choosing?.any && entry.row === current ? "" : undefined}
              aria-setsize={total}
              aria-posinset={entry.row + 1}
              style={style === undefined ? { minHeight: rowHeight } : { ...style, height: rowHeight }}
              onClick={(event) => onClick(event, entry.row)}
              onDoubleClick={() => onOpen?.(entry.row)}
            >
              <Heard name={nameOf(entry.row)}>{draw(entry.row)}</Heard>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Keys that choose rows; false for all others. */
function choosingKey(
  event: KeyboardEvent,
  choosing: Choosing,
  {
    total,
    current,
    onCurrent,
  }: { total: number; current: number | null; onCurrent: (index: number) => void },
): boolean {
  if (event.target !== event.currentTarget) return false;
  if (event.key === " " && current !== null) choosing.onToggle(current);
  else if (event.key === "a" && (event.ctrlKey || event.metaKey)) choosing.onAll();
  else if (event.key === "Escape" && choosing.any) choosing.onNone();
  else if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp") && current !== null) {
    const to = Math.max(0, Math.min(total - 1, current + (event.key === "ArrowDown" ? 1 : -1)));
    choosing.onReach(current, to);
    onCurrent(to);
  } else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

interface Entry {
  /** The row, or the first row below a head. */
  row: number;
  head?: ListGroup;
}

/** Rows with the heads that stand before some of them. */
export function entriesOf(total: number, groups: readonly ListGroup[]): Entry[] {
  const entries: Entry[] = [];
  let next = 0;
  for (let row = 0; row < total; row++) {
    for (let group = groups[next]; group !== undefined && group.from <= row; group = groups[++next]) {
      entries.push({ row, head: group });
    }
    entries.push({ row });
  }
  return entries;
}

/** The row at an entry, or the next one. */
export function rowFrom(entries: readonly Entry[], index: number): number {
  const last = entries[entries.length - 1];
  return entries[index]?.row ?? (last === undefined ? 0 : last.row + 1);
}

function headAbove(groups: readonly ListGroup[], row: number): ListGroup | undefined {
  return groups.filter((group) => group.from <= row).at(-1);
}
