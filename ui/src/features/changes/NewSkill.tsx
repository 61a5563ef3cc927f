import { t } from "@lingui/core/macro";
import { useEffect, useId, useState } from "react";
import { useAgent } from "../../facts/agent.ts";
import { useAsk } from "../../host/useAsk.ts";
import type { NameCheckView, Outline } from "../../host/wire.gen.ts";
import { Checkbox } from "../../kit/Choice.tsx";
import { Select } from "../../kit/Select.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import { type Choices, scopesOf } from "./subject.ts";
import "./changes.css";
import { adviceWords } from "../../facts/findingWords.ts";
import { messageWords } from "../../language/messages.ts";

/** Milliseconds without a key until a name is looked up. */
const REST = 150;

const outlines: readonly { value: Outline; label: string }[] = [
  { value: "short", label: t`heading only` },
  { value: "steps", label: t`steps` },
  { value: "rules", label: t`rules and example` },
];

const folders = ["references", "scripts", "assets"] as const;

/** What a new skill begins with; its name and description are looked at while they are typed. */
export function NewSkill({
  choices,
  onChoose,
}: {
  choices: Choices;
  onChoose: (next: Partial<Choices>) => void;
}) {
  const id = useId();
  const check = useNameCheck(choices);
  const { agents } = useAgent();
  const refused = choices.name === "" ? null : (check?.refused ?? null);
  return (
    <>
      <div className="plan-field stack narrows gap-4 type-control">
        <label htmlFor={`${id}name`}>{t`Name`}</label>
        <input
          id={`${id}name`}
          type="text"
          className="mono wide"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}name-words`}
          aria-invalid={refused !== null}
          value={choices.name}
          onChange={(event) => onChoose({ name: event.target.value })}
        />
        <p id={`${id}name-words`} className="text-2 type-small" role="status">
          {choices.name === "" ? (
            t`Lowercase letters, digits and single hyphens. The folder has the same name.`
          ) : (
            <NameWords check={check} />
          )}
        </p>
      </div>
      <p className="plan-choice row narrows gap-8 type-control">
        <span>{t`Agent`}</span>
        <Select
          label={t`Agent`}
          value={choices.convention}
          options={agents.map(({ name, label }) => ({ value: name, label }))}
          onPick={(convention) => onChoose({ convention, scope: scopeFor(choices.scope, convention) })}
        />
        <span>{t`Scope`}</span>
        <Select
          label={t`Scope`}
          value={choices.scope ?? "repo"}
          options={scopesOf(choices.convention).map((scope) => ({ value: scope, label: scope }))}
          onPick={(scope) => onChoose({ scope })}
        />
        <span>{t`Template`}</span>
        <Select
          label={t`Template`}
          value={choices.outline}
          options={outlines}
          onPick={(outline) => onChoose({ outline })}
        />
      </p>
      <div className="plan-field stack narrows gap-4 type-control">
        <label htmlFor={`${id}description`}>{t`Description`}</label>
        <textarea
          id={`${id}description`}
          className="wide"
          rows={3}
          aria-describedby={`${id}description-words`}
          value={choices.description}
          onChange={(event) => onChoose({ description: event.target.value.replace(/\s*\n\s*/g, " ") })}
        />
        <div id={`${id}description-words`} className="text-2 type-small">
          <p>
            {t`${count(check?.description_characters ?? 0)} of ${count(check?.description_limit ?? 1024)} characters. The model uses this to decide when to activate the skill.`}
          </p>
          {check?.advice.map((advice) => (
            <p key={advice.rule}>{adviceWords(advice)}</p>
          ))}
        </div>
      </div>
      <fieldset className="plan-folders gap-12 type-control flex">
        <legend>{t`Folders`}</legend>
        {folders.map((folder) => (
          <Checkbox
            key={folder}
            checked={choices.folders.includes(folder)}
            onCheck={(on) =>
              onChoose({
                folders: on ? [...choices.folders, folder] : choices.folders.filter((one) => one !== folder),
              })
            }
          >
            <code>{folder}</code>
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}

/** The scope that stays chosen for another agent. */
function scopeFor(scope: Choices["scope"], convention: string): Choices["scope"] {
  return scopesOf(convention).find((one) => one === scope) ?? "repo";
}

/** Why not that name, or who else has it. */
function NameWords({ check }: { check: NameCheckView | undefined }) {
  if (check === undefined) return t`Checking…`;
  if (check.refused !== null) return <Verbatim text={messageWords(check.refused)} />;
  const holders = check.holders.map((holder) => holder.short_path).join(", ");
  return (
    <>
      <Verbatim text={check.path ?? ""} />
      {". "}
      {rawText(holders) === "" ? (
        t`No other skill has this name.`
      ) : (
        <Verbatim text={t`Also at ${rawText(holders)}.`} />
      )}{" "}
      <Verbatim text={check.effects.join(" ")} />
    </>
  );
}

function useNameCheck({ convention, name, scope, description }: Choices): NameCheckView | undefined {
  const wanted = { convention, name, scope: scope ?? "repo", description };
  const [asked, setAsked] = useState(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its parts stand for `wanted`
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), REST);
    return () => clearTimeout(timer);
  }, [convention, name, scope, description]);
  return useAsk("name_check", asked).answer;
}
