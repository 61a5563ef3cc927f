import { t } from "@lingui/core/macro";

const relations: Readonly<Record<string, string>> = {
  fork: t`fork`,
  subagent: t`subagent`,
  root: t`root`,
  child: t`child`,
};

/** How a session began, in a word; what is not known has no other name. */
export function relationWords(relation: string): string {
  return relations[relation] ?? relation;
}
