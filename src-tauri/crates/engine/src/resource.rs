//! Files of a skill, read when they are asked for. `read_skill_resource` reads the task's own copy and wants
//! the skill taken in first; `skill_view` reads the skill itself and wants only that it is visible.

use std::path::Path;

use disk::{Contents, Digest, Folder};
use execution::Mode;
use serde::Serialize;

use crate::mount::is_ignored;
use crate::offered::find;
use crate::wrap::{attribute, neutral};
use crate::{
    Call, Consent, Held, LIMIT, Offered, Outcome, PathFault, Refusal, Task, Via, inside, normalised,
};

/// Which part of a text is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Page {
    /// The first byte; one inside a character means that character.
    pub from: u64,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResourcePage {
    /// The skill.
    pub skill: String,
    /// Its path from the skill's folder.
    pub path: String,
    /// The part.
    pub text: String,
    /// The first byte of the part.
    pub from: u64,
    /// Where to read on; nothing at the end.
    pub next: Option<u64>,
    /// Bytes of the whole file.
    pub bytes_total: u64,
    /// SHA-256 of the whole file; of `SKILL.md` that of the text the model was given.
    pub sha256: String,
}

/// What `skill_view` gives.
#[derive(Debug, Clone)]
pub enum Viewed {
    /// The main file: the skill was taken in, or somebody must be asked.
    Main(Outcome),
    /// Another file; nothing was taken in (S0-14).
    File(ResourcePage),
}

/// The largest file that is read.
const LARGEST: u64 = 1 << 20;
/// Bytes of a page: an answer with its wrapping stays below its limit.
const PAGE: usize = LIMIT - 1_000;
/// The tool's name, as `allowed-tools` has it.
const TOOL: &str = "read_skill_resource";
/// The other name of the same capability (S4-70).
const VIEW: &str = "skill_view";
const MAIN: &str = "SKILL.md";

impl Held {
    /// A page of its main file, byte for byte as it was taken in: what a plain read of it gives (S3-27).
    pub fn page(&self, page: Page) -> ResourcePage {
        part(&self.skill.id, MAIN, self.content.as_bytes(), &self.content, page)
    }

    // A path from the skill's folder, or from where the model was told that the skill lies (S2-37). No other place
    // of that kind is a path of this skill.
    fn below<'a>(&self, path: &'a str) -> Option<&'a str> {
        match path.strip_prefix(&self.mount.logical).and_then(|rest| rest.strip_prefix('/')) {
            Some(rest) => Some(rest),
            None => (!path.starts_with("private:")).then_some(path),
        }
    }
}

impl Task {
    /// A page of a file of a skill that this task took in (S4-14). `SKILL.md` is the text the model was given.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when this task did not take the skill in, the skill's own list of tools lacks this one,
    /// the path is not one of a file below the skill, or the file is missing, no text, or larger than 1 MiB.
    pub fn read_resource(
        &self,
        visible: &[Offered],
        name: &str,
        path: &str,
        page: Page,
    ) -> Result<ResourcePage, Refusal> {
        let held = self.held_as(visible, name)?;
        permitted(held)?;
        let below = held.below(path).ok_or(PathFault::Absolute).and_then(inside);
        let rel = below.map_err(|fault| Refusal::Path { path: path.to_owned(), fault })?;
        if rel == Path::new(MAIN) {
            return Ok(part(&held.skill.id, MAIN, held.instructions.as_bytes(), &held.instructions, page));
        }
        let contents = file_of_copy(held, path, &rel)?;
        shown(&held.skill, path, &rel, &contents, page)
    }

    /// Checks that the list of tools of a skill lets a file of it be read, if this task took the skill in (S4-70).
    ///
    /// # Errors
    ///
    /// [`Refusal::NotPermitted`] if the list has neither of the tools that read resources.
    pub fn check_resource_read(&self, skill: &Offered) -> Result<(), Refusal> {
        match self.held(&skill.id).filter(|held| held.skill.path == skill.path) {
            Some(held) if !held.allowed.permits(VIEW) => permitted(held),
            _ => Ok(()),
        }
    }

    /// What `skill_view` gives: the main file takes the skill in, any other is only read.
    ///
    /// # Errors
    ///
    /// As [`Task::activate`] for the main file, and as [`Task::read_resource`] for any other, except that the
    /// skill need only be offered.
    pub fn view(
        &mut self,
        visible: &[Offered],
        (name, path): (&str, &str),
        page: Page,
        mode: Mode,
        consent: Consent,
    ) -> Result<Viewed, Refusal> {
        if skills::activates(path) {
            let call = Call::of(name, Via::SkillView);
            return self.activate(visible, &call, mode, consent).map(Viewed::Main);
        }
        let skill = find(visible, name)?;
        self.check_resource_read(skill)?;
        let rel = normalised(path).map_err(|fault| Refusal::Path { path: path.to_owned(), fault })?;
        self.check_no_twin(skill, path)?;
        let contents = file_of_skill(skill, path, &rel)?;
        shown(skill, path, &rel, &contents, page).map(Viewed::File)
    }
}

/// S4-69, S4-70.
fn permitted(held: &Held) -> Result<(), Refusal> {
    if held.allowed.permits(TOOL) {
        return Ok(());
    }
    let allowed = held.allowed.list().to_vec();
    Err(Refusal::NotPermitted { name: held.skill.id.clone(), tool: TOOL, allowed })
}

/// A file of the task's copy.
pub(crate) fn file_of_copy(held: &Held, path: &str, rel: &Path) -> Result<Contents, Refusal> {
    let missing = Refusal::NoSuchFile { name: held.skill.id.clone(), path: path.to_owned() };
    if held.mount.leads_out(rel) {
        return Err(Refusal::Path { path: path.to_owned(), fault: PathFault::Link });
    }
    if rel.iter().any(|part| part.to_str().is_none_or(is_ignored)) {
        return Err(missing);
    }
    let folder = Folder::open(&held.mount.path).map_err(Refusal::Unreadable)?;
    folder.read(rel, LARGEST).map_err(|fault| Refusal::of_file(fault, &held.skill.id, path))
}

/// A file of the skill itself, which is not its main file by any name.
fn file_of_skill(skill: &Offered, path: &str, rel: &Path) -> Result<Contents, Refusal> {
    if rel.iter().any(|part| part.to_str().is_none_or(is_ignored)) {
        return Err(Refusal::NoSuchFile { name: skill.id.clone(), path: path.to_owned() });
    }
    let folder = Folder::open(&skill.dir).map_err(Refusal::Unreadable)?;
    let contents = folder.read(rel, LARGEST).map_err(|fault| Refusal::of_file(fault, &skill.id, path))?;
    // By a link, or in another case where the file system knows none.
    let main = disk::look(&skill.path).map_err(Refusal::Unreadable)?.stamp;
    let is_main = if main.inode == 0 {
        rel.as_os_str().eq_ignore_ascii_case(MAIN)
    } else {
        (main.device, main.inode) == (contents.stamp.device, contents.stamp.inode)
    };
    if is_main {
        return Err(Refusal::MainFile { path: path.to_owned() });
    }
    Ok(contents)
}

fn shown(
    skill: &Offered,
    path: &str,
    rel: &Path,
    contents: &Contents,
    page: Page,
) -> Result<ResourcePage, Refusal> {
    let binary = || Refusal::Binary { path: path.to_owned(), size: contents.bytes.len() as u64 };
    let text = std::str::from_utf8(&contents.bytes).map_err(|_| binary())?;
    if text.contains('\0') {
        return Err(binary());
    }
    Ok(part(&skill.id, &crate::mount::with_slashes(rel), &contents.bytes, text, page))
}

fn part(skill: &str, path: &str, bytes: &[u8], text: &str, page: Page) -> ResourcePage {
    let start = text.floor_char_boundary(usize::try_from(page.from).unwrap_or(usize::MAX));
    let mut end = text.floor_char_boundary(start.saturating_add(PAGE));
    // Tags that are made harmless take more room.
    while end > start + 1 && neutral(&text[start..end]).len() > PAGE {
        end = text.floor_char_boundary(start + (end - start) * 2 / 3);
    }
    ResourcePage {
        skill: skill.to_owned(),
        path: path.to_owned(),
        text: text[start..end].to_owned(),
        from: start as u64,
        next: (end < text.len()).then_some(end as u64),
        bytes_total: bytes.len() as u64,
        sha256: Digest::of(bytes).to_string(),
    }
}

impl ResourcePage {
    /// As text, with a line that tells how to read on. What the file writes cannot end the wrapping.
    pub fn wrapped(&self) -> String {
        let (skill, path) = (attribute(&self.skill), attribute(&self.path));
        let rest = self.next.map_or_else(String::new, |next| {
            format!("\n…[bytes {} to {next} of {}; read on from {next}]", self.from, self.bytes_total)
        });
        format!(
            "<skill_resource skill=\"{skill}\" path=\"{path}\">\n{}{rest}\n</skill_resource>",
            neutral(&self.text)
        )
    }
}
