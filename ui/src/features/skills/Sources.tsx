import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DecisionChip } from "../../facts/DecisionChip.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { Finding } from "../../facts/Finding.tsx";
import { useGoing } from "../../facts/going.ts";
import { icons } from "../../facts/icons.ts";
import { modeWords } from "../../facts/modeWords.ts";
import { SourceCommand, sourceState, sourceText } from "../../facts/SourceCommand.tsx";
import { Time } from "../../facts/Time.tsx";
import type { Asked } from "../../host/useAsk.ts";
import type { RuleDecision, SourceRow, SourcesView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Chip, type Tone } from "../../kit/Chip.tsx";
import type { Glyph } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./sources.css";
import "./skills.css";
import { messageWords } from "../../language/messages.ts";

/** What the skill may feed the model, each with what would happen under the mode in force. Looking runs nothing. */
export function Sources({
  asked,
  onHydrate,
}: {
  asked: Asked<SourcesView>;
  onHydrate: (source: string) => void;
}) {
  if (asked.answer === undefined) {
    return asked.failure === null ? (
      <Skeleton label={t`Loading context sources…`} />
    ) : (
      <AskedNote asked={asked} />
    );
  }
  const { sources, findings, file, mode } = asked.answer;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="sources ring-inside fill anchors scrolls"
      role="group"
      aria-label={t`Context sources`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <AskedNote asked={asked} />
      <div className="checks-head row spread">
        <h3>
          {sources.length === 0
            ? t`No context sources`
            : plural(sources.length, { one: "# context source", other: "# context sources" })}
          {sources.length > 0 && <span className="quiet"> {t`as mode ${modeWords[mode]} requires`}</span>}
        </h3>
        <Evidence of="reconstructed" />
      </div>
      {sources.length === 0 && (
        <p className="quiet">
          {file === null
            ? t`No context-sources file and no commands in SKILL.md.`
            : t`No sources in the file:`}{" "}
          {file !== null && <Verbatim text={file} mono />}
        </p>
      )}
      <ul>
        {sources.map((source) => (
          <Source key={source.id} source={source} onHydrate={() => onHydrate(source.id)} />
        ))}
      </ul>
      {findings.length > 0 && (
        <>
          <div className="checks-head row spread">
            <h3>{t`${plural(findings.length, { one: "# finding", other: "# findings" })} in the declarations`}</h3>
          </div>
          <ul className="findings line-above">
            {findings.map((finding, at) => (
              <Finding key={at} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Source({ source, onHydrate }: { source: SourceRow; onHydrate: () => void }) {
  const { go } = useGoing();
  const { rule, blocked, last } = source;
  const sign = signs[rule.decision];
  return (
    <li className="source stack gap-4 line-above type-small">
      <div className="source-top gap-12 flex at-top">
        <SourceCommand surface={source.surface} state={sourceState(source)} />
        <span className="gap" />
        <Button
          icon={icons.hydration}
          offBecause={blocked === null ? null : t`It can’t run. See the reason below.`}
          onPress={onHydrate}
        >
          {t`Hydrate…`}
          <span className="unseen">, {spelled(sourceText(source.surface))}</span>
        </Button>
      </div>
      {rawText(source.title) !== "" && (
        <p className="source-title breaks">
          “<Verbatim text={source.title} />” <span className="quiet">{t`from the skill’s author`}</span>
        </p>
      )}
      {blocked === null ? (
        <>
          <p className="source-rule breaks">
            <Chip icon={sign.icon} tone={sign.tone} look="filled">
              {sign.word}
            </Chip>{" "}
            <Verbatim text={messageWords(rule.words)} />
          </p>
          {rule.reasons.length > 0 && (
            <ul className="discs breaks text-2">
              {rule.reasons.map((reason) => (
                <li key={reason.text}>
                  <Trans>
                    Not proven to be read-only: <Verbatim text={messageWords(reason)} />
                  </Trans>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <Note tone="danger" icon={icons.deny}>
          <Trans>
            It can’t run. <Verbatim text={messageWords(blocked)} />
          </Trans>
        </Note>
      )}
      <Facts source={source}>
        {last !== null && (
          <span className="inline-row gap-6">
            <DecisionChip decision={last.decision} /> <Time at={last.at} />{" "}
            <Button look="link" onPress={() => go({ screen: "approvals", id: last.id })}>
              {t`Show decision`}
            </Button>
          </span>
        )}
      </Facts>
    </li>
  );
}

function Facts({ source, children }: { source: SourceRow; children: ReactNode }) {
  const { surface } = source;
  const cwd = surface.kind === "run" || surface.kind === "shell" ? surface.cwd : "";
  return (
    <p className="source-facts wraps text-3 flex">
      <span>
        <Verbatim text={source.declared} />
      </span>
      <span>
        {t`at most ${count(source.timeout_ms / 1000)} s and ${plural(source.max_bytes, { one: "# byte", other: "# bytes" })} of output`}
      </span>
      {cwd !== "" && (
        <span>
          <Trans>
            runs in <Verbatim text={cwd} mono />
          </Trans>
        </span>
      )}
      {source.read_only && <span>{t`read-only according to its author`}</span>}
      {source.auto && <span>{t`runs on activation if allowed`}</span>}
      {children}
    </p>
  );
}

const signs: Record<RuleDecision, { icon: Glyph; tone: Tone; word: string }> = {
  run: { icon: icons.winning, tone: "ok", word: t`runs on request` },
  ask: { icon: icons.waiting, tone: "warn", word: t`waiting for you` },
  refuse: { icon: icons.deny, tone: "danger", word: t`refused` },
  granted: { icon: icons.grant, tone: "accent", word: t`allowed by grant` },
};

/** The count of the tab, when it is known. */
export function sourceCount(asked: Asked<SourcesView>): { count?: string; countMeans?: string } {
  if (asked.answer === undefined || asked.earlier) return {};
  const { length } = asked.answer.sources;
  return { count: count(length), countMeans: plural(length, { one: "# source", other: "# sources" }) };
}
