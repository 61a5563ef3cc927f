import { plural, t } from "@lingui/core/macro";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { conventionTexts } from "../../facts/conventionWords.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import type { ConventionView, WinsRow } from "../../host/wire.gen.ts";
import { type ContextGroups, useContextMenu } from "../../kit/ContextMenu.tsx";
import { Heard } from "../../kit/Heard.tsx";
import { keyName, newChord, stepOf } from "../../kit/keys.ts";
import { entriesOf, type ListGroup, type ListHandle, placeOf, rowFrom } from "../../kit/List.tsx";
import { spelled } from "../../kit/seen.ts";
import { useFirstFocus } from "../../kit/useFirstFocus.ts";
import { placed, useSight } from "../../kit/useSight.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { CellFace, cellWords } from "./CellFace.tsx";
import "./wins.css";

/** A cell by its row, and by its agent counted from 0. */
export interface Place {
  row: number;
  agent: number;
}

/** Of a row and of the head of a group, in pixels. */
const rowHeight = 44;
const groupHeight = 26;
/** Of the heads, which stay in sight; in pixels. */
const headHeight = 60;

/** Names against agents. One tab stop; arrows go from cell to cell. */
export function WinsTable({
  conventions,
  total,
  groups,
  at,
  current,
  onCurrent,
  onOpen,
  onSeen,
  menuOf,
  ref,
}: {
  conventions: readonly ConventionView[];
  total: number;
  groups: readonly ListGroup[];
  at: (index: number) => WinsRow | undefined;
  current: Place;
  onCurrent: (place: Place) => void;
  onOpen: () => void;
  onSeen: (from: number, to: number) => void;
  /** What can be done with a cell, for its menu. */
  menuOf: (row: WinsRow, agent: number) => ContextGroups;
  ref: Ref<ListHandle>;
}) {
  const id = useId();
  const openMenu = useContextMenu();
  const onMenu = (event: MouseEvent, place: Place) => {
    const row = at(place.row);
    if (row !== undefined) openMenu(event, () => menuOf(row, place.agent));
    if (event.defaultPrevented) onCurrent(place);
  };
  const grid = useRef<HTMLDivElement>(null);
  useFirstFocus(grid);
  useImperativeHandle(ref, () => ({ focus: () => grid.current?.focus() }), []);
  const entries = useMemo(() => entriesOf(total, groups), [total, groups]);
  const sight = useSight({
    name: t`who wins`,
    scroller: grid,
    count: entries.length,
    sizeOf: (index) => (entries[index]?.head === undefined ? rowHeight : groupHeight),
    current: placeOf(entries, current.row),
    before: headHeight,
    onSeen: (from, to) => onSeen(rowFrom(entries, from), rowFrom(entries, to)),
  });
  const selected = `${id}-${current.row}-${current.agent}`;
  // A row in sight may still have its cell beyond the edge.
  useEffect(() => {
    bringIn(grid.current, document.getElementById(selected));
  }, [selected]);
  const onKeyDown = useCellKeys({ total, agents: conventions.length, current, onCurrent, onOpen });
  const gridTemplateColumns = `var(--wins-name) repeat(${conventions.length}, var(--wins-agent))`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of thousands of rows is drawn in part
    <div
      ref={grid}
      className="wins-table fill on-surface contained"
      role="grid"
      tabIndex={0}
      aria-label={t`Who wins, by name and agent`}
      aria-rowcount={total + 1}
      aria-colcount={conventions.length + 1}
      aria-activedescendant={total === 0 ? undefined : selected}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
      <div
        className="wins-heads stack line-below on-surface"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns }}
      >
        <Head name={t`Name`} words={t`files with this name`} />
        {conventions.map((convention) => (
          <Head key={convention.name} name={convention.label} words={conventionTexts[convention.name].rule}>
            {convention.confidence !== "reconstructed" && <Evidence of={convention.confidence} />}
          </Head>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup">
        <div role="presentation" style={sight.around}>
          {sight.entries.map(({ index: drawn, top }) => {
            const entry = entries[drawn];
            if (entry === undefined) return null;
            if (entry.head !== undefined) {
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above
                // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
                <div
                  key={`head-${entry.row}`}
                  role="row"
                  className="wins-group row text-2 type-micro line-below on-sunken"
                  style={placed(top)}
                >
                  {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                  <div role="gridcell" aria-colspan={conventions.length + 1} className="wins-group-head">
                    {entry.head.head}
                  </div>
                </div>
              );
            }
            const row = at(entry.row);
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
              <div
                key={entry.row}
                className="wins-row stack line-below"
                role="row"
                data-index={drawn}
                data-name={row?.name}
                aria-rowindex={entry.row + 2}
                style={{ ...placed(top), gridTemplateColumns }}
              >
                {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
                <div role="rowheader" className="wins-name column narrows">
                  {row === undefined ? t`loading…` : <Name row={row} />}
                </div>
                {conventions.map((convention, agent) => {
                  const cell = row?.cells[agent];
                  const chosen = entry.row === current.row && agent === current.agent;
                  return (
                    // biome-ignore lint/a11y/useSemanticElements: as above
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keys
                    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
                    <div
                      key={convention.name}
                      id={`${id}-${entry.row}-${agent}`}
                      role="gridcell"
                      className="wins-cell column narrows"
                      aria-selected={chosen}
                      onClick={() => onCurrent({ row: entry.row, agent })}
                      onDoubleClick={onOpen}
                      onContextMenu={(event) => onMenu(event, { row: entry.row, agent })}
                    >
                      <Heard
                        name={
                          cell && row
                            ? `${spelled(row.name)}, ${convention.label}: ${cellWords(cell)}`
                            : t`loading…`
                        }
                      >
                        {cell && <CellFace cell={cell} />}
                      </Heard>
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head({ name, words, children }: { name: string; words: string; children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of thousands of rows is drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
    <div role="columnheader" className="wins-head column narrows">
      <span className="wins-label cut-end">{name}</span>
      <span className="wins-words cut-end text-3 type-micro">
        {words} {children}
      </span>
    </div>
  );
}

function Name({ row }: { row: WinsRow }) {
  return (
    <>
      <span className="wins-label cut-end">
        <Verbatim text={row.name} />
      </span>
      {row.doors > 1 && (
        <span className="wins-words cut-end text-3 type-micro">
          {row.files === 1
            ? t`1 file, ${plural(row.doors, { one: "# path", other: "# paths" })}`
            : plural(row.files, { one: "# file", other: "# files" })}
        </span>
      )}
    </>
  );
}

/** ← → between agents, Home and End to the first and last of them; the keys of every list between names. */
function useCellKeys({
  total,
  agents,
  current,
  onCurrent,
  onOpen,
}: {
  total: number;
  agents: number;
  current: Place;
  onCurrent: (place: Place) => void;
  onOpen: () => void;
}): (event: KeyboardEvent) => void {
  const chord = useRef(newChord());
  return (event) => {
    const name = keyName(event);
    if (name === null || event.target !== event.currentTarget) return;
    const across: Record<string, number> = {
      ArrowRight: current.agent + 1,
      ArrowLeft: current.agent - 1,
      l: current.agent + 1,
      h: current.agent - 1,
      Home: 0,
      End: agents - 1,
    };
    const agent = across[name];
    if (agent !== undefined) {
      event.preventDefault();
      onCurrent({ ...current, agent: Math.max(0, Math.min(agents - 1, agent)) });
      return;
    }
    if (name === "Enter") {
      event.preventDefault();
      onOpen();
      return;
    }
    const joined = chord.current(name, event.repeat);
    const row = stepOf(joined, current.row, total) ?? stepOf(name, current.row, total);
    if (row === null) return;
    event.preventDefault();
    onCurrent({ ...current, row });
  };
}

/** Scrolls the grid, and nothing around it, until a cell is clear of the names at its left and of both edges. */
function bringIn(grid: HTMLElement | null, cell: HTMLElement | null) {
  const names = cell?.parentElement?.querySelector<HTMLElement>("[role=rowheader]");
  if (grid === null || cell === null || names == null) return;
  const from = cell.offsetLeft - names.offsetWidth;
  const to = cell.offsetLeft + cell.offsetWidth - grid.clientWidth;
  if (grid.scrollLeft > from) grid.scrollLeft = from;
  else if (grid.scrollLeft < to) grid.scrollLeft = to;
}
