// What is wrong with how a skill declares its context sources, in words.

import { t } from "@lingui/core/macro";
import type { EntryFlaw, PathFlaw, SourceFlaw, SourceName } from "../host/wire.gen.ts";
import { spelled } from "../kit/seen.ts";
import { count } from "../language/numbers.ts";
import { quoted } from "./quoted.ts";

export function sourceFlawWords(flaw: SourceFlaw): string {
  switch (flaw.code) {
    case "folder":
      return t`The skill’s folder cannot be read: ${spelled(flaw.args.fault)}.`;
    case "file":
      return t`context-sources.yaml is not read: ${spelled(flaw.args.reason)}.`;
    case "file_not_utf8":
      return t`context-sources.yaml is not UTF-8, so it is not read.`;
    case "file_outside":
      return t`context-sources.yaml is a link out of the skill, so it is not read.`;
    case "file_too_large": {
      const [bytes, most] = [count(flaw.args.bytes), count(flaw.args.most)];
      return t`context-sources.yaml has ${bytes} bytes; at most ${most} are read.`;
    }
    case "other_name":
      return t`The skill has a context-sources.yml, which is not read.`;
    case "twice":
      return t`\`context-sources\` is in the frontmatter and in context-sources.yaml; the file counts.`;
    case "not_yaml":
      return t`The frontmatter is not YAML, so \`context-sources\` in it is not read.`;
    case "shell_name":
      return t`\`shell\` is neither bash nor powershell; bash is taken.`;
    case "taken_field": {
      const [field, value] = [spelled(flaw.args.field), quoted(flaw.args.value)];
      return t`Pixir reads the frontmatter line by line and takes the ${field} from inside \`context-sources\`: ${value}.`;
    }
    case "taken_visibility":
      return flaw.args.is_hidden
        ? t`Pixir reads the frontmatter line by line and takes from inside \`context-sources\` that the skill is hidden from the model.`
        : t`Pixir reads the frontmatter line by line and takes from inside \`context-sources\` that the skill is shown to the model.`;
    case "taken_keys": {
      const keys = flaw.args.keys.map(quoted).join(", ");
      return t`Pixir reads the frontmatter line by line and takes keys inside \`context-sources\` for the skill’s own: ${keys}. They change nothing in it.`;
    }
    case "no_key":
      return t`The file has no \`context-sources\`, so it declares nothing.`;
    case "key_twice":
      return t`\`context-sources\` is in line ${flaw.args.first} and repeated; the first counts.`;
    case "not_a_list":
      return t`\`context-sources\` is not a list, so it declares nothing.`;
    case "id_twice": {
      const { first, again } = flaw.args;
      const id = quoted(flaw.args.id);
      return t`The id ${id} is in line ${first} and again in line ${again}; the second is ignored.`;
    }
    case "too_many": {
      const [number, most] = [count(flaw.args.count), count(flaw.args.most)];
      return t`There are ${number} sources; the first ${most} are read.`;
    }
    case "unknown_key": {
      const key = quoted(flaw.args.key);
      return t`Unknown key ${key} in line ${flaw.args.line}.`;
    }
    case "unclosed":
      return t`The command block in line ${flaw.args.line} is never closed, so it is not offered.`;
    case "too_many_commands": {
      const [number, most] = [count(flaw.args.count), count(flaw.args.most)];
      return t`The body has ${number} commands of one kind; the first ${most} are offered.`;
    }
    case "long_body":
      return t`The body has more than 1 MiB; only the first MiB is searched for commands.`;
    case "arguments": {
      const [id, hole] = [spelled(flaw.args.id), quoted(flaw.args.hole)];
      return t`The command ${id} has ${hole}, which stays as it is written: nothing is filled in.`;
    }
    case "unseen_in_command": {
      const [id, character] = [spelled(flaw.args.id), flaw.args.character];
      return t`The command ${id} has a character that no screen shows (${character}), so it cannot be approved.`;
    }
    case "unseen_in_source": {
      const [name, character] = [nameWords(flaw.args.name), flaw.args.character];
      return t`The source ${name} has a character that no screen shows (${character}), so it cannot be approved.`;
    }
    case "entry":
      return entryWords(nameWords(flaw.args.name), flaw.args.line, flaw.args.flaw);
    default:
      return flaw satisfies never;
  }
}

function nameWords(name: SourceName): string {
  return name.by === "id" ? quoted(name.is) : t`number ${name.is}`;
}

function entryWords(name: string, line: number, flaw: EntryFlaw): string {
  switch (flaw.code) {
    case "not_a_mapping":
      return t`The source ${name} in line ${line} is not a mapping.`;
    case "unknown_key": {
      const key = quoted(flaw.args.key);
      return t`The source ${name} in line ${line} has the unknown key ${key}, which is ignored.`;
    }
    case "key_twice": {
      const key = quoted(flaw.args.key);
      return t`The source ${name} in line ${line} has ${key} twice.`;
    }
    case "no_id":
      return t`The source ${name} in line ${line} has no id.`;
    case "bad_id": {
      const id = quoted(flaw.args.id);
      return t`The source ${name} in line ${line} has the invalid id ${id}.`;
    }
    case "reserved_id": {
      const id = quoted(flaw.args.id);
      return t`The source ${name} in line ${line} has the id ${id}, which is reserved for commands in the body.`;
    }
    case "no_surface":
      return t`The source ${name} in line ${line} does not say what to run or to read.`;
    case "two_surfaces": {
      const [one, other] = [spelled(flaw.args.one), spelled(flaw.args.other)];
      return t`The source ${name} in line ${line} has both ${one} and ${other}.`;
    }
    case "not_text": {
      const key = quoted(flaw.args.key);
      return t`The source ${name} in line ${line} has a ${key} that is not text.`;
    }
    case "run_not_a_list":
      return t`The source ${name} in line ${line} has a \`run\` that is not a list.`;
    case "argument_not_text":
      return t`The source ${name} in line ${line} has an argument that is not text.`;
    case "empty_argument":
      return t`The source ${name} in line ${line} has an argument with nothing in it.`;
    case "no_program":
      return t`The source ${name} in line ${line} has a \`run\` without a program.`;
    case "nul":
      return t`The source ${name} in line ${line} has a NUL in its command.`;
    case "long_command":
      return t`The source ${name} in line ${line} has a command of more than 8 KiB.`;
    case "forbidden":
      return t`The source ${name} in line ${line} reads in \`.git\` or \`.pixir\`, where no source may.`;
    case "pattern": {
      const reason = spelled(flaw.args.reason);
      return t`The source ${name} in line ${line} has an invalid pattern in \`read\`: ${reason}.`;
    }
    case "resource_not_a_file":
      return t`The source ${name} in line ${line} names something in \`resource\` that is not a file.`;
    case "resource_missing": {
      const path = quoted(flaw.args.path);
      return t`The source ${name} in line ${line} names ${path} in \`resource\`, which the skill does not have.`;
    }
    case "resource_outside":
      return t`The source ${name} in line ${line} has a \`resource\` that is a link out of the skill.`;
    case "resource_unreadable": {
      const fault = spelled(flaw.args.fault);
      return t`The source ${name} in line ${line} has an unreadable \`resource\`: ${fault}.`;
    }
    case "empty_path": {
      const key = quoted(flaw.args.key);
      return t`The source ${name} in line ${line} has a ${key} that names nothing.`;
    }
    case "bad_path":
      return pathWords(name, line, quoted(flaw.args.key), flaw.args.why);
    case "long_title":
      return t`The source ${name} in line ${line} has a title with more than one line of 120 plain characters, shown cut.`;
    case "flag": {
      const key = quoted(flaw.args.key);
      return t`The source ${name} in line ${line} has a ${key} that is neither true nor false.`;
    }
    case "out_of_range": {
      const [key, least, most] = [quoted(flaw.args.key), count(flaw.args.least), count(flaw.args.most)];
      return t`The source ${name} in line ${line} has a ${key} that is not a number from ${least} to ${most}.`;
    }
    case "auto_shell":
      return t`The source ${name} in line ${line} asks to run by itself, which a shell text may not; it runs only on request.`;
    case "auto_writes":
      return t`The source ${name} in line ${line} asks to run by itself without \`read_only: true\`; it runs only on request.`;
    default:
      return flaw satisfies never;
  }
}

function pathWords(name: string, line: number, key: string, why: PathFlaw): string {
  switch (why) {
    case "control":
      return t`The source ${name} in line ${line} has a ${key} that has a control character.`;
    case "backslash":
      return t`The source ${name} in line ${line} has a ${key} that has a backslash.`;
    case "absolute":
      return t`The source ${name} in line ${line} has a ${key} that is absolute.`;
    case "home":
      return t`The source ${name} in line ${line} has a ${key} that begins at the home folder.`;
    case "upwards":
      return t`The source ${name} in line ${line} has a ${key} that contains \`..\`.`;
    default:
      return why satisfies never;
  }
}
