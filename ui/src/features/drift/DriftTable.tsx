import { plural, t } from "@lingui/core/macro";
import { type Ref, useMemo } from "react";
import { Count } from "../../facts/Count.tsx";
import { DriftChip, driftWords } from "../../facts/DriftChip.tsx";
import { driftNoteWords, takenWords } from "../../facts/driftWords.ts";
import { Evidence } from "../../facts/Evidence.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { IntegrityChip, integrityWords } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { scopeIcon } from "../../facts/ScopeBadge.tsx";
import { shortId } from "../../facts/shortId.ts";
import { shortTime, Time } from "../../facts/Time.tsx";
import type { DriftGroup, DriftRow, DriftSort } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import type { ContextGroups } from "../../kit/ContextMenu.tsx";
import { Icon } from "../../kit/Icon.tsx";
import type { ListGroup, ListHandle } from "../../kit/List.tsx";
import { spelled } from "../../kit/seen.ts";
import { type Column, Table } from "../../kit/Table.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { Width } from "../../kit/width.ts";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./DriftReport.css";

/** One row per recorded snapshot. */
export function DriftTable({
  total,
  at,
  groups,
  sort,
  width,
  current,
  onSort,
  onCurrent,
  onOpen,
  onSeen,
  menuOf,
  ref,
}: {
  total: number;
  at: (index: number) => DriftRow | undefined;
  groups: readonly DriftGroup[];
  sort: DriftSort;
  width: Width;
  current: number | null;
  onSort: (sort: DriftSort) => void;
  onCurrent: (index: number) => void;
  onOpen: (index: number) => void;
  onSeen: (from: number, to: number) => void;
  /** What can be done with a row, for its menu. */
  menuOf: (row: DriftRow) => ContextGroups;
  ref: Ref<ListHandle>;
}) {
  const heads = useMemo(() => groups.map(headOf), [groups]);
  const cell = (index: number, column: string) => {
    const row = at(index);
    return row === undefined ? null : (
      <Cell row={row} column={column} again={at(index - 1)?.name === row.name} width={width} />
    );
  };
  return (
    <Table
      ref={ref}
      label={t`Recorded snapshots`}
      columns={columnsOf(width, sort, onSort)}
      total={total}
      groups={heads}
      rowHeight={width === "narrow" ? 44 : 34}
      current={current}
      onCurrent={onCurrent}
      onOpen={onOpen}
      onSeen={onSeen}
      cell={cell}
      nameOf={(index) => nameOf(at(index))}
      menuOf={(index) => {
        const row = at(index);
        return row === undefined ? [] : menuOf(row);
      }}
    />
  );
}

/** The skill or the session whose rows stand below. */
function headOf(group: DriftGroup): ListGroup {
  return {
    from: group.from,
    label: spelled(group.label),
    head: (
      <>
        <b className="cut-end">
          <Verbatim text={group.label} />
        </b>
        {rawText(group.session) !== "" && <code>…{shortId(group.session)}</code>}
        <span className="tabular">
          {t`${plural(group.count, { one: "# snapshot", other: "# snapshots" })}, ${count(group.drifted)} changed since last used`}
        </span>
      </>
    ),
  };
}

/** Sorted columns have one direction, the one that is asked for: worst, most, latest first. */
function columnsOf(width: Width, sort: DriftSort, onSort: (sort: DriftSort) => void): Column[] {
  const sorted = (by: DriftSort, direction: "ascending" | "descending") => ({
    sort: sort === by ? direction : ("none" as const),
    onSort: () => onSort(by),
  });
  const columns: Column[] = [
    { id: "skill", head: t`Skill`, width: "minmax(200px, 1.2fr)", ...sorted("name", "ascending") },
    { id: "snapshot", head: t`Snapshot`, width: "98px" },
    {
      id: "state",
      head: t`State`,
      width: "minmax(180px, 1.9fr)",
      beside: <Evidence of="reconstructed" />,
      ...sorted("state", "descending"),
    },
    { id: "turns", head: t`Turns`, width: "60px", align: "right", ...sorted("turns", "descending") },
    { id: "sessions", head: t`Sessions`, width: "58px", align: "right" },
    { id: "last", head: t`Last used`, width: "90px", ...sorted("last_used", "descending") },
    { id: "integrity", head: t`Integrity`, width: "128px" },
  ];
  return width === "narrow" ? columns.slice(0, -1) : columns;
}

function Cell({
  row,
  column,
  again,
  width,
}: {
  row: DriftRow;
  column: string;
  /** The row above is of the same skill. */
  again: boolean;
  width: Width;
}) {
  switch (column) {
    case "skill":
      return (
        <span
          className={
            again
              ? "drift-again row narrows gap-8 toned tone-neutral"
              : "row narrows gap-8 toned tone-neutral"
          }
        >
          <Icon of={scopeIcon(row.scope)} />
          <span className="drift-name-words narrows shrinks cut-end medium">
            <Verbatim text={row.name} />
          </span>
          <span className="drift-scope narrows text-3 type-micro cut-end">
            <Verbatim text={row.scope} />
          </span>
        </span>
      );
    case "snapshot":
      return <HashStrip hash={row.hash} of={t`the recorded text`} />;
    case "state":
      return (
        <>
          <span className="row narrows gap-8">
            {row.drift.drifted && (
              <Chip icon={icons.drift} tone="warn">
                {t`changed since last used`}
              </Chip>
            )}
            <DriftChip fact={row.drift} />
            {row.stale > 0 && (
              <Chip icon={icons.drift} tone="warn">
                {t`outdated`}
              </Chip>
            )}
            <span className="drift-note narrows text-3 type-micro cut-end">
              <Verbatim text={besideWords(row)} />
            </span>
          </span>
          {width === "narrow" && <IntegrityChip verdict={row.integrity} />}
        </>
      );
    case "turns":
      return <Count n={row.turns} />;
    case "sessions":
      return <Count n={row.sessions} />;
    case "last":
      return <Time at={row.latest.at} />;
    case "integrity":
      return <IntegrityChip verdict={row.integrity} />;
    default:
      return null;
  }
}

/** What else is known of a verdict: the file that would be taken now, and where the same text lies. */
function besideWords({ drift: { detail, taken, same_at } }: DriftRow): string {
  const same = same_at.length === 0 ? "" : t`same text at ${spelled(same_at.join(", "))}`;
  const words = [
    detail === null ? "" : driftNoteWords(detail),
    taken === null ? "" : takenWords(taken),
    same,
  ];
  return words.filter((one) => one !== "").join("; ");
}

function nameOf(row: DriftRow | undefined): string {
  if (row === undefined) return t`loading…`;
  const used = row.latest.at === null ? t`not recorded` : shortTime(row.latest.at);
  return spelled(
    [
      row.name,
      row.scope,
      row.hash === "" ? t`no hash` : t`snapshot ${row.hash.replace(/^sha256:/, "").slice(0, 8)}`,
      row.drift.drifted ? t`changed since last used` : "",
      driftWords(row.drift),
      besideWords(row),
      row.stale > 0
        ? t`outdated in ${plural(row.stale, { one: "# activation", other: "# activations" })}`
        : "",
      t`${plural(row.turns, { one: "# turn", other: "# turns" })} in ${plural(row.sessions, { one: "# session", other: "# sessions" })}`,
      t`last used ${used}`,
      integrityWords(row.integrity),
    ]
      .filter((words) => words !== "")
      .join(", "),
  );
}
