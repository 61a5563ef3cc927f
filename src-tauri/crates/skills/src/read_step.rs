//! Steps by which a reader gets the text of a skill out of a log.

use serde::Serialize;
use thiserror::Error;

/// One thing that was removed from a text of a log to get the skill's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReadStep {
    /// The arguments at the end.
    #[error("arguments removed")]
    Arguments,
    /// The base directory.
    #[error("base directory removed")]
    BaseDirectory,
    /// The base directory and the list of files.
    #[error("base directory and list of files removed")]
    BaseDirectoryAndFiles,
    /// The line with the base directory.
    #[error("base-directory line removed")]
    BaseDirectoryLine,
    /// Several lines about the base directory.
    #[error("base-directory lines removed")]
    BaseDirectoryLines,
    /// The tags of a command.
    #[error("command tags removed")]
    CommandTags,
    /// The lines with name, description and source.
    #[error("lines with name, description and source removed")]
    DescriptionLines,
    /// The list of files.
    #[error("list of files removed")]
    Files,
    /// The output was split at the frontmatter of each file.
    #[error("output split at the frontmatter of each file")]
    SplitAtFrontmatter,
    /// The heading with the name.
    #[error("heading with the name removed")]
    NameHeading,
    /// The heading with the name and the base directory.
    #[error("heading with the name and base directory removed")]
    NameHeadingAndBaseDirectory,
    /// The tag with name and path.
    #[error("tag with name and path removed")]
    NameTag,
    /// The indentation of the first line.
    #[error("indentation of the first line removed")]
    Indentation,
    /// The note that there are more lines.
    #[error("note on more lines removed")]
    MoreLines,
    /// The output was extracted from the tool's answer.
    #[error("output extracted from the tool's answer")]
    Output,
    /// The lines above the output.
    #[error("lines above the output removed")]
    OutputHeader,
    /// The whitespace around the text.
    #[error("outer whitespace removed")]
    OuterWhitespace,
    /// The list of related files.
    #[error("list of related files removed")]
    RelatedFiles,
    /// A tag.
    #[error("tag removed")]
    Tag,
    /// Several tags.
    #[error("tags removed")]
    Tags,
    /// The title, the description and the heading.
    #[error("title, description and heading removed")]
    Title,
    /// The line break at the end.
    #[error("trailing line break removed")]
    TrailingLineBreak,
    /// The note that the text was truncated.
    #[error("truncation note removed")]
    TruncationNote,
    /// What was typed after the name.
    #[error("text typed after the name removed")]
    Typed,
    /// The wrapper is not known.
    #[error("unknown wrapper, so the text is not used as the skill's")]
    UnknownWrapper,
}
