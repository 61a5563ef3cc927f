//! Markdown as a bounded tree of typed pieces, which the page draws as elements.
//!
//! Skill and session text is hostile: no HTML string crosses to the page, nothing is loaded, an address opens
//! only if it is plain http, https or mail, and no input makes the tree large, deep or slow. What a skill
//! marks as a command to run (`` !`…` `` and ```` ```! ````) is a piece of its own, so that it is shown as not run.

mod address;
#[cfg(test)]
mod limits;
mod read;

use serde::Serialize;

pub use address::opens;
pub use read::tree;

/// A text as blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Markdown {
    /// The blocks, in order.
    pub blocks: Vec<Block>,
    /// Blocks left out because the tree is full.
    pub omitted_blocks: u32,
    /// Bytes of source left out because the text is too long.
    pub omitted_bytes: u32,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Block {
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        spans: Vec<Span>,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        spans: Vec<Span>,
    },
    /// A list.
    List {
        /// Numbered.
        ordered: bool,
        /// The first number.
        start: u32,
        /// Its items.
        items: Vec<Item>,
    },
    /// A quotation.
    Quote {
        /// What is quoted.
        blocks: Vec<Block>,
    },
    /// A code block.
    Code {
        /// The text.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
        /// The word after the fence.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        info: String,
    },
    /// A fence marked with `!`: a command the skill wants run. It is not run.
    Command {
        /// The text between the fences.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
    },
    /// A table.
    Table {
        /// How each column is set.
        align: Vec<Align>,
        /// The head's cells.
        head: Vec<Vec<Span>>,
        /// The rows' cells.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// A rule.
    Rule,
    /// Raw HTML, shown as the text it is.
    Html {
        /// As written.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
    },
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Item {
    /// Whether its box is ticked, when it has one.
    pub done: Option<bool>,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Align {
    /// To the left, also where nothing is said.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Span {
    /// Plain text.
    Text {
        /// The text.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
    },
    /// Strong text.
    Strong {
        /// What is strong.
        spans: Vec<Span>,
    },
    /// Emphasised text.
    Emphasis {
        /// What is emphasised.
        spans: Vec<Span>,
    },
    /// Struck text.
    Strike {
        /// What is struck through.
        spans: Vec<Span>,
    },
    /// Code.
    Code {
        /// The text.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
    },
    /// Code directly behind `!`: a command the skill wants run. It is not run.
    Command {
        /// The command.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
    },
    /// A link. Its title is not shown: text that only appears under the pointer would be easy to miss.
    Link {
        /// Its address as written.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        to: String,
        /// The address may be handed to the system: http, https or mailto.
        opens: bool,
        /// Its text.
        spans: Vec<Span>,
    },
    /// A picture, which is never loaded.
    Image {
        /// Its text.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        alt: String,
        /// Its address as written.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        source: String,
    },
    /// A forced end of line.
    Break,
    /// Raw HTML, shown as the text it is.
    Html {
        /// As written.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        text: String,
    },
}
