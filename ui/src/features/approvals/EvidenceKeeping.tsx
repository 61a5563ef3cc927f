import { t } from "@lingui/core/macro";
import { useState } from "react";
import { AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { KeepingView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Note } from "../../kit/Note.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** Where the evidence of decisions is kept, and the way to have it elsewhere. */
export function EvidenceKeeping() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t`Where evidence is kept…`}</Button>
      {open && <KeepingDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function KeepingDialog({ onClose }: { onClose: () => void }) {
  const keeping = useAsk("evidence_keeping", {});
  return (
    <Dialog title={t`Where evidence is kept`} width={620} onClose={onClose}>
      <AskedNote asked={keeping} />
      {keeping.answer === undefined ? (
        keeping.failure === null && <Skeleton label={t`Reading the choice`} />
      ) : (
        <Choice view={keeping.answer} />
      )}
    </Dialog>
  );
}

function Choice({ view }: { view: KeepingView }) {
  const asking = useAct("ask_pixir");
  const keep = useAct("keep_evidence");
  const [understood, setUnderstood] = useState(false);
  const failure = keep.failure ?? asking.failure;
  const accepts = asking.answer?.accepts === true;
  return (
    <div className="stack gap-12">
      <p>
        {view.in_pixirs_logs
          ? t`In Pixir’s own logs of this workspace, under their lease: `
          : t`In Assay’s companion logs, beside Pixir’s and never in them: `}
        <Verbatim text={view.why} />.
      </p>
      {view.companions !== null && (
        <p className="mono text-2">
          <Verbatim text={view.companions} />
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} />}
      {view.in_pixirs_logs ? (
        <Button onPress={() => keep.act({ in_pixirs_logs: false, regardless: false })}>
          {t`Keep it in companion logs again`}
        </Button>
      ) : (
        <>
          <h3>{t`To write it into Pixir’s logs means`}</h3>
          <ul className="discs">
            {view.consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="wraps gap-8 flex">
            <Button
              offBecause={asking.acting ? t`Pixir is being asked.` : null}
              onPress={() => asking.act({})}
            >
              {t`Ask the installed Pixir`}
            </Button>
            <Button
              offBecause={accepts || understood ? null : t`Ask Pixir first, or accept the consequences.`}
              onPress={() => keep.act({ in_pixirs_logs: true, regardless: understood })}
            >
              {t`Write into Pixir’s logs`}
            </Button>
          </div>
          {asking.answer !== undefined && (
            <Note tone={accepts ? "info" : "warn"} alert>
              <Verbatim text={asking.answer.words} />
            </Note>
          )}
          {!accepts && (
            <label className="gap-8 flex on-baseline">
              <input
                type="checkbox"
                checked={understood}
                onChange={(event) => setUnderstood(event.target.checked)}
              />
              {t`I accept these consequences, whatever the installed Pixir says`}
            </label>
          )}
        </>
      )}
    </div>
  );
}
