import { counted } from "../../facts/Count.tsx";
import type { SkillView } from "../../host/wire.gen.ts";

/** How long SKILL.md is, where it could be read. */
export function linesOf({ lines }: SkillView): string {
  return lines === null ? "lines not counted" : counted(lines, "line");
}
