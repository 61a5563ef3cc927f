import { plural, t } from "@lingui/core/macro";
import { severityWords } from "../../facts/Finding.tsx";
import { findingWords } from "../../facts/findingWords.ts";
import { Words } from "../../facts/Words.tsx";
import { verdictWords } from "../../facts/whyUnused.ts";
import type { FaceView, PlanSide, PlanView, StepDoes, StepRow } from "../../host/wire.gen.ts";
import { Capped } from "../../kit/Capped.tsx";
import { Note } from "../../kit/Note.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { rawText } from "../../language/foreign.ts";
import { PlanTexts } from "./PlanTexts.tsx";
import "./changes.css";
import { messageWords } from "../../language/messages.ts";
import { count } from "../../language/numbers.ts";

const does: Record<StepDoes, string> = {
  makes: t`Creates`,
  replaces: t`Replaces`,
  trashes: t`Moves to Assay’s trash`,
};

/** Places of a plan that are drawn at first: each asks for its texts. */
const places = 10;
/** Sentences that are drawn at first. */
const lines = 30;

/** The size of a place: before and after if it is replaced. */
function sizeWords({ does: what, before, after }: StepRow): string {
  if (what === "replaces") return t`${count(before.bytes)} → ${count(after.bytes)} bytes`;
  const { files, bytes } = what === "makes" ? after : before;
  return `${plural(files, { one: "# file", other: "# files" })}, ${plural(bytes, { one: "# byte", other: "# bytes" })}`;
}

/** A plan in words: effect, every place, what else there is to know. */
export function PlanSteps({ plan, names }: { plan: PlanView; names: Record<PlanSide, string> }) {
  return (
    <>
      <section aria-label={t`Effect`} className="plan-part">
        <h3>{t`Who wins`}</h3>
        {plan.effects.length === 0 ? (
          <p>{t`No winner changes in ${plan.agent}.`}</p>
        ) : (
          <Capped
            of={plan.effects}
            first={lines}
            draw={(effects) => (
              <ul>
                {effects.map((effect) => (
                  <li key={effect.text}>
                    <Verbatim text={messageWords(effect)} />
                  </li>
                ))}
              </ul>
            )}
          />
        )}
        <Flips plan={plan} />
      </section>
      <Capped
        of={plan.steps}
        first={places}
        draw={(steps) =>
          steps.map((step) => (
            <section
              key={step.step}
              className="plan-step stack narrows gap-6 line-above"
              aria-label={spelled(step.path)}
            >
              <p className="breaks type-control">
                <b>{does[step.does]}</b>{" "}
                <code>
                  <Verbatim text={step.path} />
                </code>{" "}
                <span className="text-2 type-small">{sizeWords(step)}</span>
              </p>
              <PlanTexts plan={plan.id} step={step.step} path={step.path} texts={step.texts} names={names} />
            </section>
          ))
        }
      />
      {plan.notes.length > 0 && (
        <Note tone="info">
          <Capped
            of={plan.notes}
            first={lines}
            draw={(notes) =>
              notes.map((note) => (
                <p key={note.text}>
                  <Words text={messageWords(note)} />
                </p>
              ))
            }
          />
        </Note>
      )}
      {plan.findings.length > 0 && (
        <section className="plan-part" aria-label={t`Checks after the change`}>
          <h3>{t`Checks after the change`}</h3>
          <ul>
            {plan.findings.map((finding, at) => (
              <li key={at}>
                {severityWords[finding.severity]}: <Words text={findingWords(finding.text)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-2 type-small">
        {t`Nothing has been written. What is replaced is kept in Assay’s trash.`}
      </p>
    </>
  );
}

/** The cells of the matrix that the plan turns over. */
function Flips({ plan }: { plan: PlanView }) {
  return (
    <>
      <p>{affected(plan)}</p>
      {plan.flips.length > 0 && (
        <table className="plan-flips type-small above-6 plain-table">
          <thead>
            <tr>
              <th scope="col">{t`Name`}</th>
              <th scope="col">{t`Agents`}</th>
              <th scope="col">{t`Before`}</th>
              <th scope="col">{t`After`}</th>
            </tr>
          </thead>
          <tbody>
            {plan.flips.map((flip) => (
              <tr key={`${rawText(flip.name)} ${flip.agents.join()}`}>
                <th scope="row">
                  <Verbatim text={flip.name} />
                </th>
                <td>{flip.agents.join(", ")}</td>
                <td>
                  <Face face={flip.before} />
                </td>
                <td>
                  <Face face={flip.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** How many agents and names the plan concerns. */
function affected({ flips, agents }: PlanView): string {
  const some = new Set(flips.flatMap((flip) => flip.agents)).size;
  const names = new Set(flips.map(({ name }) => name)).size;
  if (some === 0) return t`Affects none of ${agents} agents.`;
  return t`Affects ${some} of ${agents} agents (${plural(names, { one: "# skill name", other: "# skill names" })}).`;
}

function Face({ face }: { face: FaceView }) {
  return (
    <>
      {verdictWords(face.verdict, face.files)}
      {face.files.map((file) => (
        <code key={rawText(file.path)}>
          <Verbatim text={file.path} />
        </code>
      ))}
    </>
  );
}
