// What a rule found, and what its quick fix does, in words: the same on every screen.

import { plural, t } from "@lingui/core/macro";
import type {
  CommandRisk,
  DescriptionAdvice,
  FindingRow,
  FindingText,
  Foreign,
  InvisibleKind,
  Message,
  NoFieldsCause,
  WantedType,
} from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { messageWords } from "../language/messages.ts";
import { count } from "../language/numbers.ts";
import { hookFlawWords } from "./hookWords.ts";
import { quoted, quotedOrNothing } from "./quoted.ts";
import { ruleRemedy } from "./ruleWords.ts";
import { sourceFlawWords } from "./sourceWords.ts";

/** What to do about a finding; empty where its words say it. */
export function remedyWords(finding: FindingRow): string {
  return finding.text.code === "of_place" ? "" : ruleRemedy(finding.rule);
}

/** What could be better about a description, and what to do. */
export function adviceWords({ rule, text }: DescriptionAdvice): string {
  return `${findingWords(text)} ${ruleRemedy(rule)}`;
}

/** What its quick fix does, a sentence each. */
export function mendWords(mend: readonly Message[]): string {
  return mend.map((fix) => spelled(messageWords(fix))).join(" ");
}

export function findingWords(text: FindingText): string {
  switch (text.code) {
    case "name_missing":
    case "name_length":
    case "name_characters":
    case "name_hyphens":
    case "name_uncalled":
    case "name_folder":
      return nameWords(text);
    case "description_missing":
    case "description_empty":
    case "description_length":
    case "description_short":
    case "description_when":
    case "description_person":
    case "description_long":
    case "description_overlap":
      return descriptionWords(text);
    case "not_yaml":
    case "duplicate_key":
    case "byte_order_mark":
    case "line_ends":
    case "repaired":
    case "tab_indent":
    case "no_fields":
    case "unclosed_frontmatter":
    case "closing_fence":
    case "nested_value":
    case "misread":
    case "only_plain":
    case "unknown_field":
    case "field_type":
    case "compatibility_length":
    case "flow_value":
    case "path_pattern":
      return frontmatterWords(text);
    case "hook":
      return hookFlawWords(text.args.flaw);
    case "source":
      return sourceFlawWords(text.args.flaw);
    case "signature":
      return spelled(text.args.words);
    case "of_place":
      return spelled(messageWords(text.args.message));
    case "more":
      return t`${count(text.args.count)} more of this kind are not listed.`;
    default:
      return fileWords(text);
  }
}

type NameText = Extract<FindingText, { code: `name_${string}` }>;
type DescriptionText = Extract<FindingText, { code: `description_${string}` }>;
type FrontmatterText = Extract<
  FindingText,
  {
    code:
      | "not_yaml"
      | "duplicate_key"
      | "byte_order_mark"
      | "line_ends"
      | "repaired"
      | "tab_indent"
      | "no_fields"
      | "unclosed_frontmatter"
      | "closing_fence"
      | "nested_value"
      | "misread"
      | "only_plain"
      | "unknown_field"
      | "field_type"
      | "compatibility_length"
      | "flow_value"
      | "path_pattern";
  }
>;
type FileText = Exclude<
  FindingText,
  | NameText
  | DescriptionText
  | FrontmatterText
  | { code: "hook" }
  | { code: "source" }
  | { code: "signature" }
  | { code: "of_place" }
  | { code: "more" }
>;

function nameWords(text: NameText): string {
  switch (text.code) {
    case "name_missing": {
      const folder = quoted(text.args.folder);
      return t`There is no name, so Pixir uses the folder’s, ${folder}; some agents ignore the skill.`;
    }
    case "name_length": {
      const [characters, most] = [count(text.args.characters), count(text.args.most)];
      return t`The name has ${characters} characters; at most ${most} are allowed.`;
    }
    case "name_characters": {
      const name = quoted(text.args.name);
      const letters = text.args.letters.map(letterWords).join(", ");
      return text.args.is_called
        ? t`The name ${name} has ${letters}; small letters, digits and hyphens are allowed.`
        : t`The name ${name} has ${letters}; small letters, digits and hyphens are allowed. Pixir’s users cannot call it by \`$name\` or \`/name\`.`;
    }
    case "name_hyphens": {
      const name = quoted(text.args.name);
      return text.args.is_called
        ? t`The name ${name} has a hyphen at an end or two in a row.`
        : t`The name ${name} has a hyphen at an end or two in a row. Pixir’s users cannot call it by \`$name\` or \`/name\`.`;
    }
    case "name_uncalled": {
      const name = quoted(text.args.name);
      return t`Pixir’s users cannot call ${name} by \`$name\` or \`/name\`; only its model can use the skill.`;
    }
    case "name_folder": {
      const [name, folder] = [quoted(text.args.name), quoted(text.args.folder)];
      return t`The name is ${name}, the folder ${folder}.`;
    }
    default:
      return text satisfies never;
  }
}

function letterWords(letter: Foreign): string {
  const text = spelled(letter);
  if (text === " ") return t`a blank`;
  return text.startsWith("U+") ? text : quoted(letter);
}

function descriptionWords(text: DescriptionText): string {
  switch (text.code) {
    case "description_missing": {
      const shown = quoted(text.args.shown);
      return t`There is no description as text; Pixir shows ${shown}, some agents ignore the skill.`;
    }
    case "description_empty":
      return t`There is no description.`;
    case "description_length": {
      const [characters, most] = [count(text.args.characters), count(text.args.most)];
      return t`The description has ${characters} characters; at most ${most} are allowed.`;
    }
    case "description_short":
      return plural(text.args.characters, {
        one: "The description has # character.",
        other: "The description has # characters.",
      });
    case "description_when":
      return t`The description does not say when to use the skill.`;
    case "description_person":
      return t`The description begins with “${spelled(text.args.word)}”, not with what the skill does.`;
    case "description_long": {
      const [bytes, fill] = [count(text.args.bytes), count(text.args.fill)];
      return t`The description has ${bytes} bytes; ${fill} of that length fill Pixir’s listing.`;
    }
    case "description_overlap": {
      const [name, path] = [spelled(text.args.name), spelled(text.args.path)];
      return t`Its description is similar to that of ${name} (${path}).`;
    }
    default:
      return text satisfies never;
  }
}

function frontmatterWords(text: FrontmatterText): string {
  switch (text.code) {
    case "not_yaml": {
      const [reason, line] = [spelled(text.args.reason), text.args.line];
      return t`The frontmatter is not read as plain YAML: ${reason} (line ${line}).`;
    }
    case "duplicate_key": {
      const { first, again } = text.args;
      const key = spelled(text.args.key);
      return t`${key} is set in line ${first} and again in line ${again}; the last counts.`;
    }
    case "byte_order_mark":
      return t`The file starts with a byte order mark.`;
    case "line_ends":
      return t`Lines end in CR or CRLF instead of LF.`;
    case "repaired":
      return t`It was read with the fallback ${text.args.stage}.`;
    case "tab_indent":
      return t`A line of the frontmatter is indented with a tab.`;
    case "no_fields":
      return noFields(text.args.cause, quoted(text.args.name), quoted(text.args.description));
    case "unclosed_frontmatter":
      return t`The frontmatter is never closed, so Pixir reads the whole file as frontmatter.`;
    case "closing_fence": {
      const { line } = text.args;
      return text.args.to_end
        ? t`Line ${line} closes the frontmatter only for parsers that ignore blanks; Pixir reads up to the end of the file.`
        : t`Line ${line} closes the frontmatter only for parsers that ignore blanks; Pixir reads up to the next exact one.`;
    }
    case "nested_value": {
      const [path, value] = [spelled(text.args.path), quoted(text.args.value)];
      const [key, pixir] = [spelled(text.args.key), quotedOrNothing(text.args.plain)];
      return t`YAML reads ${path} as ${value}, Pixir reads ${key} as ${pixir}.`;
    }
    case "misread": {
      const [key, yaml] = [spelled(text.args.key), quoted(text.args.yaml)];
      const [pixir, line] = [quotedOrNothing(text.args.plain), text.args.from];
      return line === null
        ? t`YAML reads ${key} as ${yaml}, Pixir reads ${pixir}.`
        : t`YAML reads ${key} as ${yaml}, Pixir reads ${pixir} from line ${line}.`;
    }
    case "only_plain": {
      const [key, value, line] = [spelled(text.args.key), quoted(text.args.value), text.args.from];
      return t`YAML reads no ${key}, Pixir reads ${value} from line ${line}.`;
    }
    case "unknown_field": {
      const key = quoted(text.args.key);
      return text.args.is_claude_codes
        ? t`${key} is not a field of the specification; Claude Code reads it.`
        : t`${key} is not a field of the specification.`;
    }
    case "field_type":
      return wantedWords(spelled(text.args.key), text.args.wanted);
    case "compatibility_length": {
      const [characters, most] = [count(text.args.characters), count(text.args.most)];
      return t`The compatibility has ${characters} characters; at most ${most} are allowed.`;
    }
    case "flow_value":
      return t`A value is a list or a mapping in brackets; the reference validator refuses the file.`;
    case "path_pattern": {
      const pattern = quoted(text.args.pattern);
      return t`The pattern ${pattern} of \`paths\` matches no file: it leaves the workspace, or is invalid.`;
    }
    default:
      return text satisfies never;
  }
}

function noFields(cause: NoFieldsCause, name: string, description: string): string {
  switch (cause) {
    case "byte_order_mark":
      return t`The file starts with a byte order mark, so Pixir reads none of the fields: it calls the skill ${name} after its folder and describes it as ${description}.`;
    case "crlf":
      return t`The lines end in CRLF, so Pixir reads none of the fields: it calls the skill ${name} after its folder and describes it as ${description}.`;
    case "opening_fence":
      return t`The first line is not exactly \`---\`, so Pixir reads none of the fields: it calls the skill ${name} after its folder and describes it as ${description}.`;
    case "no_frontmatter":
      return t`There is no frontmatter, so Pixir reads none of the fields: it calls the skill ${name} after its folder and describes it as ${description}.`;
    default:
      return cause satisfies never;
  }
}

function wantedWords(key: string, wanted: WantedType): string {
  switch (wanted) {
    case "mapping":
      return t`${key} should be a mapping.`;
    case "text":
      return t`${key} should be text.`;
    case "tools":
      return t`${key} should be text with blanks between the tools.`;
    default:
      return wanted satisfies never;
  }
}

function fileWords(text: FileText): string {
  switch (text.code) {
    case "not_utf8":
      return t`Line ${text.args.line} is not UTF-8. Calling the skill by name makes Pixir’s turn fail.`;
    case "body_tokens": {
      const [tokens, characters] = [count(text.args.tokens), count(text.args.characters)];
      const most = count(text.args.most);
      return t`The body has about ${tokens} tokens (${characters} characters); up to ${most} are advised.`;
    }
    case "body_lines": {
      const [lines, most] = [count(text.args.lines), count(text.args.most)];
      return t`The body has ${lines} lines; up to ${most} are advised.`;
    }
    case "body_empty":
      return t`There is no text below the frontmatter.`;
    case "closing_tag":
      return t`Line ${text.args.line} has \`</skill>\`: Pixir does not escape it, so the model may read the text after it as outside the skill.`;
    case "invisible_characters": {
      const { character, line } = text.args;
      const characters = invisibleWords(text.args.kind, text.args.count);
      return t`The file has ${characters}, the first (${character}) in line ${line}.`;
    }
    case "broken_link": {
      const target = quoted(text.args.target);
      return t`The link ${target} is broken. The file does not exist.`;
    }
    case "unreadable_link": {
      const [target, fault] = [quoted(text.args.target), spelled(text.args.fault)];
      return t`The link ${target} is broken. ${fault}.`;
    }
    case "link_out": {
      const target = quoted(text.args.target);
      return t`The link ${target} leads out of the skill’s folder.`;
    }
    case "link":
      return t`It is a link, which Assay does not follow.`;
    case "unreferenced":
      return t`No text of the skill names this file.`;
    case "folder_size": {
      const [files, bytes] = [count(text.args.files), count(text.args.bytes)];
      return t`The skill has ${files} files and ${bytes} bytes.`;
    }
    case "executable":
      return t`The system may run it: it has the executable bit.`;
    case "hooks_field":
      return t`The frontmatter has \`hooks\`: some agents run commands for them.`;
    case "hook_file":
      return t`It looks like a hook: some agents run those by themselves.`;
    case "context_sources":
      return t`It declares context sources. The permission mode decides which of them wait for your yes.`;
    case "not_read": {
      const [bytes, most] = [count(text.args.bytes), count(text.args.most)];
      return t`It has ${bytes} bytes and was not read; at most ${most} are.`;
    }
    case "program":
      return t`It is a compiled program; its text cannot be read.`;
    case "secret":
      return t`It looks like a secret: ${text.args.kind}.`;
    case "risky_command":
      return riskWords(text.args.risk, spelled(text.args.text), text.args.more);
    case "unreadable":
      return `${spelled(text.args.fault)}.`;
    default:
      return text satisfies never;
  }
}

function invisibleWords(kind: InvisibleKind, number: number): string {
  switch (kind) {
    case "direction":
      return plural(number, {
        one: "# character that changes the direction of text",
        other: "# characters that change the direction of text",
      });
    case "zero_width":
      return plural(number, { one: "# character without width", other: "# characters without width" });
    case "tag":
      return plural(number, {
        one: "# tag character, which no screen shows",
        other: "# tag characters, which no screen shows",
      });
    case "control":
      return plural(number, { one: "# control character", other: "# control characters" });
    default:
      return kind satisfies never;
  }
}

function riskWords(risk: CommandRisk, line: string, more: number): string {
  const words = riskOf(risk, line);
  return more === 0
    ? words
    : t`${words} ${plural(more, { one: "# more line does so.", other: "# more lines do so." })}`;
}

function riskOf(risk: CommandRisk, line: string): string {
  switch (risk) {
    case "runs_download":
      return t`The line runs what it downloads: “${line}”.`;
    case "runs_hidden":
      return t`The line runs hidden text: “${line}”.`;
    case "removes":
      return t`The line removes files without asking: “${line}”.`;
    case "connects":
      return t`The line opens a connection to a shell: “${line}”.`;
    case "touches_keys":
      return t`The line touches keys or passwords: “${line}”.`;
    case "starts":
      return t`The line changes what starts by itself: “${line}”.`;
    case "sends":
      return t`The line sends a file away: “${line}”.`;
    case "root":
      return t`The line asks for root rights: “${line}”.`;
    case "overrules":
      return t`The line tells an agent to ignore its rules: “${line}”.`;
    default:
      return risk satisfies never;
  }
}
