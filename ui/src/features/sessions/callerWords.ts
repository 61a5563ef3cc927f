import { t } from "@lingui/core/macro";

const callers: Readonly<Record<string, string>> = {
  model: t({ message: "model", context: "by whom a skill was called" }),
  user: t({ message: "user", context: "by whom a skill was called" }),
};

/** By whom a skill was called; who is not known has no other name. */
export function callerWords(by: string): string {
  return callers[by] ?? by;
}
