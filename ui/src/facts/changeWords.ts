import { t } from "@lingui/core/macro";

const words: Readonly<Record<string, string>> = {
  equal: t`equal`,
  changed: t`changed`,
  added: t`added`,
  removed: t`removed`,
};

/** What became of a field or a file, in a word; what is not known has no other name. */
export function changeWords(change: string): string {
  return words[change] ?? change;
}
