import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { ImportFrom } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import type { AnyText } from "../../language/foreign.ts";
import { ImportFound } from "./ImportFound.tsx";
import { ImportSource } from "./ImportSource.tsx";
import { isRunning } from "./importWords.ts";
import type { Subject } from "./subject.ts";
import { UpdateFound } from "./UpdateFound.tsx";

/** Milliseconds between two looks at an import that runs. */
const TICK = 250;

/** What is imported: something the reader names, something that lies in quarantine already, or what an imported skill came from. */
export type Importing =
  | { kind: "source" }
  | { kind: "begun"; import: string }
  | { kind: "update"; skill: string; name: AnyText };

/** Skills from elsewhere, looked at in quarantine before a plan is made of them. */
export function ImportDialog({
  importing,
  onPlan,
  onClose,
}: {
  importing: Importing;
  /** What was chosen; the quarantine stays until that is done or given up. */
  onPlan: (subject: Subject) => void;
  onClose: () => void;
}) {
  const [from, setFrom] = useState<ImportFrom>({ kind: "folder" });
  const [picks, setPicks] = useState<readonly number[]>([]);
  const begin = useAct("begin_import");
  const update = useAct("begin_update");
  const end = useAct("end_import");
  const [begun, setBegun] = useState(importing.kind === "begun" ? importing.import : null);
  const id = begin.answer?.import ?? update.answer?.import ?? begun;
  const { answer: view, failure, again } = useAsk("import", id === null ? null : { import: id });
  const running = id !== null && (view === undefined || isRunning(view.stage));
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(again, TICK);
    return () => clearInterval(timer);
  });
  const skill = importing.kind === "update" ? importing.skill : null;
  const beginUpdate = update.act;
  useEffect(() => {
    if (skill !== null) beginUpdate({ id: skill });
  }, [skill, beginUpdate]);
  const leave = () => {
    if (id !== null) end.act({ import: id });
    onClose();
  };
  const back = () => {
    if (id !== null) end.act({ import: id });
    begin.reset();
    setBegun(null);
    setPicks([]);
  };
  const found = view?.update ?? null;
  const ready = view?.stage === "ready";
  const plan = () => {
    if (id === null || view === undefined) return;
    if (found !== null) onPlan({ kind: "update", import: id, name: found.name, files: found.files });
    else
      onPlan({
        kind: "import",
        import: id,
        skills: view.skills.filter(({ skill }) => picks.includes(skill)),
      });
  };
  const nothingThere = found !== null && (found.state === "neither" || found.state === "here");
  const off = !ready
    ? t`Not ready yet.`
    : nothingThere
      ? t`No updates at the source.`
      : found === null && picks.length === 0
        ? t`Select a skill.`
        : null;
  return (
    <Dialog
      title={importing.kind === "update" ? spelled(t`Update ${spelled(importing.name)}`) : t`Import skills`}
      width={760}
      onClose={leave}
      foot={
        <>
          {id === null && importing.kind !== "update" ? (
            <Button
              offBecause={
                begin.acting
                  ? t`Waiting for selection…`
                  : from.kind === "git" && from.address.trim() === ""
                    ? t`Enter a URL.`
                    : null
              }
              onPress={() => begin.act({ from })}
            >
              {from.kind === "git" ? t`Fetch` : t`Choose…`}
            </Button>
          ) : (
            <Button offBecause={off} onPress={plan}>
              {t`Preview…`}
            </Button>
          )}
          {id !== null && importing.kind !== "update" && (
            <Button onPress={back}>{running ? t`Stop` : t`Change source`}</Button>
          )}
          <Button onPress={leave}>{t`Cancel`}</Button>
        </>
      }
    >
      <div className="plan stack narrows gap-12">
        {begin.failure !== null && <FailureNote failure={begin.failure} />}
        {update.failure !== null && <FailureNote failure={update.failure} />}
        {failure !== null && <FailureNote failure={failure} />}
        {id === null && importing.kind !== "update" && <ImportSource from={from} onFrom={setFrom} />}
        {update.acting && <Skeleton label={t`Checking source…`} rows={3} />}
        {view !== undefined && id !== null && (
          <>
            <ImportFound view={view} picks={picks} onPicks={setPicks} />
            {found !== null && <UpdateFound update={found} />}
          </>
        )}
      </div>
    </Dialog>
  );
}
