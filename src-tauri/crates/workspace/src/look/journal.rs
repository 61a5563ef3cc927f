//! What is odd about the journal of changes.

use disk::{Fault, Kind, Stamp};
use message::message;
use skills::Problem;
use skills::manage::{Journal, Ledger, journal};

use crate::Workspace;
use crate::locked::locked;

/// What is odd about the journal, and the state of its file then.
#[derive(Default)]
pub struct JournalLook(Option<(Stamp, Vec<Problem>)>);

impl Workspace {
    /// Returns changes that were begun and not ended while nobody is at work on them, damaged lines of the journal, and a
    /// journal that cannot be read. Nothing is ended here: whoever looks is told, and the next change does it.
    pub fn open_changes(&self) -> Vec<Problem> {
        let Some(kept) = &self.surroundings().kept else { return Vec::new() };
        let ledger = Ledger::below(kept);
        let path = ledger.journal_path();
        let look = match disk::look(&path) {
            Ok(look) if look.kind == Kind::File => look,
            _ => return journal(&ledger).err().map(|fault| unreadable(&fault)).into_iter().collect(),
        };
        // Whoever changes something holds the journal.
        if disk::is_present(&path) {
            return Vec::new();
        }
        let mut known = locked(&self.journal);
        if let Some((stamp, problems)) = &known.0
            && *stamp == look.stamp
        {
            return problems.clone();
        }
        let journal = match journal(&ledger) {
            Ok(journal) => journal,
            Err(fault) => return vec![unreadable(&fault)],
        };
        let mut problems = damaged_lines(&ledger, &journal);
        problems.extend(journal.open().map(|entry| {
            let place = entry.steps.first().map_or_else(|| path.clone(), |step| step.path.clone());
            Problem {
                path: place,
                code: "interrupted_change",
                message: message!(
                    "A change was interrupted: {deed}. Its paths may hold the old state, the new one, or both, with \
                     a folder .assay-{id} next to them. The next change, or `assay undo`, first finishes it or \
                     rolls it back.",
                    deed => entry.words.clone(),
                    id = entry.id
                ),
            }
        }));
        known.0 = Some((look.stamp, problems.clone()));
        problems
    }
}

fn unreadable(fault: &Fault) -> Problem {
    Problem {
        path: fault.path.clone(),
        code: "journal",
        message: message!(
            "{fault}. No change is possible until then: restore the history file from a backup, or move it away \
             to start a new one.",
            fault => fault.message()
        ),
    }
}

/// The damaged lines of a journal.
pub fn damaged_lines(ledger: &Ledger, journal: &Journal) -> Vec<Problem> {
    let path = ledger.journal_path();
    let told = |line: &u32| Problem {
        path: path.clone(),
        code: "damaged_line",
        message: message!(
            "Line {line} of {path} is corrupt. No change is possible until then: restore the history file from a \
             backup, or move it away to start a new one.",
            line,
            path = path.display()
        ),
    };
    journal.damaged.iter().map(told).collect()
}
