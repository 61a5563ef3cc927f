// Why a rule is checked and what to do about its findings, by the name of the rule.

import { t } from "@lingui/core/macro";
import type { LintRuleId } from "../host/wire.gen.ts";

/** Why the rule is checked; empty for rules of one agent alone. */
export function ruleReason(rule: string): string {
  return isRule(rule) ? texts[rule].why : "";
}

/** What to do about a finding of the rule; empty for rules of one agent alone, whose findings say it. */
export function ruleRemedy(rule: string): string {
  return isRule(rule) ? texts[rule].fix : "";
}

function isRule(rule: string): rule is LintRuleId {
  return Object.hasOwn(texts, rule);
}

const texts: Record<LintRuleId, { why: string; fix: string }> = {
  "not-utf8": {
    why: t`Pixir’s turn fails when it reads a skill that is not UTF-8.`,
    fix: t`Save the file as UTF-8.`,
  },
  bom: {
    why: t`Before a byte order mark Pixir sees no frontmatter.`,
    fix: t`Save the file without byte order mark.`,
  },
  crlf: {
    why: t`Pixir sees no frontmatter where lines end in CRLF.`,
    fix: t`Save the file with LF line ends.`,
  },
  "opening-fence": {
    why: t`Pixir sees no frontmatter unless the first line is \`---\`.`,
    fix: t`Make \`---\` the first line, without blanks.`,
  },
  "closing-fence": {
    why: t`Pixir ends the frontmatter at a line that is exactly \`---\`.`,
    fix: t`Remove the blanks from that line.`,
  },
  "unclosed-frontmatter": {
    why: t`Pixir reads the whole file as frontmatter.`,
    fix: t`Add a line \`---\` after the last field.`,
  },
  "no-frontmatter": {
    why: t`Without it agents know neither name nor description.`,
    fix: t`Add one with name and description.`,
  },
  "block-scalar": {
    why: t`Pixir reads only the line of the key.`,
    fix: t`Write the value on the line of its key.`,
  },
  "continued-line": {
    why: t`Pixir reads only the line of the key.`,
    fix: t`Write the value on the line of its key.`,
  },
  comment: {
    why: t`Pixir reads a comment as part of the value.`,
    fix: t`Remove the comment from that line.`,
  },
  quotes: {
    why: t`Pixir strips quotes without resolving what is escaped in them.`,
    fix: t`Avoid escapes, doubled quotes and text after the closing quote.`,
  },
  "quoted-key": { why: t`Pixir does not know a key in quotes.`, fix: t`Write the key without quotes.` },
  "nested-key": {
    why: t`Pixir reads a nested key as a top-level key.`,
    fix: t`Rename the nested key, or put the skill’s own key after it.`,
  },
  "nested-value": { why: t`Pixir reads single lines only.`, fix: t`Write the value on the line of its key.` },
  reading: {
    why: t`Pixir and YAML read the value differently.`,
    fix: t`Write the value on one line, without quotes or special characters.`,
  },
  "name-mention": {
    why: t`Pixir’s users cannot call such a name.`,
    fix: t`Use letters a to z, digits, \`.\`, \`:\`, \`_\` and \`-\`.`,
  },
  "closing-tag": {
    why: t`The model may read the text after it as outside the skill.`,
    fix: t`Write the tag differently.`,
  },
  "not-yaml": {
    why: t`Other agents ignore a skill whose frontmatter is not YAML.`,
    fix: t`Quote the value that breaks it.`,
  },
  "duplicate-key": { why: t`Parsers differ in which of the two they use.`, fix: t`Keep one of the two.` },
  "tab-indent": { why: t`YAML allows no tabs for indentation.`, fix: t`Indent with spaces.` },
  "flow-value": {
    why: t`The reference validator reads no lists and mappings in brackets.`,
    fix: t`Write one entry per line, or plain text.`,
  },
  "name-missing": { why: t`Some agents ignore a skill without a name.`, fix: t`Add a name.` },
  "name-folder": { why: t`The name has to be the folder’s.`, fix: t`Give both the same name.` },
  "name-length": { why: t`A name may have 64 characters.`, fix: t`Shorten it.` },
  "name-characters": {
    why: t`A name has only lowercase letters, digits and hyphens.`,
    fix: t`Replace the others with hyphens or small letters.`,
  },
  "name-hyphens": {
    why: t`Hyphens are single and between words.`,
    fix: t`Use single hyphens between words.`,
  },
  "description-missing": {
    why: t`The model decides by the description alone.`,
    fix: t`Say what the skill is for and when to use it.`,
  },
  "description-length": {
    why: t`A description may have 1,024 characters.`,
    fix: t`Shorten the description.`,
  },
  "compatibility-length": { why: t`The compatibility may have 500 characters.`, fix: t`Shorten the value.` },
  "unknown-field": {
    why: t`Agents may ignore unknown fields.`,
    fix: t`Keep it if an agent reads it; move it to metadata if it is for human readers.`,
  },
  "field-type": { why: t`Agents expect another type of value.`, fix: t`Rewrite the value.` },
  "body-length": {
    why: t`A long body costs the model its attention in every turn.`,
    fix: t`Move what is not always needed into references.`,
  },
  "body-lines": {
    why: t`Up to 500 lines are advised.`,
    fix: t`Move what is not always needed into references.`,
  },
  "body-empty": {
    why: t`Without a body the skill tells the agent nothing.`,
    fix: t`Write instructions for the agent.`,
  },
  "path-pattern": {
    why: t`A pattern of \`paths\` that matches no file blocks every activation.`,
    fix: t`Write it as \`*.py\` or \`tests/**\`, from the workspace on.`,
  },
  "hook-inert": {
    why: t`A hook never does anything.`,
    fix: t`Use the events PreToolUse and PostToolUse, and the types command, prompt and permission.`,
  },
  "description-when": {
    why: t`The model picks a skill by the words that say when it is meant.`,
    fix: t`Say when to use it, for example “Use when the user asks for …”.`,
  },
  "description-person": {
    why: t`The listing reads as a list of what skills do.`,
    fix: t`Begin with what the skill does.`,
  },
  "description-short": {
    why: t`A few words seldom say what a skill does and when.`,
    fix: t`Name the task and the words users use for it.`,
  },
  "description-long": {
    why: t`All skills share the 8,000 bytes of Pixir’s listing.`,
    fix: t`Say it in fewer words.`,
  },
  "description-overlap": {
    why: t`The model can hardly choose between two skills that say the same.`,
    fix: t`Say in each what the other is not for, or join them.`,
  },
  "broken-link": {
    why: t`The agent is sent to a file that is not there.`,
    fix: t`Correct the path, or add the file.`,
  },
  unreferenced: {
    why: t`No text of the skill names the file, so an agent hardly opens it.`,
    fix: t`Name it where it is needed, or remove it.`,
  },
  "folder-size": {
    why: t`A large skill is slow to copy, search and hash.`,
    fix: t`Move what agents do not read elsewhere.`,
  },
  "not-read": {
    why: t`Files that are too large are not searched.`,
    fix: t`Split the file, or check it yourself.`,
  },
  "link-out": {
    why: t`A copy of the skill lacks files outside its folder.`,
    fix: t`Put the file into the skill’s folder where it is needed.`,
  },
  link: { why: t`The target of a link may change.`, fix: t`Put the file itself there.` },
  "context-sources": {
    why: t`Their output is sent to the model after your approval.`,
    fix: t`Read what they run before you allow them.`,
  },
  "invisible-characters": {
    why: t`A model reads characters that a screen does not show.`,
    fix: t`Remove characters that are not intended: the model reads them.`,
  },
  "risky-command": {
    why: t`An agent may run the line as is.`,
    fix: t`Read it; write it so that it does no more than it has to.`,
  },
  secret: {
    why: t`Every copy of the skill has the secret, and so does the model.`,
    fix: t`Remove it, and revoke it.`,
  },
  executable: {
    why: t`The system runs it as a program when its path is called.`,
    fix: t`Remove the executable bit if the file is not a program.`,
  },
  "signature-changed": {
    why: t`The files differ from the signed ones, so the signature does not cover them.`,
    fix: t`Import the skill again; if the change is yours, remove the signature.`,
  },
  "signature-not-trusted": {
    why: t`Anyone can sign with any name; a signature counts if you trust its certificate authority.`,
    fix: t`If you have its root certificate from its owner, run \`assay signers --trust FILE\`.`,
  },
  "signature-unverifiable": {
    why: t`A signature that cannot be checked proves nothing.`,
    fix: t`Have its maker sign it with a certificate, in the form of OpenSSF Model Signing.`,
  },
  hooks: { why: t`Some agents run hooks without being asked.`, fix: t`Read what they run.` },
  program: {
    why: t`A compiled program cannot be read before it runs.`,
    fix: t`Ship its source, or say where it is from.`,
  },
  "root-unreadable": {
    why: t`Skills in an unreadable folder cannot be used.`,
    fix: t`Check its permissions.`,
  },
  unreadable: { why: t`A skill that cannot be read cannot be used.`, fix: t`Make it readable.` },
  denied: { why: t`A skill that cannot be read cannot be used.`, fix: t`Check its permissions.` },
  "not-a-file": { why: t`SKILL.md has to be a file.`, fix: t`Put a file there.` },
  "too-large": { why: t`A SKILL.md of more than 16 MiB is not read.`, fix: t`Shorten the file.` },
  "dangling-link": { why: t`The link is broken.`, fix: t`Correct or remove the link.` },
  "link-loop": { why: t`The link points to itself.`, fix: t`Correct or remove the link.` },
  "file-name-case": { why: t`Pixir looks for SKILL.md in exactly these letters.`, fix: t`Rename the file.` },
  "nested-skill": { why: t`Pixir looks one folder deep.`, fix: t`Move the skill up.` },
  "skill-in-root": {
    why: t`A SKILL.md needs a folder of its own.`,
    fix: t`Put it into a folder with the skill’s name.`,
  },
  "name-not-utf8": { why: t`Pixir ignores folders whose name is not UTF-8.`, fix: t`Rename the folder.` },
  "no-home": { why: t`Without a home the user’s skills are not found.`, fix: t`Set HOME.` },
  "source-file": {
    why: t`The file of context sources could not be read.`,
    fix: t`Correct the file; until then the skill has none of its sources.`,
  },
  "source-form": {
    why: t`The declaration has another form than a list of mappings.`,
    fix: t`Write one \`- id: …\` for each source.`,
  },
  "source-id": {
    why: t`A source is called by its id.`,
    fix: t`Give each source an id of its own: up to 64 lowercase letters, digits, \`-\` and \`_\`.`,
  },
  "source-surface": {
    why: t`A source has to say exactly once what it runs or reads.`,
    fix: t`Give exactly one of run, shell, read and resource.`,
  },
  "source-run": {
    why: t`The command is not a list of words that can be run.`,
    fix: t`Write a list of texts, the program first: \`run: [git, diff, HEAD]\`.`,
  },
  "source-shell": {
    why: t`The shell text cannot be used.`,
    fix: t`Write a command, and \`bash\` or \`powershell\` for its shell.`,
  },
  "source-read": {
    why: t`The pattern matches paths that no source may read.`,
    fix: t`Write a path from the workspace, with \`/\` between its parts; patterns have \`*\`, \`**\`, \`?\` and \`[a-z]\`.`,
  },
  "source-resource": {
    why: t`The resource is not a file of the skill.`,
    fix: t`Write a path from the skill’s folder, with \`/\` between its parts.`,
  },
  "source-cwd": {
    why: t`A source runs below the workspace.`,
    fix: t`Write a path from the workspace, with \`/\` between its parts.`,
  },
  "source-key": {
    why: t`The key is unknown or repeated.`,
    fix: t`Keep each of id, title, run, shell, read, resource, read_only, auto, timeout_ms, max_bytes and cwd once.`,
  },
  "source-flag": { why: t`A flag is true or false.`, fix: t`Write \`true\` or \`false\`.` },
  "source-number": { why: t`The number is out of its limits.`, fix: t`Correct it, or remove it.` },
  "source-title": { why: t`The title cannot be shown as it is.`, fix: t`Shorten the title.` },
  "source-auto": {
    why: t`Only sources that provably only read may run by themselves.`,
    fix: t`Remove \`auto\`, or use \`run\` with \`read_only: true\`.`,
  },
  "source-count": { why: t`There are more sources than are read.`, fix: t`Declare fewer.` },
  "source-block": {
    why: t`The block of commands in the body is not closed.`,
    fix: t`Close it with as many backticks or tildes as open it.`,
  },
  "source-arguments": {
    why: t`The command has a placeholder of other agents for arguments.`,
    fix: t`Write a command that needs no arguments.`,
  },
  "source-twice": {
    why: t`Sources are declared twice; only one declaration counts.`,
    fix: t`Remove the declaration in the frontmatter.`,
  },
  "source-frontmatter": {
    why: t`Pixir may read lines of the declaration as its own fields.`,
    fix: t`Put the list into context-sources.yaml beside the SKILL.md.`,
  },
  "source-unseen": {
    why: t`A command has invisible characters.`,
    fix: t`Remove characters that are not intended.`,
  },
};
