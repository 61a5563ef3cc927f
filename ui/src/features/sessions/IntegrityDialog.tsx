import { count, counted } from "../../facts/Count.tsx";
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
import "./IntegrityDialog.css";

/** Everything that can be checked about a log, and what that does not prove. */
export function IntegrityDialog({ sessionKey, onClose }: { sessionKey: string; onClose: () => void }) {
  const found = useAsk("integrity", { key: sessionKey });
  return (
    <Dialog title="Integrity of this session" onClose={onClose}>
      <Answer asked={found} waiting={<Skeleton label="Checking the log" rows={6} />}>
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
          {counted(view.lines, "line")}, {counted(view.bytes, "byte")}
        </span>
      </p>
      {view.bytes_are !== null && <Note tone="info">{view.bytes_are}</Note>}
      <Witness witness={view.witness} />
      <Hashes view={view} />
      <Numbers view={view} />
      <Lines view={view} />
      <Section head="What this does not prove">
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
    <Section head="Against what Assay saw before" of={known(witness) ? "reconstructed" : "unknown"}>
      <Note
        tone={broken ? "danger" : known(witness) ? "info" : "unknown"}
        icon={broken ? icons.damaged : known(witness) ? icons.verified : icons.noHash}
      >
        {witness.words}
        {witness.seen !== null && (
          <>
            {" "}
            It was seen on <Time at={witness.seen} look="full" />.
          </>
        )}
      </Note>
      {witness.another_file && (
        <Note tone="warn">
          Another file has taken the log’s place since it was seen last. A copy that was put back does that
          too.
        </Note>
      )}
      {known(witness) && (
        <Facts>
          <Fact name="First seen">
            <Time at={witness.since} look="full" />
          </Fact>
          <Fact name="Taken down until">
            <Time at={witness.until} look="full" />
          </Fact>
          <Fact name="Seen">
            lines 1 to {count(witness.lines)}, {counted(witness.bytes, "byte")}
          </Fact>
          <Fact name="Running hash">
            {witness.digest !== null && <CopiedHash hash={witness.digest} of="what was seen" />}
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
    <Section head="Skill texts and their hashes" of="reconstructed">
      <p>
        {hashes.activations === 0
          ? "No skill text was recorded."
          : hashes.verdict === "computed"
            ? "No hash was recorded with any skill text; those shown were computed from the texts and prove nothing."
            : `${count(hashes.verified)} of ${counted(hashes.activations, "recorded text")} ${hashes.activations === 1 ? "has" : "have"} the hash that was recorded with ${hashes.activations === 1 ? "it" : "them"}.`}
      </p>
      <ul className="checked-rows">
        {doubtful.map((row) => (
          <li key={row.line} className="row gap-12">
            <IntegrityChip verdict={row.integrity} />
            <Verbatim text={row.name} />
            <span className="tabular">line {count(row.line)}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{count(left)} more are not listed.</p>}
    </Section>
  );
}

function Numbers({ view }: { view: IntegrityView }) {
  if (!view.numbers) {
    return (
      <Section head="Sequence numbers" of="unknown">
        <p>Events of this log have no numbers, so none can be missing. Its records are counted.</p>
      </Section>
    );
  }
  const { missing, gaps, repeated, repeats, unnumbered, out_of_order, copied } = view;
  return (
    <Section head="Sequence numbers" of="recorded">
      <ul>
        <li>
          {missing === 0 ? "None is missing." : `${counted(missing, "number")} missing: `}
          {gaps.slice(0, 5).map(gapWords).join(", ")}
          {gaps.length > 5 && `, and ${count(gaps.length - 5)} more places`}
        </li>
        <li>
          {repeated === 0
            ? "None comes again."
            : `${counted(repeated, "event")} with a number that was there: `}
          {repeats
            .slice(0, 5)
            .map((repeat) => `seq ${repeat.seq} on line ${count(repeat.line)}`)
            .join(", ")}
          {repeated > 5 && `, and ${count(repeated - 5)} more`}
        </li>
        {unnumbered > 0 && <li>{counted(unnumbered, "event")} without a whole number.</li>}
        <li>
          {out_of_order === null
            ? "The order of the file is the order of the numbers."
            : `Line ${count(out_of_order)} stands behind a line with a larger number. Events are read by number, not by line.`}
        </li>
        {copied !== null && (
          <li>
            {counted(copied.events, "event")} in {counted(copied.turns, "turn")} were copied from{" "}
            <Verbatim text={copied.from} mono />
            {copied.key === null ? ", whose log is not here." : "."}
          </li>
        )}
      </ul>
    </Section>
  );
}

function gapWords({ from, to, line }: { from: number; to: number; line: number }): string {
  return `${from === to ? `seq ${from}` : `seq ${from} to ${to}`} before line ${count(line)}`;
}

function Lines({ view: { unread, unread_rows, ending } }: { view: IntegrityView }) {
  return (
    <Section head="Lines" of="recorded">
      <ul>
        <li>
          {unread === 0 ? "Every line could be read." : `${counted(unread, "line")} cannot be read:`}
          {unread_rows.slice(0, 5).map((row) => (
            <span key={row.line} className="breaks text-2 block">
              line {count(row.line)}: <Verbatim text={row.reason} />
            </span>
          ))}
          {unread > 5 && <span className="breaks text-2 block">{count(unread - 5)} more</span>}
        </li>
        <li>{endingWords(ending)}</li>
      </ul>
    </Section>
  );
}

function endingWords(ending: IntegrityView["ending"]): string {
  switch (ending.is) {
    case "whole":
      return "The last line ends with a newline.";
    case "no_line_feed":
      return "The last event has no newline yet; the next one would be glued to it.";
    case "cut":
      return `The last line breaks off after ${counted(ending.bytes, "byte")}.`;
    default:
      return ending satisfies never;
  }
}
