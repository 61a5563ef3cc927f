import { plural, t } from "@lingui/core/macro";
import { contextNoteWords } from "../../facts/contextWords.ts";
import { DriftChip } from "../../facts/DriftChip.tsx";
import { staleWords } from "../../facts/driftWords.ts";
import type { Strength } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { IntegrityChip } from "../../facts/IntegrityChip.tsx";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { Stands } from "../../facts/Stands.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type {
  DecisionFact,
  DroppedCard,
  HydratedCard,
  ListingEvidence,
  NamedFact,
  ProvenanceCard,
  WeakTrace,
} from "../../host/wire.gen.ts";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { callerWords } from "./callerWords.ts";
import { allowedWords, bytesWords, releasedWords } from "./hydrationWords.ts";
import { Known, KnownList } from "./Known.tsx";
import { Listed } from "./Listed.tsx";
import { afterWords, titleRow } from "./nameRow.ts";
import { useReading } from "./reading.ts";
import "./Provenance.css";
import "./Timeline.css";

/** What was in the model's context in one row of the timeline, and how well each part of it is known. */
export function Provenance({
  session,
  row,
  head,
}: {
  session: string;
  row: number;
  /** Another head may already say what it is. */
  head: "drawn" | "none";
}) {
  const { source, tells } = useReading();
  const asked = useAsk("provenance", { key: session, row });
  const { answer, failure } = asked;
  // What stands after a line that cannot be read has its place by reconstruction only.
  const decided = answer?.decisions;
  const tellsDecisions = tells.permissions || (decided?.allowed ?? 0) + (decided?.denied ?? 0) > 0;
  const told: Strength = answer?.row.after_break === true ? "reconstructed" : "recorded";
  return (
    <>
      {head === "drawn" && (
        <header className="provenance-head row fixed wraps gap-8 text-2 type-small line-below padded-4">
          <h2 className="text one-line type-base-strong">
            {answer === undefined
              ? t`What shaped this turn`
              : t`${titleRow(answer.row.what)}: what shaped this turn`}
          </h2>
        </header>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, these are facts */}
      <div
        className="provenance fill type-small on-sunken ring-inside scrolls"
        data-stop
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
        role="group"
        aria-label={t`What shaped this turn`}
      >
        <AskedNote asked={asked} />
        {answer === undefined ? (
          failure === null && <Skeleton label={t`What shaped this turn`} rows={4} />
        ) : (
          <>
            {answer.notes.map((note, at) => (
              <Note key={at} tone="warn">
                <Verbatim text={contextNoteWords(note)} look="text" />
              </Note>
            ))}
            {answer.named.length > 0 && (
              <Known title={t`Attributed by ${source.label}`} of="recorded">
                <KnownList of={answer.named} draw={(one) => <Named of={one} />} />
              </Known>
            )}
            <Known
              title={answer.row.what.kind === "turn" ? t`Activated in this turn` : t`Activated here`}
              of={told}
            >
              <KnownList of={answer.activated} draw={(card) => <Card card={card} first />} />
            </Known>
            <Known
              title={tells.requests ? t`In context from earlier turns` : t`In context from earlier turns`}
              of="reconstructed"
            >
              <KnownList of={answer.replayed} draw={(card) => <Card card={card} />} />
            </Known>
            <Known title={tells.numbers ? t`Name only since compaction` : t`Dropped by compaction`} of={told}>
              <KnownList of={answer.name_only} draw={(card) => <Dropped card={card} />} />
            </Known>
            <Known title={t`Hydrated context`} of={told}>
              <KnownList of={answer.hydrated} draw={(card) => <Hydrated card={card} />} />
              {answer.hydrated.some((card) => card.log !== "log") && (
                <p className="text-3">
                  {t`Recorded in Assay’s companion log; ${source.label}’s log is not changed.`}
                </p>
              )}
            </Known>
            <Known title={t`Workflow templates`} of={told}>
              <KnownList of={answer.templates} draw={(name) => <Verbatim text={name} mono />} />
            </Known>
            <Known title={t`Opened skill files`} of={told}>
              <KnownList of={answer.opened} draw={(name) => <Verbatim text={name} mono />} />
            </Known>
            {answer.weak_traces.length > 0 && (
              <Known title={t`SKILL.md read without activation`} of={told}>
                <KnownList of={answer.weak_traces} draw={(read) => <Read of={read} />} />
              </Known>
            )}
            <Known title={t`Catalog at that time`} of={isListed(answer.listing) ? told : "unknown"}>
              <Listing listing={answer.listing} />
            </Known>
            <Known title={t`Permission decisions`} of={tellsDecisions ? told : "unknown"}>
              {tellsDecisions ? (
                <Decisions decisions={answer.decisions} />
              ) : (
                <p className="text-3">{t`${source.label} doesn’t record who approved.`}</p>
              )}
            </Known>
          </>
        )}
      </div>
    </>
  );
}

/** Tile, name, when and by whom, integrity, hash, drift: read in that order. */
function Card({ card, first = false }: { card: ProvenanceCard; first?: boolean }) {
  return (
    <div className="provenance-card">
      <div className="provenance-line row narrows wraps gap-4-8">
        <LetterTile letter={card.letter} />
        <b className="cut-end">
          <Verbatim text={card.letter.name} />
        </b>
        <span className="text-3">
          {first || card.turn === null
            ? callerWords(card.by)
            : `${t`turn ${card.turn}`}, ${callerWords(card.by)}`}
          , <Stands of={card.stands} />
        </span>
        <IntegrityChip verdict={card.integrity} />
      </div>
      <div className="provenance-line provenance-second row narrows wraps gap-4-8">
        {card.letter.hash !== "" && <HashStrip hash={card.letter.hash} />}
        <DriftChip fact={card.drift} />
      </div>
      {card.stale !== null && (
        <p className="text-3">
          <Verbatim text={staleWords(card.stale)} />
        </p>
      )}
    </div>
  );
}

/** What an agent names a skill for, each kind that there is. */
function namedParts({ messages, calls, thoughts }: NamedFact): string[] {
  return [
    messages > 0 ? plural(messages, { one: "# message", other: "# messages" }) : "",
    calls > 0 ? plural(calls, { one: "# tool call", other: "# tool calls" }) : "",
    thoughts > 0 ? plural(thoughts, { one: "# reasoning step", other: "# reasoning steps" }) : "",
  ].filter((part) => part !== "");
}

/** What the log says of an answer, not what was in context at it. */
function Named({ of }: { of: NamedFact }) {
  return (
    <div className="provenance-card">
      <div className="provenance-line row narrows wraps gap-4-8">
        <b className="cut-end">
          <Verbatim text={of.name} />
        </b>
        <span className="text-3">
          {t`${namedParts(of).join(", ")}, first on line ${count(of.file_line)}`}
        </span>
      </div>
    </div>
  );
}

/** Nothing in the log tells that the skill was taken in. */
function Read({ of }: { of: WeakTrace }) {
  return (
    <div className="provenance-line provenance-card row narrows wraps gap-4-8">
      <Verbatim text={of.path} mono />
      <span className="text-3">
        <Stands of={of.stands} />
      </span>
    </div>
  );
}

function Dropped({ card }: { card: DroppedCard }) {
  const { tells } = useReading();
  return (
    <div className="provenance-line provenance-card row narrows wraps gap-4-8">
      <LetterTile letter={card.letter} look="name" />
      <b className="cut-end">
        <Verbatim text={card.letter.name} />
      </b>
      <span className="text-3">
        {card.turn !== null && `${t`turn ${card.turn}`}, `}
        {tells.numbers
          ? t`dropped at event ${card.dropped_at}`
          : t`dropped at line ${count(card.dropped_on)}`}
        {!tells.numbers && `, ${afterWords(card.after)}`}
      </span>
    </div>
  );
}

function Hydrated({ card: { fact } }: { card: HydratedCard }) {
  return (
    <div className="provenance-card">
      <Verbatim text={fact.command} mono />
      <p>
        <Verbatim text={`${bytesWords(fact)}, ${allowedWords(fact)}`} />
      </p>
      <p className="text-3">
        <Verbatim text={releasedWords(fact)} />
      </p>
    </div>
  );
}

function isListed({ hashes, listed }: ListingEvidence): boolean {
  return hashes.length > 0 || listed !== null;
}

function Listing({ listing: { hashes, same_as_now, listed } }: { listing: ListingEvidence }) {
  const { source } = useReading();
  if (listed !== null) return <Listed listed={listed} />;
  if (hashes.length === 0) return <p className="text-3">{t`Not recorded`}</p>;
  return (
    <>
      {hashes.map((hash) => (
        <div key={hash} className="provenance-line row narrows wraps gap-4-8">
          <HashStrip hash={hash} />
        </div>
      ))}
      <p>
        {same_as_now === true
          ? t`${source.label} would list the same skills today.`
          : t`${source.label} would list different skills today.`}
      </p>
    </>
  );
}

function Decisions({ decisions: { mode, allowed, denied } }: { decisions: DecisionFact }) {
  return (
    <>
      <p>
        {mode === null ? t`Mode not recorded` : t`Mode ${spelled(mode)}`}:{" "}
        {t`${count(allowed)} allowed, ${count(denied)} denied`}
      </p>
      {rawText(mode) === "auto" && (
        <p className="text-3">
          {t`Auto mode doesn’t record what it allows. There may have been more decisions.`}
        </p>
      )}
    </>
  );
}
