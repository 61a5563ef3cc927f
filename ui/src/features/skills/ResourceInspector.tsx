import { t } from "@lingui/core/macro";
import { AgentMark } from "../../facts/AgentMark.tsx";
import { Bytes } from "../../facts/Bytes.tsx";
import { turnOf, useGoing } from "../../facts/going.ts";
import { Fact, Facts, Section } from "../../facts/Section.tsx";
import { fullTime, Time } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { ResourceView, TurnRef } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { kindWords } from "./resource.ts";
import { linesAtOnce } from "./SkillSource.tsx";
import "./inspector.css";

/** What is known of one file of a skill, and which turns opened it. */
export function ResourceInspector({ id, rel }: { id: string; rel: string }) {
  const found = useAsk("resource", { id, rel, from: 0, count: linesAtOnce });
  return found.answer === undefined ? null : <Known file={found.answer} />;
}

/** How many turns stand in the inspector. */
const turnsShown = 20;

function Known({ file }: { file: ResourceView }) {
  const { row } = file;
  return (
    <>
      <Section head={t`File`} from={t`disk`}>
        <Facts>
          <Fact name={t`Path`}>
            <Verbatim text={row.rel} mono />
          </Fact>
          <Fact name={t`Kind`}>{kindWords(row)}</Fact>
          <Fact name={t`Size`}>
            <Bytes n={row.bytes} />
          </Fact>
          <Fact name={t`Modified`}>{file.modified === null ? t`unknown` : fullTime(file.modified)}</Fact>
          <Fact name={t`Tokens`}>{t`≈ ${count(row.tokens)} if opened`}</Fact>
        </Facts>
      </Section>
      <Section head={t`Opened`} of="recorded">
        {row.opened.length === 0 && <p>{t`None.`}</p>}
        <Turns turns={row.opened} />
      </Section>
      {row.named.length > 0 && (
        <Section head={t`Opened by tool calls`} of="inferred">
          <Turns turns={row.named} />
        </Section>
      )}
      {row.opened.length > 0 && (
        <Section head={t`Contents when opened`} of="unknown">
          <Note tone="unknown">{t`Not recorded. The log has the file name only.`}</Note>
        </Section>
      )}
    </>
  );
}

function Turns({ turns }: { turns: readonly TurnRef[] }) {
  const { go } = useGoing();
  return (
    <>
      <ul className="opened">
        {turns.slice(0, turnsShown).map((turn) => (
          <li key={`${turn.key} ${turn.turn}`}>
            <Button look="link" onPress={() => go(turnOf(turn))}>
              {t`turn ${turn.turn}`}
            </Button>
            <span className="mono grow cut-end text-3 size-micro">
              <AgentMark source={turn.source} /> <Verbatim text={turn.session} />
            </span>
            <Time at={turn.at} />
          </li>
        ))}
      </ul>
      {turns.length > turnsShown && <p>{t`Showing ${turnsShown} of ${count(turns.length)}.`}</p>}
    </>
  );
}
