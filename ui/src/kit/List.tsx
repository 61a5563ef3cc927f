import { t } from "@lingui/core/macro";
import { Check } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { type Action, useActions } from "./actions.ts";
import { type ContextGroups, useRowMenu } from "./ContextMenu.tsx";
import { Heard } from "./Heard.tsx";
import { Icon } from "./Icon.tsx";
import { useFirstFocus } from "./useFirstFocus.ts";
import { IN_LISTS, useListKeys } from "./useListKeys.ts";
import { placed, useSight } from "./useSight.ts";
import "./rows.css";
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
  /** What can be done with a row, for its menu. */
  menuOf?: (index: number) => ContextGroups;
  /** Rows in sight, counted from 0, `to` not included. */
  onSeen?: (from: number, to: number) => void;
  ref?: Ref<ListHandle>;
}

/** Choosing several rows: Space or a click with Ctrl one, Shift with an arrow or a click all up to there. */
export interface Choosing {
  /** Whether any row is chosen. */
  any: boolean;
  /** Whether a click alone chooses; a box before each row says so. */
  open: boolean;
  has: (index: number) => boolean;
  /** Chooses a row, or no longer. */
  onToggle: (index: number) => void;
  /** Chooses every row from one to another. */
  onReach: (from: number, to: number) => void;
  onAll: () => void;
  onNone: () => void;
}

const headHeight = 26;

/** A constant, since a new list at each drawing would have all entries laid out again. */
export const noGroups: readonly ListGroup[] = [];

/** A list with one tab stop; only the rows in sight are drawn above 200. */
export function List({
  label,
  total,
  rowHeight = 44,
  groups = noGroups,
  current,
  onCurrent,
  onOpen,
  choosing,
  nameOf,
  draw,
  menuOf,
  onSeen,
  ref,
}: ListProps) {
  const onMenu = useRowMenu(menuOf, onCurrent);
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useFirstFocus(scroller);
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }), []);
  const entries = useMemo(() => entriesOf(total, groups), [total, groups]);
  const at = useMemo(() => placeOf(entries, current), [entries, current]);
  const sight = useSight({
    name: label,
    scroller,
    count: entries.length,
    sizeOf: (index) => (entries[index]?.head === undefined ? rowHeight : headHeight),
    current: at,
    covered: groups.length > 0 ? headHeight : 0,
    onSeen: (from, to) => onSeen?.(rowFrom(entries, from), rowFrom(entries, to)),
  });
  useActions(IN_LISTS, choosing === undefined ? none : choosingKeys);
  const listKeys = useListKeys({ total, current, onCurrent, onOpen });
  const onKeyDown = (event: KeyboardEvent) => {
    if (choosing === undefined || !choosingKey(event, choosing, { total, current, onCurrent }))
      listKeys(event);
  };
  const onClick = useCallback(
    (event: MouseEvent, row: number) => {
      if (choosing !== undefined && event.shiftKey) choosing.onReach(current ?? row, row);
      else if (choosing !== undefined && (choosing.open || event.ctrlKey || event.metaKey))
        choosing.onToggle(row);
      onCurrent(row);
    },
    [choosing, current, onCurrent],
  );
  const isSelected = (row: number) => (choosing?.any ? choosing.has(row) : row === current);
  const above = sight.around === undefined ? undefined : headAbove(groups, rowFrom(entries, sight.from));
  return (
    <div
      ref={scroller}
      className={
        choosing?.open || choosing?.any
          ? "list rows list-choosing contained fill on-surface anchors scrolls"
          : "list rows contained fill on-surface anchors scrolls"
      }
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={choosing === undefined ? undefined : true}
      aria-activedescendant={current === null ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      {above !== undefined && (
        <div
          className="list-head list-head-above row gap-8 line-below on-sunken inset"
          role="presentation"
          aria-hidden="true"
        >
          {above.head}
        </div>
      )}
      <div role="presentation" style={sight.around}>
        {sight.entries.map(({ index, top }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          if (entry.head !== undefined) {
            return (
              <div
                key={`head-${entry.row}`}
                className="list-head row gap-8 line-below on-sunken inset"
                role="presentation"
                style={placed(top)}
              >
                {entry.head.head}
              </div>
            );
          }
          return (
            <ListRow
              key={entry.row}
              id={`${id}-${entry.row}`}
              row={entry.row}
              index={index}
              top={top}
              total={total}
              rowHeight={rowHeight}
              selected={isSelected(entry.row)}
              current={entry.row === current}
              choosing={choosing}
              onClick={onClick}
              onOpen={onOpen}
              onMenu={onMenu}
              nameOf={nameOf}
              draw={draw}
            />
          );
        })}
      </div>
    </div>
  );
}

type ListRowProps = Required<Pick<ListProps, "rowHeight">> &
  Pick<ListProps, "total" | "onOpen" | "choosing" | "nameOf" | "draw"> & {
    id: string;
    row: number;
    /** Among rows and heads. */
    index: number;
    top: number | undefined;
    selected: boolean;
    current: boolean;
    onClick: (event: MouseEvent, row: number) => void;
    onMenu: (event: MouseEvent, row: number) => void;
  };

/** Scrolling draws the rows that come into sight, and no other again. */
const ListRow = memo(function ListRow({
  id,
  row,
  index,
  top,
  total,
  rowHeight,
  selected,
  current,
  choosing,
  onClick,
  onOpen,
  onMenu,
  nameOf,
  draw,
}: ListRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox holds the focus and names this row
    <div
      id={id}
      data-index={index}
      className="list-row rows-row on-surface line-below hovers"
      role="option"
      aria-selected={selected}
      data-current={choosing?.any && current ? "" : undefined}
      aria-setsize={total}
      aria-posinset={row + 1}
      style={top === undefined ? { minHeight: rowHeight } : { ...placed(top), height: rowHeight }}
      onClick={(event) => onClick(event, row)}
      onDoubleClick={() => onOpen?.(row)}
      onContextMenu={(event) => onMenu(event, row)}
    >
      {(choosing?.open || choosing?.any) && (
        <span className="list-box on-surface stack centred edged" aria-hidden="true">
          {choosing.has(row) && <Icon of={Check} size={12} />}
        </span>
      )}
      <Heard name={nameOf(row)}>{draw(row)}</Heard>
    </div>
  );
});

const none: readonly Action[] = [];
const choosingKeys: readonly Action[] = [
  { id: "list.choose", name: t`Toggle selection`, keys: ["Space"] },
  { id: "list.reach", name: t`Extend selection`, keys: ["Shift ArrowDown", "Shift ArrowUp"] },
  { id: "list.all", name: t`Select all`, keys: ["Ctrl A"] },
];

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
  else if (event.key === "Escape" && (choosing.any || choosing.open)) choosing.onNone();
  else if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp") && current !== null) {
    const to = Math.max(0, Math.min(total - 1, current + (event.key === "ArrowDown" ? 1 : -1)));
    choosing.onReach(current, to);
    onCurrent(to);
  } else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

export interface Entry {
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

/** Where a row stands among the entries. */
export function placeOf(entries: readonly Entry[], row: number | null): number | null {
  const at = row === null ? -1 : entries.findIndex((entry) => entry.row === row && entry.head === undefined);
  return at === -1 ? null : at;
}

/** The row at an entry, or the next one. */
export function rowFrom(entries: readonly Entry[], index: number): number {
  const last = entries[entries.length - 1];
  return entries[index]?.row ?? (last === undefined ? 0 : last.row + 1);
}

function headAbove(groups: readonly ListGroup[], row: number): ListGroup | undefined {
  return groups.filter((group) => group.from <= row).at(-1);
}
