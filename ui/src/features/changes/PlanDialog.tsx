import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useAgent } from "../../facts/agent.ts";
import { ActNote, FailureNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { JournalRow, PlanSide, RefusedView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import { PlanChoices } from "./PlanChoices.tsx";
import { PlanSteps } from "./PlanSteps.tsx";
import { PlanTexts, standApart } from "./PlanTexts.tsx";
import { askOf, type Choices, firstChoices, type Subject, wordsOf } from "./subject.ts";
import { usePlan } from "./usePlan.ts";
import "./changes.css";
import { Words } from "../../facts/Words.tsx";
import { messageWords } from "../../language/messages.ts";

/** A change before it is made: what it does to every place, to who wins, and to the texts. */
export function PlanDialog({
  subject,
  onDone,
  onClose,
}: {
  subject: Subject;
  /** It was carried out. */
  onDone: (entry: JournalRow, skill: string | null, convention: string) => void;
  onClose: () => void;
}) {
  const { agent } = useAgent();
  const [choices, setChoices] = useState(() => firstChoices(subject, agent.name));
  const ask = askOf(subject, choices);
  const { answer, failure } = usePlan(ask);
  const carry = useAct("carry_out");
  const { title, act } = wordsOf(subject);
  const plan = answer?.plan ?? null;
  const refused = carry.answer?.refused ?? answer?.refused ?? null;
  const choose = (next: Partial<Choices>) => {
    carry.reset();
    setChoices({ ...choices, ...next });
  };
  const done = carry.answer !== undefined;
  const places = refused === null ? plan?.steps : refused.moved?.steps;
  const beside = places?.some(({ texts }) => standApart(texts)) ?? false;
  return (
    <Dialog
      title={spelled(title)}
      width={beside ? 1180 : 760}
      onClose={onClose}
      foot={
        <>
          <Button
            offBecause={
              plan === null || done ? whyOff(ask === null, refused) : carry.acting ? t`Applying…` : null
            }
            onPress={() =>
              plan !== null &&
              carry.act(
                { plan: plan.id },
                {
                  onSuccess: ({ entry, skill }) => entry !== null && onDone(entry, skill, choices.convention),
                },
              )
            }
          >
            {act}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </>
      }
    >
      <div className="plan stack narrows gap-12">
        <PlanChoices subject={subject} choices={choices} answer={answer} onChoose={choose} />
        {carry.acting && <Going />}
        {carry.failure !== null && <FailureNote failure={carry.failure} />}
        {failure !== null && <FailureNote failure={failure} />}
        {refused !== null && <Refused refused={refused} />}
        {plan !== null && refused === null && (
          <PlanSteps plan={plan} names={subject.kind === "restore" ? restoreNames : names} />
        )}
        {ask !== null && answer === null && failure === null && (
          <Skeleton label={t`Preparing preview…`} rows={4} />
        )}
      </div>
    </Dialog>
  );
}

/** How often is asked how far it is, in milliseconds. */
const pause = 300;

/** How far the change is that is carried out, and the way to end it. */
function Going() {
  const { answer, again } = useAsk("carrying_out", {});
  const stop = useAct("stop_carrying_out");
  useEffect(() => {
    const timer = setInterval(again, pause);
    return () => clearInterval(timer);
  }, [again]);
  const going = answer?.going ?? null;
  if (going === null) return null;
  return (
    <div className="plan-going row gap-12" role="status">
      <progress aria-label={t`Progress`} value={going.done} max={going.of} />
      <span className="tabular">
        {t`${count(going.done)} of ${plural(going.of, { one: "# step", other: "# steps" })}`}
      </span>
      <Button offBecause={stop.acting ? t`Stopping…` : null} onPress={() => stop.act({})}>
        {t`Stop and roll back`}
      </Button>
      <ActNote act={stop} />
    </div>
  );
}

const names: Record<PlanSide, string> = { seen: t`When planned`, disk: t`On disk`, result: t`Result` };
const restoreNames: Record<PlanSide, string> = { seen: t`Snapshot`, disk: t`On disk`, result: t`Result` };
const movedNames: Record<PlanSide, string> = {
  seen: t`When planned`,
  disk: t`On disk now`,
  result: t`Not written`,
};

function whyOff(open: boolean, refused: RefusedView | null): string {
  if (refused !== null) return t`Blocked: see above.`;
  return open ? t`Complete the fields above.` : t`Preparing preview…`;
}

/** Why not, and when something moved, all its texts. */
function Refused({ refused }: { refused: RefusedView }) {
  const { moved } = refused;
  return (
    <>
      <Note tone="warn" alert>
        <Words text={messageWords(refused.why)} />
      </Note>
      {moved?.steps.map((step) => (
        <section key={step.step} className="plan-step stack narrows gap-6 line-above">
          <p className="breaks type-control">
            <code>
              <Verbatim text={step.path} />
            </code>
          </p>
          <PlanTexts
            plan={moved.id}
            step={step.step}
            path={step.path}
            texts={step.texts}
            names={movedNames}
          />
        </section>
      ))}
    </>
  );
}
