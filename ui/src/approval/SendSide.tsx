import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { againstLastWords, effectWords, madeVisibleWords } from "../facts/approvalWords.ts";
import { Section } from "../facts/Section.tsx";
import type { SecretView, SendFacts } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Checkbox } from "../kit/Choice.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { count } from "../language/numbers.ts";
import "./output.css";
import { spelled } from "../kit/seen.ts";
import { messageWords } from "../language/messages.ts";

/** What to look for in the output, and what is not known about it. */
export function SendSide({
  facts,
  kept,
  onKept,
  onShow,
  current,
}: {
  facts: SendFacts;
  /** Numbers of the marks that are not redacted. */
  kept: ReadonlySet<number>;
  onKept: (kept: ReadonlySet<number>) => void;
  onShow: (secret: SecretView) => void;
  current: SecretView | null;
}) {
  const { secrets } = facts;
  return (
    <section
      className="side shortens scrolls on-sunken line-before type-small"
      aria-label={t`About the output`}
      data-pane="side"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
      tabIndex={0}
    >
      <Section level={2} head={t`Likely secrets`} beside={count(secrets.length)} of="inferred">
        {secrets.length > 0 && (
          <ul className="secrets">
            {secrets.map((secret) => (
              <li key={secret.number}>
                <Checkbox
                  label={t`Redact ${secret.number}, ${secret.words}`}
                  checked={!kept.has(secret.number)}
                  onCheck={(redact) => onKept(without(kept, secret.number, redact))}
                >
                  <span>
                    <b>{secret.number}</b> <Verbatim text={secret.words} />
                  </span>
                </Checkbox>
                <span className="secret-place block">
                  <Button look="link" pressed={secret === current} onPress={() => onShow(secret)}>
                    {t`line ${count(secret.line + 1)}`}
                  </Button>
                  , <Verbatim text={secret.by} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="text-3 type-micro">
          {secrets.length === 0
            ? t`None found by pattern. Some may still be there.`
            : t`Found by pattern. There may be more.`}
        </p>
      </Section>
      <Section level={2} head={t`Made visible`}>
        <Told lines={facts.made_visible.map(madeVisibleWords)} none={t`No invisible characters found.`} />
      </Section>
      <Section level={2} head={t`Compared with last time`} of="recorded">
        <p>{againstLastWords(facts.against_last)}</p>
      </Section>
      {secrets.length > 0 && (
        <Section level={2} head={t`If redacted`}>
          <p>
            <Trans>
              Each mark becomes <code>[redacted by user]</code>. The log keeps the count, not the text.
            </Trans>
          </p>
        </Section>
      )}
      {facts.permission.length > 0 && (
        <Section level={2} head={t`Your permission`}>
          <Told lines={facts.permission.map(effectWords)} none="" />
        </Section>
      )}
      {facts.limitations.length > 0 && (
        <Section level={2} head={t`Limitations`}>
          <Told lines={facts.limitations.map((limitation) => spelled(messageWords(limitation)))} none="" />
        </Section>
      )}
    </section>
  );
}

function without(kept: ReadonlySet<number>, number: number, redact: boolean): ReadonlySet<number> {
  const next = new Set(kept);
  if (redact) next.delete(number);
  else next.add(number);
  return next;
}

function Told({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>
          <Verbatim text={line} />
        </li>
      ))}
    </ul>
  );
}
