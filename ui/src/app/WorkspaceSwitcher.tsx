import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AppWindow, ChevronDown, FolderOpen } from "lucide-react";
import { icons } from "../facts/icons.ts";
import { useAct, useAsk } from "../host/useAsk.ts";
import type { RecentRow } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Icon } from "../kit/Icon.tsx";
import { Menu, type MenuItem } from "../kit/Menu.tsx";
import { Note } from "../kit/Note.tsx";
import { spelled } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import "./WorkspaceSwitcher.css";
import { FailureWords } from "../facts/FailureNote.tsx";

/** Which folder is looked at, and the way to another. */
export function WorkspaceSwitcher() {
  const { answer: workspace } = useAsk("workspace", {});
  const change = useAct("switch_workspace");
  const choose = useAct("choose_workspace");
  const apart = useAct("open_window");
  const chooseApart = useAct("choose_window");
  const scope = useAct("set_scope");
  if (workspace === undefined) return <span className="workspace narrows flex anchors" />;

  const { everywhere } = workspace;
  const open = (recent: RecentRow, inWindow: boolean) => {
    if (inWindow) return apart.act({ id: recent.id });
    if (everywhere) scope.act({ everywhere: false });
    if (!recent.current) change.act({ id: recent.id });
  };
  const all: MenuItem = {
    id: "everywhere",
    label: t`All workspaces`,
    note: t`Sessions of all projects and agents`,
    checked: everywhere,
    onPick: () => !everywhere && scope.act({ everywhere: true }),
  };
  const folders: MenuItem[] = workspace.recents.map((recent) => ({
    id: recent.id,
    label: <Verbatim text={recent.name} />,
    note: <Verbatim text={placeOf(recent)} />,
    checked: recent.current && !everywhere,
    onPick: (inWindow) => open(recent, inWindow),
  }));
  const items = [all, ...folders];
  if (choose.failure?.code !== "not_here") {
    items.push(
      { id: "open folder", label: t`Open folder…`, icon: FolderOpen, onPick: () => choose.act({}) },
      {
        id: "open window",
        label: t`Open folder in new window…`,
        icon: AppWindow,
        onPick: () => chooseApart.act({}),
      },
    );
  }
  const acts = [change, apart, scope, choose, chooseApart];
  const failure =
    acts.find((one) => one.failure !== null && one.failure.code !== "not_here")?.failure ?? null;
  return (
    <div className="workspace narrows flex anchors">
      <Menu
        label={
          everywhere
            ? t`All workspaces, opened in ${spelled(workspace.name)}, ${spelled(workspace.path)}`
            : t`Workspace ${spelled(workspace.name)}, ${spelled(workspace.path)}`
        }
        heading={t`Switch workspace; hold Ctrl to open in a new window`}
        className="workspace-button row narrows one-line gap-8 hovers inset-8 round toned tone-info"
        items={items}
        face={
          <>
            <Icon of={icons.repo} />
            <b className="cut-end">{everywhere ? t`All workspaces` : <Verbatim text={workspace.name} />}</b>
            <span className="workspace-path narrows text-2 cut-end">
              {everywhere ? (
                <Trans>
                  in <Verbatim text={workspace.path} />
                </Trans>
              ) : (
                <Verbatim text={workspace.path} />
              )}
            </span>
            <Icon of={ChevronDown} />
          </>
        }
      />
      {failure !== null && (
        <div className="workspace-failure on-raised round-card">
          <Note
            tone="danger"
            alert
            action={
              <Button
                look="link"
                onPress={() => {
                  for (const one of acts) one.reset();
                }}
              >
                {t`Close`}
              </Button>
            }
          >
            <FailureWords failure={failure} />
          </Note>
        </div>
      )}
    </div>
  );
}

/** Its path, and in words when nothing is there. */
function placeOf({ path, exists }: RecentRow): string {
  return exists ? spelled(path) : t`${spelled(path)}, folder does not exist`;
}
