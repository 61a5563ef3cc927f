//! The grants in force, and those that ended: the next question says what changed since.
//!
//! Those that outlive the program stand in a file. It is the truth: every program of this user reads it before
//! it looks for a grant, and changes it alone, so that what one of them ended is in force in none.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Digest, Fault, Stamp};
use execution::{Bound, Grant, Lifetime};
use serde_json::Value;

use crate::{Since, Wish};

mod kept;

/// A grant with what a person recognises it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The grant.
    pub grant: Grant,
    /// The workspace it holds in.
    pub workspace: PathBuf,
    /// Path of the skill's SKILL.md.
    pub skill_path: PathBuf,
    /// The skill's name.
    pub skill: String,
    /// Its scope.
    pub scope: String,
    /// SHA-256 of its SKILL.md.
    pub content_hash: String,
    /// The source's id.
    pub source: String,
    /// The command as it is.
    pub command: String,
    /// It was taken back, or a change ended it; kept to say what changed.
    pub ended: bool,
}

/// All of them.
#[derive(Debug, Clone, Default)]
pub struct Grants {
    list: Vec<Given>,
    file: Option<PathBuf>,
    /// The file as it was read last.
    seen: Option<Stamp>,
    /// The reason that the file cannot be read; then nothing of it is granted and it is not written.
    fault: Option<Fault>,
}

/// The most that are kept; the oldest that ended go first.
const MOST: usize = 500;

impl Grants {
    /// Those that outlive the program. A file that cannot be read grants nothing.
    pub fn open(kept: Option<&Path>) -> Self {
        let mut grants = Self { file: kept.map(|kept| kept.join("grants.json")), ..Self::default() };
        grants.look();
        grants
    }

    /// Returns the reason that the file of grants cannot be read.
    pub fn fault(&mut self) -> Option<Fault> {
        self.look();
        self.fault.clone()
    }

    /// Those in force, newest first.
    pub fn in_force(&mut self) -> impl Iterator<Item = &Given> {
        self.look();
        self.list.iter().rev().filter(|given| !given.ended)
    }

    /// The grant that lets a wish run. Grants for the same source that do not cover it any more end here: the
    /// bytes have changed.
    pub fn covering(&mut self, wish: &Wish) -> Option<Grant> {
        self.look();
        let is_stale =
            |given: &Given| !given.ended && given.is_for(wish) && given.grant.bound != wish.prepared.bound;
        if self.list.iter().any(is_stale) {
            // Bytes that are not the same are not covered, whether or not that can be written.
            let _ = self.change(|list| {
                list.iter_mut().filter(|given| is_stale(given)).for_each(|given| given.ended = true);
            });
        }
        let writer = wish.writer();
        let at = writer.as_ref().map(|(session, writer)| (session.as_str(), writer.as_str()));
        let covers = |given: &&Given| {
            !given.ended && given.is_for(wish) && given.grant.covers(&wish.prepared.bound, at)
        };
        // One that covers any output comes before one that covers a single output.
        let is_narrow = |given: &&Given| matches!(given.grant.lifetime, Lifetime::Output(_));
        let found = self.list.iter().filter(covers).min_by_key(is_narrow);
        found.map(|given| given.grant.clone())
    }

    /// Whether the grant of this id is in force and lets such output leave with nobody looking at it.
    pub fn lets_out(&mut self, id: &str, raw: Digest) -> bool {
        self.in_force().any(|given| given.grant.id == id && given.grant.covers_output(raw))
    }

    /// What was last allowed for the same source.
    pub fn since(&mut self, wish: &Wish) -> Option<Since> {
        self.look();
        let last = self.list.iter().rev().find(|given| given.is_for(wish))?;
        Some(Since { bound: last.grant.bound.clone(), content_hash: last.content_hash.clone() })
    }

    /// Remembers a yes. One that cannot be written where it outlives the program does not hold at all.
    pub fn give(&mut self, wish: &Wish, grant: Grant) -> Result<(), Fault> {
        let prepared = &wish.prepared;
        let id = grant.id.clone();
        let given = Given {
            ended: grant.lifetime == Lifetime::Once,
            grant,
            workspace: wish.ground.workspace.clone(),
            skill_path: prepared.skill.path.clone(),
            skill: prepared.skill.name.clone(),
            scope: prepared.skill.scope.clone(),
            content_hash: prepared.skill.content_hash.to_string(),
            source: prepared.source.id.clone(),
            command: prepared.work.text(),
        };
        let written = self.change(|list| {
            // One source has one grant of each kind: the newer takes the place of the older.
            list.retain(|other| {
                !(other.is_for(wish) && is_like(&other.grant.lifetime, &given.grant.lifetime))
            });
            list.push(given);
            if list.len() > MOST {
                let oldest = list.iter().position(|given| given.ended).unwrap_or(0);
                list.remove(oldest);
            }
        });
        if written.is_err() {
            self.list.retain(|given| given.grant.id != id);
        }
        written
    }

    /// The grant of this id has let something run once more.
    pub fn count_use(&mut self, id: &str, now: SystemTime) {
        // A number for people: that it could not be written changes nothing of what is permitted.
        let _ = self.change(|list| {
            if let Some(given) = list.iter_mut().find(|given| given.grant.id == id) {
                given.grant.used += 1;
                given.grant.last_used = now;
            }
        });
    }

    /// The grant for a single output covers this one from now on, which a person has just released.
    pub fn follow_output(&mut self, id: &str, raw: Digest) {
        // Where this cannot be written the output is shown again.
        let _ = self.change(|list| {
            if let Some(given) = list.iter_mut().find(|given| given.grant.id == id && !given.ended)
                && let Lifetime::Output(seen) = &mut given.grant.lifetime
            {
                *seen = raw;
            }
        });
    }

    /// Takes one back; false when there is none in force by this id.
    pub fn revoke(&mut self, id: &str) -> Result<bool, Fault> {
        self.end(|given| given.grant.id == id)
    }

    /// A person said no to exactly this: whatever would let the same run again ends, in every session.
    pub fn refuse(&mut self, wish: &Wish) -> Result<bool, Fault> {
        self.end(|given| given.is_for(wish) && given.grant.bound == wish.prepared.bound)
    }

    /// Ends those for a session whose writer is gone. They live in memory alone.
    pub fn end_writer(&mut self, writer: &str) {
        for given in &mut self.list {
            if matches!(&given.grant.lifetime, Lifetime::Session { writer: own, .. } if own == writer) {
                given.ended = true;
            }
        }
    }

    fn end(&mut self, which: impl Fn(&Given) -> bool) -> Result<bool, Fault> {
        let mut found = false;
        let written = self.change(|list| {
            for given in list.iter_mut().filter(|given| !given.ended && which(given)) {
                given.ended = true;
                found = true;
            }
        });
        // What cannot be written must not be in force again at the next start.
        match (written, &self.file) {
            (Err(_), Some(file)) if found && self.fault.is_none() => disk::remove(file).map(|()| true),
            _ => Ok(found),
        }
    }
}

fn is_like(one: &Lifetime, other: &Lifetime) -> bool {
    let outlives = |lifetime: &Lifetime| matches!(lifetime, Lifetime::Bytes | Lifetime::Output(_));
    one == other || (outlives(one) && outlives(other))
}

impl Given {
    fn is_for(&self, wish: &Wish) -> bool {
        self.workspace == wish.ground.workspace
            && self.skill_path == wish.prepared.skill.path
            && self.source == wish.prepared.source.id
    }

    /// Whether it covers exactly these bytes, in whichever session.
    pub fn is_for_bytes(&self, bound: &Bound) -> bool {
        !self.ended && self.grant.lifetime != Lifetime::Once && self.grant.bound == *bound
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, Lifetime, is_like};

    #[test]
    fn a_newer_yes_takes_the_place_of_one_of_its_kind() {
        let session = |writer: &str| Lifetime::Session { session: "s".to_owned(), writer: writer.to_owned() };
        let output = |text: &str| Lifetime::Output(Digest::of(text.as_bytes()));
        let all = [Lifetime::Once, session("a"), session("b"), Lifetime::Bytes, output("a"), output("b")];
        for (number, one) in all.iter().enumerate() {
            for (other_number, other) in all.iter().enumerate() {
                // Those that outlive the program are of one kind.
                let alike = number == other_number || number >= 3 && other_number >= 3;
                assert_eq!(is_like(one, other), alike, "{one:?} {other:?}");
            }
        }
    }
}
