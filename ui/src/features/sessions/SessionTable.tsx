import { plural, t } from "@lingui/core/macro";
import type { ReactNode, Ref } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { IntegrityChip, integrityWords } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { fullTime } from "../../facts/Time.tsx";
import type { Millis, ReadingRow, SessionRow } from "../../host/wire.gen.ts";
import { Chip } from "../../kit/Chip.tsx";
import type { ListHandle } from "../../kit/List.tsx";
import { spelled } from "../../kit/seen.ts";
import { type Column, Table } from "../../kit/Table.tsx";
import { Tooltip } from "../../kit/Tooltip.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { useWidth, type Width } from "../../kit/width.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count, decimal } from "../../language/numbers.ts";
import { relationWords } from "./relationWords.ts";
import { SessionDriftChip, sessionDriftWords } from "./SessionDriftChip.tsx";
import { started } from "./started.ts";
import { useSessionMenu } from "./useSessionMenu.ts";
import "./SessionTable.css";

/** Skills named in a cell; the rest is counted. */
const namedSkills = 2;

const columns: Record<string, Column> = {
  session: { id: "session", head: t`Session`, width: "minmax(240px, 1fr)" },
  agent: { id: "agent", head: t`Agent`, width: "128px" },
  started: { id: "started", head: t`Started`, width: "116px" },
  turns: { id: "turns", head: t`Turns`, width: "56px", align: "right" },
  skills: { id: "skills", head: t`Skills`, width: "minmax(150px, 220px)" },
  drift: { id: "drift", head: t`Drift`, width: "minmax(124px, 172px)" },
  integrity: { id: "integrity", head: t`Integrity`, width: "184px" },
};

/** Explanation and second identity go first when room gets short; drift and integrity never. */
const shownAt: Record<Width, readonly string[]> = {
  wide: ["session", "agent", "started", "turns", "skills", "drift", "integrity"],
  middle: ["session", "started", "turns", "drift", "integrity"],
  narrow: ["session", "drift", "integrity"],
};

const none: readonly ReadingRow[] = [];

/** The sessions of a list, below the large logs that are still being read. */
export function SessionTable({
  total,
  at,
  reading = none,
  current,
  onCurrent,
  onOpenAt,
  onSeen,
  placeOf,
  ref,
}: {
  /** Of the sessions; logs that are being read are not counted. */
  total: number;
  at: (index: number) => SessionRow | undefined;
  /** Large logs whose sessions are not known yet. */
  reading?: readonly ReadingRow[];
  /** The name of a row's workspace, where more than one is listed. */
  placeOf?: (index: number) => AnyText | undefined;
  /** The number of a session, from 0; below 0 for the logs that are being read, the last of which is −1. */
  current: number | null;
  onCurrent: (index: number) => void;
  onOpenAt: (index: number) => void;
  onSeen: (from: number, to: number) => void;
  ref?: Ref<ListHandle>;
}) {
  const width = useWidth();
  const menu = useSessionMenu();
  const before = reading.length;
  const open = (index: number) => {
    if (index >= before) onOpenAt(index - before);
  };
  return (
    <Table
      ref={ref}
      label={t`Sessions`}
      columns={shownAt[width].flatMap((id) => columns[id] ?? [])}
      total={before + total}
      rowHeight={44}
      current={current === null ? null : before + current}
      onCurrent={(index) => onCurrent(index - before)}
      onOpen={open}
      onSeen={(from, to) => onSeen(Math.max(0, from - before), Math.max(0, to - before))}
      menuOf={(index) => {
        const row = at(index - before);
        if (row === undefined) return [];
        const opens = { id: "session.open", name: t`Open`, keys: ["Enter"], run: () => open(index) };
        const { copies, files } = menu(row);
        // A log of another workspace is shown once that one is open.
        return [[opens], copies, placeOf === undefined ? files : []];
      }}
      nameOf={(index) => {
        const log = reading[index];
        return log === undefined ? nameOf(at(index - before)) : readingWords(log);
      }}
      cell={(index, column) => {
        const log = reading[index];
        if (log !== undefined) return readingCell(log, column);
        const row = at(index - before);
        if (row === undefined) return column === "session" ? "…" : null;
        return column === "session" ? (
          <Identity row={row} width={width} place={placeOf?.(index - before)} onOpen={() => open(index)} />
        ) : (
          cell(row, column)
        );
      }}
    />
  );
}

/** A large log that is read in the background: of its session only the agent and the size of the log are known. */
function readingCell(log: ReadingRow, column: string): ReactNode {
  switch (column) {
    case "session":
      return (
        <div className="narrows">
          <div className="text-2">{t`Reading… ${size(log)}`}</div>
          <div className="cut-end text-3 type-micro">
            <Verbatim text={log.path} mono />
          </div>
        </div>
      );
    case "agent":
      return <AgentMark source={log.source} />;
    default:
      return null;
  }
}

function readingWords(log: ReadingRow): string {
  return spelled([t`Reading… ${size(log)}`, log.path, log.source.label].join(", "));
}

function size(log: ReadingRow): string {
  return t`${decimal(log.bytes / 1_000_000)} MB`;
}

function cell(row: SessionRow, column: string): ReactNode {
  switch (column) {
    case "agent":
      return <AgentMark source={row.source} />;
    case "started":
      return <Started at={row.started} />;
    case "turns":
      return count(row.turns);
    case "skills":
      return <Skills names={row.skills} />;
    case "drift":
      return <SessionDriftChip drift={row.drift} />;
    case "integrity":
      return (
        <span className="wraps flex gap-6">
          <IntegrityChip verdict={row.integrity.verdict} line={row.integrity.damaged_line} />
          {row.readable_by_pixir === false && (
            <Chip icon={icons.invalid} tone="danger">
              {t`rejected by Pixir`}
            </Chip>
          )}
        </span>
      );
    default:
      return null;
  }
}

function Identity({
  row,
  width,
  place,
  onOpen,
}: {
  row: SessionRow;
  width: Width;
  place: AnyText | undefined;
  onOpen: () => void;
}) {
  return (
    <div className="narrows">
      <div className="row narrows gap-8">
        {row.live && (
          <Chip icon={icons.live} tone="accent">
            {t`live`}
          </Chip>
        )}
        <button type="button" className="session-open cut-end narrows medium" tabIndex={-1} onClick={onOpen}>
          <Verbatim text={row.title} />
        </button>
      </div>
      <div className="cut-end gap-8 text-3 type-micro flex">
        {place !== undefined && <Verbatim text={place} />}
        {width !== "wide" && <AgentMark source={row.source} />}
        {row.lineage !== "root" && <span>{relationWords(row.lineage)}</span>}
        {width === "narrow" && (
          <>
            <Started at={row.started} />
            <span>{plural(row.turns, { one: "# turn", other: "# turns" })}</span>
          </>
        )}
        <code>
          <Verbatim text={row.id} />
        </code>
        <span>{plural(row.events, { one: "# event", other: "# events" })}</span>
      </div>
    </div>
  );
}

function Started({ at }: { at: Millis | null }) {
  if (at === null) return <span className="text-3">{t`not recorded`}</span>;
  return (
    <Tooltip text={fullTime(at)}>
      <time className="tabular">{started(at)}</time>
    </Tooltip>
  );
}

function Skills({ names }: { names: readonly AnyText[] }) {
  if (names.length === 0) return <span className="text-3">{t`none`}</span>;
  return (
    <div className="narrows gap-8 flex">
      {names.slice(0, namedSkills).map((name) => (
        <span key={rawText(name)} className="cut-end">
          <Verbatim text={name} />
        </span>
      ))}
      {names.length > namedSkills && <span className="text-3">+{names.length - namedSkills}</span>}
    </div>
  );
}

function nameOf(row: SessionRow | undefined): string {
  if (row === undefined) return t`loading…`;
  return spelled(
    [
      row.title,
      row.live ? t`live` : "",
      row.source.label,
      row.started === null ? t`start not recorded` : t`started ${started(row.started)}`,
      plural(row.turns, { one: "# turn", other: "# turns" }),
      row.skills.length > 0 ? t`skills ${spelled(row.skills.join(", "))}` : t`no skills`,
      sessionDriftWords(row.drift),
      integrityWords(row.integrity.verdict, row.integrity.damaged_line),
      row.readable_by_pixir === false ? t`rejected by Pixir` : "",
    ]
      .filter((words) => words !== "")
      .join(", "),
  );
}
