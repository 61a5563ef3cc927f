import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { PlanAnswer, SkillScope } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Select } from "../../kit/Select.tsx";
import { spelled } from "../../kit/seen.ts";
import { LandingChoices, UpdateChoices } from "./ImportChoices.tsx";
import { NewSkill } from "./NewSkill.tsx";
import { PickFile } from "./PickFile.tsx";
import { type Choices, type Subject, scopesOf } from "./subject.ts";
import "./changes.css";

/** What the reader chooses before a plan can be made, or to make a refused one possible. */
export function PlanChoices({
  subject,
  choices,
  answer,
  onChoose,
}: {
  subject: Subject;
  choices: Choices;
  answer: PlanAnswer | null;
  onChoose: (next: Partial<Choices>) => void;
}) {
  switch (subject.kind) {
    case "rename":
    case "duplicate":
      return <Name name={choices.name} onName={(name) => onChoose({ name })} />;
    case "copy":
    case "move": {
      const others = scopesOf(choices.convention).filter((scope) => scope !== subject.skill.scope);
      return <To scope={choices.scope} of={others} onChoose={onChoose} />;
    }
    case "many":
      if (subject.act !== "copy" && subject.act !== "move") return null;
      return <To scope={choices.scope} of={scopesOf(choices.convention)} onChoose={onChoose} />;
    case "import":
      return <LandingChoices subject={subject} choices={choices} onChoose={onChoose} />;
    case "update":
      return <UpdateChoices subject={subject} choices={choices} onChoose={onChoose} />;
    case "create":
      return <NewSkill choices={choices} onChoose={onChoose} />;
    case "add_file":
    case "rename_file":
      return (
        <>
          <Name label={t`Path`} name={choices.name} onName={(name) => onChoose({ name })} />
          {subject.kind === "add_file" && <PickFile choices={choices} onChoose={onChoose} />}
        </>
      );
    case "write":
      return subject.text === null ? <PickFile choices={choices} onChoose={onChoose} /> : null;
    case "restore":
      return <Restoring choices={choices} answer={answer} onChoose={onChoose} />;
    case "put_back":
      if (choices.occupied === "refused" && answer?.refused == null) return null;
      return (
        <p className="plan-choice row narrows gap-8 type-control">
          <span>{t`If it exists`}</span>
          <Select
            label={t`If it exists`}
            value={choices.occupied}
            options={[
              { value: "refused", label: t`keep` },
              { value: "replaced", label: t`replace` },
              ...(subject.item.folder ? [{ value: "beside" as const, label: t`keep both, name it` }] : []),
            ]}
            onPick={(occupied) => onChoose({ occupied })}
          />
          {choices.occupied === "beside" && (
            <Name name={choices.name} onName={(name) => onChoose({ name })} />
          )}
        </p>
      );
    default:
      return null;
  }
}

function To({
  scope,
  of,
  onChoose,
}: {
  scope: SkillScope | null;
  of: readonly SkillScope[];
  onChoose: (next: Partial<Choices>) => void;
}) {
  return (
    <p className="plan-choice row narrows gap-8 type-control">
      <span>{t`To`}</span>
      <Select
        label={t`Scope`}
        value={scope ?? "repo"}
        options={of.map((one) => ({ value: one, label: one }))}
        onPick={(picked) => onChoose({ scope: picked })}
      />
    </p>
  );
}

function Restoring({
  choices,
  answer,
  onChoose,
}: {
  choices: Choices;
  answer: PlanAnswer | null;
  onChoose: (next: Partial<Choices>) => void;
}) {
  const places = answer?.places ?? [];
  const chosen = places.find((place) => place.chosen)?.scope ?? choices.scope;
  return (
    <>
      {places.length > 0 && (
        <p className="plan-choice row narrows gap-8 type-control">
          <span>{t`Into`}</span>
          <Select
            label={t`Scope`}
            value={chosen ?? "choose"}
            options={[
              ...(chosen === null ? [{ value: "choose" as const, label: t`select a scope` }] : []),
              ...places.map((place) => ({
                value: place.scope,
                label: `${place.scope}, ${spelled(place.path)}`,
              })),
            ]}
            onPick={(scope) => scope !== "choose" && onChoose({ scope })}
          />
        </p>
      )}
      {answer?.refused?.way === "accept" && (
        <p className="plan-choice row narrows gap-8 type-control">
          <span />
          <Button onPress={() => onChoose({ unverified: true })}>{t`Continue anyway`}</Button>
        </p>
      )}
    </>
  );
}

function Name({
  label = t`Name`,
  name,
  onName,
}: {
  label?: string;
  name: string;
  onName: (name: string) => void;
}) {
  const id = useId();
  return (
    <span className="plan-choice row narrows gap-8 type-control">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="mono"
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </span>
  );
}
