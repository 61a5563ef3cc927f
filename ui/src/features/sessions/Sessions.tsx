import { t } from "@lingui/core/macro";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import { aFlag, useKept } from "../../kit/kept.ts";
import { Segmented } from "../../kit/Segmented.tsx";
import { AllSessions } from "./AllSessions.tsx";
import { SearchSessions } from "./SearchSessions.tsx";
import { SessionList } from "./SessionList.tsx";
import { type Scope, scopes, type Target } from "./scope.ts";

/** Sessions of this workspace, of all, or what is found in them. */
export function Sessions({ onOpen }: { onOpen: (target: Target) => void }) {
  const { answer: workspace } = useAsk("workspace", {});
  const [searching, setSearching] = useKept("searching", false, aFlag);
  const change = useAct("set_scope");
  const move = useAct("switch_workspace");
  const scope: Scope = searching ? "search" : workspace?.everywhere === true ? "everywhere" : "here";
  const pick = (next: Scope) => {
    setSearching(next === "search");
    if (next !== "search" && next !== scope) change.act({ everywhere: next === "everywhere" });
  };
  // What lies in another workspace is gone to as soon as that is open.
  const open = (target: Target) => {
    onOpen(target);
    if (target.workspace !== null) move.act({ id: target.workspace });
  };
  const head = <Segmented label={t`Show sessions of`} value={scope} options={scopes} onPick={pick} />;
  const failed = move.failure ?? change.failure;
  return (
    <>
      {failed !== null && <FailureNote failure={failed} onAgain={move.reset} />}
      {scope === "here" && <SessionList head={head} onOpen={(key) => onOpen({ workspace: null, key })} />}
      {scope === "everywhere" && <AllSessions head={head} onOpen={open} />}
      {scope === "search" && <SearchSessions head={head} onOpen={open} />}
    </>
  );
}
