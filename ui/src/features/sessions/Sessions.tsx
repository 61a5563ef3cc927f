import { useState } from "react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAct } from "../../host/useAsk.ts";
import { Segmented } from "../../kit/Segmented.tsx";
import { AllSessions } from "./AllSessions.tsx";
import { SearchSessions } from "./SearchSessions.tsx";
import { SessionList } from "./SessionList.tsx";
import { type Scope, scopes, type Target } from "./scope.ts";

/** Sessions of this workspace, of all, or what is found in them. */
export function Sessions({ onOpen }: { onOpen: (key: string, line?: number) => void }) {
  const [scope, setScope] = useState<Scope>("here");
  const move = useAct("switch_workspace");
  // What lies in another workspace is opened there.
  const open = ({ workspace, key, line }: Target) => {
    if (workspace === null) onOpen(key, line);
    else move.act({ id: workspace }, { onSuccess: () => onOpen(key, line) });
  };
  const head = <Segmented label="Sessions of" value={scope} options={scopes} onPick={setScope} />;
  return (
    <>
      {move.failure !== null && <FailureNote failure={move.failure} onAgain={move.reset} />}
      {scope === "here" && <SessionList head={head} onOpen={(key) => onOpen(key)} />}
      {scope === "everywhere" && <AllSessions head={head} onOpen={open} />}
      {scope === "search" && <SearchSessions head={head} onOpen={open} />}
    </>
  );
}
