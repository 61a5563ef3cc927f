import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Checkbox } from "../../kit/Choice.tsx";
import { Select } from "../../kit/Select.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { type Choices, type Subject, scopesOf } from "./subject.ts";
import "./changes.css";
import "./import.css";

/** Where imported skills go, and what happens to what stands there. */
export function LandingChoices({
  subject,
  choices,
  onChoose,
}: {
  subject: Extract<Subject, { kind: "import" }>;
  choices: Choices;
  onChoose: (next: Partial<Choices>) => void;
}) {
  const scope = choices.scope ?? "repo";
  const taken = subject.skills.filter((skill) => skill.taken.includes(scope));
  return (
    <>
      <p className="plan-choice row narrows gap-8 type-control">
        <span>{t`Into`}</span>
        <Select
          label={t`Scope`}
          value={scope}
          options={scopesOf(choices.convention).map((scope) => ({ value: scope, label: scope }))}
          onPick={(scope) => onChoose({ scope, occupied: "refused" })}
        />
      </p>
      {taken.length > 0 && (
        <Checkbox
          checked={choices.occupied === "replaced"}
          onCheck={(on) => onChoose({ occupied: on ? "replaced" : "refused" })}
        >
          {t`Replace existing skills (moved to Assay’s trash)`}
        </Checkbox>
      )}
    </>
  );
}

/** Which files follow the source although they were changed here. */
export function UpdateChoices({
  subject,
  choices,
  onChoose,
}: {
  subject: Extract<Subject, { kind: "update" }>;
  choices: Choices;
  onChoose: (next: Partial<Choices>) => void;
}) {
  const both = subject.files.filter((file) => file.by === "both");
  if (both.length === 0) return null;
  const toggle = (rel: string, on: boolean) =>
    onChoose({ theirs: on ? [...choices.theirs, rel] : choices.theirs.filter((one) => one !== rel) });
  return (
    <fieldset className="import-both stack gap-6 type-control">
      <legend>{t`Changed here and at the source. Files you don’t select keep their local version.`}</legend>
      {both.map(({ rel: path }) => {
        const rel = rawText(path);
        return (
          <Checkbox key={rel} checked={choices.theirs.includes(rel)} onCheck={(on) => toggle(rel, on)}>
            <span>
              <Trans>
                Use{" "}
                <code>
                  <Verbatim text={path} />
                </code>{" "}
                from the source
              </Trans>
            </span>
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
