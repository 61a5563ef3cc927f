import { count, counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import type { Asked } from "../../host/useAsk.ts";
import type { SkillView, SnapshotRef } from "../../host/wire.gen.ts";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { type Tab, TabPanel, Tabs } from "../../kit/Tabs.tsx";
import { Catalog } from "./Catalog.tsx";
import { Checks } from "./Checks.tsx";
import { Instructions } from "./Instructions.tsx";
import { Resources } from "./Resources.tsx";
import { SkillHead } from "./SkillHead.tsx";

export type SkillDetailTab = "instructions" | "resources" | "catalog" | "checks";

interface SkillDetailProps {
  asked: Asked<SkillView>;
  tab: SkillDetailTab;
  rel: string | undefined;
  inspector: boolean;
  onTab: (tab: SkillDetailTab) => void;
  onResource: (rel: string) => void;
  onInspector: () => void;
  onDiff: (snapshot: SnapshotRef) => void;
}

/** One skill: who it is, and its instructions, files, place in the catalog and findings. */
export function SkillDetail({ asked, ...props }: SkillDetailProps) {
  if (asked.failure !== null) return <FailureNote failure={asked.failure} onAgain={asked.again} />;
  if (asked.answer === undefined) return <Skeleton label="Reading the skill" />;
  const skill = asked.answer;
  return (
    <>
      <SkillHead
        skill={skill}
        inspector={props.inspector}
        onInspector={props.onInspector}
        onDiff={props.onDiff}
      />
      <Tabs
        name="skill"
        label={`Parts of ${skill.row.name}`}
        tabs={tabsOf(skill)}
        current={props.tab}
        onPick={props.onTab}
      />
      <TabPanel name="skill" current={props.tab}>
        <Current skill={skill} {...props} />
      </TabPanel>
    </>
  );
}

function Current({
  skill,
  tab,
  rel,
  onResource,
}: Pick<SkillDetailProps, "tab" | "rel" | "onResource"> & { skill: SkillView }) {
  switch (tab) {
    case "instructions":
      return <Instructions key={skill.row.id} skill={skill} onResource={onResource} />;
    case "resources":
      return <Resources key={skill.row.id} skill={skill} rel={rel} onResource={onResource} />;
    case "catalog":
      return <Catalog skill={skill} />;
    case "checks":
      return <Checks skill={skill} />;
    default:
      return tab satisfies never;
  }
}

function tabsOf(skill: SkillView): Tab<SkillDetailTab>[] {
  const files = skill.tiers.resource_count;
  const findings = skill.checks.length;
  return [
    { id: "instructions", label: "Instructions" },
    { id: "resources", label: "Resources", count: count(files), countMeans: counted(files, "file") },
    { id: "catalog", label: "Catalog" },
    { id: "checks", label: "Checks", count: count(findings), countMeans: counted(findings, "finding") },
  ];
}
