import { plural, t } from "@lingui/core/macro";
import { changeWords } from "../../facts/changeWords.ts";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { Fact, Facts, Section } from "../../facts/Section.tsx";
import { fullTime } from "../../facts/Time.tsx";
import { useAsk } from "../../host/useAsk.ts";
import { Button } from "../../kit/Button.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { messageWords } from "../../language/messages.ts";
import { count } from "../../language/numbers.ts";

/** Where a skill came from, as far as Assay or another tool's lock file knows. */
export function Origin({ skill, onUpdate }: { skill: string; onUpdate: () => void }) {
  const { answer: origin } = useAsk("origin", { id: skill });
  if (origin === undefined || (origin.source === null && origin.locks.length === 0)) return null;
  const { source } = origin;
  const changed = origin.changed.length + origin.omitted;
  return (
    <Section head={t`Origin`} from={source === null ? t`lock file` : t`recorded by Assay`}>
      <Facts>
        {source !== null && (
          <>
            <Fact name={t`From`}>
              <Verbatim text={messageWords(source)} />
            </Fact>
            {rawText(origin.rel) !== "" && (
              <Fact name={t`Source folder`}>
                <Verbatim text={origin.rel} mono />
              </Fact>
            )}
            {origin.commit !== null && (
              <Fact name={t`Commit`}>
                <Verbatim text={origin.commit} mono />
              </Fact>
            )}
            {origin.archive !== null && (
              <Fact name={t`Archive`}>
                <HashStrip hash={origin.archive} of={t`the archive`} />
              </Fact>
            )}
            {origin.at !== null && <Fact name={t`Imported`}>{fullTime(origin.at)}</Fact>}
            <Fact name={t`Changes`}>
              {changed === 0
                ? t`unchanged here`
                : t`${plural(changed, { one: "# file", other: "# files" })} changed here`}
            </Fact>
          </>
        )}
        {origin.locks.map((lock) => (
          <Fact key={rawText(lock.path)} name={t`Lock file`}>
            <Verbatim text={lock.path} mono />, <Verbatim text={lock.source} />
            {lock.hash !== "" && (
              <>
                , <Verbatim text={lock.hash} mono />
              </>
            )}
          </Fact>
        ))}
      </Facts>
      {changed > 0 && (
        <ul>
          {origin.changed.slice(0, SHOWN).map((file) => (
            <li key={rawText(file.rel)}>
              <Verbatim text={file.rel} mono /> {changeWords(file.change)}
            </li>
          ))}
          {changed > SHOWN && <li>{t`${count(changed - SHOWN)} more`}</li>}
        </ul>
      )}
      {source !== null && (
        <p>
          <Button size={24} onPress={onUpdate}>
            {t`Update…`}
          </Button>
        </p>
      )}
    </Section>
  );
}

/** Changed files that stand in the inspector. */
const SHOWN = 8;
