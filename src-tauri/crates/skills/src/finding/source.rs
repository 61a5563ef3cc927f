//! Flaws of the context sources that a skill declares, as codes.

use serde::Serialize;
use thiserror::Error;

use super::Quote;

/// Begins what is said of fields that are read from inside the declaration.
const LINE_BY_LINE: &str = "Pixir reads the frontmatter line by line and";

/// Something about a declaration of context sources that cannot be used as it is.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum SourceFlaw {
    /// The skill's folder cannot be read.
    #[error("The skill's folder cannot be read: {}.", .fault.as_str())]
    Folder {
        /// The message of the system.
        fault: Quote,
    },
    /// The file of the declaration is not read.
    #[error("context-sources.yaml is not read: {}.", .reason.as_str())]
    File {
        /// The message of the parser or the system.
        reason: Quote,
    },
    /// The file of the declaration is not UTF-8.
    #[error("context-sources.yaml is not UTF-8, so it is not read.")]
    FileNotUtf8,
    /// The file of the declaration is a link out of the skill.
    #[error("context-sources.yaml is a link out of the skill, so it is not read.")]
    FileOutside,
    /// The file of the declaration is too large.
    #[error("context-sources.yaml has {bytes} bytes; at most {most} are read.")]
    FileTooLarge {
        /// Its bytes.
        bytes: u64,
        /// The limit.
        most: u64,
    },
    /// The file of the declaration has another name.
    #[error("The skill has a context-sources.yml, which is not read.")]
    OtherName,
    /// The declaration is in the frontmatter and in a file.
    #[error("`context-sources` is in the frontmatter and in context-sources.yaml; the file counts.")]
    Twice,
    /// The frontmatter is not YAML.
    #[error("The frontmatter is not YAML, so `context-sources` in it is not read.")]
    NotYaml,
    /// The key `shell` has an unknown value.
    #[error("`shell` is neither bash nor powershell; bash is taken.")]
    ShellName,
    /// Line by line a field is read from inside the declaration.
    #[error(
        "{LINE_BY_LINE} takes the {} from inside `context-sources`: {value}.",
        .field.as_str()
    )]
    TakenField {
        /// The field.
        field: Quote,
        /// The value that is read.
        value: Quote,
    },
    /// Line by line the visibility of the skill is read from inside the declaration.
    #[error(
        "{LINE_BY_LINE} takes from inside `context-sources` that the skill is {}.",
        if *.is_hidden { "hidden from the model" } else { "shown to the model" }
    )]
    TakenVisibility {
        /// The skill is hidden from the model.
        is_hidden: bool,
    },
    /// Line by line keys inside the declaration are read as the skill's own.
    #[error(
        "{LINE_BY_LINE} takes keys inside `context-sources` for the skill's own: {}. They \
         change nothing in it.",
        listed(.keys)
    )]
    TakenKeys {
        /// The keys, at most six.
        keys: Vec<Quote>,
    },
    /// The file has no declaration.
    #[error("The file has no `context-sources`, so it declares nothing.")]
    NoKey,
    /// The declaration is repeated.
    #[error("`context-sources` is in line {first} and repeated; the first counts.")]
    KeyTwice {
        /// The line of the first.
        first: u32,
    },
    /// The declaration is not a list.
    #[error("`context-sources` is not a list, so it declares nothing.")]
    NotAList,
    /// An id is used twice.
    #[error("The id {id} is in line {first} and again in line {again}; the second is ignored.")]
    IdTwice {
        /// The id.
        id: Quote,
        /// The line of the first.
        first: u32,
        /// The line of the second.
        again: u32,
    },
    /// There are too many sources.
    #[error("There are {count} sources; the first {most} are read.")]
    TooMany {
        /// Their number.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// The file has an unknown key.
    #[error("Unknown key {key} in line {line}.")]
    UnknownKey {
        /// The key.
        key: Quote,
        /// Its line.
        line: u32,
    },
    /// A block of commands is not closed.
    #[error("The command block in line {line} is never closed, so it is not offered.")]
    Unclosed {
        /// Its line.
        line: u32,
    },
    /// The body has too many commands.
    #[error("The body has {count} commands of one kind; the first {most} are offered.")]
    TooManyCommands {
        /// Their number.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// The body is too long.
    #[error("The body has more than 1 MiB; commands are looked for in the first only.")]
    LongBody,
    /// A command of the body uses arguments.
    #[error("The command {} has {hole}, which stays as it is written: nothing is filled in.", .id.as_str())]
    Arguments {
        /// The command.
        id: Quote,
        /// The placeholder.
        hole: Quote,
    },
    /// A command of the body has a character that no screen shows.
    #[error("The command {} has a character that no screen shows ({character}), so it cannot be approved.", .id.as_str())]
    UnseenInCommand {
        /// The command.
        id: Quote,
        /// The character, as U+ and its number.
        character: String,
    },
    /// A source has a character that no screen shows.
    #[error("The source {} has a character that no screen shows ({character}), so it cannot be approved.", .name)]
    UnseenInSource {
        /// The source.
        name: SourceName,
        /// The character, as U+ and its number.
        character: String,
    },
    /// An entry of the list cannot be used as it is.
    #[error("The source {name} in line {line} {flaw}.")]
    Entry {
        /// The source.
        name: SourceName,
        /// The line.
        line: u32,
        /// The flaw.
        flaw: EntryFlaw,
    },
}

/// The name of a source in a message.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "by", content = "is", rename_all = "snake_case")]
pub enum SourceName {
    /// Its id.
    #[error("{0}")]
    Id(Quote),
    /// Its place in the list, from 1.
    #[error("number {0}")]
    Ordinal(usize),
}

/// A flaw of an entry of the list.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum EntryFlaw {
    /// It is not a mapping.
    #[error("is not a mapping")]
    NotAMapping,
    /// It has an unknown key.
    #[error("has the unknown key {key}, which is ignored")]
    UnknownKey {
        /// The key.
        key: Quote,
    },
    /// It has a key twice.
    #[error("has {key} twice")]
    KeyTwice {
        /// The key.
        key: Quote,
    },
    /// It has no id.
    #[error("has no id")]
    NoId,
    /// Its id is invalid.
    #[error("has the invalid id {id}")]
    BadId {
        /// The id.
        id: Quote,
    },
    /// Its id is reserved.
    #[error("has the id {id}, which is reserved for commands in the body")]
    ReservedId {
        /// The id.
        id: Quote,
    },
    /// It says neither what to run nor what to read.
    #[error("does not say what to run or to read")]
    NoSurface,
    /// It says twice what to run or read.
    #[error("has both {} and {}", .one.as_str(), .other.as_str())]
    TwoSurfaces {
        /// The first key.
        one: Quote,
        /// The second key.
        other: Quote,
    },
    /// A value is not text.
    #[error("has a {key} that is not text")]
    NotText {
        /// The key.
        key: Quote,
    },
    /// Its `run` is not a list.
    #[error("has a `run` that is not a list")]
    RunNotAList,
    /// An argument is not text.
    #[error("has an argument that is not text")]
    ArgumentNotText,
    /// An argument is empty.
    #[error("has an argument with nothing in it")]
    EmptyArgument,
    /// Its `run` has no program.
    #[error("has a `run` without a program")]
    NoProgram,
    /// Its command has a NUL.
    #[error("has a NUL in its command")]
    Nul,
    /// Its command is too long.
    #[error("has a command of more than 8 KiB")]
    LongCommand,
    /// It reads folders that no source may read.
    #[error("reads in `.git` or `.pixir`, where no source may")]
    Forbidden,
    /// Its pattern is invalid.
    #[error("has an invalid pattern in `read`: {}", .reason.as_str())]
    Pattern {
        /// The message of the parser of patterns.
        reason: Quote,
    },
    /// Its resource is not a file.
    #[error("names something in `resource` that is not a file")]
    ResourceNotAFile,
    /// Its resource does not exist.
    #[error("names {path} in `resource`, which the skill does not have")]
    ResourceMissing {
        /// The path.
        path: Quote,
    },
    /// Its resource is a link out of the skill.
    #[error("has a `resource` that is a link out of the skill")]
    ResourceOutside,
    /// Its resource cannot be read.
    #[error("has an unreadable `resource`: {}", .fault.as_str())]
    ResourceUnreadable {
        /// The message of the system.
        fault: Quote,
    },
    /// A path is empty.
    #[error("has a {key} that names nothing")]
    EmptyPath {
        /// The key.
        key: Quote,
    },
    /// A path cannot be used.
    #[error("has a {key} that {why}")]
    BadPath {
        /// The key.
        key: Quote,
        /// The reason.
        why: PathFlaw,
    },
    /// Its title is too long for one line.
    #[error("has a title with more than one line of 120 plain characters, shown cut")]
    LongTitle,
    /// A flag is neither true nor false.
    #[error("has a {key} that is neither true nor false")]
    Flag {
        /// The key.
        key: Quote,
    },
    /// A number is out of its limits.
    #[error("has a {key} that is not a number from {least} to {most}")]
    OutOfRange {
        /// The key.
        key: Quote,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// A shell text asks to run by itself.
    #[error("asks to run by itself, which a shell text may not; it runs only on request")]
    AutoShell,
    /// A source that may change something asks to run by itself.
    #[error("asks to run by itself without `read_only: true`; it runs only on request")]
    AutoWrites,
}

/// The reason why a path of a declaration cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PathFlaw {
    /// It has a control character.
    #[error("has a control character")]
    Control,
    /// It has a backslash.
    #[error("has a backslash")]
    Backslash,
    /// It is absolute.
    #[error("is absolute")]
    Absolute,
    /// It begins at the home folder.
    #[error("begins at the home folder")]
    Home,
    /// It contains `..`.
    #[error("contains `..`")]
    Upwards,
}

fn listed(keys: &[Quote]) -> String {
    keys.iter().map(Quote::to_string).collect::<Vec<_>>().join(", ")
}
