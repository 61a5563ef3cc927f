//! What is checked: every rule with its reason and its way out, as data.

use crate::Severity;

/// A rule that findings name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LintRule {
    /// The word for it, as findings have it.
    pub id: &'static str,
    /// How much it matters at worst.
    pub severity: Severity,
    /// Why it is looked for, one sentence.
    pub why: &'static str,
    /// What to do, one sentence.
    pub fix: &'static str,
    /// Who sets it.
    pub source: RuleSource,
}

/// Who sets a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSource {
    /// The way Pixir reads the file.
    Pixir,
    /// The specification of Agent Skills.
    Specification,
    /// The declaration of context sources.
    ContextSources,
    /// Assay.
    Assay,
}

impl RuleSource {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pixir => "Pixir's reading",
            Self::Specification => "Agent Skills specification",
            Self::ContextSources => "context sources",
            Self::Assay => "Assay",
        }
    }
}

/// Every rule, by what it is about.
pub fn lint_rules() -> &'static [LintRule] {
    RULES
}

/// The rule of that name.
pub fn lint_rule(id: &str) -> Option<&'static LintRule> {
    RULES.iter().find(|rule| rule.id == id)
}

const fn pixir(id: &'static str, severity: Severity, why: &'static str, fix: &'static str) -> LintRule {
    LintRule { id, severity, why, fix, source: RuleSource::Pixir }
}

const fn spec(id: &'static str, severity: Severity, why: &'static str, fix: &'static str) -> LintRule {
    LintRule { id, severity, why, fix, source: RuleSource::Specification }
}

const fn assay(id: &'static str, severity: Severity, why: &'static str, fix: &'static str) -> LintRule {
    LintRule { id, severity, why, fix, source: RuleSource::Assay }
}

const fn fed(id: &'static str, severity: Severity, why: &'static str, fix: &'static str) -> LintRule {
    LintRule { id, severity, why, fix, source: RuleSource::ContextSources }
}

use Severity::{Error, Note, Warning};

const RULES: &[LintRule] = &[
    // How the frontmatter is read.
    pixir(
        "not-utf8",
        Error,
        "Pixir's turn fails when it reads a skill that is not UTF-8.",
        "Save the file as UTF-8.",
    ),
    pixir(
        "bom",
        Warning,
        "Before a byte order mark Pixir sees no frontmatter.",
        "Save the file without byte order mark.",
    ),
    pixir(
        "crlf",
        Warning,
        "Pixir sees no frontmatter where lines end in CRLF.",
        "Save the file with LF line ends.",
    ),
    pixir(
        "opening-fence",
        Warning,
        "Pixir sees no frontmatter unless the first line is `---`.",
        "Make `---` the first line, without blanks.",
    ),
    pixir(
        "closing-fence",
        Warning,
        "Pixir ends the frontmatter at a line that is exactly `---`.",
        "Remove the blanks from that line.",
    ),
    pixir(
        "unclosed-frontmatter",
        Warning,
        "Pixir reads the whole file as frontmatter.",
        "Add a line `---` after the last field.",
    ),
    pixir(
        "no-frontmatter",
        Warning,
        "Without it agents know neither name nor description.",
        "Add one with name and description.",
    ),
    pixir(
        "block-scalar",
        Warning,
        "Pixir reads only the line of the key.",
        "Write the value on the line of its key.",
    ),
    pixir(
        "continued-line",
        Warning,
        "Pixir reads only the line of the key.",
        "Write the value on the line of its key.",
    ),
    pixir(
        "comment",
        Warning,
        "Pixir reads a comment as part of the value.",
        "Remove the comment from that line.",
    ),
    pixir(
        "quotes",
        Warning,
        "Pixir strips quotes without resolving what is escaped in them.",
        "Avoid escapes, doubled quotes and text after the closing quote.",
    ),
    pixir("quoted-key", Warning, "Pixir does not know a key in quotes.", "Write the key without quotes."),
    pixir(
        "nested-key",
        Warning,
        "Pixir reads a nested key as a top-level key.",
        "Rename the nested key, or put the skill's own key after it.",
    ),
    pixir(
        "nested-value",
        Warning,
        "Pixir reads single lines only.",
        "Write the value on the line of its key.",
    ),
    pixir(
        "reading",
        Warning,
        "Pixir and YAML read the value differently.",
        "Write the value on one line, without quotes or special characters.",
    ),
    pixir(
        "name-mention",
        Warning,
        "Pixir's users cannot call such a name.",
        "Use letters a to z, digits, `.`, `:`, `_` and `-`.",
    ),
    pixir(
        "closing-tag",
        Warning,
        "The model may read the text after it as outside the skill.",
        "Write the tag differently.",
    ),
    spec(
        "not-yaml",
        Warning,
        "Other agents ignore a skill whose frontmatter is not YAML.",
        "Quote the value that breaks it.",
    ),
    spec("duplicate-key", Warning, "Parsers differ in which of the two they use.", "Keep one of the two."),
    spec("tab-indent", Warning, "YAML allows no tabs for indentation.", "Indent with spaces."),
    spec(
        "flow-value",
        Note,
        "The reference validator reads no lists and mappings in brackets.",
        "Write one entry per line, or plain text.",
    ),
    // What the specification asks for.
    spec("name-missing", Warning, "Some agents ignore a skill without a name.", "Add a name."),
    spec("name-folder", Warning, "The name has to be the folder's.", "Give both the same name."),
    spec("name-length", Warning, "A name may have 64 characters.", "Shorten it."),
    spec(
        "name-characters",
        Warning,
        "A name has only lowercase letters, digits and hyphens.",
        "Replace the others with hyphens or small letters.",
    ),
    spec(
        "name-hyphens",
        Warning,
        "Hyphens stand single and between words.",
        "Use single hyphens between words.",
    ),
    spec(
        "description-missing",
        Warning,
        "The model decides by the description alone.",
        "Say what the skill is for and when to use it.",
    ),
    spec("description-length", Warning, "A description may have 1,024 characters.", "Shorten it."),
    spec("compatibility-length", Warning, "The compatibility may have 500 characters.", "Shorten it."),
    spec(
        "unknown-field",
        Note,
        "Agents may ignore unknown fields.",
        "Keep it if an agent reads it; move it to metadata if it is for human readers.",
    ),
    spec("field-type", Warning, "Agents expect another type of value.", "Rewrite the value."),
    spec(
        "body-length",
        Warning,
        "A long body costs the model its attention in every turn.",
        "Move what is not always needed into references.",
    ),
    spec(
        "body-lines",
        Note,
        "Up to 500 lines are advised.",
        "Move what is not always needed into references.",
    ),
    spec(
        "body-empty",
        Note,
        "Without a body the skill tells the agent nothing.",
        "Write instructions for the agent.",
    ),
    assay(
        "path-pattern",
        Warning,
        "A pattern of `paths` that matches no file blocks every activation.",
        "Write it as `*.py` or `tests/**`, from the workspace on.",
    ),
    assay(
        "hook-inert",
        Warning,
        "A hook never does anything.",
        "Use the events PreToolUse and PostToolUse, and the types command, prompt and permission.",
    ),
    // How good the description is.
    assay(
        "description-when",
        Note,
        "The model picks a skill by the words that say when it is meant.",
        "Say when to use it, for example “Use when the user asks for …”.",
    ),
    assay(
        "description-person",
        Note,
        "The listing reads as a list of what skills do.",
        "Begin with what the skill does.",
    ),
    assay(
        "description-short",
        Note,
        "A few words seldom say what a skill does and when.",
        "Name the task and the words users use for it.",
    ),
    assay(
        "description-long",
        Note,
        "All skills share the 8,000 bytes of Pixir's listing.",
        "Say it in fewer words.",
    ),
    assay(
        "description-overlap",
        Note,
        "The model can hardly choose between two skills that say the same.",
        "Say in each what the other is not for, or join them.",
    ),
    // What lies in the skill's folder.
    assay(
        "broken-link",
        Warning,
        "The agent is sent to a file that is not there.",
        "Correct the path, or add the file.",
    ),
    assay(
        "unreferenced",
        Note,
        "No text of the skill names the file, so an agent hardly opens it.",
        "Name it where it is needed, or remove it.",
    ),
    assay(
        "folder-size",
        Note,
        "A large skill is slow to copy, search and hash.",
        "Move what agents do not read elsewhere.",
    ),
    assay(
        "not-read",
        Note,
        "Files that are too large are not searched.",
        "Split the file, or check it yourself.",
    ),
    assay(
        "link-out",
        Note,
        "A copy of the skill lacks files outside its folder.",
        "Put the file into the skill's folder where it is needed.",
    ),
    assay("link", Note, "The target of a link may change.", "Put the file itself there."),
    assay(
        "context-sources",
        Note,
        "Their output is sent to the model after your approval.",
        "Read what they run before you allow them.",
    ),
    // What to read before it is trusted.
    assay(
        "invisible-characters",
        Warning,
        "A model reads characters that a screen does not show.",
        "Remove characters that are not intended: the model reads them.",
    ),
    assay(
        "risky-command",
        Warning,
        "An agent may run the line as is.",
        "Read it; write it so that it does no more than it has to.",
    ),
    assay(
        "secret",
        Warning,
        "Every copy of the skill has the secret, and so does the model.",
        "Remove it, and revoke it.",
    ),
    assay(
        "executable",
        Note,
        "The system runs it as a program when its path is called.",
        "Remove the executable bit if the file is not a program.",
    ),
    assay(
        "signature-changed",
        Warning,
        "The files differ from the signed ones, so the signature does not cover them.",
        "Import the skill again; if the change is yours, remove the signature.",
    ),
    assay(
        "signature-not-trusted",
        Note,
        "Anyone can sign with any name; a signature counts if you trust its certificate authority.",
        "If you have its root certificate from its owner, run `assay signers --trust FILE`.",
    ),
    assay(
        "signature-unverifiable",
        Note,
        "A signature that cannot be checked proves nothing.",
        "Have its maker sign it with a certificate, in the form of OpenSSF Model Signing.",
    ),
    assay("hooks", Warning, "Some agents run hooks without being asked.", "Read what they run."),
    assay(
        "program",
        Warning,
        "A compiled program cannot be read before it runs.",
        "Ship its source, or say where it is from.",
    ),
    // Where skills lie.
    assay(
        "root-unreadable",
        Error,
        "Skills in an unreadable folder cannot be used.",
        "Check its permissions.",
    ),
    assay("unreadable", Error, "A skill that cannot be read cannot be used.", "Make it readable."),
    assay("denied", Error, "A skill that cannot be read cannot be used.", "Check its permissions."),
    assay("not-a-file", Error, "SKILL.md has to be a file.", "Put a file there."),
    assay("too-large", Error, "A SKILL.md of more than 16 MiB is not read.", "Shorten it."),
    assay("dangling-link", Error, "The link is broken.", "Correct or remove the link."),
    assay("link-loop", Error, "The link points to itself.", "Correct or remove the link."),
    pixir("file-name-case", Error, "Pixir looks for SKILL.md in exactly these letters.", "Rename the file."),
    pixir("nested-skill", Warning, "Pixir looks one folder deep.", "Move the skill up."),
    pixir(
        "skill-in-root",
        Warning,
        "A SKILL.md needs a folder of its own.",
        "Put it into a folder with the skill's name.",
    ),
    pixir("name-not-utf8", Warning, "Pixir ignores folders whose name is not UTF-8.", "Rename the folder."),
    pixir("no-home", Warning, "Without a home the user's skills are not found.", "Set HOME."),
    // What feeds the model.
    fed(
        "source-file",
        Error,
        "The file of context sources could not be read.",
        "Correct the file; until then the skill has none of its sources.",
    ),
    fed(
        "source-form",
        Error,
        "The declaration has another form than a list of mappings.",
        "Write one `- id: …` for each source.",
    ),
    fed(
        "source-id",
        Error,
        "A source is called by its id.",
        "Give each source an id of its own: up to 64 lowercase letters, digits, `-` and `_`.",
    ),
    fed(
        "source-surface",
        Error,
        "A source has to say exactly once what it runs or reads.",
        "Give exactly one of run, shell, read and resource.",
    ),
    fed(
        "source-run",
        Error,
        "The command is not a list of words that can be run.",
        "Write a list of texts, the program first: `run: [git, diff, HEAD]`.",
    ),
    fed(
        "source-shell",
        Error,
        "The shell text cannot be used.",
        "Write a command, and `bash` or `powershell` for its shell.",
    ),
    fed(
        "source-read",
        Error,
        "The pattern matches paths that no source may read.",
        "Write a path from the workspace, with `/` between its parts; patterns have `*`, `**`, `?` and `[a-z]`.",
    ),
    fed(
        "source-resource",
        Error,
        "The resource is not a file of the skill.",
        "Write a path from the skill's folder, with `/` between its parts.",
    ),
    fed(
        "source-cwd",
        Error,
        "A source runs below the workspace.",
        "Write a path from the workspace, with `/` between its parts.",
    ),
    fed(
        "source-key",
        Error,
        "The key is unknown or repeated.",
        "Keep each of id, title, run, shell, read, resource, read_only, auto, timeout_ms, max_bytes and cwd once.",
    ),
    fed("source-flag", Warning, "A flag is true or false.", "Write `true` or `false`."),
    fed("source-number", Warning, "The number is out of its limits.", "Correct it, or remove it."),
    fed("source-title", Warning, "The title cannot be shown as it is.", "Shorten it."),
    fed(
        "source-auto",
        Warning,
        "Only sources that provably only read may run by themselves.",
        "Remove `auto`, or use `run` with `read_only: true`.",
    ),
    fed("source-count", Error, "There are more sources than are read.", "Declare fewer."),
    fed(
        "source-block",
        Error,
        "The block of commands in the body is not closed.",
        "Close it with as many backticks or tildes as open it.",
    ),
    fed(
        "source-arguments",
        Note,
        "The command has a placeholder of other agents for arguments.",
        "Write a command that needs no arguments.",
    ),
    fed(
        "source-twice",
        Warning,
        "Sources are declared twice; only one declaration counts.",
        "Remove the declaration in the frontmatter.",
    ),
    fed(
        "source-frontmatter",
        Warning,
        "Pixir may read lines of the declaration as its own fields.",
        "Put the list into context-sources.yaml beside the SKILL.md.",
    ),
    fed(
        "source-unseen",
        Error,
        "A command has invisible characters.",
        "Remove characters that are not intended.",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{lint_rule, lint_rules};

    #[test]
    fn a_rule_is_told_once_and_in_sentences() {
        let ids: BTreeSet<_> = lint_rules().iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), lint_rules().len(), "an id stands twice");
        for rule in lint_rules() {
            let sentences = [rule.why, rule.fix].iter().all(|words| words.ends_with(['.', '”']));
            assert!(sentences && !rule.why.contains('!'), "{rule:?}");
            let word = rule.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            assert!(word, "{}", rule.id);
        }
        assert_eq!(lint_rule("crlf").map(|rule| rule.id), Some("crlf"));
        assert_eq!(lint_rule("nothing"), None);
    }
}
