import type { FieldRow, SkillView } from "../../host/wire.gen.ts";

/** One key as both read it; null where one of them does not have it. */
export interface ComparedField {
  key: string;
  pixir: string | null;
  yaml: string | null;
}

/** Keys that Pixir and YAML do not read alike, in the order of the file. */
export function differingFields(skill: SkillView): ComparedField[] {
  const keys = new Set([...skill.pixir_fields, ...skill.yaml_fields].map((field) => field.key));
  return [...keys]
    .map((key) => ({ key, pixir: lastOf(skill.pixir_fields, key), yaml: lastOf(skill.yaml_fields, key) }))
    .filter((field) => field.pixir !== field.yaml);
}

function lastOf(fields: readonly FieldRow[], key: string): string | null {
  return fields.filter((field) => field.key === key).at(-1)?.value ?? null;
}
