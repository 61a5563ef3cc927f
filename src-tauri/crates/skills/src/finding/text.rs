//! The text of a finding, as a code with its arguments.

use message::Message;
use serde::Serialize;
use thiserror::Error;

use super::quote::{Quote, or_nothing};
use super::{HookFlaw, SourceFlaw};

/// The text of a finding. The page says it in the language of the window, the terminal in English.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum FindingText {
    /// A line is not UTF-8.
    #[error("Line {line} is not UTF-8. Calling the skill by name makes Pixir's turn fail.")]
    NotUtf8 {
        /// The line.
        line: u32,
    },
    /// The frontmatter is not plain YAML.
    #[error("The frontmatter is not read as plain YAML: {} (line {line}).", .reason.as_str())]
    NotYaml {
        /// The message of the parser.
        reason: Quote,
        /// The line.
        line: u32,
    },
    /// A key is set twice.
    #[error("{} is set in line {first} and again in line {again}; the last counts.", .key.as_str())]
    DuplicateKey {
        /// The key.
        key: Quote,
        /// Its first line.
        first: u32,
        /// Its second line.
        again: u32,
    },
    /// The file starts with a byte order mark.
    #[error("The file starts with a byte order mark.")]
    ByteOrderMark,
    /// Lines do not end in LF.
    #[error("Lines end in CR or CRLF instead of LF.")]
    LineEnds,
    /// The frontmatter was read with a fallback.
    #[error("It was read with the fallback {stage:?}.")]
    Repaired {
        /// The fallback.
        stage: String,
    },
    /// A line is indented with a tab.
    #[error("A line of the frontmatter is indented with a tab.")]
    TabIndent,
    /// Line by line no fields are read.
    #[error(
        "{}, so Pixir reads none of the fields: it calls the skill {name} after its folder and describes it as \
         {description}.",
        .cause.words()
    )]
    NoFields {
        /// The reason.
        cause: NoFieldsCause,
        /// The name that is used instead.
        name: Quote,
        /// The description that is used instead.
        description: Quote,
    },
    /// The frontmatter is never closed.
    #[error("The frontmatter is never closed, so Pixir reads the whole file as frontmatter.")]
    UnclosedFrontmatter,
    /// A closing fence has blanks.
    #[error(
        "Line {line} closes the frontmatter only for parsers that ignore blanks; Pixir reads up to {}.",
        if *.to_end { "the end of the file" } else { "the next exact one" }
    )]
    ClosingFence {
        /// Its line.
        line: u32,
        /// The frontmatter is read to the end of the file; otherwise to the next exact fence.
        to_end: bool,
    },
    /// YAML finds a value inside the field.
    #[error("YAML reads {} as {value}, Pixir reads {} as {}.", .path.as_str(), .key.as_str(), or_nothing(.plain.as_ref()))]
    NestedValue {
        /// The path of the value.
        path: Quote,
        /// The value.
        value: Quote,
        /// The field.
        key: Quote,
        /// The value read line by line; absent where there is none.
        plain: Option<Quote>,
    },
    /// YAML finds another value than is read line by line.
    #[error(
        "YAML reads {} as {yaml}, Pixir reads {}{}.",
        .key.as_str(),
        or_nothing(.plain.as_ref()),
        .from.map_or(String::new(), |line| format!(" from line {line}"))
    )]
    Misread {
        /// The field.
        key: Quote,
        /// The value of YAML.
        yaml: Quote,
        /// The value read line by line; absent where there is none.
        plain: Option<Quote>,
        /// The line that value is from, if it is another.
        from: Option<u32>,
    },
    /// Line by line a nested value is read as a field that YAML does not find.
    #[error("YAML reads no {}, Pixir reads {value} from line {from}.", .key.as_str())]
    OnlyPlain {
        /// The field.
        key: Quote,
        /// The value.
        value: Quote,
        /// Its line.
        from: u32,
    },
    /// The skill has no name.
    #[error("There is no name, so Pixir uses the folder's, {folder}; some agents ignore the skill.")]
    NameMissing {
        /// The folder.
        folder: Quote,
    },
    /// The name is too long.
    #[error("The name has {characters} characters; at most {most} are allowed.")]
    NameLength {
        /// Its characters.
        characters: usize,
        /// The limit.
        most: usize,
    },
    /// The name has characters that are not allowed.
    #[error(
        "The name {name} has {}; small letters, digits and hyphens are allowed.{}",
        named(.letters),
        uncalled(*.is_called)
    )]
    NameCharacters {
        /// The name.
        name: Quote,
        /// The characters, each once; one that a screen does not show as U+ and its number.
        letters: Vec<Quote>,
        /// Users can call it.
        is_called: bool,
    },
    /// The name has hyphens at an end or two in a row.
    #[error("The name {name} has a hyphen at an end or two in a row.{}", uncalled(*.is_called))]
    NameHyphens {
        /// The name.
        name: Quote,
        /// Users can call it.
        is_called: bool,
    },
    /// Users cannot call the name.
    #[error("Pixir's users cannot call {name} by `$name` or `/name`; only its model can use the skill.")]
    NameUncalled {
        /// The name.
        name: Quote,
    },
    /// The name is not the folder's.
    #[error("The name is {name}, the folder {folder}.")]
    NameFolder {
        /// The name.
        name: Quote,
        /// The folder.
        folder: Quote,
    },
    /// There is no description as text.
    #[error("There is no description as text; Pixir shows {shown}, some agents ignore the skill.")]
    DescriptionMissing {
        /// The text that is shown instead.
        shown: Quote,
    },
    /// There is no description.
    #[error("There is no description.")]
    DescriptionEmpty,
    /// The description is too long.
    #[error("The description has {characters} characters; at most {most} are allowed.")]
    DescriptionLength {
        /// Its characters.
        characters: usize,
        /// The limit.
        most: usize,
    },
    /// The description is very short.
    #[error("The description has {}.", counted(*.characters, "character", "characters"))]
    DescriptionShort {
        /// Its characters.
        characters: usize,
    },
    /// The description does not say when to use the skill.
    #[error("The description does not say when to use the skill.")]
    DescriptionWhen,
    /// The description begins with a person.
    #[error("The description begins with “{}”, not with what the skill does.", .word.as_str())]
    DescriptionPerson {
        /// Its first word.
        word: Quote,
    },
    /// The description takes a good part of the skill list.
    #[error("The description has {bytes} bytes; {fill} of that length fill Pixir's listing.")]
    DescriptionLong {
        /// Its bytes.
        bytes: usize,
        /// The number of such descriptions that fill the list.
        fill: usize,
    },
    /// The description is similar to another one.
    #[error("Its description is similar to that of {} ({}).", .name.as_str(), .path.as_str())]
    DescriptionOverlap {
        /// The other skill.
        name: Quote,
        /// Its path, shortened.
        path: Quote,
    },
    /// A field is not one of the specification.
    #[error(
        "{key} is not a field of the specification{}.",
        if *.is_claude_codes { "; Claude Code reads it" } else { "" }
    )]
    UnknownField {
        /// The field.
        key: Quote,
        /// Claude Code reads it.
        is_claude_codes: bool,
    },
    /// A field has a value of the wrong type.
    #[error("{} should be {}.", .key.as_str(), .wanted.words())]
    FieldType {
        /// The field.
        key: Quote,
        /// The type it should have.
        wanted: WantedType,
    },
    /// The compatibility is too long.
    #[error("The compatibility has {characters} characters; at most {most} are allowed.")]
    CompatibilityLength {
        /// Its characters.
        characters: usize,
        /// The limit.
        most: usize,
    },
    /// A value is in brackets.
    #[error("A value is a list or a mapping in brackets; the reference validator refuses the file.")]
    FlowValue,
    /// The body is long.
    #[error("The body has about {tokens} tokens ({characters} characters); up to {most} are advised.")]
    BodyTokens {
        /// Its tokens, estimated.
        tokens: usize,
        /// Its characters.
        characters: usize,
        /// The tokens that are advised at most.
        most: usize,
    },
    /// The body has many lines.
    #[error("The body has {lines} lines; up to {most} are advised.")]
    BodyLines {
        /// Its lines.
        lines: usize,
        /// The lines that are advised at most.
        most: usize,
    },
    /// There is no body.
    #[error("There is no text below the frontmatter.")]
    BodyEmpty,
    /// The text has a tag that ends the skill.
    #[error(
        "Line {line} has `</skill>`: Pixir does not escape it, so the model may read the text after it as outside the \
         skill."
    )]
    ClosingTag {
        /// The line.
        line: u32,
    },
    /// The file has characters that a screen does not show.
    #[error("The file has {}, the first ({character}) in line {line}.", .kind.counted(*.count))]
    InvisibleCharacters {
        /// Their kind.
        kind: InvisibleKind,
        /// Their number; at least 1.
        count: usize,
        /// The first of them, as U+ and its number.
        character: String,
        /// Its line.
        line: u32,
    },
    /// A pattern of `paths` matches no file.
    #[error("The pattern {pattern} of `paths` matches no file: it leaves the workspace, or is invalid.")]
    PathPattern {
        /// The pattern.
        pattern: Quote,
    },
    /// A link leads to no file.
    #[error("The link {target} is broken. The file does not exist.")]
    BrokenLink {
        /// Its target.
        target: Quote,
    },
    /// The target of a link cannot be read.
    #[error("The link {target} is broken. {}.", .fault.as_str())]
    UnreadableLink {
        /// Its target.
        target: Quote,
        /// The message of the system.
        fault: Quote,
    },
    /// A link leads out of the skill's folder.
    #[error("The link {target} leads out of the skill's folder.")]
    LinkOut {
        /// Its target.
        target: Quote,
    },
    /// A file is a link.
    #[error("It is a link, which Assay does not follow.")]
    Link,
    /// No text of the skill names the file.
    #[error("No text of the skill names this file.")]
    Unreferenced,
    /// The skill is large.
    #[error("The skill has {files} files and {bytes} bytes.")]
    FolderSize {
        /// Its files.
        files: usize,
        /// Their bytes.
        bytes: u64,
    },
    /// The file is executable.
    #[error("The system may run it: it has the executable bit.")]
    Executable,
    /// The frontmatter declares hooks.
    #[error("The frontmatter has `hooks`: some agents run commands for them.")]
    HooksField,
    /// The file looks like a hook.
    #[error("It looks like a hook: some agents run those by themselves.")]
    HookFile,
    /// The file declares context sources.
    #[error("It declares context sources. The permission mode decides which of them wait for your yes.")]
    ContextSources,
    /// The file is too large to be searched.
    #[error("It has {bytes} bytes and was not read; at most {most} are.")]
    NotRead {
        /// Its bytes.
        bytes: u64,
        /// The limit.
        most: u64,
    },
    /// The file is a compiled program.
    #[error("It is a compiled program; its text cannot be read.")]
    Program,
    /// A line looks like a secret.
    #[error("It looks like a secret: {kind}.")]
    Secret {
        /// The kind of secret, and how it was found.
        kind: String,
    },
    /// A line is risky to run.
    #[error("The line {}: “{}”.{}", .risk.words(), .text.as_str(), more_lines(*.more))]
    RiskyCommand {
        /// The risk.
        risk: CommandRisk,
        /// The line, at most 120 characters of it.
        text: Quote,
        /// Further lines of the file with the same risk.
        more: usize,
    },
    /// The file cannot be read.
    #[error("{}.", .fault.as_str())]
    Unreadable {
        /// The message of the system.
        fault: Quote,
    },
    /// Findings beyond those that are listed.
    #[error("{count} more of this kind are not listed.")]
    More {
        /// Their number.
        count: usize,
    },
    /// Something about a hook.
    #[error("{flaw}")]
    Hook {
        /// Its kind.
        flaw: HookFlaw,
    },
    /// Something about the declaration of a context source.
    #[error("{flaw}")]
    Source {
        /// Its kind.
        flaw: SourceFlaw,
    },
    /// The signature of the skill, in a sentence.
    #[error("{}", .words.as_str())]
    Signature {
        /// The sentence.
        words: Quote,
    },
    /// Something about a place where skills are, in a sentence that says what to do.
    #[error("{message}")]
    OfPlace {
        /// The sentence.
        message: Message,
    },
}

/// The reason why no fields of a file are read line by line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoFieldsCause {
    /// The file starts with a byte order mark.
    ByteOrderMark,
    /// The lines end in CRLF.
    Crlf,
    /// The first line is not exactly `---`.
    OpeningFence,
    /// There is no frontmatter.
    NoFrontmatter,
}

/// The type a field should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WantedType {
    /// A mapping.
    Mapping,
    /// Text.
    Text,
    /// Text with blanks between the tools.
    Tools,
}

/// A kind of characters that a screen does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum InvisibleKind {
    /// They change the direction of text.
    Direction,
    /// They have no width.
    ZeroWidth,
    /// Tags, which no screen shows.
    Tag,
    /// Control characters.
    Control,
}

/// The risk of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CommandRisk {
    /// It runs a download.
    RunsDownload,
    /// It runs hidden text.
    RunsHidden,
    /// It removes files without asking.
    Removes,
    /// It opens a connection to a shell.
    Connects,
    /// It touches keys or passwords.
    TouchesKeys,
    /// It changes what starts by itself.
    Starts,
    /// It sends a file away.
    Sends,
    /// It asks for root rights.
    Root,
    /// It tells an agent to ignore its rules.
    Overrules,
}

impl NoFieldsCause {
    fn words(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "The file starts with a byte order mark",
            Self::Crlf => "The lines end in CRLF",
            Self::OpeningFence => "The first line is not exactly `---`",
            Self::NoFrontmatter => "There is no frontmatter",
        }
    }
}

impl WantedType {
    fn words(self) -> &'static str {
        match self {
            Self::Mapping => "a mapping",
            Self::Text => "text",
            Self::Tools => "text with blanks between the tools",
        }
    }
}

impl InvisibleKind {
    fn counted(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Direction => (
                "character that changes the direction of text",
                "characters that change the direction of text",
            ),
            Self::ZeroWidth => ("character without width", "characters without width"),
            Self::Tag => ("tag character, which no screen shows", "tag characters, which no screen shows"),
            Self::Control => ("control character", "control characters"),
        };
        counted(count, one, many)
    }
}

impl CommandRisk {
    /// The risk in words that go on from "the line".
    pub fn words(self) -> &'static str {
        match self {
            Self::RunsDownload => "runs what it downloads",
            Self::RunsHidden => "runs hidden text",
            Self::Removes => "removes files without asking",
            Self::Connects => "opens a connection to a shell",
            Self::TouchesKeys => "touches keys or passwords",
            Self::Starts => "changes what starts by itself",
            Self::Sends => "sends a file away",
            Self::Root => "asks for root rights",
            Self::Overrules => "tells an agent to ignore its rules",
        }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn named(letters: &[Quote]) -> String {
    let named = |letter: &Quote| match letter.as_str() {
        " " => "a blank".to_owned(),
        number if number.starts_with("U+") => number.to_owned(),
        letter => format!("`{letter}`"),
    };
    letters.iter().map(named).collect::<Vec<_>>().join(", ")
}

fn uncalled(is_called: bool) -> &'static str {
    if is_called { "" } else { " Pixir's users cannot call it by `$name` or `/name`." }
}

fn more_lines(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => " One more line does so.".to_owned(),
        more => format!(" {more} more lines do so."),
    }
}
