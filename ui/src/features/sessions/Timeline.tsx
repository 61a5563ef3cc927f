import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { noticeWords, relativesWords } from "../../facts/contextWords.ts";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { code, words } from "../../facts/inMarkdown.ts";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { linkOf } from "../../facts/link.ts";
import { type Copied, useCopy } from "../../facts/useCopy.ts";
import { useRows } from "../../host/useAsk.ts";
import type { BranchMark, Notice, SessionRow, SessionView, TimelineRow } from "../../host/wire.gen.ts";
import type { Doable } from "../../kit/actions.ts";
import { Button } from "../../kit/Button.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Tree } from "../../kit/Tree.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { type LaneTable, laneTable } from "./bands.ts";
import { nameRow } from "./nameRow.ts";
import { RowFace } from "./RowFace.tsx";
import { useNumberWord, useReading } from "./reading.ts";
import { relationWords } from "./relationWords.ts";
import "./Timeline.css";
import "./ModelView.css";

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
  const copy = useCopy();
  return (
    <>
      <header className="timeline-head row fixed wraps gap-8 text-2 type-small line-below padded-4">
        <h2 className="text one-line type-base-strong">{t`Turns`}</h2>
        <span className="tabular">{count(session.row.turns)}</span>
      </header>
      {session.letters.length > 0 && <Legend session={session} />}
      <Notices notices={session.notices} onRow={onCurrent} />
      <AskedNote asked={rows.first} />
      {rows.first.waiting ? (
        <Skeleton label={t`Turns`} rows={8} />
      ) : (
        <Tree
          label={t`Turns`}
          indent="none"
          total={total}
          placeOf={(index) => ({ level: rows.at(index)?.what.kind === "subagent" ? 2 : 1 })}
          heightOf={(index) => heightOf(rows.at(index))}
          current={current !== undefined && current < total ? current : null}
          onCurrent={onCurrent}
          onOpen={onOpen}
          nameOf={(index) => named(rows.at(index), index, branches.get(index) ?? none, number, lanes)}
          draw={(index) => (
            <RowFace row={rows.at(index)} lanes={lanes} branches={branches.get(index) ?? none} />
          )}
          menuOf={(index) => {
            const row = rows.at(index);
            return row === undefined ? [] : [turnCopies(row, session.row, copy)];
          }}
          onSeen={rows.see}
        />
      )}
    </>
  );
}

/** A turn is referred to by its first event. */
function turnCopies(
  { what, seqs }: TimelineRow,
  session: SessionRow,
  copy: (what: Copied, text: AnyText) => Doable,
): Doable[] {
  const first = /^\d+/.exec(seqs)?.[0];
  const reference = first === undefined ? session.id : `${rawText(session.id)}#${first}`;
  if (what.kind !== "turn") return [copy("reference", reference)];
  const link = linkOf({ screen: "session", key: session.key, turn: what.number });
  return [
    copy("prompt", what.prompt),
    copy("reference", reference),
    copy("link", link),
    copy("text for Markdown", t`**Turn ${what.number}** (${code(reference)}): ${words(what.prompt)}`),
  ];
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
  lanes: LaneTable,
): string {
  if (row === undefined) return t`Row ${index + 1}, loading…`;
  return [
    nameRow(row, number, lanes.at(index)),
    ...branches.map(({ relation, facts }) => `${relationWords(relation)} ${relativesWords(facts)}`),
  ].join("; ");
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
    <div className="timeline-notices column fixed line-below on-sunken scrolls-both">
      {notices.map((notice) => (
        <Note
          key={`${notice.kind} ${notice.from} ${noticeWords(notice)}`}
          tone="warn"
          action={
            <Button look="link" onPress={() => onRow(notice.from)}>
              {t`Go to`}
            </Button>
          }
        >
          <Verbatim text={noticeWords(notice)} />
        </Note>
      ))}
    </div>
  );
}

/** What bands and thin lines mean, and whose letter is whose. */
function Legend({ session: { letters, folded_lanes, bands } }: { session: SessionView }) {
  const { source, tells } = useReading();
  return (
    <>
      {bands.length > 0 && (
        <p className="timeline-key fixed wraps text-2 type-micro on-sunken flex">
          <span className="inline-row gap-6">
            <Trans>
              <i className="key-band" /> in context
            </Trans>
          </span>
          {tells.numbers ? (
            <span className="inline-row gap-6">
              <Trans>
                <i className="key-name" /> name only
              </Trans>
            </span>
          ) : (
            <span className="inline-row gap-6">
              <Trans>
                <i className="key-foot" /> dropped
              </Trans>
            </span>
          )}
          {tells.names && (
            <span className="inline-row gap-6">
              <Trans>
                <i /> attributed by {source.label}
              </Trans>
            </span>
          )}
        </p>
      )}
      <ul
        className="timeline-legend fixed text-2 type-micro line-below on-sunken padded stack gap-4-8 scrolls-both"
        aria-label={t`Skill texts by letter`}
      >
        {letters.map((letter) => (
          <li key={letter.letter} className="row narrows gap-6">
            <LetterTile letter={letter} />
            <span className="cut-end">
              <Verbatim text={letter.name} />
              {letter.versions > 1 && `, v${letter.version}`}
            </span>
          </li>
        ))}
        {folded_lanes > 0 && <li>{t`+${folded_lanes} not shown`}</li>}
      </ul>
    </>
  );
}
