import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { ImportFrom } from "../../host/wire.gen.ts";
import { RadioCard } from "../../kit/Choice.tsx";
import "./import.css";
import "./changes.css";

const kinds: readonly { kind: ImportFrom["kind"]; label: string; words: string }[] = [
  { kind: "folder", label: t`Folder`, words: t`A skill folder, or a folder that contains skills` },
  { kind: "archive", label: t`Archive`, words: t`A .zip or .skill file, at most 64 MiB unpacked` },
  {
    kind: "git",
    label: t`Git URL`,
    words: t`https only; no passwords, hooks, filters or submodules`,
  },
  {
    kind: "repository",
    label: t`Local Git repository`,
    words: t`Latest commit; uncommitted changes are ignored`,
  },
];

/** From where skills come. */
export function ImportSource({ from, onFrom }: { from: ImportFrom; onFrom: (from: ImportFrom) => void }) {
  const id = useId();
  const pick = (kind: ImportFrom["kind"]) => {
    if (kind === "git") onFrom({ kind, address: "", reference: null });
    else if (kind === "repository") onFrom({ kind, reference: null });
    else onFrom({ kind });
  };
  return (
    <>
      <div role="radiogroup" aria-label={t`Source`} className="import-kinds gap-8 type-control stack">
        {kinds.map(({ kind, label, words }) => (
          <RadioCard key={kind} name="import" checked={from.kind === kind} onPick={() => pick(kind)}>
            <span>
              <b>{label}</b>
              <br />
              <span className="quiet">{words}</span>
            </span>
          </RadioCard>
        ))}
      </div>
      {from.kind === "git" && (
        <div className="plan-field stack narrows gap-4 type-control">
          <label htmlFor={`${id}address`}>{t`URL`}</label>
          <input
            id={`${id}address`}
            type="text"
            className="mono wide"
            autoComplete="off"
            spellCheck={false}
            placeholder={t`https://…`}
            value={from.address}
            onChange={(event) => onFrom({ ...from, address: event.target.value })}
          />
        </div>
      )}
      {(from.kind === "git" || from.kind === "repository") && (
        <div className="plan-field stack narrows gap-4 type-control">
          <label htmlFor={`${id}reference`}>{t`Branch or tag`}</label>
          <input
            id={`${id}reference`}
            type="text"
            className="mono wide"
            autoComplete="off"
            spellCheck={false}
            placeholder={t`default branch`}
            value={from.reference ?? ""}
            onChange={(event) => onFrom({ ...from, reference: event.target.value })}
          />
        </div>
      )}
      <p className="text-2 type-small">
        {t`Imports are checked in quarantine first. Nothing is installed until you confirm.`}
      </p>
    </>
  );
}
