import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { Words } from "../../facts/Words.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { VisibilityChange, VisibilityView, VisibleName } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import "./visibility.css";
import { messageWords } from "../../language/messages.ts";

/** Which skills agents may see in this project; every part can be taken back. */
export function VisibilityDialog({ onClose }: { onClose: () => void }) {
  const asked = useAsk("visibility", {});
  const { act, failure } = useAct("change_permission");
  const change = (one: VisibilityChange) => act({ kind: "visibility", changes: [one] });
  return (
    <Dialog
      title={t`Skill visibility`}
      width={600}
      onClose={onClose}
      foot={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <AskedNote asked={asked} />
      {asked.answer === undefined && asked.failure === null && (
        <Skeleton label={t`Loading settings…`} rows={4} />
      )}
      {asked.answer !== undefined && <Settings view={asked.answer} onChange={change} />}
      {failure !== null && <FailureNote failure={failure} />}
    </Dialog>
  );
}

function Settings({
  view,
  onChange,
}: {
  view: VisibilityView;
  onChange: (change: VisibilityChange) => void;
}) {
  return (
    <div className="visibility stack gap-12">
      <p>
        <Verbatim text={view.project} mono />
      </p>
      <p className="quiet">
        <Trans>
          Applies to agents that get their skills through Assay. Agents that read the disk themselves are not
          affected. No skill files are changed.
        </Trans>
      </p>
      {view.problem !== null && (
        <Note tone="danger">
          <Words text={messageWords(view.problem)} />
        </Note>
      )}
      <section aria-label={t`Allowed`}>
        <div className="row spread">
          <h3>{t`Allowed`}</h3>
          <Segmented
            label={t`Allowed names`}
            picks="press"
            value={view.allowed === null ? "all" : "only"}
            options={[
              { value: "all", label: t`all skills` },
              { value: "only", label: t`only these` },
            ]}
            onPick={(way) =>
              onChange(way === "all" ? { kind: "allow_all" } : { kind: "allow_only", names: [] })
            }
          />
        </div>
        {view.allowed !== null && (
          <Names
            what={t`Allow`}
            names={view.allowed}
            none={t`No skills allowed. Agents see no skills.`}
            onAdd={(name) => onChange({ kind: "list", name })}
            onRemove={(name) => onChange({ kind: "unlist", name })}
          />
        )}
        {view.allowed !== null && view.allows_all && <p className="quiet">{t`* allows every skill.`}</p>}
      </section>
      <section aria-label={t`Disabled`}>
        <h3>{t`Disabled`}</h3>
        <Names
          what={t`Disable`}
          names={view.disabled}
          none={t`None.`}
          onAdd={(name) => onChange({ kind: "disable", name })}
          onRemove={(name) => onChange({ kind: "enable", name })}
        />
      </section>
      <section aria-label={t`Denied`}>
        <h3>{t`Denied`}</h3>
        <Names
          what={t`Deny`}
          names={view.denied}
          none={t`None.`}
          onAdd={(name) => onChange({ kind: "deny", name })}
          onRemove={(name) => onChange({ kind: "permit", name })}
        />
      </section>
      <section aria-label={t`Activation by reading`}>
        <div className="row spread">
          <h3>{t`Activation by reading`}</h3>
          <Segmented
            label={t`Reading SKILL.md activates the skill`}
            picks="press"
            value={view.file_reads}
            options={[
              { value: "off", label: t`off` },
              { value: "on", label: t`on` },
            ]}
            onPick={(way) => onChange({ kind: "file_reads", switch: way })}
          />
        </div>
        <p className="quiet">
          <Trans>
            If on, agents with the built-in skill filesystem can read the SKILL.md of any skill they see.
            Reading it activates the skill and is recorded. Other files outside the project can’t be read.
          </Trans>
        </p>
      </section>
    </div>
  );
}

function Names({
  what,
  names,
  none,
  onAdd,
  onRemove,
}: {
  /** The verb of its button. */
  what: string;
  names: readonly VisibleName[];
  /** Said where there is no name. */
  none: string;
  onAdd: (name: string) => void;
  onRemove: (name: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim() === "") return;
    onAdd(text.trim());
    setText("");
  };
  return (
    <>
      {names.length === 0 && <p className="quiet">{none}</p>}
      {names.length > 0 && (
        <ul aria-label={plural(names.length, { one: "# name", other: "# names" })}>
          {names.map(({ name, found }) => (
            <li key={rawText(name)}>
              <Verbatim text={name} mono />
              {!found && <span className="quiet">{t`no skill with this name here`}</span>}
              <span className="gap" />
              <Button look="link" onPress={() => onRemove(rawText(name))}>
                {t`Remove`}
                <span className="unseen">
                  {" "}
                  <Verbatim text={name} />, {what}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="gap-8 flex">
        <label className="unseen" htmlFor={id}>
          {t`${what}: skill name`}
        </label>
        <input
          id={id}
          type="text"
          className="mono grow"
          autoComplete="off"
          spellCheck={false}
          placeholder={t`Skill name`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
        <Button offBecause={text.trim() === "" ? t`Enter a name.` : null} onPress={add}>
          {what}
        </Button>
      </div>
    </>
  );
}
