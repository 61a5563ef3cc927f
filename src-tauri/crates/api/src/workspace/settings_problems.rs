//! Settings files of Assay's own that cannot be read. Each counts as its strictest value and is not overwritten.

use std::path::PathBuf;

use message::{Message, message};
use views::remembered;
use views::wire::ProblemRow;

use crate::access::{FOLDERS, MODES, SETTINGS, TRUSTED, read_setting, read_switches};
use crate::desk::keeping::KEEPING;
use crate::{App, Failure};

impl App {
    /// Returns every settings file that cannot be read, and what holds until it is fixed.
    pub fn settings_problems(&self) -> Vec<ProblemRow> {
        let workspace = &self.workspace;
        let surroundings = workspace.surroundings();
        let mut faults: Vec<Failure> = [
            MODES.check(surroundings).err(),
            TRUSTED.check(surroundings).err(),
            SETTINGS.check(surroundings).err(),
            FOLDERS.check(surroundings).err(),
            read_switches(workspace).err(),
            KEEPING.check(surroundings).err(),
            self.desk.grants_fault().map(Failure::from),
            self.saved_texts_fault(),
            self.recents_fault(),
            self.known_fault(),
            workspace
                .signers()
                .trusted()
                .err()
                .map(|why| Failure::new(crate::Code::Damaged, Message::of_error(why))),
        ]
        .into_iter()
        .flatten()
        .collect();
        faults.extend(self.choice_faults());
        let row = |failure: Failure| ProblemRow {
            path: surroundings.kept.as_ref().map(|kept| kept.display().to_string()).unwrap_or_default(),
            code: "settings".to_owned(),
            message: failure.whole(),
        };
        faults.into_iter().map(row).collect()
    }

    /// Returns the fault of the list of workspaces that were opened before.
    pub(crate) fn recents_fault(&self) -> Option<Failure> {
        let until_then = message!("recent workspaces are not stored");
        read_setting::<Vec<PathBuf>>(self.workspace.surroundings(), remembered::FILE, 64 << 10, &until_then)
            .err()
    }
}
