// Where a finding leads to, and the plan of its quick fix.

import { t } from "@lingui/core/macro";
import type { Route } from "../facts/route.ts";
import type { Subject } from "../features/changes/subject.ts";
import type { FindingRow } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { type AnyText, rawText } from "../language/foreign.ts";

/** The line of a finding in the editor; a file as a whole among the files, the skill as a whole at its checks. */
export function placeOf(skill: string, { rel: path, line }: FindingRow): Route {
  const rel = rawText(path);
  if (rel !== null && line !== null) return { screen: "edit", id: skill, rel, line };
  if (rel !== null && rel !== "SKILL.md") return { screen: "skills", id: skill, tab: "resources", rel };
  return { screen: "skills", id: skill, tab: "checks" };
}

/** The quick fix of one finding, or all that a skill's findings have. */
export function fixOf(skill: string, name: AnyText, finding: FindingRow | null): Subject {
  const skills = [skill];
  if (finding === null)
    return { kind: "fix", skills, rules: [], at: null, of: t`findings of ${spelled(name)}` };
  return {
    kind: "fix",
    skills,
    rules: [finding.rule],
    at: { rel: rawText(finding.rel) ?? "SKILL.md", line: finding.line },
    of: t`${finding.rule} of ${spelled(name)}`,
  };
}
