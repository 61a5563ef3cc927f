import { t } from "@lingui/core/macro";
import { DecisionChip } from "../../facts/DecisionChip.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { useGoing } from "../../facts/going.ts";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { icons } from "../../facts/icons.ts";
import { Section, Sections } from "../../facts/Section.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { ChainStep, DecisionView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { TextLines } from "../../kit/TextLines.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { turnWords } from "./turnWords.ts";
import "./approvals.css";
import { messageWords } from "../../language/messages.ts";

/** Lines of the released text that the engine hands out. */
const RELEASED = 200;

/** One decision: what happened in order, what it permits, and what is not known. */
export function DecisionInspector({ id }: { id: string }) {
  const asked = useAsk("decision", { id });
  const view = asked.answer;
  if (view === undefined) {
    return asked.failure === null ? <Skeleton label={t`Loading decision…`} /> : <AskedNote asked={asked} />;
  }
  const { row } = view;
  return (
    <Sections label={t`Decision`}>
      <AskedNote asked={asked} />
      <Section
        level={2}
        head={
          <code className="text regular">
            <Verbatim text={row.command} look="text" />
          </code>
        }
      >
        <div className="decision-chips row wraps gap-6-8">
          <DecisionChip decision={row.decision} look="filled" />
          <Time at={row.at} look="full" />
        </div>
        <Links view={view} />
      </Section>
      <Section head={t`Chain of evidence`} of="recorded">
        <ol>
          {view.chain.map((step, at) => (
            <Link key={at} step={step} />
          ))}
        </ol>
      </Section>
      {view.note !== null && (
        <Section head={t`Note to the agent`}>
          <blockquote className="decision-note text">
            <Verbatim text={view.note} look="text" />
          </blockquote>
        </Section>
      )}
      <Section head={t`Permission`}>
        <p>
          <Verbatim text={messageWords(view.permission)} />
        </p>
      </Section>
      <Section head={t`Would Assay ask again?`} of="reconstructed">
        <p>
          <Verbatim text={messageWords(view.again)} />
        </p>
      </Section>
      {view.limitations.length > 0 && (
        <Section head={t`Limitations`} of="unknown">
          <ul>
            {view.limitations.map((limit) => (
              <li key={rawText(limit)}>
                <Verbatim text={limit} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {view.output !== null && <Released output={view.output} />}
      <Section head={t`Recorded`} of="recorded">
        <p>
          <Verbatim text={view.recorded} mono />
        </p>
        <CopyButton label={t`Copy JSON`} text={view.json} look="words" />
      </Section>
    </Sections>
  );
}

function Links({ view: { row } }: { view: DecisionView }) {
  const { go } = useGoing();
  const { turn, skill } = row;
  const key = turn?.key ?? null;
  const { id } = skill;
  return (
    <>
      <p>
        {turnWords(turn)}
        {turn !== null && key === null && `, ${t`log not found`}`}
      </p>
      <div className="decision-acts row wraps gap-6-8">
        {key !== null && (
          <Button
            icon={icons.sessions}
            size={24}
            onPress={() => go({ screen: "session", key, row: turn?.row ?? undefined })}
          >
            {t`Open turn`}
          </Button>
        )}
        {id !== null && (
          <Button icon={icons.skills} size={24} onPress={() => go({ screen: "skills", id })}>
            {t`Open skill`}
          </Button>
        )}
      </div>
    </>
  );
}

function Link({ step }: { step: ChainStep }) {
  return (
    <li className="chain-step stack gap-0-8 anchors">
      <span className="text-2">
        <Verbatim text={messageWords(step.step)} />
      </span>
      <span className="narrows">
        <span className="flex wraps gap-0-8 text">
          <Verbatim text={messageWords(step.subject)} />
          {step.hash !== null && <HashStrip hash={step.hash} of={messageWords(step.subject)} />}
        </span>
        <span className="flex wraps gap-0-8 text-3">
          <Verbatim text={messageWords(step.words)} />
        </span>
      </span>
    </li>
  );
}

function Released({ output }: { output: AnyText }) {
  const lines = rawText(output).replace(/\n$/u, "").split("\n");
  return (
    <Section
      head={t`Sent text`}
      beside={lines.length >= RELEASED ? t`first ${RELEASED} lines` : undefined}
      of="recorded"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more */}
      <div
        className="decision-output ring-inside on-surface scrolls edged round text"
        role="group"
        aria-label={t`Sent text`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
      >
        <TextLines label={t`Lines of the sent text`} lines={lines} />
      </div>
    </Section>
  );
}
