import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useAsk } from "../host/useAsk.ts";
import type { LinedText, LineView, TurnRef } from "../host/wire.gen.ts";
import { Button, IconButton } from "../kit/Button.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { Note } from "../kit/Note.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";
import { spelled } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { rawText } from "../language/foreign.ts";
import { count } from "../language/numbers.ts";
import { AgentMark } from "./AgentMark.tsx";
import { Evidence } from "./Evidence.tsx";
import { Answer } from "./FailureNote.tsx";
import { turnOf, useGoing } from "./going.ts";
import { HashStrip } from "./HashStrip.tsx";
import { shortTime, Time } from "./Time.tsx";
import "./LineHistory.css";

/** Turns listed at once. */
const shown = 100;

/** One line of a skill: which recorded texts held it, and the turns in which it was in context. */
export function LineHistory({
  text,
  start,
  lines,
  onClose,
}: {
  text: LinedText;
  /** The line to begin with, counted from 1. */
  start: number;
  /** Lines of the text. */
  lines: number;
  onClose: () => void;
}) {
  const { go } = useGoing();
  const [number, setNumber] = useState(start);
  const found = useAsk("line_history", { text, number, from: 0, count: shown });
  const step = (to: number) => setNumber(Math.max(1, Math.min(lines, to)));
  return (
    <Dialog
      title={t`Turns with a line in context`}
      onClose={onClose}
      foot={
        <span>
          <Trans>The text was in the model’s context in these turns. Its effect is not recorded.</Trans>
        </span>
      }
    >
      <Which number={number} lines={lines} onStep={step} />
      <Answer asked={found} waiting={<Skeleton label={t`Searching versions…`} rows={4} />}>
        {(answer) => (
          <Known
            line={answer}
            onTurn={(turn) => {
              onClose();
              go(turnOf(turn));
            }}
          />
        )}
      </Answer>
    </Dialog>
  );
}

function Which({ number, lines, onStep }: { number: number; lines: number; onStep: (to: number) => void }) {
  const id = useId();
  return (
    <div className="line-which row gap-8">
      <label htmlFor={id} className="medium">
        {t`Line`}
      </label>
      <IconButton icon={ChevronLeft} label={t`Previous line`} onPress={() => onStep(number - 1)} />
      <input
        id={id}
        className="tabular"
        type="number"
        min={1}
        max={lines}
        value={number}
        onChange={(event) => {
          const to = event.target.valueAsNumber;
          if (!Number.isNaN(to)) onStep(to);
        }}
      />
      <IconButton icon={ChevronRight} label={t`Next line`} onPress={() => onStep(number + 1)} />
      <span className="text-2">{t`of ${count(lines)}`}</span>
    </div>
  );
}

function Known({ line, onTurn }: { line: LineView; onTurn: (turn: TurnRef) => void }) {
  return (
    <div className="line-known column gap-8">
      <code className="line-text breaks type-code block scrolls-both padded on-raised round">
        {rawText(line.text) === "" ? (
          <span className="text-2">{t`an empty line`}</span>
        ) : (
          <Verbatim text={line.text} look="text" mono />
        )}
      </code>
      <p className="row wraps gap-8" role="status">
        <b>{forceWords(line)}</b> <Evidence of="reconstructed" />
      </p>
      {line.blank && (
        <Note tone="info">{t`Almost every text contains blank lines, so this says little.`}</Note>
      )}
      {line.left_out > 0 && (
        <Note tone="warn">{t`${plural(line.left_out, { one: "# version", other: "# versions" })} beyond the limit were not searched.`}</Note>
      )}
      <h3>
        {line.on_disk
          ? t`In ${count(line.held_total)} of ${plural(line.versions, { one: "# recorded version", other: "# recorded versions" })} and in the file on disk`
          : t`In ${count(line.held_total)} of ${plural(line.versions, { one: "# recorded version", other: "# recorded versions" })}, not in the file on disk`}
      </h3>
      <ul className="line-held ruled">
        {line.held.map((held) => (
          <li key={held.number}>
            <span className="tabular">{t`version ${held.number}`}</span>
            <HashStrip hash={held.hash} of={t`the recorded text`} />
            <span className="tabular">{linesWords(held)}</span>
            <span className="tabular">{plural(held.in_force, { one: "# turn", other: "# turns" })}</span>
            <Time at={held.latest.at} />
          </li>
        ))}
      </ul>
      {line.turns > 0 && <h3>{t`Turns`}</h3>}
      <ul className="line-turns ruled">
        {line.rows.map((turn) => (
          <li key={`${turn.key} ${turn.turn}`}>
            <Button look="link" onPress={() => onTurn(turn)}>
              {t`turn ${turn.turn}`} <span className="unseen">{t`in session ${spelled(turn.session)}`}</span>
            </Button>
            <code className="cut-end">
              <AgentMark source={turn.source} /> <Verbatim text={turn.session} />
            </code>
            <Time at={turn.at} />
          </li>
        ))}
      </ul>
      {line.turns > line.rows.length && (
        <p className="text-2">
          {t`Latest ${count(line.rows.length)} of ${plural(line.turns, { one: "# turn", other: "# turns" })} with this line.`}
        </p>
      )}
    </div>
  );
}

/** `lines 4, 9 and 2 more` */
function linesWords({ times, lines }: LineView["held"][number]): string {
  const numbers = lines.map(count).join(", ");
  if (times > lines.length) return t`lines ${numbers} and ${count(times - lines.length)} more`;
  return plural(times, { one: `line ${numbers}`, other: `lines ${numbers}` });
}

/** `In context in 9 turns of 3 sessions, 3 Aug – 19 Aug` */
export function forceWords({ turns, sessions, first, last }: LineView): string {
  if (turns === 0) return t`Not in context in any recorded turn`;
  const words = t`In context in ${plural(turns, { one: "# turn", other: "# turns" })} of ${plural(sessions, { one: "# session", other: "# sessions" })}`;
  if (first === null || last === null) return words;
  const [from, to] = [shortTime(first), shortTime(last)];
  return from === to ? `${words}, ${from}` : `${words}, ${from} – ${to}`;
}
