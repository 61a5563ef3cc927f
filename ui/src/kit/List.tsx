import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef } from "react";
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
  /** What is read aloud for a row. */
  nameOf: (index: number) => string;
  draw: (index: number) => ReactNode;
  /** Rows in sight, counted from 0, `to` not included. */
  onSeen?: (from: number, to: number) => void;
  ref?: Ref<ListHandle>;
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
  const onKeyDown = useListKeys({ total, current, onCurrent, onOpen });
  const above = sight.around === undefined ? undefined : headAbove(groups, rowFrom(entries, sight.from));
  return (
    <div
      ref={scroller}
      className="list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
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
              aria-selected={entry.row === current}
              aria-setsize={total}
              aria-posinset={entry.row + 1}
              style={style === undefined ? { minHeight: rowHeight } : { ...style, height: rowHeight }}
              onClick={() => onCurrent(entry.row)}
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
