import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { runEndWords } from "../facts/approvalWords.ts";
import { HashStrip } from "../facts/HashStrip.tsx";
import { icons } from "../facts/icons.ts";
import { span } from "../facts/Time.tsx";
import type { ApprovalHost } from "../host/host.ts";
import type { Choice, OutputForm, RequestView, SecretView, SendFacts } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Chip } from "../kit/Chip.tsx";
import { Segmented } from "../kit/Segmented.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { count } from "../language/numbers.ts";
import { Foot, useCarefulFocus } from "./Foot.tsx";
import { Output } from "./Output.tsx";
import { SendSide } from "./SendSide.tsx";
import { type Arming, useStepKeys } from "./useArming.ts";
import "./output.css";

/** Step 2: it has run, and nothing was sent. */
export function SendStep({
  host,
  request,
  facts,
  arming,
  onDecide,
}: {
  host: ApprovalHost;
  request: RequestView;
  facts: SendFacts;
  arming: Arming;
  onDecide: (choice: Choice) => void;
}) {
  const [form, setForm] = useState<OutputForm>("as_sent");
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const [target, setTarget] = useState<SecretView | null>(null);
  const [sight, setSight] = useState<{ from: number; to: number; of: number } | null>(null);
  const [read, setRead] = useState(false);
  const careful = useRef<HTMLButtonElement>(null);
  useCarefulFocus(careful, request.id);

  const toEnd = useRef(() => {});
  const unread = read ? null : t`Scroll to the end of the output first. Nothing is sent unseen.`;
  const { secrets } = facts;
  const redacted = secrets.map(({ number }) => number).filter((number) => !kept.has(number));
  const show = (secret: SecretView | undefined) => {
    if (secret === undefined) return;
    // The same mark again is gone to again, from wherever the reader has scrolled.
    flushSync(() => setTarget(null));
    setForm("as_sent");
    setTarget(secret);
  };
  const step = (by: 1 | -1) => {
    const at = target === null ? -1 : secrets.indexOf(target);
    const next = at === -1 && by === -1 ? secrets.length - 1 : (at + by + secrets.length) % secrets.length;
    show(secrets[next]);
  };
  // What is not read to its end is shown to its end; the next press is the decision.
  const showEnd = () => {
    setForm("as_sent");
    toEnd.current();
  };
  const send = () => (read ? onDecide({ kind: "send" }) : showEnd());
  const redact = () => {
    if (!read) showEnd();
    else if (redacted.length > 0) onDecide({ kind: "redact_and_send", marks: redacted });
  };
  const discard = () => onDecide({ kind: "discard" });
  useStepKeys(arming, {
    s: send,
    S: send,
    r: redact,
    R: redact,
    n: () => step(1),
    N: () => step(-1),
    "Alt ArrowDown": () => step(1),
    "Alt ArrowUp": () => step(-1),
    End: showEnd,
    Escape: discard,
  });
  return (
    <>
      <Ran request={request} facts={facts} />
      <div className="sending fill stack">
        <div className="column narrows on-surface shortens" data-pane="output">
          <div className="sending-bar row fixed wraps line-below gap-2-8">
            <h2>{form === "as_sent" ? t`What the model would see` : t`Complete output`}</h2>
            <span className="sending-facts text-2 type-control tabular">{factsOf(facts, form, sight)}</span>
            <Segmented
              label={t`Output view`}
              value={form}
              options={[
                { value: "as_sent", label: t`As sent` },
                { value: "raw", label: t`Raw` },
              ]}
              onPick={setForm}
            />
          </div>
          <Output
            key={form}
            host={host}
            request={request.id}
            form={form}
            facts={facts}
            kept={kept}
            target={form === "as_sent" ? target : null}
            onSight={setSight}
            onRead={() => setRead(true)}
            toEnd={toEnd}
          />
        </div>
        <SendSide
          facts={facts}
          kept={kept}
          onKept={setKept}
          onShow={show}
          current={form === "as_sent" ? target : null}
        />
      </div>
      <Foot on={arming.on} off={unread === null ? "" : t`Scroll to the end to enable Send (End)`}>
        {secrets.length > 0 && (
          <Button
            icon={icons.redact}
            keys={["R"]}
            offBecause={redacted.length === 0 ? t`Select at least one mark to redact.` : unread}
            onPress={redact}
          >
            {redacted.length === 0 ? t`Redact and send` : t`Redact ${count(redacted.length)} and send`}
          </Button>
        )}
        <Button icon={icons.send} keys={["S"]} offBecause={unread} onPress={send}>
          {t`Send to model`}
        </Button>
        <Button ref={careful} icon={icons.discard} keys={["Esc"]} onPress={discard}>
          {t`Discard`}
        </Button>
      </Foot>
    </>
  );
}

/** The command again, how it ended, and what it printed in numbers. */
function Ran({ request, facts }: { request: RequestView; facts: SendFacts }) {
  return (
    <div className="ran row fixed wraps text-2 type-control line-below gap-4-12">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command is scrolled by keys */}
      <section className="ran-command within scrolls text" aria-label={t`Exact command`} tabIndex={0}>
        <code>
          <Verbatim text={request.command.text} look="text" />
        </code>
      </section>
      <Chip icon={facts.ok ? icons.winning : icons.invalid} tone={facts.ok ? "ok" : "danger"} look="filled">
        {runEndWords(facts.end)}
      </Chip>
      <span className="tabular">{span(facts.duration_ms)}</span>
      <span className="tabular">{t`${plural(facts.stdout_bytes, { one: "# byte", other: "# bytes" })} on stdout`}</span>
      <span className="tabular">{t`${count(facts.stderr_bytes)} on stderr`}</span>
      <span className="ran-hash gap-8 pushed">
        <Trans>
          sha256 <HashStrip hash={facts.hash} of={t`all bytes`} />
        </Trans>
      </span>
    </div>
  );
}

function factsOf(
  facts: SendFacts,
  form: OutputForm,
  sight: { from: number; to: number; of: number } | null,
): string {
  const lines =
    sight === null || sight.of === 0
      ? plural(sight?.of ?? facts.lines, { one: "# line", other: "# lines" })
      : t`lines ${count(sight.from + 1)}–${count(sight.to)} of ${count(sight.of)}`;
  return form === "as_sent"
    ? t`${lines}, about ${plural(facts.tokens, { one: "# token", other: "# tokens" })}`
    : t`${lines}; marks are shown in As sent`;
}
