import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { foundWords } from "../../facts/contextWords.ts";
import { FailureNote, FailureWords } from "../../facts/FailureNote.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { KnownRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import "./Workspaces.css";

/** Milliseconds between two looks at how far a search for workspaces is. */
const pause = 300;

/** The workspaces whose sessions are listed together: which they are, and the way to more or fewer. */
export function Workspaces({ onClose }: { onClose: () => void }) {
  const { answer, failure, again } = useAsk("known_workspaces", {});
  const add = useAct("add_workspace");
  const find = useAct("find_workspaces");
  const forget = useAct("forget_workspace");
  return (
    <Dialog
      title={t`Workspaces`}
      width={680}
      onClose={onClose}
      foot={
        <>
          <Button offBecause={find.acting ? t`Checking…` : null} onPress={() => add.act({})}>
            {t`Add folder…`}
          </Button>
          <Button offBecause={find.acting ? t`Checking…` : null} onPress={() => find.act({})}>
            {t`Search in folder…`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </>
      }
    >
      {find.acting && <Finding />}
      {!find.acting && find.answer?.found != null && (
        <p className="text-2" role="status">
          <Verbatim text={foundWords(find.answer.found)} />
        </p>
      )}
      {[failure, add.failure, find.failure, forget.failure].map(
        (one, at) => one !== null && <FailureNote key={at} failure={one} onAgain={again} />,
      )}
      {answer === undefined ? (
        failure === null && <Skeleton label={t`Workspaces`} rows={3} />
      ) : (
        <ul className="workspaces ruled" aria-label={t`Workspaces`}>
          {answer.rows.map((row) => (
            <Row key={row.workspace.id} row={row} onForget={() => forget.act({ id: row.workspace.id })} />
          ))}
        </ul>
      )}
      <p className="text-2">
        <Trans>
          Removing a workspace only removes it from this list. Its folder and sessions are not changed.
        </Trans>
      </p>
    </Dialog>
  );
}

function Row({
  row: { workspace, exists, sessions, last },
  onForget,
}: {
  row: KnownRow;
  onForget: () => void;
}) {
  return (
    <li>
      <span className="stack narrows gap-2">
        <b>
          <Verbatim text={workspace.name} />
        </b>
        <code className="cut-end">
          <Verbatim text={workspace.path} />
        </code>
      </span>
      <span className="text-2">
        {exists ? plural(sessions, { one: "# session", other: "# sessions" }) : t`folder deleted`}
        {last !== null && (
          <>
            ,{" "}
            <Trans>
              last <Time at={last} />
            </Trans>
          </>
        )}
      </span>
      <Button size={24} offBecause={workspace.current ? t`This workspace is open.` : null} onPress={onForget}>
        {t`Remove`}
        <span className="unseen">
          {" "}
          <Verbatim text={workspace.name} />
        </span>
      </Button>
    </li>
  );
}

/** How far the search for workspaces is, and the way to end it. */
function Finding() {
  const { answer, again } = useAsk("indexing", {});
  const stop = useAct("stop_finding");
  useEffect(() => {
    const timer = setInterval(again, pause);
    return () => clearInterval(timer);
  }, [again]);
  const looked = answer?.looked_for ?? null;
  return (
    <p className="text-2" role="status">
      {looked === null
        ? t`Choose a folder in the system dialog.`
        : t`${count(looked)} folders searched so far…`}{" "}
      {looked !== null && (
        <Button look="link" onPress={() => stop.act({})}>
          {t`Stop search`}
        </Button>
      )}
      {stop.failure !== null && <FailureWords failure={stop.failure} />}
    </p>
  );
}
