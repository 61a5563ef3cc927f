import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { FailureNote } from "../facts/FailureNote.tsx";
import { useGoing } from "../facts/going.ts";
import { Words } from "../facts/Words.tsx";
import { EvidenceKeeping } from "../features/approvals/EvidenceKeeping.tsx";
import { BuiltInsDialog } from "../features/builtins/BuiltIns.tsx";
import { Workspaces } from "../features/sessions/Workspaces.tsx";
import { aboutPart, helpPart } from "../features/settings/about.tsx";
import { useAppearance } from "../features/settings/appearance.tsx";
import { hydrationPart, indexPart, rootsPart } from "../features/settings/engine.tsx";
import { PlaceList } from "../features/settings/Places.tsx";
import { SettingsFrame, SettingsPage } from "../features/settings/SettingsPage.tsx";
import type { SettingPart } from "../features/settings/setting.ts";
import { useStaying } from "../features/settings/staying.tsx";
import { useAgent } from "../features/skills/agent.ts";
import { ProjectTrust } from "../features/skills/HeldBack.tsx";
import { VisibilityDialog } from "../features/skills/VisibilityDialog.tsx";
import { useAct, useAsk } from "../host/useAsk.ts";
import type { SettingsView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Segmented } from "../kit/Segmented.tsx";
import { Select } from "../kit/Select.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";

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
  const sandbox = useAsk("mode", {}).answer?.sandbox.words;
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
    hydrationPart(answer, sandbox ?? t`not known yet`),
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
  const kept = view.kept ?? t`nowhere: no home folder is known`;
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
        name: t`Sessions of`,
        words: t`This workspace alone, or everywhere an agent worked.`,
        also: t`scope everywhere`,
        value: (
          <Segmented
            label={t`Sessions of`}
            picks="press"
            value={workspace.everywhere ? "everywhere" : "here"}
            options={[
              { value: "here", label: t`this workspace` },
              { value: "everywhere", label: t`everywhere` },
            ]}
            onPick={(next) => scope.act({ everywhere: next === "everywhere" })}
          />
        ),
      },
      {
        name: t`Sources of sessions`,
        words: t`Read where each agent keeps them, and never written to: ${view.sources.map(({ label }) => label).join(", ")}.`,
        also: t`logs agents`,
        below: <PlaceList label={t`Where logs of Pixir are looked for`} places={view.places} />,
      },
      {
        name: t`Saved skill texts`,
        words: t`Texts of skills that other agents will delete with their sessions.`,
        also: t`texts archive`,
        value: <Button onPress={onTexts}>{t`Saved skill texts…`}</Button>,
      },
      {
        name: t`Where Assay keeps its own`,
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
        words: inForce === undefined ? "" : t`What may run unasked. In force: ${inForce.from}.`,
        also: t`auto ask read-only permission`,
        value: mode,
      },
      {
        name: t`Trust`,
        words: t`Whether skills of this project reach agents whose rules ask for trust.`,
        also: t`project held back`,
        value: <ProjectTrust />,
      },
      {
        name: t`Visibility`,
        words:
          visibility === undefined
            ? ""
            : visibility.allowed === null
              ? t`Agents may see every skill that is not switched off or denied.`
              : t`Agents may see only the skills that are named.`,
        also: t`allow deny hidden switched off`,
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
            : (builtIns.without_tools ??
              t`${on} of ${builtIns.rows.length} on. An agent has one only if it was named for it.`),
        also: t`tools weather shell filesystem`,
        value: builtIns !== undefined && (
          <>
            <Button onPress={() => setOpen("builtins")}>{t`Built-in skills…`}</Button>
            {open === "builtins" && <BuiltInsDialog view={builtIns} onClose={close} />}
          </>
        ),
      },
      {
        name: t`Where evidence is kept`,
        words: keeping === undefined ? "" : <Words text={`${keeping.why}.`} />,
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
    name: t`As read by`,
    words: rules?.words ?? t`By whose rules the list of skills stands.`,
    also: t`agent convention claude codex gemini pixir`,
    value: (
      <Select
        label={t`As read by`}
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
