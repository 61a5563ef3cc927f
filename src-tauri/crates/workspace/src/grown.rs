//! What one session adds to the join, without looking at the others again.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::join::text_key;
use crate::{Activated, Joined, Logs, Session, Snapshot, Use, convention_of};
use ::sessions::TextIntegrity;

impl Joined {
    /// The join of the logs as they are now, made of this one; nothing where only a whole join can tell, because a
    /// session came or went, or took in a text that none had taken in before. Skills and ledgers must be as they were.
    pub(crate) fn next(&self, logs: &Arc<Logs>) -> Option<Self> {
        let before = self.logs.as_ref()?;
        if before.sessions.len() != logs.sessions.len() {
            return None;
        }
        let mut next = Self { logs: Some(Arc::clone(logs)), by_session: OnceLock::new(), ..self.clone() };
        for (at, (before, now)) in before.sessions.iter().zip(&logs.sessions).enumerate() {
            if Arc::ptr_eq(before, now) {
                continue;
            }
            if before.key != now.key {
                return None;
            }
            next.take_in(at, before, now)?;
        }
        Some(next)
    }

    fn take_in(&mut self, at: usize, before: &Session, now: &Session) -> Option<()> {
        let (old, new) = (&before.read().activations, &now.read().activations);
        if old == new {
            return Some(());
        }
        let convention = convention_of(now.place.source);
        let key = |activated: &Activated| text_key(convention, activated);
        // Where a text goes away or comes first, the order of the snapshots may be another.
        let goes_on = old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| key(old) == key(new));
        let known: Option<Vec<usize>> =
            new.iter().map(|one| self.index.by_text.get(&key(one)).copied()).collect();
        // What stands in another log too is a copy in one of them.
        let may_be_again = |one: &Activated| one.event.is_some();
        let known = known.filter(|_| goes_on && !new.iter().any(may_be_again))?;
        let mut skills = BTreeSet::new();
        for number in known.iter().copied().collect::<BTreeSet<_>>() {
            let own = || new.iter().zip(&known).filter(|(_, of)| **of == number).map(|(one, _)| one);
            if self.first_use(number)? > at {
                return None;
            }
            let snapshot = Arc::make_mut(Arc::make_mut(&mut self.snapshots).get_mut(number)?);
            let place = |used: &Use| self.sessions.get(&used.key).copied();
            replace(
                &mut snapshot.uses,
                at,
                place,
                own().filter(|one| !one.copied).map(|one| Use::of(now, one)),
            );
            replace(
                &mut snapshot.copies,
                at,
                place,
                own().filter(|one| one.copied).map(|one| Use::of(now, one)),
            );
            if own().any(|one| one.integrity == TextIntegrity::Mismatch) {
                snapshot.integrity = TextIntegrity::Mismatch;
            }
            skills.insert(snapshot.place());
        }
        skills.iter().for_each(|skill| self.settle(skill));
        Some(())
    }

    /// The place among the logs of the session that used a snapshot first.
    fn first_use(&self, number: usize) -> Option<usize> {
        let places = self.snapshots.get(number)?.records().filter_map(|used| self.sessions.get(&used.key));
        places.min().copied()
    }

    /// Says of the snapshots of a skill what follows from the others of it and from the files beside it.
    pub(crate) fn settle(&mut self, skill: &Path) {
        let index = Arc::clone(&self.index);
        let numbers = index.by_skill.get(skill).map(Vec::as_slice).unwrap_or_default();
        let snapshots = Arc::make_mut(&mut self.snapshots);
        // What was recorded again since is no longer what the skill was.
        let last = numbers.iter().copied().max_by_key(|at| snapshots[*at].latest().and_then(|used| used.at));
        for at in numbers {
            let snapshot: &mut Snapshot = Arc::make_mut(&mut snapshots[*at]);
            snapshot.is_last = Some(*at) == last;
            snapshot.look_beside(&self.ledgers);
        }
    }
}

/// Puts the uses of a session where they stand in the order of the logs, in the place of those it had.
fn replace(
    uses: &mut Vec<Use>,
    session: usize,
    place: impl Fn(&Use) -> Option<usize>,
    own: impl Iterator<Item = Use>,
) {
    uses.retain(|used| place(used) != Some(session));
    let at = uses.partition_point(|used| place(used) < Some(session));
    uses.splice(at..at, own);
}

#[cfg(test)]
mod tests;
