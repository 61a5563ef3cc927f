import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Bytes } from "../../facts/Bytes.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { useAct } from "../../host/useAsk.ts";
import type { ExportForm, SavedView, TurnRange } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Checkbox, RadioCard } from "../../kit/Choice.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "./SessionHead.css";

/** Hands a session on: in which form, which turns, and what is taken out of it. */
export function ExportDialog({
  sessionKey,
  turns,
  onClose,
}: {
  sessionKey: string;
  /** How many it has. */
  turns: number;
  onClose: () => void;
}) {
  const [form, setForm] = useState<ExportForm>("bundle");
  const [redact, setRedact] = useState(false);
  const id = useId();
  const [typed, setTyped] = useState("");
  const save = useAct("save_export");
  const range = rangeOf(typed, turns);
  return (
    <Dialog
      title={t`Export session`}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button
            offBecause={save.acting ? t`Saving…` : range === "wrong" ? t`Enter a valid turn range.` : null}
            onPress={() => range !== "wrong" && save.act({ key: sessionKey, turns: range, form, redact })}
          >
            {t`Save…`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className="export stack gap-12">
        {save.failure !== null && <FailureNote failure={save.failure} />}
        {save.answer !== undefined && save.answer.path !== null && <Saved saved={save.answer} />}
        <div role="radiogroup" aria-label={t`Format`} className="stack gap-12">
          {forms.map(({ value, label, words }) => (
            <RadioCard key={value} name="export" checked={form === value} onPick={() => setForm(value)}>
              <span>
                <b>{label}</b>
                <br />
                <span className="quiet">{words}</span>
              </span>
            </RadioCard>
          ))}
        </div>
        <div className="export-turns row gap-8">
          <label htmlFor={`${id}-turns`}>{t`Turns`}</label>
          <input
            id={`${id}-turns`}
            type="text"
            autoComplete="off"
            placeholder={turns < 2 ? t`all` : t`all ${turns}, or 1-${turns}`}
            aria-invalid={range === "wrong"}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Checkbox checked={redact} onCheck={setRedact}>
          {t`Redact likely secrets, home folders and email addresses`}
        </Checkbox>
        {redact && (
          <p className="quiet">
            <Trans>
              Redactions are counted per rule. Detection is by pattern, so check the result before you share
              it.
            </Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Turns as typed: nothing for all, `3`, `3-8`. */
function rangeOf(typed: string, turns: number): TurnRange | null | "wrong" {
  if (typed.trim() === "") return null;
  const found = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(typed.trim());
  const from = Number(found?.[1] ?? 0);
  const to = Number(found?.[2] ?? from);
  return from >= 1 && from <= to && to <= turns ? { from, to } : "wrong";
}

const forms: readonly { value: ExportForm; label: string; words: string }[] = [
  {
    value: "bundle",
    label: t`Evidence bundle`,
    words: t`Zip with log lines, recorded texts, differences from disk and a digest of each part`,
  },
  {
    value: "markdown",
    label: t`Markdown`,
    words: t`Readable: prompts, answers, tools and activations`,
  },
  { value: "json", label: "JSON", words: t`Machine-readable: session facts and events as recorded` },
];

function Saved({ saved }: { saved: SavedView }) {
  return (
    <Note tone="info" alert>
      <Trans>
        Saved <Verbatim text={saved.path ?? ""} mono />, <Bytes n={saved.bytes} />,{" "}
        <HashStrip hash={saved.sha256} />
      </Trans>
      {saved.removed > 0 && (
        <>, {t`${plural(saved.removed, { one: "# redaction", other: "# redactions" })}`}</>
      )}
      .
    </Note>
  );
}
