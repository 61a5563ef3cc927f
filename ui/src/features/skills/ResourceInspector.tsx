import { AgentMark } from "../../facts/AgentMark.tsx";
import { Bytes } from "../../facts/Bytes.tsx";
import { count } from "../../facts/Count.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { fullTime, Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { ResourceView, TurnRef } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { Fact, Facts, Part } from "./Part.tsx";
import { kindWords } from "./resource.ts";
import { linesAtOnce } from "./SkillSource.tsx";

/** What is known of one file of a skill, and which turns opened it. */
export function ResourceInspector({
  id,
  rel,
  onTurn,
}: {
  id: string;
  rel: string;
  onTurn: (turn: TurnRef) => void;
}) {
  const found = useAsk("resource", { id, rel, from: 0, count: linesAtOnce });
  return found.answer === undefined ? null : <Known file={found.answer} onTurn={onTurn} />;
}

/** How many turns stand in the inspector. */
const turnsShown = 20;

function Known({ file, onTurn }: { file: ResourceView; onTurn: (turn: TurnRef) => void }) {
  const { row } = file;
  return (
    <>
      <Part head="File" evidence="disk">
        <Facts>
          <Fact name="Path">
            <Verbatim text={row.rel} mono />
          </Fact>
          <Fact name="Kind">{kindWords(row)}</Fact>
          <Fact name="Size">
            <Bytes n={row.bytes} />
          </Fact>
          <Fact name="Modified">{file.modified === null ? "unknown" : fullTime(file.modified)}</Fact>
          <Fact name="Tokens">≈ {count(row.tokens)} if opened</Fact>
        </Facts>
      </Part>
      <Part head="Opened" evidence={<Evidence of="recorded" />}>
        {row.opened.length === 0 && <p className="part-words">None.</p>}
        <Turns turns={row.opened} onTurn={onTurn} />
      </Part>
      {row.named.length > 0 && (
        <Part head="Named by a call" evidence={<Evidence of="inferred" />}>
          <Turns turns={row.named} onTurn={onTurn} />
        </Part>
      )}
      {row.opened.length > 0 && (
        <Part head="Bytes when it was opened" evidence={<Evidence of="unknown" />}>
          <Note tone="unknown">Not recorded. The log names the file, not its bytes.</Note>
        </Part>
      )}
    </>
  );
}

function Turns({ turns, onTurn }: { turns: readonly TurnRef[]; onTurn: (turn: TurnRef) => void }) {
  return (
    <>
      <ul className="opened">
        {turns.slice(0, turnsShown).map((turn) => (
          <li key={`${turn.key} ${turn.turn}`}>
            <Button look="link" onPress={() => onTurn(turn)}>
              turn {turn.turn}
            </Button>
            <span className="mono cut-end">
              <AgentMark source={turn.source} /> <Verbatim text={turn.session} />
            </span>
            <Time at={turn.at} />
          </li>
        ))}
      </ul>
      {turns.length > turnsShown && (
        <p className="part-words">
          {turnsShown} of {count(turns.length)} shown.
        </p>
      )}
    </>
  );
}
