//! A plan: what will be done, in full, before any of it is.

use std::fmt;
use std::path::{Path, PathBuf};

use disk::{Fault, FolderId, Imprint};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use crate::incoming::FileMark;
use crate::{Convention, Finding};

/// What will be done, in full, before any of it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What is done.
    pub act: Act,
    /// The agent whose rules say what follows.
    pub convention: Convention,
    /// What is done and to which skill.
    pub deed: Deed,
    /// Every touched place, in the order in which it will be touched.
    pub steps: Vec<Step>,
    /// What else the person should know, one sentence each.
    pub notes: Vec<Message>,
    /// Names whose winner changes.
    pub shifts: Vec<Shift>,
    /// Short paths of skills that will be shadowed and are not now.
    pub shadowed: Vec<String>,
    /// What the checks say of the files as they will be.
    pub findings: Vec<(String, Finding)>,
    /// The entry of the journal that this takes back.
    pub undoes: Option<String>,
    /// Where what it brings came from.
    pub origins: Vec<Origin>,
    /// Folders that an undone change had made; they go when they are empty.
    pub(crate) unmakes: Vec<PathBuf>,
    /// The folders that it writes below, as they were seen.
    pub(crate) pins: Vec<Pin>,
}

impl Plan {
    /// Returns the changes about who wins, a sentence for each name and each file.
    pub fn effects(&self) -> Vec<Message> {
        let agent = self.convention.label();
        let shadowed =
            self.shadowed.iter().map(|path| message!("{path} will be shadowed in {agent}.", path, agent));
        self.shifts.iter().map(Shift::sentence).chain(shadowed).collect()
    }

    /// Returns the folder that a step copies a skill from; `None` if it copies none.
    pub(crate) fn copy_of<'a>(&self, step: &'a Step) -> Option<&'a Path> {
        match (self.act, &step.source) {
            (Act::Rename | Act::Duplicate | Act::Copy | Act::Move, Source::Copy { from, .. }) => Some(from),
            _ => None,
        }
    }
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// A recorded text comes back.
    Restore,
    /// The catalog leaves the skill out.
    Hide,
    /// The catalog lists it again.
    Show,
    /// Another name, for folder and frontmatter.
    Rename,
    /// A second one beside it.
    Duplicate,
    /// A second one in another scope.
    Copy,
    /// Into another scope.
    Move,
    /// Into the trash.
    Remove,
    /// Out of the trash.
    PutBack,
    /// An earlier change is taken back.
    Undo,
    /// A new skill.
    Create,
    /// New bytes for a file of a skill.
    Write,
    /// A new file of a skill.
    AddFile,
    /// Another name for a file of a skill.
    RenameFile,
    /// A file of a skill goes into the trash.
    RemoveFile,
    /// Skills from elsewhere land.
    Import,
    /// An imported skill follows its source.
    Update,
    /// Findings are made good.
    Fix,
}

impl Act {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Restore,
        Self::Hide,
        Self::Show,
        Self::Rename,
        Self::Duplicate,
        Self::Copy,
        Self::Move,
        Self::Remove,
        Self::PutBack,
        Self::Undo,
        Self::Create,
        Self::Write,
        Self::AddFile,
        Self::RenameFile,
        Self::RemoveFile,
        Self::Import,
        Self::Update,
        Self::Fix,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Restore => "restore",
            Self::Hide => "hide",
            Self::Show => "show",
            Self::Rename => "rename",
            Self::Duplicate => "duplicate",
            Self::Copy => "copy",
            Self::Move => "move",
            Self::Remove => "remove",
            Self::PutBack => "put_back",
            Self::Undo => "undo",
            Self::Create => "create",
            Self::Write => "write",
            Self::AddFile => "add_file",
            Self::RenameFile => "rename_file",
            Self::RemoveFile => "remove_file",
            Self::Import => "import",
            Self::Update => "update",
            Self::Fix => "fix",
        }
    }
}

/// What a change does and to which skill, before and after it is done; both without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// The proposal: `Would hide …`.
    pub proposed: Message,
    /// The entry of the history: `hid …`.
    pub done: Message,
}

/// Makes a [`Deed`] of two templates that the same values fill.
macro_rules! deed {
    ($proposed:literal, $done:literal, $($args:tt)*) => {
        $crate::manage::change::Deed {
            proposed: ::message::message!($proposed, $($args)*),
            done: ::message::message!($done, $($args)*),
        }
    };
}
pub(super) use deed;

/// One place, before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The place, with every link on the way to it resolved.
    pub path: PathBuf,
    /// What was seen there; the step is refused when something else stands there by then.
    pub seen: Imprint,
    /// What will stand there.
    pub after: Imprint,
    /// The file's text, or that of the `SKILL.md` in the folder, as it was seen.
    pub text_before: Option<Vec<u8>>,
    /// The same as it will be.
    pub text_after: Option<Vec<u8>>,
    pub(crate) source: Source,
}

/// Where what will stand there comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nothing will stand there.
    Nothing,
    /// A file of these bytes.
    File(Vec<u8>),
    /// A new folder with these empty folders and these files in it.
    Folder { folders: Vec<PathBuf>, files: Vec<(PathBuf, Vec<u8>)> },
    /// A copy of what stands at a path, with some of its files replaced.
    Copy { from: PathBuf, instead: Vec<(PathBuf, Vec<u8>)> },
}

/// A name whose winner changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// Whose rules decide.
    pub convention: &'static str,
    /// The name.
    pub name: String,
    /// The short path that wins now.
    pub before: Option<String>,
    /// The short path that will win.
    pub after: Option<String>,
}

impl Shift {
    /// Returns the change as a sentence.
    pub fn sentence(&self) -> Message {
        let agent = Convention::named(self.convention).map_or(self.convention, Convention::label);
        let name = &self.name;
        match (&self.before, &self.after) {
            (None, Some(after)) => message!("`{name}` at {after} will win in {agent}.", name, after, agent),
            (Some(before), None) => message!(
                "{agent} will not have `{name}` anymore: {before} is the only one.",
                agent,
                name,
                before
            ),
            (Some(before), Some(after)) => message!(
                "`{name}` at {after} will win in {agent}, instead of {before}.",
                name,
                after,
                agent,
                before
            ),
            (None, None) => message!("`{name}` changes nothing in {agent}.", name, agent),
        }
    }
}

/// Why a plan was not made or not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// It is not done, for the reason in the sentence. Nothing was written.
    Refused(Message),
    /// These places are not as they were seen. Nothing was written.
    Moved(Vec<PathBuf>),
    /// The disk did not play along; what had been begun was taken back.
    Disk(Fault),
    /// Places could neither be finished nor taken back; the sentence names them and where the old state lies.
    Left(Message),
    /// There is no such thing.
    Unknown(Message),
}

impl Trouble {
    pub(crate) fn refused<T>(why: Message) -> Result<T, Self> {
        Err(Self::Refused(why))
    }

    /// Returns the trouble as a sentence.
    pub fn message(&self) -> Message {
        let cause = self.cause();
        match self {
            Self::Refused(why) | Self::Left(why) | Self::Unknown(why) => why.clone(),
            Self::Moved(_) => message!("{cause}, so nothing was written.", cause => cause),
            Self::Disk(_) => message!("{cause}; nothing was changed.", cause => cause),
        }
    }

    /// What went wrong, without a word of what was written: that is known only once all was taken back.
    pub(crate) fn cause(&self) -> Message {
        match self {
            Self::Refused(why) | Self::Left(why) | Self::Unknown(why) => why.clone(),
            Self::Moved(paths) => {
                let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
                message!("{paths} changed since it was shown", paths = paths.join(", "))
            }
            Self::Disk(fault) => fault.message(),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for Trouble {}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Disk(fault)
    }
}

/// A path with every link above its last part resolved, also where its folders do not exist yet.
pub(crate) fn settled(path: &Path) -> Result<PathBuf, Trouble> {
    let mut rest = Vec::new();
    let mut at = path;
    loop {
        let (Some(above), Some(name)) = (at.parent(), at.file_name()) else {
            return Trouble::refused(message!(
                "{path} is not a valid path for a skill.",
                path = path.display()
            ));
        };
        rest.push(name);
        // A link that leads nowhere is there, and must not be taken for a folder still to be made.
        if disk::look_at_entry(above).is_ok() {
            let mut settled = disk::canonical(above)?;
            rest.iter().rev().for_each(|name| settled.push(name));
            return Ok(settled);
        }
        at = above;
    }
}

/// A folder as it was when the plan was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pin {
    pub(super) path: PathBuf,
    pub(super) id: FolderId,
    /// A skill root, or what is there of the way to one: held open, and everything else is found from there.
    pub(super) is_ground: bool,
}

/// Where a skill came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The skill's folder, every link on the way resolved.
    pub path: PathBuf,
    /// The source.
    pub source: OriginSource,
    /// The skill's folder from the top of the source.
    pub rel: PathBuf,
    /// The commit it was taken from.
    pub commit: Option<String>,
    /// SHA-256 of the archive it was taken from.
    pub archive: Option<String>,
    /// When, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// Every file and link as it was imported.
    pub files: Vec<FileMark>,
    /// What a server told of each file before it was read; empty for every other source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub served: Vec<ServedMark>,
}

/// A file as the server that serves it told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedMark {
    /// Its address there.
    pub uri: String,
    /// SHA-256 of its bytes.
    pub digest: String,
    /// How many bytes it has.
    pub size: u64,
}

/// A file that starting a command reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedFile {
    /// Where it lies, links resolved.
    pub path: PathBuf,
    /// SHA-256 of its bytes.
    pub digest: String,
}

/// What skills are imported from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OriginSource {
    /// A folder.
    Folder {
        /// Where it lies.
        path: PathBuf,
    },
    /// A zip.
    Archive {
        /// Where it lies.
        path: PathBuf,
    },
    /// A git repository of this machine.
    Repository {
        /// Where it lies.
        path: PathBuf,
        /// The branch, tag or commit; its own head when absent.
        reference: Option<String>,
    },
    /// A git repository elsewhere.
    Git {
        /// Its address.
        address: String,
        /// The branch or tag; its own head when absent.
        reference: Option<String>,
    },
    /// A server that serves skills over MCP.
    Served {
        /// The words of the command that starts it.
        command: Vec<String>,
        /// Its program, and the files that its words name, as a person was shown them.
        files: Vec<StartedFile>,
        /// Where it runs, and what it may read beside the system; absolute.
        path: PathBuf,
        /// The names or addresses of what is wanted of it, also of what it does not list: the only one it lists where
        /// there is none, all it lists where there is no list.
        wanted: Option<Vec<String>>,
    },
}
