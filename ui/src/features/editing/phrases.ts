import { t } from "@lingui/core/macro";

/** What the editor itself says, by its own English words. */
export const phrases: Readonly<Record<string, string>> = {
  Find: t`Find`,
  Replace: t`Replace`,
  next: t`next`,
  previous: t`previous`,
  all: t`all`,
  "match case": t`match case`,
  regexp: t`regular expression`,
  "by word": t`whole word`,
  replace: t`replace`,
  "replace all": t`replace all`,
  close: t`close`,
  "current match": t`current match`,
  "on line": t`on line`,
  "replaced match on line $": t({ message: "replaced match on line $", comment: "$ becomes the line" }),
  "replaced $ matches": t({ message: "replaced $ matches", comment: "$ becomes how many" }),
  "Go to line": t`Go to line`,
  go: t`go`,
  Diagnostics: t`Diagnostics`,
  "No diagnostics": t`No diagnostics`,
  "Control character": t`Control character`,
};
