//! Effects of quick fixes, as codes.

use serde::Serialize;
use thiserror::Error;

/// An effect of a quick fix. The page says it in the language of the window, the terminal in English.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum MendText {
    /// The file loses its executable bit.
    #[error("Removes the executable bit.")]
    Still,
    /// The folder gets the name of the skill.
    #[error("Renames the folder to `{name}`, which is the name.")]
    RenameFolder {
        /// The name, of letters, digits and hyphens.
        name: String,
    },
    /// The byte order mark goes.
    #[error("Removes the byte order mark.")]
    WithoutMark,
    /// Lines end in LF.
    #[error("Ends every line in LF.")]
    LineEnds,
    /// The first line is `---`.
    #[error("Makes `---` the first line.")]
    Open,
    /// The closing fence loses its blanks.
    #[error("Removes the blanks from the closing `---`.")]
    BareFence,
    /// The frontmatter gets a closing fence.
    #[error("Adds `---` after the last field.")]
    Close,
    /// A value comes to the line of its key.
    #[error("Writes the value on the line of its key.")]
    OneLine,
    /// A comment gets a line of its own.
    #[error("Puts the comment on a line of its own.")]
    OwnComment,
    /// A field is written so that all read the same.
    #[error("Writes the field so that Pixir and YAML read the same.")]
    SameReading,
    /// A value is quoted.
    #[error("Quotes the value that breaks the YAML.")]
    Quote,
    /// A field moves behind the nested one.
    #[error("Moves the field after the nested one, so that Pixir reads it.")]
    PutLast,
    /// A repeated line goes.
    #[error("Removes the repeated line.")]
    Once,
    /// Tabs become spaces.
    #[error("Indents with spaces.")]
    Spaces,
    /// A list gets a line for each entry.
    #[error("Writes one entry per line.")]
    OneALine,
    /// The tools become text.
    #[error("Writes the tools as text with blanks between them.")]
    ToolsAsText,
    /// A field's name gets small letters.
    #[error("Writes the field's name in small letters.")]
    SmallKey,
    /// The folder's name is added.
    #[error("Adds the folder's name.")]
    AddName,
    /// The skill gets the name of its folder.
    #[error("Gives the skill the name of its folder.")]
    FolderName,
    /// Invisible characters go.
    #[error("Removes invisible characters.")]
    Visible,
    /// A link is spelled as its file.
    #[error("Writes the link as the file is spelled.")]
    Relink,
}
