import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { catalogDifferenceWords, contextNoteWords } from "../../facts/contextWords.ts";
import { Answer } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { LetterTile } from "../../facts/LetterTile.tsx";
import { clock } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type {
  CatalogThen,
  HydratedCard,
  MomentView,
  PermissionThen,
  Step,
  SummaryThen,
  TextCard,
  TextState,
} from "../../host/wire.gen.ts";
import { useActions } from "../../kit/actions.ts";
import { IconButton } from "../../kit/Button.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { callerWords } from "./callerWords.ts";
import { EventText } from "./EventText.tsx";
import { allowedWords, bytesWords, releasedWords } from "./hydrationWords.ts";
import { Known, KnownList } from "./Known.tsx";
import { Listed } from "./Listed.tsx";
import { afterWords } from "./nameRow.ts";
import { ProviderInput } from "./ProviderInput.tsx";
import { useNumberWord, useReading } from "./reading.ts";
import "./Provenance.css";
import "./ModelView.css";

/** What the model had before one call of the provider, or at the end of a row. */
export function ModelView({
  session,
  row,
  step,
  onStep,
  onTurn,
}: {
  session: string;
  row: number;
  /** The step that is looked at; null is the last call. */
  step: number | null;
  onStep: (step: number) => void;
  /** To the turn before or after, where the row has no further step. */
  onTurn: (by: 1 | -1) => void;
}) {
  const asked = useAsk("moment", { key: session, row, step });
  const { answer } = asked;
  const to = (by: 1 | -1) => {
    const next = (answer?.step ?? 0) + by;
    if (answer === undefined) return;
    if (next >= 0 && next < answer.steps) onStep(next);
    else onTurn(by);
  };
  useActions(t`Model’s view`, [
    { id: "call.previous", name: t`Previous provider call`, keys: [","], run: () => to(-1) },
    { id: "call.next", name: t`Next provider call`, keys: ["."], run: () => to(1) },
  ]);
  return (
    <>
      <div className="moment-bar row fixed gap-6 text-2 type-small line-below">
        <IconButton
          icon={ChevronLeft}
          label={t`Previous provider call`}
          action="call.previous"
          onPress={() => to(-1)}
        />
        <span className="grow to-middle" role="status">
          {answer === undefined ? "…" : stepWords(answer)}
        </span>
        <IconButton
          icon={ChevronRight}
          label={t`Next provider call`}
          action="call.next"
          onPress={() => to(1)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, these are facts */}
      <div
        className="provenance fill type-small on-sunken ring-inside scrolls"
        data-stop
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
        role="group"
        aria-label={t`Model’s view`}
      >
        <Answer asked={asked} waiting={<Skeleton label={t`Model’s view`} rows={4} />}>
          {(view) => <Moment of={view} session={session} />}
        </Answer>
      </div>
    </>
  );
}

function stepWords({ what, steps, step }: MomentView): string {
  return `${kindWords(what)}${steps > 1 ? `, ${t`step ${step + 1} of ${steps}`}` : ""}`;
}

function kindWords(what: Step): string {
  switch (what.kind) {
    case "call":
      return t`Before call ${what.number} of ${what.of}`;
    case "failed":
      return t`Before the failed call`;
    case "end":
      return t`At the end`;
    default:
      return what satisfies never;
  }
}

function Moment({ of, session }: { of: MomentView; session: string }) {
  const { source, tells } = useReading();
  const number = useNumberWord();
  return (
    <>
      {of.oddities.map((note, at) => (
        <Note key={at} tone="warn">
          <Verbatim text={contextNoteWords(note)} />
        </Note>
      ))}
      <Known title={t`Point in time`} of={of.known}>
        <p>
          {of.after_seq === ""
            ? t`Before the first event`
            : t`After ${number} ${of.after_seq}, line ${count(of.after_line)}`}
          {of.at !== null && `, ${clock(of.at)}`}
        </p>
        <p className="text-3">
          {of.model === null ? (
            t`Model not recorded`
          ) : (
            <Verbatim
              text={[of.model, of.mode === null ? "" : t`mode ${rawText(of.mode)}`]
                .filter(Boolean)
                .join(", ")}
            />
          )}
          {of.known === "inferred" && ` (${t`at the last recorded call`})`}
        </p>
      </Known>
      <Known title={tells.requests ? t`Skill texts` : t`Skill texts in context, in order`} of="reconstructed">
        <KnownList of={of.texts} draw={(card) => <Text card={card} />} />
      </Known>
      <Known title={t`Compaction summary`} of={of.summary === null ? "reconstructed" : "recorded"}>
        {of.summary === null ? <p className="text-3">{t`None`}</p> : <Summary summary={of.summary} />}
      </Known>
      <Known title={t`Hydrated context in this turn`} of="recorded">
        <KnownList of={of.hydrated} draw={(card) => <Hydrated card={card} />} />
        {of.hydrated.some((card) => card.log !== "log") && (
          <p className="text-3">
            <Trans>
              Recorded in Assay’s companion log. {source.label} doesn’t send it by itself; the model gets it
              in a tool result.
            </Trans>
          </p>
        )}
      </Known>
      {of.listed === null ? (
        <Known title={t`Skill catalog`} of={of.catalog.known}>
          <Catalog catalog={of.catalog} />
        </Known>
      ) : (
        <Known title={t`Skill list`} of="recorded">
          <Listed listed={of.listed} />
        </Known>
      )}
      <Known title={t`Permission`} of={tells.permissions ? of.permission.known : "unknown"}>
        {tells.permissions ? (
          <Permission permission={of.permission} />
        ) : (
          <p className="text-3">{t`${source.label} doesn’t record who approved.`}</p>
        )}
      </Known>
      <Known title={t`Provider input`} of={tells.requests ? "reconstructed" : "unknown"}>
        {tells.requests ? (
          <ProviderInput key={`${of.row} ${of.step}`} session={session} of={of} />
        ) : (
          <p className="text-3">{t`${source.label} doesn’t record what was sent.`}</p>
        )}
      </Known>
    </>
  );
}

function Text({ card }: { card: TextCard }) {
  const number = useNumberWord();
  return (
    <div className="provenance-card">
      <div className="provenance-line row narrows wraps gap-4-8">
        <LetterTile letter={card.letter} look={card.state.kind === "dropped" ? "name" : "full"} />
        <b className="cut-end">
          <Verbatim text={card.letter.name} />
        </b>
        <span className="text-3">
          {[card.turn !== null && t`turn ${card.turn}`, callerWords(card.by), `${number} ${card.seq}`]
            .filter(Boolean)
            .join(", ")}
        </span>
      </div>
      <div className="provenance-line provenance-second row narrows wraps gap-4-8">
        {card.letter.hash !== "" && <HashStrip hash={card.letter.hash} />}
        <span className={stateLooks[card.state.kind]}>{stateWords(card.state, number)}</span>
      </div>
    </div>
  );
}

const stateLooks: Record<TextState["kind"], string> = {
  full: "text-2",
  repeated: "text-warn",
  superseded: "text-warn",
  dropped: "text-3",
};

function stateWords(state: TextState, number: string): string {
  switch (state.kind) {
    case "full":
      return t`in full`;
    case "repeated":
      return t`in full, and sent again later`;
    case "superseded":
      return t`in full, replaced by ${state.by.letter}`;
    case "dropped":
      return t`dropped at ${number} ${state.at}, ${state.named ? t`name kept` : afterWords(state.after)}`;
    default:
      return state satisfies never;
  }
}

function Summary({ summary }: { summary: SummaryThen }) {
  const number = useNumberWord();
  return (
    <>
      <p className="text-3">
        <Verbatim
          text={t`Compaction ${number} ${summary.seq} replaces ${number} ${rawText(summary.range)}`}
        />
      </p>
      <EventText line={summary.line} part="text" clip={summary.text} look="block" of={t`summary`} />
    </>
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

function Catalog({ catalog }: { catalog: CatalogThen }) {
  return (
    <>
      {catalog.hash !== null && <HashStrip hash={catalog.hash} />}
      <p>{catalogWords(catalog)}</p>
      {catalog.skills !== null && (
        <p className="text-3">
          {t`${plural(catalog.skills, { one: "# skill", other: "# skills" })} in catalog`}
          {catalog.left_out.length > 0 && (
            <Verbatim text={`; ${t`left out: ${rawText(catalog.left_out.join(", "))}`}`} />
          )}
        </p>
      )}
      {catalog.differences.map((difference, at) => (
        <p key={at} className="text-3">
          <Verbatim text={catalogDifferenceWords(difference)} />
        </p>
      ))}
    </>
  );
}

function catalogWords({ found, tried }: CatalogThen): string {
  switch (found) {
    case "not_recorded":
      return t`No catalog hash recorded at this point.`;
    case "today":
      return t`Hash matches today’s catalog.`;
    case "snapshots":
      return t`Hash matches a catalog of recorded snapshots and today’s skills.`;
    case "nowhere":
      return t`Hash matches neither today’s skills nor recorded snapshots (${plural(tried, { one: "# catalog", other: "# catalogs" })} tried).`;
    default:
      return found satisfies never;
  }
}

function Permission({ permission: { mode, line, allowed, denied } }: { permission: PermissionThen }) {
  return (
    <>
      <p>
        {mode === null
          ? t`Mode not recorded`
          : line === null
            ? t`Mode ${spelled(mode)}`
            : t`Mode ${spelled(mode)}, recorded at line ${count(line)}`}
      </p>
      <p className="text-3">
        {t`In this turn so far: ${count(allowed)} allowed, ${count(denied)} denied`}
        {rawText(mode) === "auto" && `. ${t`Auto mode doesn’t record what it allows.`}`}
      </p>
    </>
  );
}
