//! Finds every `SKILL.md` of a workspace, in whatever folder it lies.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use ::locks::project_of;
use ::skills::resembles_main_file;
use disk::{Cause, Kind};

/// Most names that are looked at.
const NAMES: usize = 1_000_000;
/// Most folders within each other.
const DEEPEST: usize = 64;
/// The file that makes a folder a skill. Some agents, and some disks, take it in any case.
const MAIN: &str = "SKILL.md";

/// Folders in which tools install packages: a lock in there is of the package's own development.
const INSTALLED: [&str; 2] = ["node_modules", "apm_modules"];

/// What a walk through the workspace found.
#[derive(Debug, Default)]
pub(crate) struct SkillSearch {
    /// Every file that is named as skills are, by path.
    pub files: Vec<PathBuf>,
    /// Places that may hold a skill and were not looked into, with the reason in a whole sentence.
    pub skipped: Vec<(PathBuf, String)>,
    /// Projects with a lock or an installed skill, without those that are installed themselves.
    pub projects: BTreeSet<PathBuf>,
    root: PathBuf,
    names: usize,
}

impl SkillSearch {
    /// Walks through `folder`. Folders named `.git` are left out, and links are not followed; one that leads to a folder
    /// outside is told.
    pub fn of(folder: &Path) -> Self {
        let mut search = Self { root: folder.to_owned(), ..Self::default() };
        match disk::canonical(folder) {
            Ok(home) => search.below(folder, &home, DEEPEST),
            Err(fault) => search.skip(folder, format!("{fault}.")),
        }
        search
    }

    fn skip(&mut self, path: &Path, why: String) {
        self.skipped.push((path.to_owned(), why));
    }

    fn below(&mut self, folder: &Path, home: &Path, depth: usize) {
        let entries = match disk::list(folder) {
            Ok(entries) => entries,
            Err(fault) => return self.skip(folder, format!("{fault}.")),
        };
        self.names += entries.len();
        if depth == 0 || self.names > NAMES {
            let words =
                format!("It was not searched: at most {NAMES} names and {DEEPEST} nested folders are.");
            return self.skip(folder, words);
        }
        for entry in entries {
            let path = folder.join(&entry.name);
            if entry.kind != Kind::Folder && resembles_main_file(&entry.name.to_string_lossy()) {
                self.skip(&path, looks_like_main(&entry.name));
            }
            let is_main = entry.name.to_str().is_some_and(|name| name.eq_ignore_ascii_case(MAIN));
            if entry.kind != Kind::Folder
                && let Some(project) = project_of(&path)
                && !path.strip_prefix(&self.root).is_ok_and(is_installed)
            {
                self.projects.insert(project.to_owned());
            }
            match entry.kind {
                _ if is_main => self.files.push(path),
                Kind::Folder if entry.name == ".git" => {}
                Kind::Folder => self.below(&path, home, depth - 1),
                Kind::Link => self.link(&path, home),
                Kind::File => {}
                Kind::Other(_) => {}
            }
        }
    }

    /// Tells a link to a folder outside, where an agent may find skills.
    fn link(&mut self, path: &Path, home: &Path) {
        let leads_to = match disk::canonical(path) {
            Ok(real) => real,
            // Where it leads to nothing here, it may lead to a folder of skills where an agent runs.
            Err(fault) if fault.cause == Cause::Missing => {
                if let Some(to) = target_outside(path, home) {
                    self.skip(path, leads_out(path, &to));
                }
                return;
            }
            Err(fault) if matches!(fault.cause, Cause::Loop | Cause::NotAFolder) => return,
            Err(fault) => return self.skip(path, format!("{fault}.")),
        };
        let is_folder = disk::look(path).is_ok_and(|look| look.kind == Kind::Folder);
        if is_folder && !leads_to.starts_with(home) {
            self.skip(path, leads_out(path, &leads_to));
        }
    }
}

/// Returns whether a path from the workspace lies in a folder of installed packages.
fn is_installed(rel: &Path) -> bool {
    rel.iter().any(|part| INSTALLED.iter().any(|name| part == *name))
}

/// Where a link that leads to nothing would lead, by its words alone, if that is outside of `home`.
fn target_outside(link: &Path, home: &Path) -> Option<PathBuf> {
    let to = disk::link_target(link).ok()?;
    let parent = disk::canonical(link.parent()?).ok()?;
    let mut place = PathBuf::new();
    for part in parent.join(&to).components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            Component::CurDir => {}
            other => place.push(other),
        }
    }
    (!place.starts_with(home)).then_some(to)
}

/// A file that some systems and agents take for a skill, in a whole sentence.
fn looks_like_main(name: &OsStr) -> String {
    format!(
        "Its name {name:?} looks like {MAIN}, and some systems and agents read it as {MAIN}; rename or delete \
         it."
    )
}

/// A link that leads out of the workspace, in a whole sentence.
pub(super) fn leads_out(link: &Path, to: &Path) -> String {
    format!(
        "{} is a link out of the workspace, to {}; link to a folder of the workspace instead.",
        link.display(),
        to.display()
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::SkillSearch;

    fn searched(files: &[&str], prepare: impl FnOnce(&Path)) -> (Vec<String>, Vec<String>) {
        let room = tempfile::tempdir().expect("a folder");
        let home = room.path().join("ws");
        for file in files {
            disk::make_folder(home.join(file).parent().expect("a folder")).expect("made");
            disk::write_atomic(&home.join(file), b"x").expect("written");
        }
        prepare(&home);
        let search = SkillSearch::of(&home);
        let rel = |path: &Path| path.strip_prefix(&home).expect("inside").display().to_string();
        let files = search.files.iter().map(|path| rel(path)).collect();
        (files, search.skipped.iter().map(|(path, why)| format!("{}: {why}", rel(path))).collect())
    }

    #[test]
    fn search_finds_skills_in_every_folder_but_git() {
        let files = [
            ".roo/skills/a/SKILL.md",
            "node_modules/x/skills/b/skill.md",
            "packages/x/.claude/skills/c/SKILL.md",
            "SKILL.md",
            ".git/skills/d/SKILL.md",
            "notes/README.md",
        ];
        let (found, skipped) = searched(&files, |_| {});
        let expected = [
            ".roo/skills/a/SKILL.md",
            "SKILL.md",
            "node_modules/x/skills/b/skill.md",
            "packages/x/.claude/skills/c/SKILL.md",
        ];
        assert_eq!((found, skipped), (expected.map(str::to_owned).to_vec(), Vec::new()));
    }

    #[test]
    fn search_names_files_that_look_like_a_skill() {
        let files = ["a/SKILL.md\u{200b}", "b/ЅKILL.md", "c/ＳＫＩＬＬ．ｍｄ", "d/SKILL.md", "e/SKILLS.md"];
        let (found, skipped) = searched(&files, |home| {
            if cfg!(unix) {
                disk::make_folder(&home.join("f")).expect("made");
                disk::write_atomic(&home.join("f/SKILL.md "), b"x").expect("written");
                disk::write_atomic(&home.join("f/SKILL.md."), b"x").expect("written");
            }
        });
        assert_eq!(found, ["d/SKILL.md"]);
        assert_eq!(skipped.len(), if cfg!(unix) { 5 } else { 3 }, "{skipped:?}");
        assert!(skipped.iter().all(|one| one.contains("Its name \"")), "{skipped:?}");
        assert!(skipped[0].contains("\\u{200b}"), "{skipped:?}");
    }

    #[cfg(unix)]
    #[test]
    fn search_names_what_it_does_not_look_through() {
        let deep = "d/".repeat(70);
        let (found, skipped) = searched(&[&format!("{deep}SKILL.md"), "in/SKILL.md"], |home| {
            let link = |to: &str, from: &str| {
                std::os::unix::fs::symlink(to, home.join(from)).expect("linked");
            };
            disk::make_folder(&home.with_file_name("outside")).expect("made");
            link("../outside", "far");
            link("in", "near");
            link("nowhere", "gone");
            link("/etc/passwd", "file");
            link("/nowhere/at/all", ".claude");
            link("../not-there/skills", "in/skills");
            link("../../not-there", "in/far");
        });
        assert_eq!(found, ["in/SKILL.md"]);
        assert_eq!(skipped.len(), 4, "{skipped:?}");
        assert!(skipped.iter().any(|one| one.starts_with(".claude: ")), "{skipped:?}");
        assert!(skipped.iter().any(|one| one.starts_with("in/far: ")), "{skipped:?}");
        assert!(skipped.iter().any(|one| one.contains("It was not searched")), "{skipped:?}");
        assert!(skipped.iter().any(|one| one.contains("is a link out of the workspace")), "{skipped:?}");
    }
}
