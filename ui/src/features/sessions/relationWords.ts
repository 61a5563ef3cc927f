import { t } from "@lingui/core/macro";
import { spelled } from "../../kit/seen.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";

const relations: Readonly<Record<string, string>> = {
  fork: t`fork`,
  subagent: t`subagent`,
  root: t`root`,
  child: t`child`,
};

/** How a session began, in a word; what is not known has no other name. */
export function relationWords(relation: AnyText): string {
  return relations[rawText(relation)] ?? spelled(relation);
}
