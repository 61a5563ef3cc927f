//! Where the snapshots of a skill were in force.

use drift::Stretch;
use sessions::Origin;

use crate::{Joined, Read, Snapshot};

/// The turns in which the text of some snapshots was in front of the model.
///
/// Turns that a fork copied count where they happened, when the log they were copied from is here.
pub fn stretches<'s>(joined: &Joined, snapshots: impl IntoIterator<Item = &'s Snapshot>) -> Vec<Stretch> {
    let mut found = Vec::new();
    for used in snapshots.into_iter().flat_map(Snapshot::records) {
        let Some((number, session)) = joined.session_of(&used.key) else { continue };
        let read = session.read();
        let Some(activated) = read.activations.iter().find(|one| one.line == used.line) else { continue };
        let own = own_from(joined, read);
        let force = read.in_force();
        // Bands are in the order of positions.
        let Ok(at) = force.binary_search_by_key(&activated.position, |one| one.position) else { continue };
        for turns in &force[at].turns {
            let turns = turns.start.max(own)..turns.end;
            if !turns.is_empty() {
                // Numbers count from 1.
                let turns = turns.start as u32 + 1..turns.end as u32 + 1;
                found.push(Stretch { session: number, turns });
            }
        }
    }
    found
}

/// The place of the first turn that happened in this session, or has no other log to be found in.
fn own_from(joined: &Joined, read: &Read) -> usize {
    let parent = read.lineage.fork.as_ref().and_then(|fork| fork.parent_session_id.as_deref());
    let is_here =
        |id: &str| joined.logs().is_some_and(|logs| logs.sessions.iter().any(|other| other.id == id));
    if !parent.is_some_and(is_here) {
        return 0;
    }
    read.turns.turns().partition_point(|turn| turn.origin == Origin::Copied)
}
