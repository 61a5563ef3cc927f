//! A file of a skill, or a log, handed to other programs of this machine: shown in its folder, or opened to be read.
//!
//! The page names what it shows and never a path, so nothing else can be reached from it. Nothing is opened that a
//! system might run instead.

use std::path::{Path, PathBuf};

use disk::Kind;
use message::message;
use serde::{Deserialize, Serialize};

use crate::{App, Failure};

/// What is handed over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutsideAsk {
    /// A file that the window shows.
    pub file: ShownFile,
}

/// A file that the window shows.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum ShownFile {
    /// One of a skill.
    Skill {
        /// The id of its row.
        id: String,
        /// Below the skill's folder, as the tree of its files lists it.
        rel: String,
    },
    /// The log of a session.
    Session {
        /// The key of its row.
        key: String,
    },
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandedView {
    /// The file, absolute.
    pub path: String,
    /// Why it was shown in its folder although it was to be opened.
    pub instead: Option<String>,
}

/// Endings of files that every system opens as a text. A page of HTML or a table with macros is not among them.
const TEXTS: &[&str] = &[
    "md", "markdown", "txt", "text", "rst", "json", "jsonl", "ndjson", "yaml", "yml", "toml", "csv", "tsv",
    "log", "ini", "cfg", "conf",
];
/// Endings of programs that are written as text. Where a system runs by the ending they are not opened.
const SCRIPTS: &[&str] = &[
    "sh", "bash", "zsh", "fish", "py", "rb", "pl", "lua", "js", "mjs", "ts", "tsx", "rs", "go", "c", "h",
    "css", "sql",
];
/// The permission bits that let a file be run.
const MAY_RUN: u32 = 0o111;

/// Shows a file where it lies.
pub(crate) fn show_in_folder(app: &App, ask: &OutsideAsk) -> Result<HandedView, Failure> {
    let path = path_of(app, &ask.file)?;
    app.host.show_in_folder(&path)?;
    Ok(HandedView { path: path.display().to_string(), instead: None })
}

/// Opens a file in the program that the person has for such texts; one that might be run is shown in its folder.
pub(crate) fn open_file(app: &App, ask: &OutsideAsk) -> Result<HandedView, Failure> {
    let path = path_of(app, &ask.file)?;
    let instead = why_not_opened(&path)?;
    match instead {
        None => app.host.open_file(&path)?,
        Some(_) => app.host.show_in_folder(&path)?,
    }
    Ok(HandedView { path: path.display().to_string(), instead })
}

/// Where a shown file lies. It is one that the skill's tree lists, or the log of a listed session.
fn path_of(app: &App, file: &ShownFile) -> Result<PathBuf, Failure> {
    match file {
        ShownFile::Session { key } => {
            let session = app.workspace.session(key).ok_or_else(Failure::session_gone)?;
            Ok(session.place.path.clone())
        }
        ShownFile::Skill { id, rel } => {
            let skill = app.workspace.skill(id).ok_or_else(Failure::skill_gone)?;
            if skill.dir.join(rel) == skill.path {
                return Ok(skill.path);
            }
            let (files, _) = ::skills::resources(&skill)?;
            let file = files.into_iter().find(|file| file.rel == Path::new(rel));
            file.map(|file| skill.dir.join(file.rel)).ok_or_else(|| {
                Failure::not_found(message!("`{skill}` has no file `{rel}`.", skill = skill.short_path, rel))
                    .hint(message!("The tree lists its files."))
            })
        }
    }
}

/// Why a file is not opened: a link may lead anywhere, and what may be run might be.
fn why_not_opened(path: &Path) -> Result<Option<String>, Failure> {
    let look = disk::look_at_entry(path)?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let is_text = TEXTS.contains(&ending.as_str()) || (!cfg!(windows) && SCRIPTS.contains(&ending.as_str()));
    let why = match look.kind {
        Kind::File if look.mode & MAY_RUN != 0 => "it may be run",
        Kind::File if !is_text => "it may not be text",
        Kind::File => return Ok(None),
        Kind::Folder => "it is a folder",
        Kind::Link => "it is a link",
        Kind::Other(_) => "it is not a file",
    };
    Ok(Some(format!("It is shown in its folder and was not opened: {why}.")))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::why_not_opened;

    #[test]
    fn only_a_text_that_cannot_be_run_is_opened() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str| {
            let path = room.path().join(name);
            disk::write_atomic(&path, b"text").expect("a file can be written");
            path
        };
        let opens = |path: &Path| why_not_opened(path).expect("it is there").is_none();
        for name in ["SKILL.md", "a.JSON", "log.ndjson"] {
            assert!(opens(&write(name)), "{name}");
        }
        for name in ["run.desktop", "page.html", "a.jar", "a.exe", "start.command", "README", "SKILL.md.lnk"]
        {
            assert!(!opens(&write(name)), "{name}");
        }
        assert!(!opens(room.path()), "a folder");
        assert!(why_not_opened(&room.path().join("gone.md")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_text_with_an_executable_bit_and_a_link_to_a_text_are_shown_in_their_folder() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let room = tempfile::tempdir().expect("a temporary folder");
        let (text, link) = (room.path().join("a.md"), room.path().join("b.md"));
        disk::write_atomic(&text, b"text").expect("a file can be written");
        symlink(&text, &link).expect("a link can be made");
        let why = |path: &Path| why_not_opened(path).expect("it is there").unwrap_or_default();
        assert!(why(&link).contains("it is a link"), "{}", why(&link));
        assert_eq!(why(&text), "");
        let runs = std::fs::Permissions::from_mode(0o744);
        std::fs::set_permissions(&text, runs).expect("it is ours");
        assert!(why(&text).contains("it may be run"), "{}", why(&text));
    }
}
