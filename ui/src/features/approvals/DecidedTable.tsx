import { t } from "@lingui/core/macro";
import type { Ref } from "react";
import { releasedWords } from "../../facts/approvalWords.ts";
import { DecisionChip, decisionWords } from "../../facts/DecisionChip.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { shortTime, Time } from "../../facts/Time.tsx";
import type { DecidedRow } from "../../host/wire.gen.ts";
import type { ContextGroups } from "../../kit/ContextMenu.tsx";
import type { ListHandle } from "../../kit/List.tsx";
import { spelled } from "../../kit/seen.ts";
import { type Column, Table } from "../../kit/Table.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { Width } from "../../kit/width.ts";
import { turnWords } from "./turnWords.ts";

/** Every decision, newest first. */
export function DecidedTable({
  total,
  at,
  width,
  current,
  onCurrent,
  onOpen,
  onSeen,
  menuOf,
  ref,
}: {
  total: number;
  at: (index: number) => DecidedRow | undefined;
  width: Width;
  current: number | null;
  onCurrent: (index: number) => void;
  onOpen: (index: number) => void;
  onSeen: (from: number, to: number) => void;
  /** What can be done with a row, for its menu. */
  menuOf: (row: DecidedRow) => ContextGroups;
  ref: Ref<ListHandle>;
}) {
  return (
    <Table
      ref={ref}
      label={t`Decided`}
      columns={width === "narrow" ? columns.slice(0, -1) : columns}
      total={total}
      rowHeight={width === "narrow" ? 44 : 34}
      current={current}
      onCurrent={onCurrent}
      onOpen={onOpen}
      onSeen={onSeen}
      cell={(index, column) => {
        const row = at(index);
        return row === undefined ? null : <Cell row={row} column={column} width={width} />;
      }}
      nameOf={(index) => nameOf(at(index))}
      menuOf={(index) => {
        const row = at(index);
        return row === undefined ? [] : menuOf(row);
      }}
    />
  );
}

const columns: readonly Column[] = [
  { id: "at", head: t`When`, width: "58px" },
  { id: "decision", head: t`Decision`, width: "136px" },
  { id: "command", head: t`Command`, width: "minmax(150px, 1.6fr)" },
  { id: "skill", head: t`Skill`, width: "minmax(150px, 1fr)" },
  { id: "released", head: t`Sent`, width: "minmax(132px, 0.6fr)" },
  { id: "turn", head: t`Session, turn`, width: "126px" },
];

function Cell({ row, column, width }: { row: DecidedRow; column: string; width: Width }) {
  switch (column) {
    case "at":
      return (
        <span className="text-2">
          <Time at={row.at} />
        </span>
      );
    case "decision":
      return <DecisionChip decision={row.decision} />;
    case "command":
      return (
        <>
          <code className="size-small">
            <Verbatim text={row.command} />
          </code>
          {width === "narrow" && <span className="text-3 type-micro block">{turnWords(row.turn)}</span>}
        </>
      );
    case "skill":
      return (
        <span className="row narrows gap-8">
          <span className="cut-end narrows">
            <Verbatim text={row.skill.name} />
          </span>
          <HashStrip hash={row.skill.hash} of="SKILL.md" />
        </span>
      );
    case "released":
      return <span className="text-2">{releasedWords(row.released)}</span>;
    case "turn":
      return <span className="text-2">{turnWords(row.turn)}</span>;
    default:
      return null;
  }
}

function nameOf(row: DecidedRow | undefined): string {
  if (row === undefined) return t`loading…`;
  return spelled(
    [
      decisionWords(row.decision),
      spelled(row.command),
      row.skill.name,
      t`hash ${row.skill.hash.slice(0, 8)}`,
      releasedWords(row.released),
      turnWords(row.turn),
      shortTime(row.at),
    ].join(", "),
  );
}
