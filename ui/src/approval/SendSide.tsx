import type { ReactNode } from "react";
import { count } from "../facts/Count.tsx";
import { Evidence, type Strength } from "../facts/Evidence.tsx";
import type { SecretView, SendFacts } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Checkbox } from "../kit/Choice.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className="side" aria-label="About the output" data-pane="side" tabIndex={0}>
      <Part head="Likely secrets" beside={count(secrets.length)} of="inferred">
        {secrets.length > 0 && (
          <ul className="secrets">
            {secrets.map((secret) => (
              <li key={secret.number}>
                <Checkbox
                  label={`Redact ${secret.number}, ${secret.words}`}
                  checked={!kept.has(secret.number)}
                  onCheck={(redact) => onKept(without(kept, secret.number, redact))}
                >
                  <span>
                    <b>{secret.number}</b> <Verbatim text={secret.words} />
                  </span>
                </Checkbox>
                <span className="secret-place">
                  <Button look="link" pressed={secret === current} onPress={() => onShow(secret)}>
                    line {count(secret.line + 1)}
                  </Button>
                  , <Verbatim text={secret.by} />
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="side-quiet">
          {secrets.length === 0
            ? "None found by pattern. There may be some."
            : "Found by pattern. There may be others."}
        </p>
      </Part>
      <Part head="Made visible">
        <Told lines={facts.made_visible} none="Nothing invisible was found." />
      </Part>
      {facts.against_last !== "" && (
        <Part head="Against last time" of="recorded">
          <p>
            <Verbatim text={facts.against_last} />
          </p>
        </Part>
      )}
      {secrets.length > 0 && (
        <Part head="If redacted">
          <p>
            Each mark becomes <code>[redacted by user]</code>. The log keeps the count, not the text.
          </p>
        </Part>
      )}
      {facts.permission.length > 0 && (
        <Part head="Your permission">
          <Told lines={facts.permission} none="" />
        </Part>
      )}
      {facts.limitations.length > 0 && (
        <Part head="Limitations">
          <Told lines={facts.limitations} none="" />
        </Part>
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

function Part({
  head,
  beside,
  of,
  children,
}: {
  head: string;
  beside?: string;
  of?: Strength;
  children: ReactNode;
}) {
  return (
    <section className="side-part" aria-label={head}>
      <div className="side-head">
        <h2>
          {head} {beside !== undefined && <span>{beside}</span>}
        </h2>
        {of !== undefined && <Evidence of={of} />}
      </div>
      {children}
    </section>
  );
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
