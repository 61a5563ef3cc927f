//! A task's own copy of a skill (S2-36): what was taken in is what is read and run, whatever becomes of the
//! skill in the meantime.

use std::path::{Path, PathBuf};

use disk::{Digest, Fault, Folder, Imprint, Kind};
use execution::Seal;
use message::{Template, template};

use crate::Platform;

/// A copy of a skill's folder in the private place of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// Where it is, links resolved.
    pub path: PathBuf,
    /// What the model is told it is: `private:/.skills/<id>` (S2-37).
    pub logical: String,
    /// Its files by path, with `/`; at most 500.
    pub files: Vec<String>,
    /// Files that are there and not in `files`, or were not copied because there are too many.
    pub omitted: usize,
    /// What was not copied, at most 100.
    pub left_out: Vec<LeftOut>,
    /// One digest over names, permissions and bytes of the whole copy.
    pub digest: Digest,
}

/// Something of a skill that is not in its copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path from the skill's folder.
    pub path: PathBuf,
    /// Why, in words that go on from the path.
    pub why: Template,
    /// Whether it is a link that leads out of the skill.
    pub leads_out: bool,
}

/// What a copy of a skill would hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shelf {
    /// As [`Mount::files`].
    pub files: Vec<String>,
    /// As [`Mount::omitted`].
    pub omitted: usize,
    /// As [`Mount::left_out`].
    pub left_out: Vec<LeftOut>,
}

/// Most files that are named to an agent.
const LISTED: usize = 500;
/// Most things left out that are told of.
const TOLD: usize = 100;
/// Most files of a copy.
const FILES: usize = 5_000;
/// Most bytes of one file, and of all together.
const FILE: u64 = 64 << 20;
const ALL: u64 = 256 << 20;
/// Most names that are looked at, and most folders deep.
const NAMES: usize = 20_000;
const DEPTH: usize = 32;
/// Folders that are never copied (S2-10).
const IGNORED: &[&str] = &[".git", "node_modules"];

/// The path the model is told.
pub(crate) fn logical(id: &str) -> String {
    format!("private:/.skills/{id}")
}

/// Whether a part of a path is one that no agent sees.
pub(crate) fn is_ignored(part: &str) -> bool {
    IGNORED.iter().any(|ignored| part.eq_ignore_ascii_case(ignored))
}

/// The folder of a skill among the copies; `None` for an id that would leave them. Windows keeps some names for
/// devices; there they get a line below.
pub(crate) fn folder_name(id: &str, platform: Platform) -> Option<String> {
    let is_odd = |character: char| character.is_control() || "/\\:*?\"<>|".contains(character);
    if id.is_empty() || id.chars().all(|character| character == '.') || id.contains(is_odd) || id.len() > 200
    {
        return None;
    }
    let stem = id.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = |name: &str| {
        stem.strip_prefix(name)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let is_device =
        ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || numbered("com") || numbered("lpt");
    let reserved = platform == Platform::Windows && (is_device || id.ends_with('.'));
    Some(if reserved { format!("{id}_") } else { id.to_owned() })
}

/// Copies the skill in `from` to `to`, where nothing stays of an earlier copy. Files become read-only; `.git` and
/// `node_modules` are left out, links that stay inside become the files they lead to, and others are told of.
/// Bounded: 5,000 files, 64 MiB each, 256 MiB together. A file that is also one of `workspace` by a name that says that
/// it holds secrets is left out.
///
/// # Errors
///
/// When the skill cannot be read, is larger than that, or the copy cannot be written. No half copy is left,
/// unless it could not be removed either.
pub fn mount(from: &Path, to: &Path, id: &str, workspace: Option<&Path>) -> Result<Mount, Fault> {
    // Above it first: a folder is cleared in one that is there.
    disk::make_private_folder(to)?;
    disk::clear(to)?;
    disk::make_private_folder(to)?;
    let mut copying = Copying::new(from, Some(to))?;
    let done = copying
        .all()
        .and_then(|()| workspace.map_or(Ok(()), |workspace| copying.leave_twins(from, workspace)))
        .and_then(|()| Ok((disk::canonical(to)?, Imprint::of(to)?.digest())));
    let (path, digest) = match done {
        Ok(done) => done,
        Err(fault) => {
            // A half copy is none; what cannot go is cleared before the next one.
            let _ = disk::clear(to);
            return Err(fault);
        }
    };
    let Shelf { files, omitted, left_out } = copying.shelf();
    Ok(Mount { path, logical: logical(id), files, omitted, left_out, digest })
}

/// What [`mount`] would copy, told without a copy: files are opened and not read, nothing is written.
pub(crate) fn shelf(from: &Path) -> Result<Shelf, Fault> {
    let mut copying = Copying::new(from, None)?;
    copying.all()?;
    Ok(copying.shelf())
}

impl Mount {
    /// Whether the copy still is what it was when it was made.
    pub fn is_intact(&self) -> bool {
        Imprint::of(&self.path).is_ok_and(|imprint| imprint.digest() == self.digest)
    }

    /// The copy as it was when it was made, for what runs from it: nothing else then runs in its place. None when it
    /// is another now.
    pub(crate) fn seal(&self) -> Option<Seal> {
        let imprint = Imprint::of(&self.path).ok()?;
        (imprint.digest() == self.digest).then(|| Seal::of_imprint(&self.path, &imprint))
    }

    /// Whether a path is, or is reached by, a link that led out of the skill.
    pub(crate) fn leads_out(&self, path: &Path) -> bool {
        self.left_out.iter().any(|left| left.leads_out && path.starts_with(&left.path))
    }
}

struct Copying<'a> {
    from: Folder,
    // Nothing is copied without it.
    to: Option<&'a Path>,
    files: Vec<String>,
    bytes: u64,
    missed: usize,
    left_out: Vec<LeftOut>,
}

impl<'a> Copying<'a> {
    fn new(from: &Path, to: Option<&'a Path>) -> Result<Self, Fault> {
        let from = Folder::open(from)?;
        Ok(Self { from, to, files: Vec::new(), bytes: 0, missed: 0, left_out: Vec::new() })
    }

    fn shelf(mut self) -> Shelf {
        self.files.sort();
        let omitted = self.files.len().saturating_sub(LISTED) + self.missed;
        self.files.truncate(LISTED);
        Shelf { files: self.files, omitted, left_out: self.left_out }
    }

    fn all(&mut self) -> Result<(), Fault> {
        self.below(Path::new(""), DEPTH, &mut 0)
    }

    fn below(&mut self, at: &Path, depth: usize, seen: &mut usize) -> Result<(), Fault> {
        for leaf in self.from.list(at)? {
            *seen += 1;
            if *seen > NAMES {
                self.missed += 1;
                continue;
            }
            let name = leaf.rel.file_name().and_then(|name| name.to_str());
            let Some(name) = name.filter(|name| !name.contains('\\')) else {
                self.leave_out(leaf.rel, template!("has a name that an agent cannot write"));
                continue;
            };
            match leaf.kind {
                _ if is_ignored(name) => {}
                Kind::Folder if depth > 1 => {
                    if let Some(to) = self.to {
                        disk::make_private_folder(&to.join(&leaf.rel))?;
                    }
                    self.below(&leaf.rel, depth - 1, seen)?;
                }
                Kind::Folder => self.leave_out(leaf.rel, template!("is nested too deep")),
                Kind::File => self.file(leaf.rel, leaf.mode)?,
                Kind::Link => self.link(leaf.rel, leaf.mode)?,
                Kind::Other(_) => self.leave_out(leaf.rel, template!("is a pipe, socket or device")),
            }
        }
        Ok(())
    }

    fn link(&mut self, rel: PathBuf, mode: u32) -> Result<(), Fault> {
        match self.from.kind(&rel) {
            Ok(Kind::File) => self.file(rel, mode & !0o111),
            Ok(_) => {
                self.leave_out(rel, template!("is a link to a folder"));
                Ok(())
            }
            Err(fault) => {
                let leads_out = fault.cause == disk::Cause::Outside;
                let why = if leads_out { LEADS_OUT } else { template!("is a broken link") };
                self.leave(LeftOut { path: rel, why, leads_out });
                Ok(())
            }
        }
    }

    fn file(&mut self, rel: PathBuf, mode: u32) -> Result<(), Fault> {
        if self.files.len() >= FILES || self.bytes >= ALL {
            self.missed += 1;
            return Ok(());
        }
        let size = match self.take(&rel, mode)? {
            Ok(size) => size,
            Err(fault) => {
                let leads_out = fault.cause == disk::Cause::Outside;
                let why = match fault.cause {
                    disk::Cause::Outside => LEADS_OUT,
                    disk::Cause::TooLarge { .. } => template!("is too large to be copied"),
                    _ => template!("cannot be read"),
                };
                self.leave(LeftOut { path: rel, why, leads_out });
                return Ok(());
            }
        };
        self.bytes += size;
        self.files.push(with_slashes(&rel));
        Ok(())
    }

    /// Takes back copies of files that hold secrets in the workspace by another name.
    fn leave_twins(&mut self, from: &Path, workspace: &Path) -> Result<(), Fault> {
        let paths: Vec<PathBuf> = self.files.iter().map(|file| from.join(file)).collect();
        let mut twins: Vec<usize> =
            execution::guarded_twins(workspace, &paths).into_iter().map(|(at, _)| at).collect();
        twins.sort_unstable();
        for at in twins.into_iter().rev() {
            let file = self.files.remove(at);
            if let Some(to) = self.to {
                disk::remove(&to.join(&file))?;
            }
            self.leave_out(PathBuf::from(file), template!("may be a link to a file with secrets"));
        }
        Ok(())
    }

    // Copies a file; its size, or what is wrong with it. What cannot be written ends everything.
    fn take(&self, rel: &Path, mode: u32) -> Result<Result<u64, Fault>, Fault> {
        let most = FILE.min(ALL - self.bytes);
        let Some(to) = self.to else {
            // A file that has more than nothing is opened and told to be too large, with its size.
            return Ok(match self.from.read(rel, 0) {
                Err(Fault { cause: disk::Cause::TooLarge { size, .. }, .. }) if size <= most => Ok(size),
                other => other.map(|_| 0),
            });
        };
        match self.from.read(rel, most) {
            Err(fault) => Ok(Err(fault)),
            Ok(contents) => {
                disk::write_passing(&to.join(rel), &contents.bytes, 0o444 | (mode & 0o111))?;
                Ok(Ok(contents.bytes.len() as u64))
            }
        }
    }

    fn leave_out(&mut self, path: PathBuf, why: Template) {
        self.leave(LeftOut { path, why, leads_out: false });
    }

    fn leave(&mut self, left: LeftOut) {
        if self.left_out.len() < TOLD {
            self.left_out.push(left);
        }
    }
}

const LEADS_OUT: Template = template!("is a link that leads out of the skill");

/// A path with `/` between its parts, whatever the system has.
pub(crate) fn with_slashes(rel: &Path) -> String {
    rel.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
