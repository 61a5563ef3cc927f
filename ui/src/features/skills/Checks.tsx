import { plural, t } from "@lingui/core/macro";
import { Evidence } from "../../facts/Evidence.tsx";
import { Finding } from "../../facts/Finding.tsx";
import type { FindingRow, SkillView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { FieldsCompared } from "./FieldsCompared.tsx";
import { differingFields } from "./fields.ts";
import { linesOf } from "./lines.ts";
import "./skills.css";

/** What can be done about findings. */
export interface CheckActs {
  /** Plans the quick fix of one, or all that there are. */
  onFix: (finding: FindingRow | null) => void;
  /** Leads to the line of one. */
  onPlace: (finding: FindingRow) => void;
}

/** What is wrong or odd in the skill: the rule, the place, what to do. Never a score. */
export function Checks({ skill, onFix, onPlace }: CheckActs & { skill: SkillView }) {
  const differing = differingFields(skill);
  const fixable = skill.checks.filter((finding) => finding.mend !== null).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div
      className="checks ring-inside fill anchors scrolls"
      role="group"
      aria-label={t`Checks`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
      tabIndex={0}
    >
      <div className="checks-head row spread">
        <h3>
          {skill.checks.length === 0
            ? t`No findings`
            : plural(skill.checks.length, { one: "# finding", other: "# findings" })}
        </h3>
        <span className="row gap-8">
          {fixable > 0 && (
            <Button size={24} onPress={() => onFix(null)}>
              {t`Fix all…`}
              <span className="unseen">
                {" "}
                {t`${plural(fixable, { one: "# quick fix", other: "# quick fixes" })} available`}
              </span>
            </Button>
          )}
          <Evidence of="reconstructed" />
        </span>
      </div>
      {skill.checks.length === 0 ? (
        <p className="quiet">
          {t`Checked ${linesOf(skill)} of SKILL.md and ${plural(skill.tiers.resource_count, { one: "# other file", other: "# other files" })}. No findings.`}
        </p>
      ) : (
        <ul className="findings line-above">
          {skill.checks.map((finding, at) => (
            <Finding key={at} finding={finding} onFix={onFix} onPlace={onPlace} />
          ))}
        </ul>
      )}
      {differing.length > 0 && (
        <>
          <div className="checks-head row spread">
            <h3>{t`Pixir and YAML read this file differently`}</h3>
            <span className="quiet">{skill.yaml_reading}</span>
          </div>
          <FieldsCompared fields={differing} />
        </>
      )}
    </div>
  );
}
