//! A git repository as a source: its names are read first, then an archive of the folders that are skills.

use std::path::PathBuf;

use execution::{Fetch, Remote};
use message::message;
use skills::incoming::skill_folders;

use crate::Import;
use crate::archive::{MOST_PACKED, lay_archive};
use crate::lay::{Ended, refused};

/// What is needed to fetch a repository, or to start a server.
pub struct Tools {
    /// The folders in which programs are looked for.
    pub search: Vec<PathBuf>,
    /// The environment that they get.
    pub environment: Vec<(String, String)>,
    /// The program that contains what runs.
    pub helper: PathBuf,
}

/// Fetches a repository into quarantine and lays out the skills of one commit.
pub(crate) fn lay_git(
    import: &Import,
    from: Remote<'_>,
    reference: Option<&str>,
    tools: &Tools,
) -> Result<(), Ended> {
    let place = import.quarantine.path().join("git");
    disk::make_new_folder(&place, 0o700)?;
    let (search, environment, helper) = (&*tools.search, &*tools.environment, &*tools.helper);
    let fetch = Fetch { from, reference, place: &place, search, environment, helper };
    let fetched = execution::fetch(fetch, &import.stop)?;
    import.tell(|state| state.commit = Some(fetched.commit.clone()));
    let names = fetched.names(&import.stop)?;
    let folders = skill_folders(names.iter().map(Vec::as_slice));
    if folders.is_empty() {
        return Err(refused("no-skill", "", message!("It contains no skills: no folder has a SKILL.md.")));
    }
    let bytes = fetched.archive(&folders, MOST_PACKED + (16 << 20), &import.stop)?;
    let _ = disk::clear(&place);
    let stem = match from {
        Remote::Folder(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
        Remote::Address(address) => address.rsplit('/').find(|part| !part.is_empty()).map(str::to_owned),
    };
    let stem = stem.unwrap_or_default();
    lay_archive(import, bytes, stem.strip_suffix(".git").unwrap_or(&stem))
}
