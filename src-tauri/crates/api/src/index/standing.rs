//! How the snapshots that sessions of any workspace recorded stand against the disk now.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::index::Recorded;

use crate::App;
use crate::app::locked;
use crate::drift::{DriftFact, Recording, Standing, Verdicts, present};
use crate::sessions::Integrity;
use crate::skills::Seen;

/// An engine for each workspace, with the verdicts that hold as long as its skills do.
#[derive(Default)]
pub(crate) struct Standings {
    beside: HashMap<PathBuf, Beside>,
}

struct Beside {
    app: Arc<App>,
    seen: Option<Arc<Seen>>,
    verdicts: Verdicts,
}

impl App {
    /// The drift of all snapshots recorded in a workspace, judged by its skills.
    pub(crate) fn standing(&self, workspace: &Path, recorded: &[&Recorded]) -> Vec<DriftFact> {
        let mut standings = locked(&self.index.standings);
        let beside = standings.beside.entry(workspace.to_owned()).or_insert_with(|| Beside {
            app: Arc::new(self.beside(workspace)),
            seen: None,
            verdicts: Verdicts::default(),
        });
        let seen = beside.app.discovery();
        if !beside.seen.as_ref().is_some_and(|before| Arc::ptr_eq(before, &seen)) {
            beside.verdicts.clear();
            beside.seen = Some(Arc::clone(&seen));
        }
        let now = present(&seen);
        let judge = |one: &&Recorded| {
            let recording = Recording {
                name: &one.name,
                scope: &one.scope,
                path: Path::new(&one.path),
                root: Path::new(&one.root),
                hash: &one.hash,
                integrity: match one.integrity.as_str() {
                    "verified" => Integrity::Verified,
                    "mismatch" => Integrity::Mismatch,
                    _ => Integrity::NoHash,
                },
            };
            let content = || one.content.as_deref().and_then(|content| self.recorded_text(content));
            beside.app.judge((&seen, &now), &recording, &content, &mut beside.verdicts)
        };
        let stands: Vec<Arc<Standing>> = recorded.iter().map(judge).collect();
        let place = |(one, stands): (&&Recorded, &Arc<Standing>)| {
            stands.1.clone().unwrap_or_else(|| PathBuf::from(&one.path))
        };
        let places: Vec<PathBuf> = recorded.iter().zip(&stands).map(place).collect();
        // Of each skill the snapshot that was recorded last.
        let mut last: HashMap<&Path, &Recorded> = HashMap::new();
        for (one, place) in recorded.iter().zip(&places) {
            let known = last.entry(place).or_insert(one);
            if one.at > known.at {
                *known = one;
            }
        }
        let same = |a: &Recorded, b: &Recorded| (&a.name, &a.path, &a.hash) == (&b.name, &b.path, &b.hash);
        let fact = |((one, stands), place): ((&&Recorded, &Arc<Standing>), &PathBuf)| {
            let is_last = last.get(place.as_path()).is_some_and(|last| same(last, one));
            DriftFact { drifted: stands.0.drifted && is_last, ..stands.0.clone() }
        };
        recorded.iter().zip(&stands).zip(&places).map(fact).collect()
    }
}
