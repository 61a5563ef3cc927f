import { t } from "@lingui/core/macro";
import { spelled } from "../../kit/seen.ts";
import { type AnyText, rawText } from "../../language/foreign.ts";

const callers: Readonly<Record<string, string>> = { model: t`by model`, user: t`by user` };

/** By whom a skill was called: `by model`; who is not known has no other name. */
export function callerWords(by: AnyText): string {
  return callers[rawText(by)] ?? t`by ${spelled(by)}`;
}
