import { useMemo } from "react";
import { count } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { useRows } from "../../host/useAsk.ts";
import type { BranchMark, Letter, Notice, SessionView, TimelineRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Tree } from "../../kit/Tree.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { laneTable } from "./bands.ts";
import { nameRow } from "./nameRow.ts";
import { RowFace } from "./RowFace.tsx";
import { useNumberWord } from "./reading.ts";
import "./Timeline.css";

/** Every turn of a session with what was in context beside it. */
export function Timeline({
  session,
  current,
  onCurrent,
  onOpen,
}: {
  session: SessionView;
  current: number | undefined;
  onCurrent: (row: number) => void;
  onOpen: () => void;
}) {
  const key = session.row.key;
  const rows = useRows(
    "timeline",
    (from, count) => ({ key, from, count }),
    (answer) => answer.rows,
  );
  const total = rows.first.answer?.total ?? 0;
  const lanes = useMemo(() => laneTable(session.bands), [session.bands]);
  const branches = useMemo(() => byRow(session.branches), [session.branches]);
  const number = useNumberWord();
  const drawsNames = session.bands.length > 0;
  return (
    <>
      <header className="timeline-head">
        <h2>Turns</h2>
        <span className="tabular">{count(session.row.turns)}</span>
        {drawsNames && <span className="timeline-key">solid: full text, dotted: name only</span>}
      </header>
      {session.letters.length > 0 && <Legend letters={session.letters} folded={session.folded_lanes} />}
      <Notices notices={session.notices} onRow={onCurrent} />
      {rows.first.failure !== null && <FailureNote failure={rows.first.failure} onAgain={rows.first.again} />}
      {rows.first.waiting ? (
        <Skeleton label="Turns" rows={8} />
      ) : (
        <Tree
          label="Turns"
          indent="none"
          total={total}
          placeOf={(index) => ({ level: rows.at(index)?.what.kind === "subagent" ? 2 : 1 })}
          heightOf={(index) => heightOf(rows.at(index))}
          current={current !== undefined && current < total ? current : null}
          onCurrent={onCurrent}
          onOpen={onOpen}
          nameOf={(index) => named(rows.at(index), index, branches.get(index) ?? none, number)}
          draw={(index) => (
            <RowFace row={rows.at(index)} lanes={lanes} branches={branches.get(index) ?? none} />
          )}
          onSeen={rows.see}
        />
      )}
    </>
  );
}

/** In pixels: three lines for a turn, one for what stands between turns. */
function heightOf(row: TimelineRow | undefined): number {
  switch (row?.what.kind) {
    case undefined:
    case "turn":
      return 63;
    case "break":
      return 54;
    case "compaction":
      return 28;
    case "opening":
    case "between":
    case "subagent":
      return 26;
  }
}

function named(
  row: TimelineRow | undefined,
  index: number,
  branches: readonly BranchMark[],
  number: string,
): string {
  if (row === undefined) return `Row ${index + 1}, on its way`;
  return [nameRow(row, number), ...branches.map(({ relation, label }) => `${relation} ${label}`)].join("; ");
}

const none: readonly BranchMark[] = [];

function byRow(marks: readonly BranchMark[]): ReadonlyMap<number, readonly BranchMark[]> {
  const found = new Map<number, BranchMark[]>();
  for (const mark of marks) found.set(mark.row, [...(found.get(mark.row) ?? none), mark]);
  return found;
}

/** Texts that are in context together; one leads to where it begins. */
function Notices({ notices, onRow }: { notices: readonly Notice[]; onRow: (row: number) => void }) {
  if (notices.length === 0) return null;
  return (
    <div className="timeline-notices">
      {notices.map((notice) => (
        <Note
          key={`${notice.kind} ${notice.from} ${notice.words}`}
          tone="warn"
          action={
            <Button look="link" onPress={() => onRow(notice.from)}>
              Go to it
            </Button>
          }
        >
          <Verbatim text={notice.words} />
        </Note>
      ))}
    </div>
  );
}

function Legend({ letters, folded }: { letters: readonly Letter[]; folded: number }) {
  return (
    <ul className="timeline-legend" aria-label="Skill texts by letter">
      {letters.map((letter) => (
        <li key={letter.letter}>
          <LetterTile letter={letter} />
          <span className="cut-end">
            <Verbatim text={letter.name} />
            {letter.versions > 1 && `, v${letter.version}`}
          </span>
        </li>
      ))}
      {folded > 0 && <li>+{folded} not drawn</li>}
    </ul>
  );
}
