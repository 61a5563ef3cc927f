import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useContext } from "react";
import { AgentContext } from "../../facts/agent.ts";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { clock } from "../../facts/Time.tsx";
import { StillContext } from "../../host/StillContext.ts";
import { type Asked, useAsk } from "../../host/useAsk.ts";
import type { Failure, HooksView, ResourceView, SkillView, SourcesView } from "../../host/wire.gen.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { spelled } from "../../kit/seen.ts";
import { type Tab, TabPanel, Tabs } from "../../kit/Tabs.tsx";
import { count } from "../../language/numbers.ts";
import { Activation } from "./Activation.tsx";
import { Catalog } from "./Catalog.tsx";
import { type CheckActs, Checks } from "./Checks.tsx";
import { Hooks, hookCount } from "./Hooks.tsx";
import { Instructions } from "./Instructions.tsx";
import { Resources } from "./Resources.tsx";
import { SkillHead } from "./SkillHead.tsx";
import { Sources, sourceCount } from "./Sources.tsx";
import { Usage } from "./Usage.tsx";
import { Versions } from "./Versions.tsx";
import "./skills.css";
import { ownMessage } from "../../language/messages.ts";

export type SkillDetailTab =
  | "instructions"
  | "resources"
  | "catalog"
  | "checks"
  | "versions"
  | "usage"
  | "sources"
  | "activation"
  | "hooks";

interface SkillDetailProps extends CheckActs {
  asked: Asked<SkillView>;
  tab: SkillDetailTab;
  rel: string | undefined;
  inspector: boolean;
  onTab: (tab: SkillDetailTab) => void;
  /** Shows the same tab of another skill. */
  onSkill: (id: string) => void;
  onResource: (rel: string) => void;
  onInspector: () => void;
  /** Asks for one of the skill's sources. */
  onHydrate: (source: string) => void;
  /** What else can be done to the skill, drawn in its head. */
  acts?: (skill: SkillView) => ReactNode;
  /** What can be done to one of its files. */
  fileActs?: (file: ResourceView) => ReactNode;
  onAddFile?: () => void;
}

/** One skill: who it is, and its instructions, files, place in the catalog and findings. */
export function SkillDetail({ asked, ...props }: SkillDetailProps) {
  const id = asked.answer?.row.id;
  const agent = useContext(AgentContext);
  const still = useContext(StillContext);
  const sources = useAsk("context_sources", id === undefined ? null : { id, convention: agent.name });
  const hooks = useAsk("skill_hooks", id === undefined ? null : { id, convention: agent.name });
  if (asked.answer === undefined) {
    if (asked.failure !== null) return <FailureNote failure={asked.failure} onAgain={asked.again} />;
    return <Skeleton label={t`Loading skill…`} />;
  }
  const skill = asked.answer;
  // Nobody can say how it stands now, be it gone itself or its workspace.
  const gone = asked.failure !== null || still;
  const tabs = tabsOf(skill, sources, hooks);
  // A tab that another skill had and this one lacks gives way to the first.
  const tab = tabs.some(({ id }) => id === props.tab) ? props.tab : "instructions";
  return (
    <StillContext value={gone}>
      {asked.failure !== null && <FailureNote failure={dated(asked.failure, skill)} onAgain={asked.again} />}
      <SkillHead
        skill={skill}
        gone={gone}
        inspector={props.inspector}
        onInspector={props.onInspector}
        acts={!gone && props.acts?.(skill)}
      />
      <Tabs
        name="skill"
        label={t`Details of ${spelled(skill.row.name)}`}
        tabs={tabs}
        current={tab}
        onPick={props.onTab}
      />
      <TabPanel name="skill" current={tab}>
        <div className="skill-current" data-gone={gone}>
          <Current skill={skill} sources={sources} {...props} tab={tab} />
        </div>
      </TabPanel>
    </StillContext>
  );
}

/** Why the skill cannot be read any more, and when it was. */
function dated(failure: Failure, skill: SkillView): Failure {
  const message =
    failure.code === "not_found" ? ownMessage(t`This skill has been deleted.`) : failure.message;
  return { ...failure, message, hint: ownMessage(t`Last read at ${clock(skill.read_at)}.`) };
}

function Current({
  skill,
  sources,
  tab,
  rel,
  onSkill,
  onResource,
  onHydrate,
  fileActs,
  onAddFile,
  onFix,
  onPlace,
}: Omit<SkillDetailProps, "asked"> & { skill: SkillView; sources: Asked<SourcesView> }) {
  switch (tab) {
    case "instructions":
      return <Instructions key={skill.row.id} skill={skill} onResource={onResource} />;
    case "resources":
      return (
        <Resources
          key={skill.row.id}
          skill={skill}
          rel={rel}
          onResource={onResource}
          fileActs={fileActs}
          onAddFile={onAddFile}
        />
      );
    case "catalog":
      return <Catalog skill={skill} onSkill={onSkill} />;
    case "checks":
      return <Checks skill={skill} onFix={onFix} onPlace={onPlace} />;
    case "versions":
      return <Versions key={skill.row.id} skill={skill} />;
    case "usage":
      return <Usage key={skill.row.id} skill={skill} />;
    case "sources":
      return <Sources key={skill.row.id} asked={sources} onHydrate={onHydrate} />;
    case "activation":
      return <Activation key={skill.row.id} row={skill.row} />;
    case "hooks":
      return <Hooks key={skill.row.id} id={skill.row.id} />;
    default:
      return tab satisfies never;
  }
}

function tabsOf(
  skill: SkillView,
  sources: Asked<SourcesView>,
  hooks: Asked<HooksView>,
): Tab<SkillDetailTab>[] {
  const { managed, states } = skill.row;
  // Sessions record what lies where Pixir looks; a file that cannot be read can be taken in by nobody.
  const recorded: readonly SkillDetailTab[] = ["versions", "usage", "sources"];
  const taken: readonly SkillDetailTab[] = ["activation", "hooks"];
  return allTabs(skill, sources, hooks).filter(
    ({ id }) =>
      (managed || !recorded.includes(id)) &&
      (states.invalid === null || states.standing !== "invalid" || !taken.includes(id)),
  );
}

function allTabs(
  skill: SkillView,
  sources: Asked<SourcesView>,
  hooks: Asked<HooksView>,
): Tab<SkillDetailTab>[] {
  const files = skill.tiers.resource_count;
  const findings = skill.checks.length;
  return [
    { id: "instructions", label: t`Instructions` },
    {
      id: "resources",
      label: t`Resources`,
      count: count(files),
      countMeans: plural(files, { one: "# file", other: "# files" }),
    },
    { id: "catalog", label: t`Catalog` },
    {
      id: "checks",
      label: t`Checks`,
      count: count(findings),
      countMeans: plural(findings, { one: "# finding", other: "# findings" }),
    },
    {
      id: "versions",
      label: t`Versions`,
      count: count(versionsOf(skill)),
      countMeans: plural(versionsOf(skill), { one: "# version", other: "# versions" }),
    },
    {
      id: "usage",
      label: t`Usage`,
      count: count(skill.usage.activations),
      countMeans: plural(skill.usage.activations, { one: "# activation", other: "# activations" }),
    },
    { id: "sources", label: t`Context sources`, ...sourceCount(sources) },
    { id: "activation", label: t`Activation` },
    { id: "hooks", label: t`Hooks`, ...hookCount(hooks) },
  ];
}

/** Distinct texts: the same bytes recorded under two paths are one version. */
function versionsOf({ usage }: SkillView): number {
  const hashes = usage.snapshots.map(({ hash }) => hash).filter((hash) => hash !== "");
  return new Set(hashes).size + usage.snapshots.length - hashes.length;
}
