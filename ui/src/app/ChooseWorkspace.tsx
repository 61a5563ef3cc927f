import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FlaskConical, FolderOpen } from "lucide-react";
import { FailureNote } from "../facts/FailureNote.tsx";
import { icons } from "../facts/icons.ts";
import { useAct } from "../host/useAsk.ts";
import type { WorkspaceView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { EmptyState } from "../kit/EmptyState.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./ChooseWorkspace.css";

/** Nothing is open yet: a folder is looked at because a person chose it. */
export function ChooseWorkspace({ workspace }: { workspace: WorkspaceView }) {
  const change = useAct("switch_workspace");
  const choose = useAct("choose_workspace");
  const example = useAct("open_example");
  const before = workspace.recents.filter(({ exists }) => exists);
  const failure = change.failure ?? choose.failure ?? example.failure;
  return (
    <main className="choose-workspace stack on-app">
      <h1 className="unseen">{t`Choose workspace`}</h1>
      {failure !== null && <FailureNote failure={failure} />}
      <EmptyState
        icon={icons.repo}
        title={t`Open a workspace folder`}
        action={
          <>
            <Button look="primary" icon={FolderOpen} onPress={() => choose.act({})}>
              {t`Open folder…`}
            </Button>
            <Button icon={FlaskConical} onPress={() => example.act({})}>
              {t`Open example`}
            </Button>
          </>
        }
        table={
          before.length > 0 && (
            <ul className="stack gap-4" aria-label={t`Recent`}>
              {before.map((recent) => (
                <li key={recent.id}>
                  <button type="button" onClick={() => change.act({ id: recent.id })}>
                    <b>
                      <Verbatim text={recent.name} />
                    </b>
                    <span className="quiet">
                      <Verbatim text={recent.path} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      >
        <Trans>
          Assay shows the skills an agent finds in this folder and in your home folder, and the sessions
          recorded there.
        </Trans>
      </EmptyState>
    </main>
  );
}
