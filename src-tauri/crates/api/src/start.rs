//! How the engine begins, what it takes down when it has time, and which folders may tell that something changed.

use std::path::{Path, PathBuf};

use ::hydration::Desk;
use ::workspace::{Callbacks, MANAGED, Surroundings, Workspace};
use skills::Convention;

use crate::access::{self, BUILT_INS_FILE, FOLDERS, SETTINGS, TRUSTED};
use crate::ledger::{end_interrupted, ledger};
use crate::{App, Host, Tag};

/// What a person has said of projects, as Assay keeps it.
const CALLBACKS: Callbacks = Callbacks {
    places: access::places,
    visibility: access::in_force_at,
    before_first_look: |surroundings| {
        end_interrupted(surroundings);
        if let Some(kept) = &surroundings.kept {
            ::import::sweep(kept);
        }
    },
};

impl App {
    /// An engine on one workspace. Nothing is read before the first request.
    pub fn new(surroundings: Surroundings, host: Box<dyn Host>) -> Self {
        let desk = Desk::new(surroundings.kept.clone(), surroundings.clock);
        Self::with(Workspace::new(surroundings, CALLBACKS), host, desk)
    }

    /// Records a small part of what is left to record: a slice of one log, or the files of one skill, so that a later
    /// change of either can be told. Nothing when nothing is left; otherwise whether an answer may have changed by it.
    pub fn remember_some(&self) -> Option<bool> {
        self.workspace.record_some().or_else(|| {
            let is_possible = self.workspace.surroundings().kept.is_some() && self.is_open();
            // What cannot be saved is told where saved texts are listed.
            (is_possible && self.save_new_texts().is_ok_and(|saved| saved)).then_some(false)
        })
    }

    /// Records everything that is left; what a command at the terminal does, since it has no later.
    pub fn remember(&self) {
        self.workspace.record_logs();
        while self.remember_some().is_some() {}
    }

    /// The folders where something may change.
    pub fn watched(&self) -> Vec<Watched> {
        if !self.workspace.is_open() {
            return Vec::new();
        }
        let ruling = self.workspace.ruling(MANAGED);
        let mut watched = Vec::new();
        let places = self.workspace.places();
        // Who wins elsewhere rests on the roots of every agent.
        for root in Convention::ALL.iter().flat_map(|convention| skills::roots(*convention, &places)) {
            watched.push(Watched::of(root.path, Tag::Skills));
        }
        // So it does on the settings that switch skills off.
        for (file, _) in Convention::ALL.iter().flat_map(|convention| places.settings_files(*convention)) {
            watched.push(Watched::replaced(file, Tag::Skills));
        }
        let skills = ruling.skills().take(WATCHED_SKILLS);
        watched.extend(skills.map(|skill| Watched::of(skill.dir.clone(), Tag::Skills)));
        if let Ok(ledger) = ledger(&self.workspace) {
            watched.push(Watched::of(ledger.journal_path(), Tag::Journal));
        }
        // What a person lets agents see, and where skills are looked for, by whatever door it is changed.
        let settings = [SETTINGS.file, TRUSTED.file, FOLDERS.file, BUILT_INS_FILE];
        let kept = self.workspace.surroundings().kept.iter();
        watched.extend(
            kept.flat_map(|kept| settings.map(|file| Watched::replaced(kept.join(file), Tag::Skills))),
        );
        let logs = self.workspace.logs();
        let folders = logs.folders(self.workspace.surroundings().kept.as_deref());
        watched.extend(folders.into_iter().map(|folder| Watched::of(folder, Tag::Sessions)));
        watched.sort();
        watched.dedup();
        watched
    }
}

/// Folders of single skills that are watched; beyond it their roots are, and the five-second look.
const WATCHED_SKILLS: usize = 2_000;

/// Something that may change, and the folder in which that would be seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watched {
    /// The folder to listen to. What does not exist yet announces itself in the nearest folder that does.
    pub folder: PathBuf,
    /// What it is about.
    pub subject: PathBuf,
    /// What it concerns.
    pub tag: Tag,
}

impl Watched {
    fn of(subject: PathBuf, tag: Tag) -> Self {
        Self { folder: nearest(&subject), subject, tag }
    }

    // A file that is replaced whole is seen from its folder: who listens to the file hears of the old one.
    fn replaced(subject: PathBuf, tag: Tag) -> Self {
        let folder = nearest(subject.parent().unwrap_or(&subject));
        Self { folder, subject, tag }
    }

    /// Whether a change at a path may be a change of the subject.
    pub fn concerns(&self, path: &Path) -> bool {
        path.starts_with(&self.subject) || self.subject.starts_with(path)
    }
}

fn nearest(path: &Path) -> PathBuf {
    path.ancestors().find(|folder| disk::look(folder).is_ok()).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Watched;
    use crate::Tag;

    #[test]
    fn a_rumour_concerns_what_lies_below_and_what_leads_there() {
        let watched =
            Watched { folder: "/home".into(), subject: "/home/.agents/skills".into(), tag: Tag::Skills };
        for (path, concerned) in [
            ("/home/.agents/skills/a/SKILL.md", true),
            ("/home/.agents/skills", true),
            ("/home/.agents", true),
            ("/home/.bash_history", false),
            ("/home/.agents/other", false),
        ] {
            assert_eq!(watched.concerns(Path::new(path)), concerned, "{path}");
        }
    }

    #[test]
    fn what_is_missing_is_watched_where_it_would_appear() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let subject: PathBuf = room.path().join("a/b/c");
        assert_eq!(Watched::of(subject.clone(), Tag::Sessions).folder, room.path());
        disk::make_folder(&subject).expect("folders can be made");
        assert_eq!(Watched::of(subject.clone(), Tag::Sessions).folder, subject);
    }
}
