//! What the page sees of a skill's files and of the catalog.

use message::Message;
use serde::Serialize;

use crate::convention::Reconstructed;
use crate::markdown::Markdown;
use crate::wire::{HexRow, ListingFact, Millis, SkillListing, TextWindow, TurnRef};

/// The files of a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResourcesView {
    /// Folders and files, depth first; SKILL.md comes first.
    pub rows: Vec<ResourceRow>,
    /// Names beyond the limit of 500.
    pub omitted: u32,
    /// Files that some recorded session opened.
    pub opened: u32,
    /// Files beside SKILL.md.
    pub files: u32,
    /// Files that no session opened, but some tool call named.
    pub named: u32,
    /// Links in SKILL.md that lead nowhere, the first 100.
    pub dead_links: Vec<DeadLink>,
    /// When Assay first saw the files; what they were before is unknown. Absent while it has not looked.
    pub known_since: Option<Millis>,
    /// Activations of this skill in recorded sessions.
    pub activations: u32,
}

/// One file or folder of a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResourceRow {
    /// Its path from the skill's folder, `/` between names.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub rel: String,
    /// Its own name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Levels below the skill's folder, from 0.
    pub depth: u32,
    /// What it is for.
    pub kind: ResourceKind,
    /// Size in bytes, 0 for a folder.
    pub bytes: u64,
    /// Tokens when opened, estimated as bytes / 4.
    pub tokens: u32,
    /// It carries the executable bit.
    pub executable: bool,
    /// For a folder: names directly in it.
    pub children: u32,
    /// Turns in which a recorded session viewed it.
    pub opened: Vec<TurnRef>,
    /// Turns in which a tool call named its path: it may have been read then, which is inferred.
    pub named: Vec<TurnRef>,
}

/// A link in SKILL.md that leads nowhere.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DeadLink {
    /// The line it stands on, counted from 1.
    pub line: u32,
    /// Where it points, as written.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub target: String,
    /// The message of the system; absent if the file does not exist.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub fault: Option<String>,
}

/// What a file of a skill is for, by its folder and nature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ResourceKind {
    /// SKILL.md itself.
    Main,
    /// A folder.
    Folder,
    /// Below `references/`.
    Reference,
    /// Below `scripts/`, or executable.
    Script,
    /// Below `assets/`.
    Asset,
    /// Below `templates/`.
    Template,
    /// A workflow template.
    Workflow,
    /// A link; shown, never followed out of the skill.
    Link,
    /// Anything else.
    Other,
}

/// One file of a skill, shown and never run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResourceView {
    /// Its row.
    pub row: ResourceRow,
    /// SHA-256 of its bytes, when it could be read.
    pub hash: Option<String>,
    /// Last modified.
    pub modified: Option<Millis>,
    /// `UTF-8, LF`, `UTF-8, CRLF`, `binary`, …
    pub encoding: String,
    /// Unix permission bits in octal, such as `755`; empty where there are none.
    pub mode: String,
    /// Lines of SKILL.md that name it.
    pub named_in: Vec<u32>,
    /// What can be shown of it.
    pub preview: Preview,
}

/// What can be shown of a file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Preview {
    /// Plain text.
    Text {
        /// The lines asked for.
        window: TextWindow,
    },
    /// Markdown, with its source.
    Markdown {
        /// The tree.
        markdown: Markdown,
        /// The lines asked for.
        window: TextWindow,
    },
    /// A PNG, JPEG, GIF or WebP of at most 1 MiB.
    Image {
        /// As a `data:` address.
        address: String,
    },
    /// The first bytes of something that is not text.
    Hex {
        /// Rows of 16 bytes.
        rows: Vec<HexRow>,
        /// All bytes of the file.
        bytes: u64,
    },
    /// The first 64 KiB of a text that is too large to be read whole.
    Beginning {
        /// Its lines; the last may be cut.
        window: TextWindow,
        /// All bytes of the file.
        bytes: u64,
    },
    /// Nothing, with the reason.
    None {
        /// The reason.
        why: NoPreview,
    },
}

/// What the model is shown of all skills: exactly that of Pixir, the list alone of other agents.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CatalogView {
    /// The text in pieces; joined they are the text, byte for byte.
    pub pieces: Vec<CatalogPiece>,
    /// Bytes of the whole text.
    pub bytes: u64,
    /// The size of its entries.
    pub listing: ListingFact,
    /// What is taken of the agent's limit before any skill, in the limit's unit; bytes where there is no limit.
    pub own: u32,
    /// What each skill takes of it, in the catalog's order; of a catalog of thousands the first 500.
    pub shares: Vec<ListingShare>,
    /// What all skills take of it together.
    pub shares_total: u64,
    /// The sentence that goes with it for other agents: what the model does when a skill fits.
    pub instruction: Option<String>,
    /// What is known of the difference to what the agent itself shows; nothing where there is none.
    pub reconstructed: Option<Reconstructed>,
    /// The hash Pixir would record for this text; other agents record none.
    pub index_hash: Option<String>,
    /// When the disk was read.
    pub read_at: Millis,
}

/// What one skill takes of the agent's limit.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListingShare {
    /// The skill's id.
    pub skill: String,
    /// What it is called by there.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// What it takes uncut.
    pub cost: u32,
    /// How much of it is listed.
    pub listing: SkillListing,
}

/// A piece of the catalog.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CatalogPiece {
    /// Its text.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// The skill it is the entry of.
    pub skill: Option<String>,
    /// The entry is cut by the budget inside this piece.
    pub cut: bool,
}

/// The reason for which nothing of a file is shown.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum NoPreview {
    /// It is a folder.
    Folder,
    /// It is an image that is too large.
    LargeImage {
        /// Its bytes.
        bytes: u64,
        /// The limit.
        most: u64,
    },
    /// It cannot be read.
    Unreadable {
        /// The message of the system.
        fault: Message,
    },
}
