// Why an agent does not use a file, and which of several files it uses, in words: the same on every screen.

import { t } from "@lingui/core/macro";
import type { DefectCode, Precedence, WhyUnused, WinsVerdict } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { switchWords } from "./switchWords.ts";

/** The reason, without a full stop. */
export function whyUnusedWords(why: WhyUnused): string {
  switch (why.code) {
    case "outranked":
      return precedenceWords(why.args.rule);
    case "same_file":
      return t`the same file as ${spelled(why.args.path)}`;
    case "needs_trust":
      return t`this project is not trusted`;
    case "disabled":
      return t`disabled`;
    case "denied":
      return t`denied`;
    case "not_allowed":
      return t`not on the list of allowed skills`;
    case "off":
      return switchWords(why.args);
    case "invalid":
      return defects[why.args.defect];
    default:
      return why satisfies never;
  }
}

/** The rule that decided between two files of one name. */
export function precedenceWords(rule: Precedence): string {
  switch (rule.code) {
    case "scope":
    case "root":
      return t`${rule.args.winner} takes precedence over ${rule.args.loser}`;
    case "nearer_root":
      return t`the nearer ${rule.args.root} takes precedence`;
    case "path_order":
      return rule.args.is_last ? t`last path in ${rule.args.root}` : t`first path in ${rule.args.root}`;
    default:
      return rule satisfies never;
  }
}

const defects: Record<DefectCode, string> = {
  too_large: t`larger than 512 KiB`,
  not_utf8: t`not UTF-8`,
  no_frontmatter: t`no frontmatter`,
  unclosed: t`frontmatter is not closed`,
  unreadable: t`frontmatter can’t be read`,
  no_description: t`no description`,
  no_name: t`no name`,
  empty_id: t`the name has no letter or digit`,
  long_name: t`the name is too long`,
  odd_name: t`the name has characters that are not allowed`,
  long_description: t`the description is too long`,
};

/** The outcome for one name in a word or two; `files` are those that win, stay, or may win. */
export function verdictWords(verdict: WinsVerdict, files: readonly { scope: string }[]): string {
  switch (verdict) {
    case "wins":
      return files[0]?.scope ?? t`takes precedence`;
    case "all_kept":
      return files.length === 2 ? t`both listed` : t`all ${files.length} listed`;
    case "not_fixed":
      return t`order not fixed`;
    case "held_back":
      return t`needs trust`;
    case "barred":
      return t`not allowed`;
    case "off":
      return t`disabled`;
    case "invalid":
      return t`invalid`;
    case "not_looked":
      return t`not read`;
    default:
      return verdict satisfies never;
  }
}
