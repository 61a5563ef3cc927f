import { t } from "@lingui/core/macro";
import { AskedNote } from "../../facts/FailureNote.tsx";
import { SourceCommand, sourceState } from "../../facts/SourceCommand.tsx";
import { useAsk } from "../../host/useAsk.ts";
import type { SkillRow, SourceRow } from "../../host/wire.gen.ts";
import { RadioCard } from "../../kit/Choice.tsx";
import { Select } from "../../kit/Select.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./HydrateDialog.css";
import { messageWords } from "../../language/messages.ts";

interface Picked {
  skill: string | undefined;
  source: string | undefined;
}

/** Skills offered. */
const SKILLS = 500;

/** Which skill, and which of its sources; what is fixed is shown and not asked. */
export function WhichSource({
  fixed,
  byRulesOf,
  picked,
  onPick,
}: {
  fixed: Picked;
  /** The agent whose rules decide; Pixir when it is not said. */
  byRulesOf: { convention?: string };
  picked: Picked;
  onPick: (picked: Picked) => void;
}) {
  const asked = useAsk(
    "context_sources",
    picked.skill === undefined ? null : { id: picked.skill, ...byRulesOf },
  );
  // While another skill's answer is on its way, the one before is not this skill's.
  const sources = asked.earlier ? undefined : asked.answer?.sources;
  const shown = sources?.filter((source) => fixed.source === undefined || source.id === fixed.source);
  return (
    <>
      {fixed.skill === undefined && (
        <Skills picked={picked.skill} onPick={(skill) => onPick({ skill, source: undefined })} />
      )}
      <AskedNote asked={asked} />
      {picked.skill !== undefined && asked.failure === null && shown === undefined && (
        <Skeleton label={t`Loading sources…`} rows={2} />
      )}
      {shown?.length === 0 && (
        <p className="breaks text-2 type-small">{t`This skill declares no context sources.`}</p>
      )}
      {shown !== undefined && shown.length > 0 && (
        <fieldset className="stack narrows gap-8">
          <legend className="unseen">{t`Source`}</legend>
          {shown.map((source) =>
            fixed.source === undefined && source.blocked === null ? (
              <RadioCard
                key={source.id}
                name="source"
                checked={source.id === picked.source}
                onPick={() => onPick({ ...picked, source: source.id })}
              >
                <Words source={source} />
              </RadioCard>
            ) : (
              <Words key={source.id} source={source} />
            ),
          )}
        </fieldset>
      )}
    </>
  );
}

function Words({ source }: { source: SourceRow }) {
  return (
    <span className="stack narrows gap-4 from-start">
      <SourceCommand surface={source.surface} state={sourceState(source)} />
      <span className="breaks text-2 type-small">
        <Verbatim text={messageWords(source.blocked ?? source.rule.words)} />
      </span>
    </span>
  );
}

/** The agent uses it and may call it by itself. */
function isUsed({ states }: SkillRow): boolean {
  return states.wins && !states.hidden;
}

function Skills({ picked, onPick }: { picked: string | undefined; onPick: (id: string) => void }) {
  const skills = useAsk("skills", { text: "", state: "any", sort: "last_used", from: 0, count: SKILLS });
  if (skills.answer === undefined && skills.failure !== null) return <AskedNote asked={skills} />;
  const choose = { value: "", label: t`Select a skill` };
  return (
    <div className="hydrate-line gap-8 stack in-middle from-start">
      <AskedNote asked={skills} />
      <span>{t`Skill`}</span>
      <Select
        label={t`Skill`}
        value={picked ?? ""}
        options={[
          choose,
          ...(skills.answer?.rows ?? []).filter(isUsed).map((row) => ({
            value: row.id,
            label: `${spelled(row.name)}, ${row.scope}`,
          })),
        ]}
        onPick={(id) => id !== "" && onPick(id)}
      />
    </div>
  );
}
