//! Changes of skills while others get in the way: programs that swap links into it, a damaged journal, and a disk
//! that fails, tears and forgets.
#![cfg(unix)]

mod journal;
#[cfg(debug_assertions)]
mod simulated;
mod swaps;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use disk::simulated::{Node, Operation, Simulation, Verdict, with};
use disk::{Digest, Imprint};
use message::message;
use skills::incoming::FileMark;
use skills::manage::{
    self, Arrival, Beginning, Entry, Ledger, Meeting, Origin, OriginSource, Outline, Plan, Taken, Trouble,
};
use skills::{Places, Ruling, Scope, Skill};
use tests::pixir;

/// A workspace with skills, a quarantine, Assay's folder, and files of the person that no change is about.
pub struct Room {
    top: PathBuf,
    _folder: tempfile::TempDir,
    /// Goes into every text, so that one can be told from all others.
    round: u64,
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    New,
    Edit,
    Rename,
    Duplicate,
    Copy,
    Move,
    Remove,
    Hide,
    Restore,
    AddFile,
    RenameFile,
    RemoveFile,
    Import,
    Replace,
    Update,
    Undo,
    PutBack,
}

impl Verb {
    pub const ALL: [Self; 17] = [
        Self::New,
        Self::Edit,
        Self::Rename,
        Self::Duplicate,
        Self::Copy,
        Self::Move,
        Self::Remove,
        Self::Hide,
        Self::Restore,
        Self::AddFile,
        Self::RenameFile,
        Self::RemoveFile,
        Self::Import,
        Self::Replace,
        Self::Update,
        Self::Undo,
        Self::PutBack,
    ];
}

impl Room {
    pub fn new(round: u64) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let top = fs::canonicalize(folder.path()).expect("it is there");
        let room = Self { top, _folder: folder, round };
        room.lay_out();
        room
    }

    /// Everything as it is at first.
    pub fn lay_out(&self) {
        for name in ["mine", "kept", "quarantine", "pool"] {
            let _ = fs::remove_dir_all(self.at(name));
        }
        let skill = |name: &str, words: &str| {
            format!("---\nname: {name}\ndescription: {words} {}\n---\n\n{words}\n", self.round)
        };
        self.put("mine/ws/.agents/skills/a/SKILL.md", skill("a", "mine"));
        self.put("mine/ws/.agents/skills/a/scripts/run.sh", format!("echo {}\n", self.round));
        symlink("scripts/run.sh", self.at("mine/ws/.agents/skills/a/again")).unwrap();
        self.put("mine/home/.agents/skills/b/SKILL.md", skill("b", "other"));
        self.put("quarantine/0/SKILL.md", skill("a", "theirs"));
        self.put("quarantine/0/scripts/run.sh", "echo theirs\n");
        fs::create_dir(self.at("pool")).unwrap();
    }

    pub fn at(&self, rel: &str) -> PathBuf {
        self.top.join(rel)
    }

    pub fn put(&self, rel: &str, text: impl AsRef<[u8]>) {
        let path = self.at(rel);
        fs::create_dir_all(path.parent().expect("a file has a folder")).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn ledger(&self) -> Ledger {
        Ledger::below(&self.at("kept"))
    }

    pub fn look(&self) -> Ruling {
        pixir(&Places {
            workspace: self.at("mine/ws"),
            home: Some(self.at("mine/home")),
            pixir_home: None,
            ..Places::default()
        })
    }

    fn skill(&self, look: &Ruling, name: &str) -> Skill {
        look.winner(name).unwrap_or_else(|| panic!("no skill {name}")).skill.clone()
    }

    pub fn carry(&self, plan: &Plan) -> Result<Entry, Trouble> {
        manage::carry_out(&self.ledger(), plan, "terminal", now())
    }

    /// Everything of the person's, to the byte.
    pub fn mine(&self) -> Imprint {
        Imprint::of(&self.at("mine")).expect("it can be read")
    }

    /// The texts of the person's files.
    pub fn texts(&self) -> BTreeSet<Digest> {
        contents(&self.at("mine"))
    }

    fn origin(&self, files: Vec<FileMark>) -> Origin {
        Origin {
            path: self.at("mine/ws/.agents/skills/a"),
            source: OriginSource::Folder { path: "/somewhere".into() },
            rel: PathBuf::new(),
            commit: None,
            archive: None,
            at_ms: 0,
            files,
            served: Vec::new(),
        }
    }

    /// A plan; what has to be done before it is done.
    pub fn plan(&self, verb: Verb) -> Plan {
        self.planned(verb).unwrap_or_else(|trouble| panic!("{verb:?}: {trouble}"))
    }

    pub fn planned(&self, verb: Verb) -> Result<Plan, Trouble> {
        let look = self.look();
        let a = || self.skill(&look, "a");
        let new = b"---\nname: a\ndescription: new\n---\nnew\n";
        match verb {
            Verb::New => {
                let folders = ["scripts".to_owned()];
                let description = "Sums up. Use when asked.";
                let outline = Outline::Steps;
                let beginning = Beginning { name: "n", description, outline, folders: &folders };
                manage::create(&look, Scope::Repo, &beginning)
            }
            Verb::Edit => {
                let path = self.at("mine/ws/.agents/skills/a/SKILL.md");
                let seen = Digest::of(&fs::read(path).expect("it is there"));
                manage::write(&look, &a(), Path::new("SKILL.md"), seen, new)
            }
            Verb::Rename => manage::rename(&look, &a(), "c"),
            Verb::Duplicate => manage::duplicate(&look, &a(), "c"),
            Verb::Copy => manage::copy(&look, &a(), Scope::User),
            Verb::Move => manage::relocate(&look, &a(), Scope::PixirGlobal),
            Verb::Remove => manage::remove(&look, &a()),
            Verb::Hide => manage::hide(&look, &a()),
            Verb::Restore => manage::restore(&look, &a().path, new, &message!("turn 1")),
            Verb::AddFile => manage::add(&look, &a(), Path::new("scripts/deep/new.md"), b"new"),
            Verb::RenameFile => {
                manage::rename_file(&look, &a(), Path::new("scripts/run.sh"), Path::new("bin/go.sh"))
            }
            Verb::RemoveFile => manage::remove_file(&look, &a(), Path::new("scripts/run.sh")),
            Verb::Import | Verb::Replace => {
                let folder = if verb == Verb::Import { "z" } else { "a" };
                let (from, origin) = (self.at("quarantine/0"), self.origin(Vec::new()));
                let arrival = Arrival { from: &from, folder, taken: Taken::Replaced, origin: &origin };
                manage::import(&look, Scope::Repo, &[arrival])
            }
            Verb::Update => {
                let here = Imprint::of(&a().dir).expect("it can be read");
                let (origin, now) = (self.origin(FileMark::all(&here)), self.origin(Vec::new()));
                manage::update(&look, &a(), (&origin, &now), &self.at("quarantine/0"), &[])
            }
            Verb::Undo => {
                let done = self.carry(&manage::hide(&look, &a())?)?;
                manage::undo(&self.ledger(), &self.look(), &done.id)
            }
            Verb::PutBack => {
                let done = self.carry(&manage::remove(&look, &a())?)?;
                let item = format!("{}.0", done.id);
                manage::put_back(&self.ledger(), &self.look(), &item, &Meeting::Refused)
            }
        }
    }
}

/// A disk that need not be flushed, which takes most of the time of a change; in a release build it is all the same.
pub struct Swift;

impl Simulation for Swift {
    fn before(&mut self, _: &Operation<'_>) -> Verdict {
        Verdict::Go
    }

    fn after(&mut self, _: &Operation<'_>, _: Option<Node>) {}
}

pub fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_790_000_000)
}

/// Every text below a folder; links are not followed, and what cannot be entered is opened first.
pub fn contents(folder: &Path) -> BTreeSet<Digest> {
    let mut found = BTreeSet::new();
    for entry in disk::list(folder).unwrap_or_default() {
        let path = folder.join(&entry.name);
        match entry.kind {
            disk::Kind::Folder => {
                let _ = fs::set_permissions(&path, fs::Permissions::from_mode(0o755));
                found.extend(contents(&path));
            }
            disk::Kind::File => {
                found.extend(fs::read(&path).ok().map(|bytes| Digest::of(&bytes)));
            }
            _ => {}
        }
    }
    found
}
