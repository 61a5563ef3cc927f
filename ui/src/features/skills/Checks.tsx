import { Info, TriangleAlert } from "lucide-react";
import { counted } from "../../facts/Count.tsx";
import { Evidence } from "../../facts/Evidence.tsx";
import { icons } from "../../facts/icons.ts";
import type { FindingRow, Severity, SkillView } from "../../host/wire.gen.ts";
import { Chip, type Tone } from "../../kit/Chip.tsx";
import type { Glyph } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { FieldsCompared } from "./FieldsCompared.tsx";
import { differingFields } from "./fields.ts";
import "./skills.css";

/** What is wrong or odd in the file: the rule, the place, what to do. Never a score. */
export function Checks({ skill }: { skill: SkillView }) {
  const differing = differingFields(skill);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text is scrolled by keys
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark more
    <div className="skill-scroll checks" role="group" aria-label="Checks" tabIndex={0}>
      <div className="checks-head">
        <h3>{skill.checks.length === 0 ? "No findings" : counted(skill.checks.length, "finding")}</h3>
        <Evidence of="reconstructed" />
      </div>
      {skill.checks.length === 0 ? (
        <p className="quiet">
          Looked at {skill.lines === 1 ? "1 line" : `${skill.lines} lines`} of SKILL.md; found none.
        </p>
      ) : (
        <ul className="findings">
          {skill.checks.map((finding, at) => (
            <Finding key={at} finding={finding} />
          ))}
        </ul>
      )}
      {differing.length > 0 && (
        <>
          <div className="checks-head">
            <h3>Pixir reads this file differently from YAML</h3>
            <span className="quiet">{skill.yaml_reading}</span>
          </div>
          <FieldsCompared fields={differing} />
        </>
      )}
    </div>
  );
}

export function Finding({ finding }: { finding: FindingRow }) {
  const sign = signs[finding.severity];
  return (
    <li className="finding">
      <Chip icon={sign.icon} tone={sign.tone}>
        {finding.severity}
      </Chip>
      <div className="finding-words">
        <p>
          <Verbatim text={finding.message} />
        </p>
        {finding.fix !== "" && (
          <p className="quiet">
            <Verbatim text={finding.fix} />
          </p>
        )}
        <p className="finding-place mono">
          <Verbatim text={finding.path} />
          {finding.line !== null && ` line ${finding.line}`}
          <span> {finding.rule}</span>
        </p>
      </div>
    </li>
  );
}

const signs: Record<Severity, { icon: Glyph; tone: Tone }> = {
  error: { icon: icons.invalid, tone: "danger" },
  warning: { icon: TriangleAlert, tone: "warn" },
  note: { icon: Info, tone: "neutral" },
};
