import type { FieldRow, SkillView } from "../../host/wire.gen.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";

/** One key as both read it; null where one of them does not have it. */
export interface ComparedField {
  key: AnyText;
  pixir: AnyText | null;
  yaml: AnyText | null;
}

/** Keys that Pixir and YAML do not read alike, in the order of the file. */
export function differingFields(skill: SkillView): ComparedField[] {
  const keys = new Set([...skill.pixir_fields, ...skill.yaml_fields].map((field) => rawText(field.key)));
  return [...keys]
    .map((key) => ({ key, pixir: lastOf(skill.pixir_fields, key), yaml: lastOf(skill.yaml_fields, key) }))
    .filter((field) => field.pixir !== field.yaml);
}

function lastOf(fields: readonly FieldRow[], key: string): AnyText | null {
  return fields.filter((field) => rawText(field.key) === key).at(-1)?.value ?? null;
}
