import { t } from "@lingui/core/macro";
import { type AnyText, rawText } from "../../kit/foreign.ts";
import { spelled } from "../../kit/seen.ts";

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
