import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useAsk } from "../host/useAsk.ts";
import type { LinedText, LineView, TurnRef } from "../host/wire.gen.ts";
import { Button, IconButton } from "../kit/Button.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { Note } from "../kit/Note.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import { AgentMark } from "./AgentMark.tsx";
import { count, counted } from "./Count.tsx";
import { Evidence } from "./Evidence.tsx";
import { Answer } from "./FailureNote.tsx";
import { turnOf, useGoing } from "./going.ts";
import { HashStrip } from "./HashStrip.tsx";
import { shortTime, Time } from "./Time.tsx";
import "./LineHistory.css";

/** Turns listed at once. */
const shown = 100;

/** One line of a skill: which recorded texts held it, and the turns in which it was in force. */
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
      title="Where a line was in force"
      onClose={onClose}
      foot={
        <span>
          The text was in front of the model in these turns. What it did there is not recorded, and not
          claimed.
        </span>
      }
    >
      <Which number={number} lines={lines} onStep={step} />
      <Answer asked={found} waiting={<Skeleton label="Looking through the versions" rows={4} />}>
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
        Line
      </label>
      <IconButton icon={ChevronLeft} label="The line before" onPress={() => onStep(number - 1)} />
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
      <IconButton icon={ChevronRight} label="The next line" onPress={() => onStep(number + 1)} />
      <span className="text-2">of {count(lines)}</span>
    </div>
  );
}

function Known({ line, onTurn }: { line: LineView; onTurn: (turn: TurnRef) => void }) {
  return (
    <div className="line-known column gap-8">
      <code className="line-text breaks type-code block scrolls-both padded on-raised round">
        {line.text === "" ? (
          <span className="text-2">an empty line</span>
        ) : (
          <Verbatim text={line.text} look="text" mono />
        )}
      </code>
      <p className="row wraps gap-8" role="status">
        <b>{forceWords(line)}</b> <Evidence of="reconstructed" />
      </p>
      {line.blank && <Note tone="info">A blank line stands in almost every text and says little.</Note>}
      {line.left_out > 0 && (
        <Note tone="warn">{counted(line.left_out, "version")} beyond the limit were not looked through.</Note>
      )}
      <h3>
        Held by {count(line.held_total)} of {counted(line.versions, "recorded version")}
        {line.on_disk ? ", and by the file on disk" : ", not by the file on disk"}
      </h3>
      <ul className="line-held ruled">
        {line.held.map((held) => (
          <li key={held.number}>
            <span className="tabular">version {held.number}</span>
            <HashStrip hash={held.hash} of="the recorded text" />
            <span className="tabular">
              {held.times === 1 ? "line" : "lines"} {held.lines.map(count).join(", ")}
              {held.times > held.lines.length && ` and ${count(held.times - held.lines.length)} more`}
            </span>
            <span className="tabular">{counted(held.in_force, "turn")}</span>
            <Time at={held.latest.at} />
          </li>
        ))}
      </ul>
      {line.turns > 0 && <h3>Turns</h3>}
      <ul className="line-turns ruled">
        {line.rows.map((turn) => (
          <li key={`${turn.key} ${turn.turn}`}>
            <Button look="link" onPress={() => onTurn(turn)}>
              turn {turn.turn}
              <span className="unseen">, open session {turn.session}</span>
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
          Latest {count(line.rows.length)} of {counted(line.turns, "turn")} shown.
        </p>
      )}
    </div>
  );
}

/** `In force in 9 turns of 3 sessions, 3 Aug – 19 Aug` */
export function forceWords({ turns, sessions, first, last }: LineView): string {
  if (turns === 0) return "In force in no recorded turn";
  const words = `In force in ${counted(turns, "turn")} of ${counted(sessions, "session")}`;
  if (first === null || last === null) return words;
  const [from, to] = [shortTime(first), shortTime(last)];
  return from === to ? `${words}, ${from}` : `${words}, ${from} – ${to}`;
}
