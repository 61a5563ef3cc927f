//! What may be asked about changes.

use serde::{Deserialize, Serialize};

use views::wire::{FixAsk, ImportPick, Occupied, SkillScope};

/// A change to be planned. Nothing is written by asking.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PlanAsk {
    /// Puts a recorded text back on disk.
    Restore {
        /// The key of a session row.
        key: String,
        /// The log line of an activation, counted from 1.
        line: u32,
        /// The scope to put it into; where it was recorded when none is named.
        to: Option<SkillScope>,
        /// What happens when the text is not proven to be the recorded one.
        unverified: Unverified,
    },
    /// Leaves a skill out of the catalog.
    Hide {
        /// The id of a skill row.
        skill: String,
        /// The agent whose catalog is meant; that in whose folder the skill lies when absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        convention: Option<String>,
    },
    /// Lists a hidden skill again.
    Show {
        /// The id of a skill row.
        skill: String,
        /// The agent whose catalog is meant; that in whose folder the skill lies when absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        convention: Option<String>,
    },
    /// Moves a skill into the trash.
    Remove {
        /// The id of a skill row.
        skill: String,
    },
    /// Gives a skill another name.
    Rename {
        /// The id of a skill row.
        skill: String,
        /// The new name.
        name: String,
    },
    /// Makes a second one beside it.
    Duplicate {
        /// The id of a skill row.
        skill: String,
        /// The name of the second one.
        name: String,
    },
    /// Makes a second one in another scope.
    Copy {
        /// The id of a skill row.
        skill: String,
        /// The other scope.
        scope: SkillScope,
    },
    /// Moves it into another scope.
    Move {
        /// The id of a skill row.
        skill: String,
        /// The other scope.
        scope: SkillScope,
    },
    /// Does the same to many skills, as one change.
    Many {
        /// The ids of skill rows, at most 1,000.
        skills: Vec<String>,
        /// The agent by whose rules they are changed; that in whose folders the skills lie when absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        convention: Option<String>,
        /// What is done to each.
        act: ManyAct,
    },
    /// Puts something from the trash back.
    PutBack {
        /// The id of a [`super::TrashRow`].
        item: String,
        /// What happens to what stands there now.
        occupied: Occupied,
        /// With [`Occupied::Beside`], the folder's name.
        name: Option<String>,
    },
    /// Takes a change back.
    Undo {
        /// The id of a [`super::JournalRow`]; the latest that can be taken back here when none is named.
        entry: Option<String>,
    },
    /// Makes a new skill.
    Create {
        /// The agent in whose folder it is made; Pixir when absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        convention: Option<String>,
        /// The root it goes into.
        scope: SkillScope,
        /// Its name and its folder's.
        name: String,
        /// What it is for and when to use it.
        description: String,
        /// What stands below the frontmatter at first.
        outline: Outline,
        /// Folders beside the file: `assets`, `references`, `scripts`.
        folders: Vec<String>,
    },
    /// Writes new bytes into a file of a skill.
    Write {
        /// The id of a skill row.
        skill: String,
        /// The file, by its path from the skill's folder; `SKILL.md` is one too.
        rel: String,
        /// SHA-256 of the bytes that were seen; refused when others stand there by now.
        seen: String,
        /// The text that was seen, to be shown beside the others when it moved on.
        base: Option<String>,
        /// The new bytes.
        contents: FileContents,
    },
    /// Adds a file to a skill.
    AddFile {
        /// The id of a skill row.
        skill: String,
        /// Where, by its path from the skill's folder.
        rel: String,
        /// Its bytes.
        contents: FileContents,
    },
    /// Gives a file of a skill another name or folder.
    RenameFile {
        /// The id of a skill row.
        skill: String,
        /// The file, by its path from the skill's folder.
        rel: String,
        /// The new path from the skill's folder.
        to: String,
    },
    /// Moves a file of a skill into the trash.
    RemoveFile {
        /// The id of a skill row.
        skill: String,
        /// The file, by its path from the skill's folder.
        rel: String,
    },
    /// Lands skills of an import.
    Import {
        /// The id of an import.
        import: String,
        /// The agent in whose folder they land; Pixir when absent.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        convention: Option<String>,
        /// The root they go into.
        scope: SkillScope,
        /// Which of them.
        picks: Vec<ImportPick>,
    },
    /// Makes findings good that have a quick fix.
    Fix(FixAsk),
    /// Brings an imported skill up to what its source has now.
    Update {
        /// The id of the import that looked at the source.
        import: String,
        /// Files that follow the source although they were changed here, by their path from the skill's folder.
        theirs: Vec<String>,
    },
}

/// What is done to each of many skills.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ManyAct {
    /// Into the trash.
    Remove,
    /// Out of the catalog.
    Hide,
    /// Into the catalog again.
    Show,
    /// A second one in another scope.
    Copy {
        /// The other scope.
        scope: SkillScope,
    },
    /// Into another scope.
    Move {
        /// The other scope.
        scope: SkillScope,
    },
}

/// The bytes of a file, at most 16 MiB.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FileContents {
    /// As text.
    Text {
        /// The text.
        text: String,
    },
    /// Whatever it is.
    Base64 {
        /// The bytes, in the usual alphabet with padding.
        bytes: String,
    },
}

/// What stands below the frontmatter of a new skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Outline {
    /// A heading and a line to replace.
    Short,
    /// Steps to follow, and when to stop.
    Steps,
    /// Rules to keep to, with an example.
    Rules,
}

/// What happens to a text without a hash, or whose hash says something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Unverified {
    /// It is not restored.
    Refused,
    /// The person asked for it all the same.
    Accepted,
}

/// A plan that was shown.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CarryOutAsk {
    /// The id of a [`super::PlanView`].
    pub plan: String,
}

/// One of the texts of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlanSide {
    /// What was seen, or what an undone change had written.
    Seen,
    /// What stands on disk now.
    Disk,
    /// What will stand there.
    Result,
}

/// Lines of one text of a plan.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanTextAsk {
    /// The id of a plan or of what moved.
    pub plan: String,
    /// The number of the place.
    pub step: u32,
    /// Which text.
    pub side: PlanSide,
    /// First line wanted, counted from 0.
    pub from: u32,
    /// How many lines, at most 2,000.
    pub count: u32,
}

/// Rows of the difference of two texts of a plan.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanDiffAsk {
    /// The id of a plan or of what moved.
    pub plan: String,
    /// The number of the place.
    pub step: u32,
    /// The text at the left.
    pub left: PlanSide,
    /// The text at the right.
    pub right: PlanSide,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 2,000.
    pub count: u32,
}

/// Rows of the three texts of a plan's place beside each other.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanThreeAsk {
    /// The id of a plan or of what moved.
    pub plan: String,
    /// The number of the place.
    pub step: u32,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 2,000.
    pub count: u32,
}

/// A change to take back at once.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UndoAsk {
    /// The id of a [`super::JournalRow`]; the latest that can be taken back here when none is named.
    pub entry: Option<String>,
}

/// Which rows of the journal or the trash, latest first.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChangesAsk {
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// What is to go for good.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EmptyTrashAsk {
    /// The ids of [`super::TrashRow`]s; everything when absent.
    pub items: Option<Vec<String>>,
}
