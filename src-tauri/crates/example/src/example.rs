//! The example: skills and sessions of Pixir, Claude Code and Codex, as they lie under `tests/fixtures`, held in the
//! program and laid out as real folders. With it whoever has a package sees what a checkout shows.
//!
//! What the fixtures cannot keep is made here: an empty repository, links, and a folder where a file belongs. Logs and
//! leases name absolute paths; `{{EXAMPLE}}` stands for them in the fixtures. Nothing is started: without a commit
//! `git diff HEAD` has nothing to compare with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, Folder, Kind};

/// Every file by its path below `tests/fixtures`.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Says that a folder holds an example, so that one is completed there.
const MARK: &str = ".assay-example";

const PLACE: &str = "{{EXAMPLE}}";

/// The project of the other agents, which is the workspace where all of them worked in one.
const THEIRS: &str = "{{EXAMPLE}}/payments";

/// Links and where they point, relative to their own folder.
const LINKS: &[(&str, &str)] = &[("home/.pixir/skills/handover", "../../.agents/skills/handover")];

/// A folder where a file belongs.
const NO_FILE: &str = "home/.pixir/skills/scratch/SKILL.md";

/// Files that are programs.
const PROGRAMS: &[&str] = &[
    "workspace/.agents/skills/review/scripts/changed_files.sh",
    "home/.agents/skills/pdf/scripts/extract_text.py",
    "skills/safe-edit/scripts/digests.sh",
];

/// The example on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The home folder, with skills of the user and of Pixir.
    pub home: PathBuf,
    /// The workspace, with skills and sessions.
    pub workspace: PathBuf,
}

impl Example {
    fn in_folder(folder: &Path, workspace: &str) -> Self {
        Self { home: folder.join("home"), workspace: folder.join(workspace) }
    }
}

/// Why it was not laid out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Paths of the example are absolute, and this is none to make them of.
    #[error("`{}` is not an absolute path", .0.display())]
    NotAbsolute(PathBuf),
    /// Something else lies there, and stays.
    #[error("`{}` is not empty; pass an empty or new folder", .0.display())]
    Occupied(PathBuf),
    /// Files of an earlier example were changed, or others lie in their places; all of them stay.
    #[error(
        "`{}` differs from the example{}, so nothing was written; move it away or pass another folder",
        .first.display(),
        match .more { 0 => String::new(), more => format!(" (and {more} more)") }
    )]
    InTheWay {
        /// The first of them.
        first: PathBuf,
        /// The number of all others.
        more: usize,
    },
    /// The disk refused.
    #[error(transparent)]
    Disk(#[from] Fault),
}

/// Lays out Pixir's part in `folder`, an absolute path. Where an earlier call laid it out, only what is missing is
/// written: nothing is ever removed or replaced. A folder that holds anything else is refused.
///
/// # Errors
///
/// When the folder is not absolute, holds something else, has something else in the place of a file of the example, or
/// cannot be written.
pub fn lay_out(folder: &Path) -> Result<Example, Trouble> {
    let text = json_text(folder);
    let mut layout = Layout::default();
    layout.add_fixtures("example", "", &[(PLACE, &text)]);
    layout.add_specials();
    layout.write(folder)?;
    Ok(Example::in_folder(folder, "workspace"))
}

/// Lays out as [`lay_out`] does, and into the same project the skills and sessions of Claude Code and Codex.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_whole(folder: &Path) -> Result<Example, Trouble> {
    whole(folder).write(folder)?;
    Ok(Example::in_folder(folder, "workspace"))
}

fn whole(folder: &Path) -> Layout {
    let (text, workspace) = (json_text(folder), json_text(&folder.join("workspace")));
    let places = [(THEIRS, workspace.as_str()), (PLACE, &text)];
    let mut layout = Layout::default();
    layout.add_fixtures("example", "", &places);
    layout.add_fixtures("agents/home", "home", &places);
    layout.add_fixtures("agents/payments/.claude", "workspace/.claude", &places);
    layout.add_specials();
    layout
}

/// Lays out as [`lay_out_whole`] does, and nothing runs in it before a person was asked: what somebody tries Assay on.
/// Git around it, and a search for workspaces, leave it out: it is nobody's work.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_to_try(folder: &Path) -> Result<Example, Trouble> {
    let mut layout = whole(folder);
    layout.add_file("home/.pixir/config.json", b"{\"permission_default\":\"ask\"}\n");
    layout.add_file(".gitignore", b"*\n");
    layout.write(folder)?;
    Ok(Example::in_folder(folder, "workspace"))
}

/// Returns the example in a folder that [`lay_out_to_try`] laid out and somebody has worked in since; `None` if there is
/// none.
pub fn laid_out(folder: &Path) -> Option<Example> {
    let is_there = |path: &Path, kind| disk::look_at_entry(path).is_ok_and(|look| look.kind == kind);
    let example = Example::in_folder(folder, "workspace");
    let is_whole = is_there(&folder.join(MARK), Kind::File)
        && is_there(&example.home, Kind::Folder)
        && is_there(&example.workspace, Kind::Folder);
    is_whole.then_some(example)
}

/// Lays out, as [`lay_out`] does, a home in which Claude Code and Codex worked and Pixir never did.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_agents(folder: &Path) -> Result<Example, Trouble> {
    let mut layout = Layout::default();
    layout.add_fixtures("agents", "", &[(PLACE, &json_text(folder))]);
    layout.add_repository("payments/.git");
    layout.write(folder)?;
    Ok(Example::in_folder(folder, "payments"))
}

/// Lays out, as [`lay_out`] does, a workspace of three skills with a text that leads through it.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_demo(folder: &Path) -> Result<PathBuf, Trouble> {
    let mut layout = Layout::default();
    layout.add_fixtures("demo", "", &[]);
    layout.add_repository(".git");
    // Pixir and others look there, the pipeline in `skills`; both shall find the same files.
    layout.add_link(".agents/skills", "../skills");
    layout.write(folder)?;
    Ok(folder.to_owned())
}

/// Everything that is laid out, by its path from the folder.
#[derive(Debug, Default)]
struct Layout(BTreeMap<PathBuf, LayoutItem>);

#[derive(Debug)]
enum LayoutItem {
    File { bytes: Vec<u8>, is_program: bool },
    Folder,
    Link(PathBuf),
}

impl Layout {
    /// Adds what lies below a folder of the fixtures to a folder of the example.
    fn add_fixtures(&mut self, from: &str, to: &str, places: &[(&str, &str)]) {
        for (path, bytes) in FILES {
            let Some(rel) = path.strip_prefix(from).and_then(|rest| rest.strip_prefix('/')) else { continue };
            let target = Path::new(to).join(rel);
            let is_program = PROGRAMS.iter().any(|program| target == Path::new(program));
            let named = |bytes: Vec<u8>, (name, place): &(&str, &str)| with_place(&bytes, name, place);
            let bytes = places.iter().fold(bytes.to_vec(), named);
            self.0.insert(target, LayoutItem::File { bytes, is_program });
        }
    }

    /// Adds what the fixtures cannot keep.
    fn add_specials(&mut self) {
        self.add_repository("workspace/.git");
        self.0.insert(NO_FILE.into(), LayoutItem::Folder);
        LINKS.iter().for_each(|(name, target)| self.add_link(name, target));
    }

    /// Adds an empty repository: without one git would go on to a repository around the example.
    fn add_repository(&mut self, name: &str) {
        for folder in ["objects", "refs"] {
            self.0.insert(Path::new(name).join(folder), LayoutItem::Folder);
        }
        let config = b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n";
        self.add_file(&format!("{name}/HEAD"), b"ref: refs/heads/main\n");
        self.add_file(&format!("{name}/config"), config);
    }

    /// Adds a link on Unix alone; elsewhere the skill it leads to is missing in that place.
    fn add_link(&mut self, name: &str, target: &str) {
        if cfg!(unix) {
            self.0.insert(name.into(), LayoutItem::Link(target.into()));
        }
    }

    fn add_file(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.into(), LayoutItem::File { bytes: bytes.to_vec(), is_program: false });
    }

    /// Writes what is missing, once nothing else lies in the place of anything.
    fn write(&self, folder: &Path) -> Result<(), Trouble> {
        let laid = begin(folder)?;
        let mut missing = Vec::new();
        let mut others = Vec::new();
        for (rel, item) in &self.0 {
            match item.state(folder, rel)? {
                ItemState::Missing => missing.push((rel, item)),
                ItemState::Same => {}
                ItemState::Other(path) => others.push(path),
            }
        }
        if let [first, more @ ..] = others.as_slice() {
            return Err(Trouble::InTheWay { first: first.clone(), more: more.len() });
        }
        for (rel, item) in missing {
            match item {
                LayoutItem::File { bytes, is_program } => {
                    laid.lay_file(rel, bytes, if *is_program { 0o755 } else { 0o644 })?;
                }
                LayoutItem::Folder => laid.lay_folder(rel)?,
                LayoutItem::Link(target) => laid.lay_link(rel, target)?,
            }
        }
        Ok(())
    }
}

/// The file or folder in the place of an item.
enum ItemState {
    Missing,
    Same,
    /// Something else, there or in the place of a folder on the way.
    Other(PathBuf),
}

impl LayoutItem {
    fn state(&self, folder: &Path, rel: &Path) -> Result<ItemState, Fault> {
        let above = rel.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
        for above in above.collect::<Vec<_>>().into_iter().rev() {
            match kind(&folder.join(above))? {
                Some(Kind::Folder) => {}
                Some(_) => return Ok(ItemState::Other(folder.join(above))),
                None => return Ok(ItemState::Missing),
            }
        }
        let path = folder.join(rel);
        let is_same = match (self, kind(&path)?) {
            (_, None) => return Ok(ItemState::Missing),
            (Self::Folder, Some(Kind::Folder)) => true,
            (Self::Link(target), Some(Kind::Link)) => disk::link_target(&path)? == *target,
            (Self::File { bytes, .. }, Some(Kind::File)) => match disk::read(&path, bytes.len() as u64) {
                Ok(read) => read.bytes == *bytes,
                Err(Fault { cause: Cause::TooLarge { .. }, .. }) => false,
                Err(fault) => return Err(fault),
            },
            _ => false,
        };
        Ok(if is_same { ItemState::Same } else { ItemState::Other(path) })
    }
}

/// Returns what stands at a path, links not followed; `None` if nothing does.
fn kind(path: &Path) -> Result<Option<Kind>, Fault> {
    match disk::look_at_entry(path) {
        Ok(look) => Ok(Some(look.kind)),
        Err(fault) if fault.cause == Cause::Missing => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Opens the folder, made with its mark if it is missing or empty. One that holds something without the mark is refused.
fn begin(folder: &Path) -> Result<Folder, Trouble> {
    if !folder.is_absolute() {
        return Err(Trouble::NotAbsolute(folder.to_owned()));
    }
    let is_empty = match disk::list(folder) {
        Ok(entries) => entries.is_empty(),
        Err(fault) if fault.cause == Cause::Missing => true,
        Err(fault) => return Err(fault.into()),
    };
    if is_empty {
        disk::make_folder(folder)?;
        let laid = Folder::open(folder)?;
        laid.lay_file(Path::new(MARK), b"`assay example` created this folder.\n", 0o644)?;
        return Ok(laid);
    }
    match kind(&folder.join(MARK))? {
        Some(Kind::File) => Ok(Folder::open(folder)?),
        _ => Err(Trouble::Occupied(folder.to_owned())),
    }
}

/// Bytes with every `name` replaced; a log may hold bytes that are no text.
fn with_place(content: &[u8], name: &str, place: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.windows(name.len()).position(|window| window == name.as_bytes()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(place.as_bytes());
        rest = &rest[at + name.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// A path as it stands between the quotes of a JSON string.
fn json_text(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests;
