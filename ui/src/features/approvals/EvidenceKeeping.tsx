import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AskedNote, FailureNote } from "../../facts/FailureNote.tsx";
import { consequenceWords, keepingWords, pixirAnswerWords } from "../../facts/keepingWords.ts";
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
      <Button onPress={() => setOpen(true)}>{t`Evidence storage…`}</Button>
      {open && <KeepingDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function KeepingDialog({ onClose }: { onClose: () => void }) {
  const keeping = useAsk("evidence_keeping", {});
  return (
    <Dialog title={t`Evidence storage`} width={620} onClose={onClose}>
      <AskedNote asked={keeping} />
      {keeping.answer === undefined ? (
        keeping.failure === null && <Skeleton label={t`Loading…`} />
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
        {view.in_pixirs_logs ? (
          <Trans>
            Stored in Pixir’s logs of this workspace, under Pixir’s lease: {keepingWords(view.reason)}.
          </Trans>
        ) : (
          <Trans>
            Stored in Assay’s companion logs; Pixir’s logs are not changed: {keepingWords(view.reason)}.
          </Trans>
        )}
      </p>
      {view.companions !== null && (
        <p className="mono text-2">
          <Verbatim text={view.companions} />
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} />}
      {view.in_pixirs_logs ? (
        <Button onPress={() => keep.act({ in_pixirs_logs: false, regardless: false })}>
          {t`Use companion logs again`}
        </Button>
      ) : (
        <>
          <h3>{t`Consequences of writing to Pixir’s logs`}</h3>
          <ul className="discs">
            {view.means.map((consequence) => (
              <li key={consequence}>{consequenceWords(consequence)}</li>
            ))}
          </ul>
          <div className="wraps gap-8 flex">
            <Button offBecause={asking.acting ? t`Checking Pixir…` : null} onPress={() => asking.act({})}>
              {t`Check installed Pixir`}
            </Button>
            <Button
              offBecause={accepts || understood ? null : t`Check Pixir first, or accept the consequences.`}
              onPress={() => keep.act({ in_pixirs_logs: true, regardless: understood })}
            >
              {t`Write to Pixir’s logs`}
            </Button>
          </div>
          {asking.answer !== undefined && (
            <Note tone={accepts ? "info" : "warn"} alert>
              <Verbatim text={pixirAnswerWords(asking.answer.says)} />
            </Note>
          )}
          {!accepts && (
            <label className="gap-8 flex on-baseline">
              <input
                type="checkbox"
                checked={understood}
                onChange={(event) => setUnderstood(event.target.checked)}
              />
              {t`Accept these consequences, whatever the installed Pixir supports`}
            </label>
          )}
        </>
      )}
    </div>
  );
}
