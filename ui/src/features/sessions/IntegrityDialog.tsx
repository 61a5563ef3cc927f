import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Answer } from "../../facts/FailureNote.tsx";
import { CopiedHash } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { icons } from "../../facts/icons.ts";
import { logBytesWords, notProvenWords, unreadWords, witnessWords } from "../../facts/logWords.ts";
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
    <Dialog title={t`Session integrity`} onClose={onClose}>
      <Answer asked={found} waiting={<Skeleton label={t`Checking log…`} rows={6} />}>
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
      {view.bytes_are !== null && <Note tone="info">{logBytesWords(view.bytes_are)}</Note>}
      <Witness witness={view.witness} />
      <Hashes view={view} />
      <Numbers view={view} />
      <Lines view={view} />
      <Section head={t`Limits of this check`}>
        <ul>
          {view.not_proven.map((limit) => (
            <li key={limit}>{notProvenWords(limit)}</li>
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
    <Section
      head={t`Changes since Assay first saw the log`}
      of={known(witness) ? "reconstructed" : "unknown"}
    >
      <Note
        tone={broken ? "danger" : known(witness) ? "info" : "unknown"}
        icon={broken ? icons.damaged : known(witness) ? icons.verified : icons.noHash}
      >
        {witnessWords(witness.text)}
        {witness.seen !== null && (
          <>
            {" "}
            <Trans>
              Last seen on <Time at={witness.seen} look="full" />.
            </Trans>
          </>
        )}
      </Note>
      {witness.another_file && (
        <Note tone="warn">
          <Trans>
            The log has been replaced by another file since Assay last saw it. Restoring a copy has the same
            effect.
          </Trans>
        </Note>
      )}
      {known(witness) && (
        <Facts>
          <Fact name={t`First seen`}>
            <Time at={witness.since} look="full" />
          </Fact>
          <Fact name={t`Last recorded`}>
            <Time at={witness.until} look="full" />
          </Fact>
          <Fact name={t`Seen`}>
            {t`lines 1 to ${count(witness.lines)}, ${plural(witness.bytes, { one: "# byte", other: "# bytes" })}`}
          </Fact>
          <Fact name={t`Running hash`}>
            {witness.digest !== null && <CopiedHash hash={witness.digest} of={t`the lines seen`} />}
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
          ? t`No recorded skill texts.`
          : hashes.verdict === "computed"
            ? t`The session recorded no hashes of its skill texts. Those shown are computed from the texts, so they cannot show whether a text was changed.`
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
      {left > 0 && <p>{t`${count(left)} more not listed.`}</p>}
    </Section>
  );
}

function Numbers({ view }: { view: IntegrityView }) {
  if (!view.numbers) {
    return (
      <Section head={t`Event numbers`} of="unknown">
        <p>{t`Events in this log are not numbered, so gaps can’t be detected.`}</p>
      </Section>
    );
  }
  const { missing, gaps, repeated, repeats, unnumbered, out_of_order, copied } = view;
  return (
    <Section head={t`Event numbers`} of="recorded">
      <ul>
        <li>
          {missing === 0
            ? t`No gaps.`
            : `${plural(missing, { one: "# number missing", other: "# numbers missing" })}: `}
          {gaps.slice(0, 5).map(gapWords).join(", ")}
          {gaps.length > 5 && `, ${t`and ${count(gaps.length - 5)} more places`}`}
        </li>
        <li>
          {repeated === 0
            ? t`No duplicates.`
            : `${plural(repeated, { one: "# duplicate number", other: "# duplicate numbers" })}: `}
          {repeats
            .slice(0, 5)
            .map((repeat) => t`${repeat.seq} on line ${count(repeat.line)}`)
            .join(", ")}
          {repeated > 5 && `, ${t`and ${count(repeated - 5)} more`}`}
        </li>
        {unnumbered > 0 && (
          <li>{t`${plural(unnumbered, { one: "# event", other: "# events" })} without a valid number.`}</li>
        )}
        <li>
          {out_of_order === null
            ? t`Events are in order.`
            : t`Line ${count(out_of_order)} is out of order. Events are sorted by number, not by line.`}
        </li>
        {copied !== null && (
          <li>
            <Trans>
              <Plural value={copied.events} one="# event" other="# events" /> in{" "}
              <Plural value={copied.turns} one="# turn" other="# turns" /> copied from{" "}
              <Verbatim text={copied.from} mono />
            </Trans>
            {copied.key === null ? `, ${t`log not found`}.` : "."}
          </li>
        )}
      </ul>
    </Section>
  );
}

function gapWords({ from, to, line }: { from: number; to: number; line: number }): string {
  const numbers = from === to ? `${from}` : t`${from} to ${to}`;
  return t`${numbers} before line ${count(line)}`;
}

function Lines({ view: { unread, unread_rows, ending } }: { view: IntegrityView }) {
  return (
    <Section head={t`Lines`} of="recorded">
      <ul>
        <li>
          {unread === 0
            ? t`All lines can be read.`
            : t`${plural(unread, { one: "# line", other: "# lines" })} can’t be read:`}
          {unread_rows.slice(0, 5).map((row) => (
            <span key={row.line} className="breaks text-2 block">
              <Trans>
                line {count(row.line)}: <Verbatim text={unreadWords(row.reason)} />
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
      return t`The last line has no newline. The next event would be appended to it.`;
    case "cut":
      return t`The last line is truncated after ${plural(ending.bytes, { one: "# byte", other: "# bytes" })}.`;
    default:
      return ending satisfies never;
  }
}
