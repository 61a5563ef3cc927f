import type { ReactNode } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { count, counted } from "../../facts/Count.tsx";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { Evidence, type Strength } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { CopiedHash } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { ScopeBadge } from "../../facts/ScopeBadge.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { BundledFact, DriftRow, SnapshotView, UseRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** Ticks drawn at most for one session's turns. */
const TICKS = 12;

/** One snapshot: its bytes then and now, what changed, and what it shaped. */
export function SnapshotInspector({
  id,
  onDiff,
  onSession,
  onSkill,
  acts,
}: {
  id: string;
  onDiff: () => void;
  onSession: (key: string, line?: number) => void;
  onSkill: (id: string) => void;
  /** What else can be done with the snapshot. */
  acts?: (row: DriftRow) => ReactNode;
}) {
  const asked = useAsk("snapshot", { id });
  const view = asked.answer;
  if (view === undefined) {
    return asked.failure === null ? <Skeleton label="Reading the snapshot" /> : <AskedNote asked={asked} />;
  }
  const { row, skill } = view;
  return (
    <div className="snapshot">
      <AskedNote asked={asked} />
      <section className="snapshot-part">
        <h2 className="snapshot-name">
          <Verbatim text={row.name} />
          {row.scope !== "" && <ScopeBadge scope={row.scope} />}
        </h2>
        <div className="snapshot-chips">
          <DriftChip fact={row.drift} look="filled" />
          <IntegrityChip verdict={row.integrity} look="filled" />
        </div>
        <Bytes view={view} />
        <div className="snapshot-acts">
          <Button icon={icons.drift} keys={["Enter"]} onPress={onDiff}>
            Open diff
          </Button>
          {skill !== null && (
            <Button icon={icons.skills} onPress={() => onSkill(skill)}>
              Open skill
            </Button>
          )}
          {acts?.(row)}
        </div>
      </section>
      <Part head="What changed" of="reconstructed">
        {view.changes.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul className="snapshot-changes">
            {view.changes.map((change) => (
              <li key={change}>
                <Verbatim text={change} />
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part
        head={`Shaped ${counted(row.turns, "turn")} in ${counted(row.sessions, "session")}`}
        of="recorded"
      >
        <ul className="snapshot-uses">
          {view.uses.map((use) => (
            <Use key={use.key} use={use} onPress={() => onSession(use.key, use.line)} />
          ))}
        </ul>
        {view.uses.length < row.sessions && (
          <p>
            Latest {count(view.uses.length)} of {counted(row.sessions, "session")} shown.
          </p>
        )}
      </Part>
      {view.bundled_files > 0 && (
        <Part head="Not part of the comparison" of="unknown">
          <p>
            Only SKILL.md was recorded. {counted(view.bundled_files, "bundled file")}{" "}
            {view.bundled_files === 1 ? "has" : "have"} no recorded bytes to compare.
          </p>
          {view.bundled !== null && <Bundled bundled={view.bundled} />}
        </Part>
      )}
    </div>
  );
}

/** What Assay itself saw of the files beside SKILL.md, and since when it can know. */
function Bundled({ bundled }: { bundled: BundledFact }) {
  const lists = [
    { word: "changed", files: bundled.changed },
    { word: "new", files: bundled.added },
    { word: "gone", files: bundled.removed },
  ];
  const listed = lists.reduce((sum, { files }) => sum + files.length, 0);
  return (
    <>
      <p>
        {bundled.count === 0
          ? "No bundled file has"
          : `${counted(bundled.count, "bundled file has", "bundled files have")}`}{" "}
        changed since Assay saw them on <Time at={bundled.from} look="full" />.
      </p>
      <ul className="snapshot-changes">
        {lists.flatMap(({ word, files }) =>
          files.map((file) => (
            <li key={file}>
              <Verbatim text={file} mono /> {word}
            </li>
          )),
        )}
        {bundled.count > listed && <li>{count(bundled.count - listed)} more</li>}
      </ul>
      {bundled.after_use && (
        <p>That was after the snapshot’s last activation. What the files held then is unknown.</p>
      )}
      {bundled.unhashed > 0 && <p>{counted(bundled.unhashed, "file")} beyond the limits were not hashed.</p>}
    </>
  );
}

/** Hash and place, as recorded and now. */
function Bytes({ view: { row, disk_hash, disk_path } }: { view: SnapshotView }) {
  return (
    <dl className="snapshot-bytes">
      <dt>recorded</dt>
      <dd>
        <CopiedHash hash={row.hash} of="the recorded text" />
        <code>
          <Verbatim text={row.recorded_path} />
        </code>
      </dd>
      <dt>on disk</dt>
      <dd>
        {disk_hash === null ? "no file" : <CopiedHash hash={disk_hash} of="the file on disk" />}
        {disk_path !== null && (
          <code>
            <Verbatim text={disk_path} />
          </code>
        )}
      </dd>
      {row.drift.taken !== null && (
        <>
          <dt>taken now</dt>
          <dd>
            <Verbatim text={row.drift.taken.words} />
          </dd>
        </>
      )}
      {row.drift.same_at.length > 0 && (
        <>
          <dt>same text</dt>
          <dd>
            {row.drift.same_at.map((path) => (
              <code key={path}>
                <Verbatim text={path} />
              </code>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function Part({ head, of, children }: { head: string; of: Strength; children: ReactNode }) {
  return (
    <section className="snapshot-part">
      <div className="snapshot-head">
        <h3>{head}</h3>
        <Evidence of={of} />
      </div>
      {children}
    </section>
  );
}

function Use({ use, onPress }: { use: UseRow; onPress: () => void }) {
  const words = turnWords(use.turns);
  return (
    <li>
      <button type="button" onClick={onPress}>
        <Time at={use.at} />
        <AgentMark source={use.source} />
        <code>…{use.session.slice(-6)}</code>
        <span className="snapshot-turns">
          {words}
          <span className="unseen">, {use.title}, open session</span>
        </span>
        <span className="snapshot-ticks" aria-hidden="true">
          {use.turns.slice(0, TICKS).map((turn) => (
            <i key={turn} />
          ))}
        </span>
      </button>
      {use.stale !== null && (
        <p>
          <Verbatim text={`line ${count(use.line)}: ${use.stale.words}`} />
        </p>
      )}
    </li>
  );
}

/** `turn 1`, `turns 5–9`, `turns 4, 17` */
export function turnWords(turns: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const turn of turns) {
    const last = runs[runs.length - 1];
    if (last !== undefined && turn === last.to + 1) last.to = turn;
    else runs.push({ from: turn, to: turn });
  }
  const words = runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
  return turns.length === 0 ? "outside any turn" : `${turns.length === 1 ? "turn" : "turns"} ${words}`;
}
