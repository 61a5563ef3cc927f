//! What Assay takes down for itself between requests, in its own folder: what logs were and what lay beside
//! a SKILL.md, so that a later change of either can be told. No request does this by itself; a door that has
//! time calls [`Workspace::record_some`].

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use disk::{Fault, Stamp};
use sessions::{Extended, Testimony, WitnessTail};
use skills::{Ledger, Skill};

use crate::ledgers::Ledgers;
use crate::locked::locked;
use crate::{Logs, MANAGED, Session, Workspace};

/// Bytes of one log that are recorded at once (16 MiB).
const SLICE: u64 = 16 << 20;
/// After this time the files of a skill that sessions used are looked at again.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

impl Workspace {
    /// Does a small part of what is left to record: a slice of one log, or the files of one skill. Nothing
    /// when nothing is left; otherwise whether an answer may have changed by it.
    ///
    /// Writes only below [`Surroundings::kept`](crate::Surroundings::kept). What cannot be kept is tried again when it changes.
    pub fn record_some(&self) -> Option<bool> {
        let kept = self.surroundings().kept.clone().filter(|_| self.is_open())?;
        self.record_a_log().or_else(|| self.record_a_skill(&kept))
    }

    /// Records what every log is now. One look serves all of them: it takes a while, and each look would ask the disk
    /// about all of them.
    pub fn record_logs(&self) {
        if self.surroundings().kept.is_none() {
            return;
        }
        let (logs, look) = self.numbered_logs();
        while self.record_a_log_of(&logs, look).is_some() {}
    }

    fn record_a_log(&self) -> Option<bool> {
        let (logs, look) = self.numbered_logs();
        self.record_a_log_of(&logs, look)
    }

    fn record_a_log_of(&self, logs: &Logs, look: u64) -> Option<bool> {
        let (at, state) = self.next_to_record(logs, look)?;
        let session = &logs.sessions[at];
        // A log that cannot be read is told by the look at it; a witness that cannot be kept, by the integrity
        // of the session.
        let (more, changed) = self.witness(session, state.1).unwrap_or((false, false));
        if !more {
            locked(&self.recorded).logs.insert(session.path.clone(), state);
        }
        Some(changed)
    }

    /// The next log whose state was not recorded. Each is asked once in a look, however many steps that takes.
    fn next_to_record(&self, logs: &Logs, look: u64) -> Option<(usize, (Stamp, bool))> {
        let from = match locked(&self.recorded).reached {
            (of, reached) if of == look => reached,
            _ => 0,
        };
        let mut next = None;
        let mut reached = logs.sessions.len();
        for (at, session) in logs.sessions.iter().enumerate().skip(from) {
            let state = (stamp(session), logs.is_live(&session.path));
            #[cfg(test)]
            {
                locked(&self.recorded).compared += 1;
            }
            let recorded = locked(&self.recorded);
            if recorded.logs.get(&session.path) != Some(&state) {
                (next, reached) = (Some((at, state)), at);
                break;
            }
            drop(recorded);
        }
        locked(&self.recorded).reached = (look, reached);
        next
    }

    /// Compares what was seen the first time it meets a log, and whenever it did not simply grow.
    fn witness(&self, session: &Session, is_live: bool) -> Result<(bool, bool), Fault> {
        // What is not read of a log is not witnessed either, and a log that is larger than Assay reads is told as that.
        if session.read().log.over_budget().is_some() {
            return Ok((false, false));
        }
        let Some(mut witness) = session.witness()? else { return Ok((false, false)) };
        let before = *locked(&session.witnessed);
        let grew = before.is_some_and(|known| known.stamp.size < stamp(session).size);
        let mut changed = false;
        if !grew {
            let found = session.compare_with_witness()?;
            let bad = |testimony: Testimony| !matches!(testimony, Testimony::Unseen | Testimony::Same);
            let was_bad = before.is_some_and(|known| bad(known.testimony));
            changed = found.is_some_and(|found| bad(found.testimony)) != was_bad;
            if found.is_some_and(|found| bad(found.testimony)) {
                return Ok((false, changed));
            }
        }
        let tail = if is_live { WitnessTail::Growing } else { WitnessTail::Resting };
        match witness.extend(&session.path, tail, self.now(), SLICE)? {
            Extended::Grew { more } => Ok((more, changed)),
            Extended::Nothing | Extended::Full => Ok((false, changed)),
            Extended::Doubtful => {
                session.compare_with_witness()?;
                Ok((false, true))
            }
        }
    }

    fn record_a_skill(&self, kept: &Path) -> Option<bool> {
        let (ruling, joined) = (self.ruling(MANAGED), self.joined());
        let used: HashSet<&Path> = joined.snapshots().filter_map(|snapshot| snapshot.compared()).collect();
        let now = self.now();
        let mut recorded = locked(&self.recorded);
        let is_due = |skill: &&Skill| match recorded.looked.get(&skill.path) {
            None => true,
            Some(at) => {
                used.contains(skill.path.as_path())
                    && now.duration_since(*at).is_ok_and(|age| age >= LOOK_AGAIN)
            }
        };
        let skill = ruling.skills().find(is_due)?;
        recorded.looked.insert(skill.path.clone(), now);
        drop(recorded);
        let is_used = used.contains(skill.path.as_path());
        // A ledger that cannot be kept is no reason to stop looking at the others.
        Some(self.sight(kept, skill, now, is_used).unwrap_or(false))
    }

    fn sight(&self, kept: &Path, skill: &Skill, now: SystemTime, is_used: bool) -> Result<bool, Fault> {
        let bundle = skills::bundle(skill)?;
        let mut ledger = Ledger::open(kept, &skill.path)?;
        if ledger.sightings.is_empty() && bundle.files.is_empty() && !is_used {
            return Ok(false);
        }
        let was_there = !ledger.sightings.is_empty();
        let changed = ledger.see(bundle, now);
        ledger.keep(kept)?;
        // The join holds as long as these do.
        let is_news = is_used && (changed || !was_there);
        if is_news {
            let mut recorded = locked(&self.recorded);
            Arc::make_mut(&mut recorded.ledgers).insert(skill.path.clone(), ledger);
        }
        Ok(is_news)
    }

    /// What was seen of the files of some skills; those asked for the first time are read.
    pub fn ledgers<'p>(&self, skills: impl Iterator<Item = &'p Path>) -> Arc<Ledgers> {
        let mut recorded = locked(&self.recorded);
        if let Some(kept) = &self.surroundings().kept {
            for skill in skills {
                if !recorded.ledgers.contains_key(skill) {
                    let read = Ledger::open(kept, skill);
                    let ledger =
                        read.unwrap_or_else(|_| Ledger { skill: skill.to_owned(), sightings: Vec::new() });
                    Arc::make_mut(&mut recorded.ledgers).insert(skill.to_owned(), ledger);
                }
            }
        }
        Arc::clone(&recorded.ledgers)
    }

    /// When the files beside a SKILL.md were first seen.
    pub fn files_known_since(&self, skill: &Path) -> Option<SystemTime> {
        let kept = self.surroundings().kept.as_deref()?;
        Ledger::open(kept, skill).ok()?.since()
    }

    /// The ledgers the last join was made of hold still.
    pub fn has_ledgers(&self, ledgers: &Arc<Ledgers>) -> bool {
        Arc::ptr_eq(&locked(&self.recorded).ledgers, ledgers)
    }
}

fn stamp(session: &Session) -> Stamp {
    session.read().log.stamp()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use crate::Workspace;
    use crate::locked::locked;

    // Time flies: whoever looks at the clock before each log would look at all logs again each time.
    fn clock() -> SystemTime {
        static SECONDS: AtomicU64 = AtomicU64::new(1_800_000_000);
        UNIX_EPOCH + Duration::from_secs(SECONDS.fetch_add(2, Ordering::Relaxed))
    }

    /// How often a log was asked about until all of so many were recorded.
    fn asked(logs: usize) -> usize {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let sessions = folder.path().join("work/.pixir/sessions");
        disk::make_folder(&sessions).expect("made");
        for number in 0..logs {
            let line = format!(
                r#"{{"data":{{"text":"go"}},"id":"{number:016x}","type":"user_message","seq":0,"session_id":"s","ts":"2026-05-01T10:20:00.000000Z"}}"#
            );
            let path = sessions.join(format!("20260501T102030-{number:06x}.ndjson"));
            disk::write_atomic(&path, (line + "\n").as_bytes()).expect("written");
        }
        let workspace =
            Workspace::of_test(folder.path().join("work"), Some(folder.path().join("kept")), clock);
        workspace.record_logs();
        let recorded = locked(&workspace.recorded);
        assert_eq!(recorded.logs.len(), logs, "all were recorded");
        recorded.compared
    }

    #[test]
    fn twice_as_many_logs_are_asked_about_twice_as_often() {
        let (few, many) = (asked(30), asked(60));
        assert!(few <= 3 * 30 && many <= 2 * few + 2, "{few} for 30 logs, {many} for 60");
    }
}
