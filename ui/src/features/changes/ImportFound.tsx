import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Bytes } from "../../facts/Bytes.tsx";
import { HashStrip } from "../../facts/HashStrip.tsx";
import { SignatureChip, SignatureNote } from "../../facts/Signature.tsx";
import { Words } from "../../facts/Words.tsx";
import type { DoubtRow, ImportSkillRow, ImportView } from "../../host/wire.gen.ts";
import { Checkbox } from "../../kit/Choice.tsx";
import { Note } from "../../kit/Note.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { isRunning, stages } from "./importWords.ts";
import "./changes.css";
import "./import.css";
import { messageWords } from "../../language/messages.ts";

/** How far an import is, what is odd about it, and its skills to choose from. */
export function ImportFound({
  view,
  picks,
  onPicks,
}: {
  view: ImportView;
  picks: readonly number[];
  onPicks: (picks: readonly number[]) => void;
}) {
  const toggle = (skill: number, on: boolean) =>
    onPicks(on ? [...picks, skill] : picks.filter((one) => one !== skill));
  return (
    <>
      <section className="plan-part" aria-label={t`Source`}>
        <h3>
          <Verbatim text={messageWords(view.source)} />
        </h3>
        <p className="text-2 type-small" role="status">
          {stages[view.stage]}
          {(isRunning(view.stage) || view.stage === "ready") && view.files > 0 && (
            <>
              {" "}
              {plural(view.files, { one: "# file", other: "# files" })}, <Bytes n={view.bytes} />.
            </>
          )}
        </p>
        {view.commit !== null && (
          <p className="text-2 type-small">
            <Trans>
              Commit{" "}
              <code>
                <Verbatim text={view.commit} />
              </code>
            </Trans>
          </p>
        )}
        {view.archive !== null && (
          <p className="text-2 type-small">
            <Trans>
              Archive <HashStrip hash={view.archive} of={t`the archive`} />
            </Trans>
          </p>
        )}
      </section>
      {view.why !== null && (
        <Note tone="danger" alert>
          <Words text={messageWords(view.why)} />
        </Note>
      )}
      <Doubts doubts={view.doubts} />
      {view.skills.length > 0 && (
        <ul className="ruled type-control" aria-label={t`Skills in the source`}>
          {view.skills.map((row) => (
            <li key={row.skill}>
              {view.update === null && !row.refused ? (
                <Checkbox
                  label={t`Import ${spelled(row.name)}`}
                  checked={picks.includes(row.skill)}
                  onCheck={(on) => toggle(row.skill, on)}
                >
                  <Face row={row} />
                </Checkbox>
              ) : (
                <Face row={row} />
              )}
              {row.signature !== null && (
                <div className="stack gap-4">
                  <span>
                    <SignatureChip fact={row.signature} />
                  </span>
                  {row.signature.verdict !== "changed" && <SignatureNote fact={row.signature} />}
                </div>
              )}
              <Doubts doubts={row.doubts} />
            </li>
          ))}
        </ul>
      )}
      {view.omitted > 0 && (
        <p className="text-2 type-small">
          {t`${plural(view.omitted, { one: "# more skill", other: "# more skills" })} not listed. Choose a smaller source.`}
        </p>
      )}
    </>
  );
}

function Face({ row }: { row: ImportSkillRow }) {
  return (
    <span className="stack narrows breaks">
      <span>
        <b>
          <Verbatim text={row.name} />
        </b>{" "}
        <span className="quiet">
          <Verbatim text={row.rel} />
          {rawText(row.rel) !== "" && ", "}
          {plural(row.files, { one: "# file", other: "# files" })}, <Bytes n={row.bytes} />
          {row.refused && `, ${t`can’t be installed`}`}
        </span>
      </span>
      <span className="quiet">
        <Verbatim text={row.description} />
      </span>
      {row.holders.length > 0 && (
        <span className="quiet">
          <Trans>
            Name already used by <Verbatim text={row.holders.join(", ")} />. The preview shows which one wins.
          </Trans>
        </span>
      )}
    </span>
  );
}

/** Most findings that are in sight from the start. */
const OPEN = 6;

/** What refuses first, then what a person decides. */
function Doubts({ doubts }: { doubts: readonly DoubtRow[] }) {
  const refuses = doubts.filter(({ weight }) => weight === "refuses");
  const warns = doubts.filter(({ weight }) => weight === "warns");
  return (
    <>
      {refuses.length > 0 && (
        <Note tone="danger">
          <p>{t`${plural(refuses.length, { one: "# finding", other: "# findings" })} that can’t be overridden:`}</p>
          <DoubtList doubts={refuses} />
        </Note>
      )}
      {warns.length > 0 && (
        <details className="import-warns type-small" open={warns.length <= OPEN}>
          <summary>{t`${plural(warns.length, { one: "# finding", other: "# findings" })} to review`}</summary>
          <DoubtList doubts={warns} />
        </details>
      )}
    </>
  );
}

function DoubtList({ doubts }: { doubts: readonly DoubtRow[] }) {
  return (
    <ul className="import-doubts">
      {doubts.map((doubt, at) => (
        <li key={at}>
          <code>{doubt.rule}</code>{" "}
          {rawText(doubt.at) !== "" && (
            <code>
              <Verbatim text={doubt.line === null ? doubt.at : `${rawText(doubt.at)}:${doubt.line}`} />
            </code>
          )}{" "}
          <Words text={messageWords(doubt.message)} />
        </li>
      ))}
    </ul>
  );
}
