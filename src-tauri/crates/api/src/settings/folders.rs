//! Where skills of a project are looked for beside the usual folders, because a person says so: Claude's folders
//! (S3-06), and single folders that hold skills (S4-42). Which conventions heed that is in their rows.

use std::path::{Path, PathBuf};

use ::skills::{ClaudeFolders, Convention};
use ::workspace::Workspace;
use message::{Message, message};
use serde::Serialize;

use crate::access::{FOLDERS, ProjectFolders, project};
use crate::{App, Code, Failure};
use views::wire::{Nothing, SwitchWord};

/// Where skills of the open project are looked for as well.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoldersReport {
    /// The project's folder, links resolved: what the settings are for.
    pub project: String,
    /// Whether `.claude/skills` of the project and of the user are looked at.
    pub claude_folders: SwitchWord,
    /// The folders a person named, in the order in which they win.
    pub named: Vec<NamedFolder>,
    /// The conventions that heed it.
    pub conventions: Vec<String>,
    /// Why what was kept about it cannot be read; only the usual folders are looked at then.
    pub problem: Option<Message>,
}

/// One folder that a person named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamedFolder {
    /// The folder, absolute.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// It is there.
    pub found: bool,
}

/// One change. It names paths, so it is no request: no page may ask for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoldersChange {
    /// Whether Claude's folders are looked at.
    Claude(SwitchWord),
    /// Looks at this folder too, after those that were named before.
    Add(PathBuf),
    /// Looks at it no more.
    Remove(PathBuf),
}

/// Most folders of one project.
const MOST: usize = 100;

/// Where skills of the open project are looked for as well.
pub(crate) fn folders_report(workspace: &Workspace, _: &Nothing) -> Result<FoldersReport, Failure> {
    let folder = workspace.folder();
    let project = project(&folder);
    let (kept, problem) = match FOLDERS.of(workspace.surroundings(), &project) {
        Ok(kept) => (kept, None),
        Err(failure) => (ProjectFolders::default(), Some(failure.message)),
    };
    let heeds = |convention: &&Convention| {
        let roots = |claude_folders, named| {
            let places =
                ::skills::Places { claude_folders, named, home: Some("/".into()), ..Default::default() };
            ::skills::roots(**convention, &places)
        };
        let plain = roots(ClaudeFolders::Left, Vec::new());
        roots(ClaudeFolders::Read, vec!["/named".into()]) != plain
    };
    let is_there = |path: &Path| disk::look(path).is_ok_and(|look| look.kind == disk::Kind::Folder);
    let named = |path: PathBuf| NamedFolder { found: is_there(&path), path: path.display().to_string() };
    Ok(FoldersReport {
        project: project.display().to_string(),
        claude_folders: if kept.claude_folders { SwitchWord::On } else { SwitchWord::Off },
        named: kept.named.into_iter().map(named).collect(),
        conventions: Convention::ALL.iter().filter(heeds).map(|one| one.name().to_owned()).collect(),
        problem,
    })
}

/// Changes where skills of the open project are looked for: all of the changes, or none.
///
/// # Errors
///
/// [`Code::NotFound`] when a folder to be taken out was not named, [`Code::WrongUse`] when one to be added is
/// no folder, has a path that is not UTF-8, or would be the 101st, and what the disk says when what is kept
/// cannot be read or written.
pub fn change_folders(app: &App, changes: &[FoldersChange]) -> Result<(), Failure> {
    FOLDERS.change_own(&app.workspace, |kept: &mut ProjectFolders| {
        changes.iter().try_for_each(|change| make(kept, change))
    })?;
    app.heard(&[crate::Tag::Skills]);
    Ok(())
}

fn make(kept: &mut ProjectFolders, change: &FoldersChange) -> Result<(), Failure> {
    match change {
        FoldersChange::Claude(switch) => kept.claude_folders = *switch == SwitchWord::On,
        FoldersChange::Remove(path) => {
            let before = kept.named.len();
            kept.named.retain(|known| known != path);
            if kept.named.len() == before {
                let words = message!("`{path}` is not one of the added folders.", path = path.display());
                return Err(Failure::not_found(words).hint(message!("Run `assay folders` to list them.")));
            }
        }
        FoldersChange::Add(path) if kept.named.contains(path) => {}
        FoldersChange::Add(path) => {
            let look = disk::look(path)?;
            if look.kind != disk::Kind::Folder {
                return Err(Failure::new(
                    Code::WrongUse,
                    message!("`{path}` is not a folder.", path = path.display()),
                ));
            }
            if path.to_str().is_none() {
                let words = message!("`{path}` is not UTF-8, so it cannot be stored.", path = path.display());
                return Err(Failure::new(Code::WrongUse, words));
            }
            if kept.named.len() >= MOST {
                let words = message!("{count} folders are already added; remove some first.", count = MOST);
                return Err(Failure::new(Code::WrongUse, words));
            }
            kept.named.push(path.clone());
        }
    }
    Ok(())
}
