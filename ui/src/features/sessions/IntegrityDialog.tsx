import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Answer } from "../../facts/FailureNote.tsx";
import { CopiedHash } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { Fact, Facts, Section } from "../../facts/Section.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { IntegrityView, WitnessFact } from "../../host/wire.gen.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import "./IntegrityDialog.css";

/** Everything that can be checked about a log, and what that does not prove. */
export function IntegrityDialog({ sessionKey, onClose }: { sessionKey: string; onClose: () => void }) {
  const found = useAsk("integrity", { key: sessionKey });
  return (
    <Dialog title={t`Integrity of this session`} onClose={onClose}>
      <Answer asked={found} waiting={<Skeleton label={t`Checking the log`} rows={6} />}>
        {(answer) => <Checked view={answer} />}
      </Answer>
    </Dialog>
  );
}

function Checked({ view }: { view: IntegrityView }) {
  return (
    <div className="column gap-16">
      <p className="checked-path column breaks gap-2 text-2 size-small">
        <code>
          <Verbatim text={view.path} />
        </code>
        <span>
          {plural(view.lines, { one: "# line", other: "# lines" })},{" "}
          {plural(view.bytes, { one: "# byte", other: "# bytes" })}
        </span>
      </p>
      {view.bytes_are !== null && <Note tone="info">{view.bytes_are}</Note>}
      <Witness witness={view.witness} />
      <Hashes view={view} />
      <Numbers view={view} />
      <Lines view={view} />
      <Section head={t`What this does not prove`}>
        <ul>
          {view.not_proven.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

/** What Assay itself saw of the log before. */
function Witness({ witness }: { witness: WitnessFact }) {
  const broken = witness.state === "rewritten" || witness.state === "shorter";
  return (
    <Section head={t`Against what Assay saw before`} of={known(witness) ? "reconstructed" : "unknown"}>
      <Note
        tone={broken ? "danger" : known(witness) ? "info" : "unknown"}
        icon={broken ? icons.damaged : known(witness) ? icons.verified : icons.noHash}
      >
        {witness.words}
        {witness.seen !== null && (
          <>
            {" "}
            <Trans>
              It was seen on <Time at={witness.seen} look="full" />.
            </Trans>
          </>
        )}
      </Note>
      {witness.another_file && (
        <Note tone="warn">
          <Trans>
            Another file has taken the log’s place since it was seen last. A copy that was put back does that
            too.
          </Trans>
        </Note>
      )}
      {known(witness) && (
        <Facts>
          <Fact name={t`First seen`}>
            <Time at={witness.since} look="full" />
          </Fact>
          <Fact name={t`Taken down until`}>
            <Time at={witness.until} look="full" />
          </Fact>
          <Fact name={t`Seen`}>
            {t`lines 1 to ${count(witness.lines)}, ${plural(witness.bytes, { one: "# byte", other: "# bytes" })}`}
          </Fact>
          <Fact name={t`Running hash`}>
            {witness.digest !== null && <CopiedHash hash={witness.digest} of={t`what was seen`} />}
          </Fact>
        </Facts>
      )}
    </Section>
  );
}

function known({ state }: WitnessFact): boolean {
  return state !== "unseen" && state !== "not_kept";
}

function Hashes({ view: { hashes, doubtful } }: { view: IntegrityView }) {
  const left = hashes.activations - hashes.verified - doubtful.length;
  return (
    <Section head={t`Skill texts and their hashes`} of="reconstructed">
      <p>
        {hashes.activations === 0
          ? t`No skill text was recorded.`
          : hashes.verdict === "computed"
            ? t`No hash was recorded with any skill text; those shown were computed from the texts and prove nothing.`
            : plural(hashes.activations, {
                one: `${count(hashes.verified)} of # recorded text has the hash that was recorded with it.`,
                other: `${count(hashes.verified)} of # recorded texts have the hash that was recorded with them.`,
              })}
      </p>
      <ul className="checked-rows">
        {doubtful.map((row) => (
          <li key={row.line} className="row gap-12">
            <IntegrityChip verdict={row.integrity} />
            <Verbatim text={row.name} />
            <span className="tabular">{t`line ${count(row.line)}`}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{t`${count(left)} more are not listed.`}</p>}
    </Section>
  );
}

function Numbers({ view }: { view: IntegrityView }) {
  if (!view.numbers) {
    return (
      <Section head={t`Sequence numbers`} of="unknown">
        <p>{t`Events of this log have no numbers, so none can be missing. Its records are counted.`}</p>
      </Section>
    );
  }
  const { missing, gaps, repeated, repeats, unnumbered, out_of_order, copied } = view;
  return (
    <Section head={t`Sequence numbers`} of="recorded">
      <ul>
        <li>
          {missing === 0
            ? t`None is missing.`
            : `${plural(missing, { one: "# number missing", other: "# numbers missing" })}: `}
          {gaps.slice(0, 5).map(gapWords).join(", ")}
          {gaps.length > 5 && `, ${t`and ${count(gaps.length - 5)} more places`}`}
        </li>
        <li>
          {repeated === 0
            ? t`None comes again.`
            : `${plural(repeated, { one: "# event with a number that was there", other: "# events with a number that was there" })}: `}
          {repeats
            .slice(0, 5)
            .map((repeat) => t`seq ${repeat.seq} on line ${count(repeat.line)}`)
            .join(", ")}
          {repeated > 5 && `, ${t`and ${count(repeated - 5)} more`}`}
        </li>
        {unnumbered > 0 && (
          <li>{t`${plural(unnumbered, { one: "# event", other: "# events" })} without a whole number.`}</li>
        )}
        <li>
          {out_of_order === null
            ? t`The order of the file is the order of the numbers.`
            : t`Line ${count(out_of_order)} stands behind a line with a larger number. Events are read by number, not by line.`}
        </li>
        {copied !== null && (
          <li>
            <Trans>
              <Plural value={copied.events} one="# event" other="# events" /> in{" "}
              <Plural value={copied.turns} one="# turn" other="# turns" /> were copied from{" "}
              <Verbatim text={copied.from} mono />
            </Trans>
            {copied.key === null ? `, ${t`whose log is not here`}.` : "."}
          </li>
        )}
      </ul>
    </Section>
  );
}

function gapWords({ from, to, line }: { from: number; to: number; line: number }): string {
  return t`${from === to ? t`seq ${from}` : t`seq ${from} to ${to}`} before line ${count(line)}`;
}

function Lines({ view: { unread, unread_rows, ending } }: { view: IntegrityView }) {
  return (
    <Section head={t`Lines`} of="recorded">
      <ul>
        <li>
          {unread === 0
            ? t`Every line could be read.`
            : t`${plural(unread, { one: "# line", other: "# lines" })} cannot be read:`}
          {unread_rows.slice(0, 5).map((row) => (
            <span key={row.line} className="breaks text-2 block">
              <Trans>
                line {count(row.line)}: <Verbatim text={row.reason} />
              </Trans>
            </span>
          ))}
          {unread > 5 && <span className="breaks text-2 block">{t`${count(unread - 5)} more`}</span>}
        </li>
        <li>{endingWords(ending)}</li>
      </ul>
    </Section>
  );
}

function endingWords(ending: IntegrityView["ending"]): string {
  switch (ending.is) {
    case "whole":
      return t`The last line ends with a newline.`;
    case "no_line_feed":
      return t`The last event has no newline yet; the next one would be glued to it.`;
    case "cut":
      return t`The last line breaks off after ${plural(ending.bytes, { one: "# byte", other: "# bytes" })}.`;
    default:
      return ending satisfies never;
  }
}
