import { t } from "@lingui/core/macro";
import { type AnyText, rawText } from "../../kit/foreign.ts";
import { spelled } from "../../kit/seen.ts";

const callers: Readonly<Record<string, string>> = { model: t`by model`, user: t`by user` };

/** By whom a skill was called: `by model`; who is not known has no other name. */
export function callerWords(by: AnyText): string {
  return callers[rawText(by)] ?? t`by ${spelled(by)}`;
}
