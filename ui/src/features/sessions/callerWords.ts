import { t } from "@lingui/core/macro";

const callers: Readonly<Record<string, string>> = { model: t`by model`, user: t`by user` };

/** By whom a skill was called: `by model`; who is not known has no other name. */
export function callerWords(by: string): string {
  return callers[by] ?? t`by ${by}`;
}
