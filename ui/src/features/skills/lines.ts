import { plural, t } from "@lingui/core/macro";
import type { SkillView } from "../../host/wire.gen.ts";

/** How long SKILL.md is, where it could be read. */
export function linesOf({ lines }: SkillView): string {
  return lines === null ? t`lines not counted` : plural(lines, { one: "# line", other: "# lines" });
}
