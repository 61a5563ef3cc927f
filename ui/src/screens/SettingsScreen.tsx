import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { useAgent } from "../facts/agent.ts";
import { modeSourceWords, sandboxWords } from "../facts/approvalWords.ts";
import { conventionTexts } from "../facts/conventionWords.ts";
import { FailureNote } from "../facts/FailureNote.tsx";
import { useGoing } from "../facts/going.ts";
import { keepingWords } from "../facts/keepingWords.ts";
import { Words } from "../facts/Words.tsx";
import { EvidenceKeeping } from "../features/approvals/EvidenceKeeping.tsx";
import { BuiltInsDialog } from "../features/builtins/BuiltIns.tsx";
import { Workspaces } from "../features/sessions/Workspaces.tsx";
import { aboutPart, helpPart } from "../features/settings/about.tsx";
import { useAppearance } from "../features/settings/appearance.tsx";
import { hydrationPart, indexPart, rootsPart } from "../features/settings/engine.tsx";
import { listedPlaces, PlaceList } from "../features/settings/Places.tsx";
import { SettingsFrame, SettingsPage } from "../features/settings/SettingsPage.tsx";
import type { SettingPart } from "../features/settings/setting.ts";
import { useStaying } from "../features/settings/staying.tsx";
import { ProjectTrust } from "../features/skills/HeldBack.tsx";
import { VisibilityDialog } from "../features/skills/VisibilityDialog.tsx";
import { useAct, useAsk } from "../host/useAsk.ts";
import type { SettingsView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Segmented } from "../kit/Segmented.tsx";
import { Select } from "../kit/Select.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";
import { spelled } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { messageWords } from "../language/messages.ts";

/** What only the frame can do. */
export interface SettingsActs {
  /** The control of the permission mode. */
  mode: ReactNode;
  onKeys: () => void;
  onTexts: () => void;
}

/** Everything that can be set, and what is in force where it cannot. */
export function SettingsScreen(acts: SettingsActs) {
  const { visit } = useGoing();
  const { answer, failure, again } = useAsk("settings", {});
  const appearance = useAppearance();
  const workspace = useWorkspacePart(answer, acts.onTexts);
  const permissions = usePermissions(acts.mode);
  const agent = useAgentSetting();
  const sandbox = useAsk("mode", {}).answer?.sandbox;
  const indexing = useAsk("indexing", {}).answer;
  const index = useAct("set_indexing");
  const link = useAct("open_link");
  if (answer === undefined) {
    return (
      <SettingsFrame>
        {failure === null ? (
          <Skeleton label={t`Settings`} rows={8} />
        ) : (
          <FailureNote failure={failure} onAgain={again} />
        )}
      </SettingsFrame>
    );
  }
  const parts: (SettingPart | null)[] = [
    appearance,
    workspace,
    rootsPart(answer, agent),
    permissions,
    hydrationPart(answer, sandbox === undefined ? t`not known yet` : sandboxWords(sandbox)),
    indexing === undefined ? null : indexPart(indexing, (act) => index.act({ act })),
    helpPart(() => visit("help"), acts.onKeys),
    aboutPart(answer, (to) => link.act({ to })),
  ];
  return (
    <>
      {failure !== null && <FailureNote failure={failure} onAgain={again} />}
      {index.failure !== null && <FailureNote failure={index.failure} onAgain={index.reset} />}
      {link.failure !== null && <FailureNote failure={link.failure} onAgain={link.reset} />}
      <SettingsPage parts={parts.filter((part) => part !== null)} />
    </>
  );
}

/** Which folder is looked at, and whose sessions are read. */
function useWorkspacePart(view: SettingsView | undefined, onTexts: () => void): SettingPart | null {
  const { answer: workspace } = useAsk("workspace", {});
  const scope = useAct("set_scope");
  const [open, setOpen] = useState(false);
  if (workspace === undefined || view === undefined) return null;
  const kept = view.kept ?? t`none: no home folder found`;
  return {
    id: "workspace",
    head: t`Workspaces and sessions`,
    settings: [
      {
        name: t`Workspace`,
        words: <Verbatim text={workspace.path} mono />,
        also: t`folder project open forget`,
        value: (
          <>
            <Button onPress={() => setOpen(true)}>{t`Known workspaces…`}</Button>
            {open && <Workspaces onClose={() => setOpen(false)} />}
          </>
        ),
      },
      {
        name: t`Show sessions of`,
        words: t`This workspace only, or all workspaces.`,
        also: t`scope everywhere`,
        value: (
          <Segmented
            label={t`Show sessions of`}
            picks="press"
            value={workspace.everywhere ? "everywhere" : "here"}
            options={[
              { value: "here", label: t`this workspace` },
              { value: "everywhere", label: t`all workspaces` },
            ]}
            onPick={(next) => scope.act({ everywhere: next === "everywhere" })}
          />
        ),
      },
      {
        name: t`Session sources`,
        words: t`Read from each agent’s own folders and never changed: ${view.sources.map(({ label }) => label).join(", ")}.`,
        also: t`logs agents`,
        below: <PlaceList label={t`Pixir log folders`} places={listedPlaces(view.places)} />,
      },
      {
        name: t`Saved skill texts`,
        words: t`Skill texts that other agents delete with their sessions.`,
        also: t`texts archive`,
        value: <Button onPress={onTexts}>{t`Saved skill texts…`}</Button>,
      },
      {
        name: t`Assay’s data directory`,
        words: <Verbatim text={kept} mono />,
        also: t`data folder home journal trash`,
      },
    ],
  };
}

/** What may run, what agents see, and where it is proven. */
function usePermissions(mode: ReactNode): SettingPart {
  const inForce = useAsk("mode", {}).answer;
  const visibility = useAsk("visibility", {}).answer;
  const builtIns = useAsk("built_ins", {}).answer;
  const keeping = useAsk("evidence_keeping", {}).answer;
  const staying = useStaying();
  const [open, setOpen] = useState<"visibility" | "builtins" | null>(null);
  const close = () => setOpen(null);
  const on = builtIns?.rows.filter((row) => row.switch === "on").length ?? 0;
  return {
    id: "permissions",
    head: t`Permissions`,
    settings: [
      {
        name: t`Mode`,
        words:
          inForce === undefined
            ? ""
            : t`What may run without asking. Current: ${modeSourceWords(inForce.from)}.`,
        also: t`auto ask read-only permission`,
        value: mode,
      },
      {
        name: t`Trust`,
        words: t`Make skills of this project available to agents that require trust.`,
        also: t`project trust untrusted hidden`,
        value: <ProjectTrust />,
      },
      {
        name: t`Visibility`,
        words:
          visibility === undefined
            ? ""
            : visibility.allowed === null
              ? t`Agents see all skills that are not disabled or denied.`
              : t`Agents see allowed skills only.`,
        also: t`allow deny hidden disabled`,
        value: (
          <>
            <Button onPress={() => setOpen("visibility")}>{t`Visibility…`}</Button>
            {open === "visibility" && <VisibilityDialog onClose={close} />}
          </>
        ),
      },
      {
        name: t`Built-in skills`,
        words:
          builtIns === undefined
            ? ""
            : builtIns.without_tools !== null
              ? spelled(messageWords(builtIns.without_tools))
              : t`${on} of ${builtIns.rows.length} on. Agents get only those they request.`,
        also: t`tools weather shell filesystem`,
        value: builtIns !== undefined && (
          <>
            <Button onPress={() => setOpen("builtins")}>{t`Built-in skills…`}</Button>
            {open === "builtins" && <BuiltInsDialog view={builtIns} onClose={close} />}
          </>
        ),
      },
      {
        name: t`Evidence storage`,
        words: keeping === undefined ? "" : <Words text={keepingWords(keeping.reason)} />,
        also: t`companion log pixir`,
        value: <EvidenceKeeping />,
        below: keeping?.companions != null && <Verbatim text={keeping.companions} mono />,
      },
      staying,
    ],
  };
}

/** By whose rules the list of skills stands. */
function useAgentSetting() {
  const { agent, agents, pick } = useAgent();
  const rules = agents.find(({ name }) => name === agent.name);
  return {
    name: t`Agent`,
    words:
      rules !== undefined
        ? conventionTexts[rules.name].words
        : t`Agent whose discovery rules the skill list uses.`,
    also: t`agent convention claude codex gemini pixir`,
    value: (
      <Select
        label={t`Agent`}
        value={agent.name}
        options={
          agents.length === 0
            ? [{ value: agent.name, label: agent.label }]
            : agents.map(({ name, label }) => ({ value: name, label }))
        }
        onPick={pick}
      />
    ),
  };
}
