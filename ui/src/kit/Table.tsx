import { ArrowDown, ArrowUp } from "lucide-react";
import {
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { type ContextGroups, useRowMenu } from "./ContextMenu.tsx";
import { Icon } from "./Icon.tsx";
import { entriesOf, type ListGroup, type ListHandle, noGroups, placeOf, rowFrom } from "./List.tsx";
import { useFirstFocus } from "./useFirstFocus.ts";
import { useListKeys } from "./useListKeys.ts";
import { placed, useSight } from "./useSight.ts";
import "./rows.css";
import "./Table.css";

export interface Column {
  id: string;
  /** The word in the head. */
  head: string;
  /** What stands beside the word, such as the strength of the column's evidence. */
  beside?: ReactNode;
  /** A grid track, such as `minmax(160px, 2fr)`. */
  width: string;
  align?: "left" | "right";
  /** How the rows are sorted by it; absent when they cannot be. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
}

interface TableProps {
  label: string;
  columns: readonly Column[];
  total: number;
  /** Heads between the rows, in order of `from`; a row counts without them. */
  groups?: readonly ListGroup[];
  /** In pixels; 34 unless told, 44 for rows of two lines. */
  rowHeight?: number;
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen?: (index: number) => void;
  cell: (index: number, column: string) => ReactNode;
  /** What is read aloud for a row, before its cells. */
  nameOf: (index: number) => string;
  /** What can be done with a row, for its menu. */
  menuOf?: (index: number) => ContextGroups;
  onSeen?: (from: number, to: number) => void;
  ref?: Ref<ListHandle>;
}

/** Of the heads, which stay in sight; in pixels. */
const headHeight = 29;

/** Of the head of a group, in pixels. */
const groupHeight = 30;

/** Rows of cells with one tab stop; only those in sight are drawn above 200. */
export function Table({
  label,
  columns,
  total,
  groups = noGroups,
  rowHeight = 34,
  current,
  onCurrent,
  onOpen,
  cell,
  nameOf,
  menuOf,
  onSeen,
  ref,
}: TableProps) {
  const onMenu = useRowMenu(menuOf, onCurrent);
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  useFirstFocus(grid);
  useImperativeHandle(ref, () => ({ focus: () => grid.current?.focus() }), []);
  const entries = useMemo(() => entriesOf(total, groups), [total, groups]);
  const at = useMemo(() => placeOf(entries, current), [entries, current]);
  const sight = useSight({
    name: label,
    scroller: grid,
    count: entries.length,
    sizeOf: (index) => (entries[index]?.head === undefined ? rowHeight : groupHeight),
    current: at,
    before: headHeight,
    onSeen: (from, to) => onSeen?.(rowFrom(entries, from), rowFrom(entries, to)),
  });
  const onKeyDown = useListKeys({ total, current, onCurrent, onOpen });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of thousands of rows is drawn in part
    <div
      ref={grid}
      className="table rows contained fill on-surface scrolls"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-activedescendant={current === null ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
      <div
        className="table-heads stack text-3 type-micro line-below on-surface"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: tracks(columns) }}
      >
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup">
        <div role="presentation" style={sight.around}>
          {sight.entries.map(({ index: place, top }) => {
            const entry = entries[place];
            if (entry === undefined) return null;
            const index = entry.row;
            if (entry.head !== undefined) {
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above
                // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
                <div
                  key={`head-${index}`}
                  role="row"
                  className="table-group row text-2 type-small line-below on-sunken"
                  style={placed(top)}
                >
                  {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                  <div role="gridcell" aria-colspan={columns.length} className="row grow gap-8">
                    {entry.head.head}
                  </div>
                </div>
              );
            }
            return (
              <TableRow
                key={index}
                id={`${id}-${index}`}
                index={index}
                place={place}
                top={top}
                columns={columns}
                rowHeight={rowHeight}
                selected={index === current}
                onCurrent={onCurrent}
                onOpen={onOpen}
                onMenu={onMenu}
                nameOf={nameOf}
                cell={cell}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function tracks(columns: readonly Column[]): string {
  return columns.map((column) => column.width).join(" ");
}

type TableRowProps = Required<Pick<TableProps, "rowHeight">> &
  Pick<TableProps, "columns" | "onCurrent" | "onOpen" | "cell" | "nameOf"> & {
    id: string;
    index: number;
    /** Among rows and heads. */
    place: number;
    top: number | undefined;
    selected: boolean;
    onMenu: (event: MouseEvent, row: number) => void;
  };

/** Scrolling draws the rows that come into sight, and no other again. */
const TableRow = memo(function TableRow({
  id,
  index,
  place,
  top,
  columns,
  rowHeight,
  selected,
  onCurrent,
  onOpen,
  onMenu,
  cell,
  nameOf,
}: TableRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of thousands of rows is drawn in part
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names this row
    <div
      id={id}
      data-index={place}
      className="table-row rows-row on-surface hovers stack line-below"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={nameOf(index)}
      style={{ ...placed(top), gridTemplateColumns: tracks(columns), minHeight: rowHeight }}
      onClick={() => onCurrent(index)}
      onDoubleClick={() => onOpen?.(index)}
      onContextMenu={(event) => onMenu(event, index)}
    >
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={column.id}
          role="gridcell"
          className={`table-cell cut-end narrows table-${column.align ?? "left"}`}
        >
          {cell(index, column.id)}
        </div>
      ))}
    </div>
  );
});

function ColumnHead({ column }: { column: Column }) {
  const sorted = column.sort === "ascending" || column.sort === "descending";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of thousands of rows is drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    <div
      role="columnheader"
      className={`table-head row narrows one-line gap-6 table-${column.align ?? "left"}`}
      aria-sort={sorted ? column.sort : undefined}
    >
      {column.onSort === undefined ? (
        <span>{column.head}</span>
      ) : (
        <button type="button" onClick={column.onSort}>
          {column.head}
          {sorted && <Icon of={column.sort === "ascending" ? ArrowUp : ArrowDown} size={12} />}
        </button>
      )}
      {column.beside}
    </div>
  );
}
