//! How the snapshots that sessions of any workspace recorded stand against the disk now.

use std::path::Path;
use std::sync::{Arc, Mutex};

use ::index::Recorded;
use ::sessions::Activation;
use ::skills::Convention;
use ::workspace::{Presents, RecordedText, Recording, Standing, Verdicts, are_of, locked, presents};

use super::Everywhere;
use super::state::{Beside, Standings};
use crate::wire::DriftFact;

impl Everywhere<'_> {
    /// The drift of all snapshots recorded in a workspace, judged by its skills as the agent of each session sees them.
    /// `text` is that of the one with a number among them.
    pub fn standing(
        &self,
        folder: &Path,
        recorded: &[(Convention, &Recorded)],
        text: &dyn Fn(usize) -> Option<String>,
    ) -> Vec<DriftFact> {
        let beside = self.beside(folder);
        let mut beside = locked(&beside);
        self.look_at_skills(&mut beside, recorded);
        let Beside { workspace, presents, verdicts } = &mut *beside;
        let mut judge = |(at, (convention, one)): (usize, &(Convention, &Recorded))| {
            let recording = Recording {
                name: &one.name,
                scope: &one.scope,
                path: Path::new(&one.path),
                root: Path::new(&one.root),
                hash: &one.hash,
                integrity: one.integrity,
            };
            let content = || {
                let activation = Activation {
                    content: text(at),
                    kept: one.kept,
                    arguments: one.arguments.clone(),
                    ..Activation::default()
                };
                Some(RecordedText::of(activation, one.source, one.release.as_deref()))
            };
            // Every convention among the recorded is there: they were gathered from them.
            workspace.judge(&presents[convention], &recording, &content, verdicts)
        };
        let stands: Vec<Arc<Standing>> = recorded.iter().enumerate().map(&mut judge).collect();
        let facts = recorded.iter().zip(&stands);
        facts
            .map(|((convention, _), stands)| DriftFact::of_standing(workspace, stands, *convention))
            .collect()
    }

    /// Looks at the skills of a folder as the agents of its recorded texts see them.
    fn look_at_skills(&self, beside: &mut Beside, recorded: &[(Convention, &Recorded)]) {
        beside.workspace.share_roots(self.workspace);
        let conventions = recorded.iter().map(|(convention, _)| *convention).collect();
        let rulings = beside.workspace.rulings(&conventions);
        if !are_of(&beside.presents, &rulings) {
            beside.verdicts.clear();
            beside.presents = presents(rulings);
        }
    }

    /// The workspace of a folder with what was judged by its skills before.
    pub(super) fn beside(&self, folder: &Path) -> Arc<Mutex<Beside>> {
        let mut standings = locked(&self.look.standings);
        let remade = self.look.live.remade();
        if standings.remade != remade {
            *standings = Standings { remade, ..Standings::default() };
        }
        let made = || Beside {
            workspace: self.workspace.beside(folder),
            presents: Presents::default(),
            verdicts: Verdicts::default(),
        };
        Arc::clone(standings.beside.entry(folder.to_owned()).or_insert_with(|| Arc::new(Mutex::new(made()))))
    }
}
