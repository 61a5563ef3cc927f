import { t } from "@lingui/core/macro";
import { useGoing } from "../facts/going.ts";
import { useChanging } from "../features/changes/useChanging.ts";
import { AllChecks, type Fixing } from "../features/checks/AllChecks.tsx";
import { spelled } from "../kit/seen.ts";
import { fixOf, placeOf } from "./findings.ts";

/** What the rules find in all skills; a quick fix is a plan like every other change. */
export function ChecksScreen() {
  const { go } = useGoing();
  const { begin } = useChanging();
  const fix = (fixing: Fixing) => {
    switch (fixing.kind) {
      case "finding":
        if (fixing.row.skill !== null) begin(fixOf(fixing.row.skill, fixing.row.name, fixing.row.finding));
        return;
      case "rule":
        begin({
          kind: "fix",
          skills: [],
          rules: [fixing.rule],
          at: null,
          of: t`${fixing.rule} in all skills`,
        });
        return;
      case "skill":
        begin({
          kind: "fix",
          skills: [fixing.skill],
          rules: [],
          at: null,
          of: t`findings of ${spelled(fixing.label)}`,
        });
        return;
      default:
        fixing satisfies never;
    }
  };
  return (
    <AllChecks onPlace={({ skill, finding }) => skill !== null && go(placeOf(skill, finding))} onFix={fix} />
  );
}
