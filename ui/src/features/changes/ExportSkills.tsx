import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Bytes } from "../../facts/Bytes.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox } from "../../kit/Choice.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";

const wanted = { text: "", state: "any", sort: "name", from: 0, count: 500 } as const;

/** Skills saved as one zip. */
export function ExportSkills({ skills, onClose }: { skills: readonly string[]; onClose: () => void }) {
  const [picks, setPicks] = useState(skills);
  const { answer: view, failure } = useAsk("skills", wanted);
  const save = useAct("export_skills");
  const toggle = (id: string, on: boolean) => {
    save.reset();
    setPicks(on ? [...picks, id] : picks.filter((one) => one !== id));
  };
  const saved = save.answer;
  return (
    <Dialog
      title={t`Export skills`}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button
            offBecause={save.acting ? t`Saving…` : picks.length === 0 ? t`Select a skill.` : null}
            onPress={() => save.act({ skills: [...picks] })}
          >
            {t`Save zip…`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className="plan stack narrows gap-12">
        {save.failure !== null && <FailureNote failure={save.failure} />}
        {failure !== null && <FailureNote failure={failure} />}
        {saved !== undefined && saved.path !== null && (
          <Note tone="info" alert>
            <Trans>
              Saved <Verbatim text={saved.path} mono />,{" "}
              <Plural value={saved.files} one="# file" other="# files" />, <Bytes n={saved.bytes} />,{" "}
              <HashStrip hash={saved.sha256} of={t`the zip`} />.
            </Trans>
          </Note>
        )}
        <p className="text-2 type-small">
          {t`${plural(picks.length, { one: "# skill", other: "# skills" })} selected. The zip is reproducible: the same skills always give the same bytes.`}
        </p>
        {view === undefined ? (
          <Skeleton label={t`Loading skills…`} rows={6} />
        ) : (
          <ul className="ruled type-control" aria-label={t`Skills`}>
            {view.rows
              .filter((row) => row.states.invalid === null)
              .map((row) => (
                <li key={row.id}>
                  <Checkbox
                    label={t`Export ${spelled(row.name)}, ${row.scope}`}
                    checked={picks.includes(row.id)}
                    onCheck={(on) => toggle(row.id, on)}
                  >
                    <span>
                      <Verbatim text={row.name} />{" "}
                      <span className="quiet">
                        <Verbatim text={row.short_path} />
                      </span>
                    </span>
                  </Checkbox>
                </li>
              ))}
          </ul>
        )}
        {view !== undefined && view.matching > view.rows.length && (
          <p className="text-2 type-small">
            {t`First ${count(view.rows.length)} of ${count(view.matching)} shown.`}
          </p>
        )}
      </div>
    </Dialog>
  );
}
