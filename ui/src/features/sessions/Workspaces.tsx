import { useEffect } from "react";
import { count, counted } from "../../facts/Count.tsx";
import { FailureNote, FailureWords } from "../../facts/FailureNote.tsx";
import { Time } from "../../facts/Time.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { KnownRow } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
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
      title="Workspaces"
      width={680}
      onClose={onClose}
      foot={
        <>
          <Button offBecause={find.acting ? "Looking." : null} onPress={() => add.act({})}>
            Add a folder…
          </Button>
          <Button offBecause={find.acting ? "Looking." : null} onPress={() => find.act({})}>
            Look below a folder…
          </Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      {find.acting && <Finding />}
      {!find.acting && find.answer?.found != null && (
        <p className="text-2" role="status">
          <Verbatim text={find.answer.found} />.
        </p>
      )}
      {[failure, add.failure, find.failure, forget.failure].map(
        (one, at) => one !== null && <FailureNote key={at} failure={one} onAgain={again} />,
      )}
      {answer === undefined ? (
        failure === null && <Skeleton label="Workspaces" rows={3} />
      ) : (
        <ul className="workspaces ruled" aria-label="Workspaces">
          {answer.rows.map((row) => (
            <Row key={row.workspace.id} row={row} onForget={() => forget.act({ id: row.workspace.id })} />
          ))}
        </ul>
      )}
      <p className="text-2">
        To forget a workspace takes it off this list. Its folder and its sessions stay as they are.
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
        {exists ? counted(sessions, "session") : "its folder is gone"}
        {last !== null && (
          <>
            , last <Time at={last} />
          </>
        )}
      </span>
      <Button size={24} offBecause={workspace.current ? "It is open." : null} onPress={onForget}>
        Forget<span className="unseen"> {workspace.name}</span>
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
        ? "Choose a folder in the system’s dialog."
        : `${count(looked)} folders looked at so far… `}
      {looked !== null && (
        <Button look="link" onPress={() => stop.act({})}>
          Stop looking
        </Button>
      )}
      {stop.failure !== null && <FailureWords failure={stop.failure} />}
    </p>
  );
}
