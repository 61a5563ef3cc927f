import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { snapshotChangeWords, staleWords, standsWords, takenWords } from "../../facts/driftWords.ts";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { diffOf, sessionOf, useGoing } from "../../facts/going.ts";
import { CopiedHash } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { ScopeBadge } from "../../facts/ScopeBadge.tsx";
import { Fact, Facts, Section, Sections } from "../../facts/Section.tsx";
import { shortId } from "../../facts/shortId.ts";
import { Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { BundledFact, DriftRow, SnapshotView, UseRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./DriftReport.css";

/** Ticks drawn at most for one session's turns. */
const TICKS = 12;

/** One snapshot: its bytes then and now, what changed, and what it shaped. */
export function SnapshotInspector({
  id,
  acts,
}: {
  id: string;
  /** What else can be done with the snapshot. */
  acts?: (row: DriftRow) => ReactNode;
}) {
  const { go } = useGoing();
  const asked = useAsk("snapshot", { id });
  const view = asked.answer;
  if (view === undefined) {
    return asked.failure === null ? <Skeleton label={t`Loading snapshot…`} /> : <AskedNote asked={asked} />;
  }
  const { row, skill } = view;
  const changes = snapshotChangeWords(view.changes);
  return (
    <Sections label={t`Snapshot`}>
      <AskedNote asked={asked} />
      <Section
        level={2}
        head={<Verbatim text={row.name} />}
        beside={rawText(row.scope) !== "" && <ScopeBadge scope={row.scope} />}
      >
        <div className="snapshot-chips wraps gap-6 flex">
          <DriftChip fact={row.drift} look="filled" />
          <IntegrityChip verdict={row.integrity} look="filled" />
        </div>
        <Bytes view={view} />
        <div className="snapshot-acts wraps gap-6 flex">
          <Button icon={icons.drift} keys={["Enter"]} onPress={() => go(diffOf(row.latest))}>
            {t`Open diff`}
          </Button>
          {skill !== null && (
            <Button icon={icons.skills} onPress={() => go({ screen: "skills", id: skill })}>
              {t`Open skill`}
            </Button>
          )}
          {acts?.(row)}
        </div>
      </Section>
      <Section head={t`Changes`} of="reconstructed">
        {changes.length === 0 ? (
          <p>{t`None.`}</p>
        ) : (
          <ul>
            {changes.map((change) => (
              <li key={change}>
                <Verbatim text={change} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section
        head={t`Used in ${plural(row.turns, { one: "# turn", other: "# turns" })} of ${plural(row.sessions, { one: "# session", other: "# sessions" })}`}
        of="recorded"
      >
        <ul className="snapshot-uses stack gap-6">
          {view.uses.map((use) => (
            <Use key={use.key} use={use} onPress={() => go(sessionOf(use))} />
          ))}
        </ul>
        {view.uses.length < row.sessions && (
          <p>
            {t`Latest ${count(view.uses.length)} of ${plural(row.sessions, { one: "# session", other: "# sessions" })} shown.`}
          </p>
        )}
      </Section>
      {view.bundled_files > 0 && (
        <Section head={t`Not compared`} of="unknown">
          <p>
            {t`Only SKILL.md was recorded.`}{" "}
            {plural(view.bundled_files, {
              one: "# bundled file has no recorded bytes to compare.",
              other: "# bundled files have no recorded bytes to compare.",
            })}
          </p>
          {view.bundled !== null && <Bundled bundled={view.bundled} />}
        </Section>
      )}
    </Sections>
  );
}

/** What Assay itself saw of the files beside SKILL.md, and since when it can know. */
function Bundled({ bundled }: { bundled: BundledFact }) {
  const lists = [
    { word: t`changed`, files: bundled.changed },
    { word: t`new`, files: bundled.added },
    { word: t`deleted`, files: bundled.removed },
  ];
  const listed = lists.reduce((sum, { files }) => sum + files.length, 0);
  return (
    <>
      <p>
        {bundled.count === 0 ? (
          <Trans>
            No bundled files have changed since <Time at={bundled.from} look="full" />.
          </Trans>
        ) : (
          <Trans>
            <Plural value={bundled.count} one="# bundled file has" other="# bundled files have" /> changed
            since <Time at={bundled.from} look="full" />.
          </Trans>
        )}
      </p>
      <ul>
        {lists.flatMap(({ word, files }) =>
          files.map((file) => (
            <li key={rawText(file)}>
              <Verbatim text={file} mono /> {word}
            </li>
          )),
        )}
        {bundled.count > listed && <li>{t`${count(bundled.count - listed)} more`}</li>}
      </ul>
      {bundled.after_use && (
        <p>{t`That was after the snapshot’s last activation, so the earlier contents of these files are unknown.`}</p>
      )}
      {bundled.unhashed > 0 && (
        <p>{t`${plural(bundled.unhashed, { one: "# file", other: "# files" })} over the size limit not hashed.`}</p>
      )}
    </>
  );
}

/** Hash and place, as recorded and now. */
function Bytes({ view: { row, disk_hash, disk_path } }: { view: SnapshotView }) {
  return (
    <Facts>
      <Fact name={t`recorded`}>
        <CopiedHash hash={row.hash} of={t`the recorded text`} />
        <code>
          <Verbatim text={row.recorded_path} />
        </code>
      </Fact>
      <Fact name={t`log`}>
        <code>
          <Verbatim text={row.latest.stands.file} />
        </code>
        {", "}
        <Verbatim text={standsWords(row.latest.stands)} />
      </Fact>
      <Fact name={t`on disk`}>
        {disk_hash === null ? t`no file` : <CopiedHash hash={disk_hash} of={t`the file on disk`} />}
        {disk_path !== null && (
          <code>
            <Verbatim text={disk_path} />
          </code>
        )}
      </Fact>
      {row.drift.taken !== null && (
        <Fact name={t`current winner`}>
          <Verbatim text={takenWords(row.drift.taken)} />
        </Fact>
      )}
      {row.drift.same_at.length > 0 && (
        <Fact name={t`same text at`}>
          {row.drift.same_at.map((path) => (
            <code key={rawText(path)}>
              <Verbatim text={path} />
            </code>
          ))}
        </Fact>
      )}
    </Facts>
  );
}

function Use({ use, onPress }: { use: UseRow; onPress: () => void }) {
  const words = turnWords(use.turns);
  return (
    <li>
      <button type="button" className="stack in-middle wide hovers type-small" onClick={onPress}>
        <Time at={use.at} />
        <AgentMark source={use.source} />
        <code>…{shortId(use.session)}</code>
        <span className="breaks anchors text-accent">
          {words}
          <span className="unseen">, {t`open session ${spelled(use.title)}`}</span>
        </span>
        <span className="snapshot-ticks gap-2 flex" aria-hidden="true">
          {use.turns.slice(0, TICKS).map((turn) => (
            <i key={turn} />
          ))}
        </span>
      </button>
      {use.stale !== null && (
        <p>
          <Verbatim text={`${standsWords(use.stands)}: ${staleWords(use.stale)}`} />
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
  if (turns.length === 0) return t`outside any turn`;
  return plural(turns.length, { one: `turn ${words}`, other: `turns ${words}` });
}
