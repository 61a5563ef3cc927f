import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { sandboxWords } from "../facts/approvalWords.ts";
import { Evidence, strengths } from "../facts/Evidence.tsx";
import { FailureWords } from "../facts/FailureNote.tsx";
import { icons } from "../facts/icons.ts";
import { Term } from "../facts/Term.tsx";
import { clock } from "../facts/Time.tsx";
import { useAct, useAsk } from "../host/useAsk.ts";
import type { SandboxView, WorkspaceView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Chip } from "../kit/Chip.tsx";
import { count } from "../language/numbers.ts";
import "./app.css";

/** How fresh what is shown is, what it was made of, and what the evidence signs mean. */
export function StatusBar({
  workspace,
  sandbox,
}: {
  workspace: WorkspaceView | undefined;
  /** What would contain a command; nothing while that is not known. */
  sandbox: SandboxView | undefined;
}) {
  return (
    <footer className="status row spread gap-16 narrows inset type-micro text-2">
      {workspace !== undefined && <Facts workspace={workspace} sandbox={sandbox} />}
      <Indexing />
      <span className="status-legend fixed gap-12 flex">
        <span className="text-3">{t`Evidence`}</span>
        {strengths.map((strength) => (
          <Term key={strength} of={strength}>
            <Evidence of={strength} />
          </Term>
        ))}
      </span>
    </footer>
  );
}

function Facts({ workspace, sandbox }: { workspace: WorkspaceView; sandbox: SandboxView | undefined }) {
  return (
    <ul className="status-facts narrows flex clips">
      <li>
        <Chip icon={icons.winning} tone="ok">
          {t`read ${clock(workspace.read_at)}`}
        </Chip>
      </li>
      <li>
        {plural(workspace.sessions, { one: "# session", other: "# sessions" })},{" "}
        {plural(workspace.events, { one: "# event", other: "# events" })}
      </li>
      {workspace.live > 0 && (
        <li>
          <Chip icon={icons.live} tone="accent">
            {t`${workspace.live} live`}
          </Chip>
        </li>
      )}
      {workspace.damaged > 0 && (
        <li>
          <Chip icon={icons.damaged} tone="danger">
            {t`${workspace.damaged} corrupt`}
          </Chip>
        </li>
      )}
      <li>{workspace.rules}</li>
      {sandbox !== undefined && (
        <li className="status-sandbox narrows cut-end" data-level={sandbox.level}>
          <Sandbox sandbox={sandbox} />
        </li>
      )}
    </ul>
  );
}

/** How far the index is while it works, and the way to hold it. */
function Indexing() {
  const { answer } = useAsk("indexing", {});
  const set = useAct("set_indexing");
  if (answer === undefined || answer.stage === "complete" || answer.stage === "not_started") return null;
  const { stage, done, total } = answer;
  const what = stage === "words" ? t`Words` : t`Sessions`;
  return (
    <span className="row one-line gap-8" role="status">
      {set.failure !== null && <FailureWords failure={set.failure} />}
      {stage === "held" ? t`Indexing paused` : t`${what} indexed: ${count(done)} of ${count(total)}`}
      <Button look="link" onPress={() => set.act({ act: stage === "held" ? "go_on" : "hold" })}>
        {stage === "held" ? t`Resume` : t`Pause`}
      </Button>
    </span>
  );
}

function Sandbox({ sandbox }: { sandbox: SandboxView }) {
  if (sandbox.level !== "none") {
    return <Trans>Sandbox: {sandboxWords(sandbox)}</Trans>;
  }
  return (
    <Chip icon={icons.warning} tone="danger">
      {t`No sandbox on this machine. A command would run with your rights.`}
    </Chip>
  );
}
