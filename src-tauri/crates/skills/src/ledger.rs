//! What the files beside a SKILL.md were, as Assay saw them.
//!
//! A session records the text of SKILL.md and nothing of the files beside it. The ledger keeps the digest of
//! each, when Assay first sees a skill and whenever it looks again, so that a later change of them can be told,
//! and since when it can be told. It lies in Assay's own folder, for this user's eyes only; no file is kept,
//! none is run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use disk::{Cause, Digest, Fault, Folder};
use serde_json::{Value, json};

use crate::{Skill, resources};

/// Bytes of one skill's files that are hashed (16 MiB); the rest is counted.
pub const BYTES_HASHED: u64 = 16 << 20;
/// Files of one skill that are hashed at the most.
const FILES_HASHED: usize = 500;
/// States of one skill's files that are kept: the first, and the latest of the others.
const STATES_KEPT: usize = 64;
/// Bytes of one skill's ledger (8 MiB).
const LEDGER_LIMIT: u64 = 8 << 20;

/// The files beside a SKILL.md at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bundle {
    /// The digest of each file, by its path from the skill's folder.
    pub files: BTreeMap<String, Digest>,
    /// Files that were not hashed: beyond the limits, links, or not readable.
    pub unhashed: u32,
}

/// A state of the files, and when they were seen in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// When they were first seen so.
    pub from: SystemTime,
    /// When they were last seen so.
    pub until: SystemTime,
    /// What they were.
    pub bundle: Bundle,
}

/// What was seen of one skill's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The SKILL.md they lie beside.
    pub skill: PathBuf,
    /// Oldest first; at most 64.
    pub sightings: Vec<Sighting>,
}

/// How the files differ from what they were.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LedgerChange {
    /// Files with other bytes.
    pub changed: Vec<String>,
    /// Files that were not there.
    pub added: Vec<String>,
    /// Files that are gone.
    pub removed: Vec<String>,
}

impl LedgerChange {
    /// Whether nothing differs.
    pub fn is_none(&self) -> bool {
        self.count() == 0
    }

    /// How many files differ.
    pub fn count(&self) -> usize {
        self.changed.len() + self.added.len() + self.removed.len()
    }
}

/// Hashes the files beside a SKILL.md, within the limits. Links are not followed, nothing is run.
///
/// # Errors
///
/// When the skill's folder cannot be opened. A file that cannot be read is counted as not hashed.
pub fn bundle(skill: &Skill) -> Result<Bundle, Fault> {
    let (files, omitted) = resources(skill)?;
    let folder = Folder::open(&skill.dir)?;
    let mut bundle = Bundle { unhashed: u32::try_from(omitted).unwrap_or(u32::MAX), ..Bundle::default() };
    let mut left = BYTES_HASHED;
    for file in files {
        let rel =
            file.rel.to_str().map(slashed).filter(|_| !file.is_link && bundle.files.len() < FILES_HASHED);
        let read = rel.and_then(|rel| Some((rel, folder.read(&file.rel, left).ok()?)));
        match read {
            Some((rel, read)) => {
                left = left.saturating_sub(read.bytes.len() as u64);
                bundle.files.insert(rel, Digest::of(&read.bytes));
            }
            None => bundle.unhashed = bundle.unhashed.saturating_add(1),
        }
    }
    Ok(bundle)
}

fn slashed(rel: &str) -> String {
    if cfg!(windows) { rel.replace('\\', "/") } else { rel.to_owned() }
}

impl Bundle {
    /// How this differs from an earlier state. A file that either state did not hash is not compared.
    pub fn since(&self, earlier: &Self) -> LedgerChange {
        let mut change = LedgerChange::default();
        for (rel, now) in &self.files {
            match earlier.files.get(rel) {
                Some(then) if then == now => {}
                Some(_) => change.changed.push(rel.clone()),
                // Where something was not hashed, nobody knows whether it was there.
                None if earlier.unhashed == 0 => change.added.push(rel.clone()),
                None => {}
            }
        }
        if self.unhashed == 0 {
            change.removed =
                earlier.files.keys().filter(|rel| !self.files.contains_key(*rel)).cloned().collect();
        }
        change
    }
}

/// The folder that keeps what was seen of all skills' files.
fn ledger_folder(kept: &Path) -> PathBuf {
    kept.join("ledger")
}

impl Ledger {
    /// Reads what was seen of the files beside a SKILL.md; nothing was where there is no file. What is not as
    /// it was written is passed over.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read, or has more than 8 MiB.
    pub fn open(kept: &Path, skill: &Path) -> Result<Self, Fault> {
        let mut ledger = Self { skill: skill.to_owned(), sightings: Vec::new() };
        let found = match disk::read(&ledger.place(kept), LEDGER_LIMIT) {
            Ok(read) => serde_json::from_slice(&read.bytes).unwrap_or(Value::Null),
            Err(fault) if fault.cause == Cause::Missing => return Ok(ledger),
            Err(fault) => return Err(fault),
        };
        // Two paths may have the same short digest; then the later one is not known yet.
        if found["skill"].as_str() == Some(&*skill.to_string_lossy()) {
            ledger.sightings =
                found["sightings"].as_array().into_iter().flatten().filter_map(sighting).collect();
        }
        Ok(ledger)
    }

    /// Takes down what the files are now: a state of its own, or one more look at the latest. Gives whether
    /// they differ from the latest state, which a first look never does.
    pub fn see(&mut self, bundle: Bundle, now: SystemTime) -> bool {
        let is_first = self.sightings.is_empty();
        match self.sightings.last_mut() {
            Some(last) if last.bundle == bundle => {
                last.until = last.until.max(now);
                false
            }
            _ => {
                self.sightings.push(Sighting { from: now, until: now, bundle });
                if self.sightings.len() > STATES_KEPT {
                    // The first state says since when anything can be known.
                    self.sightings.remove(1);
                }
                !is_first
            }
        }
    }

    /// Keeps it, for this user's eyes only.
    ///
    /// # Errors
    ///
    /// When the folder or the file cannot be written.
    pub fn keep(&self, kept: &Path) -> Result<(), Fault> {
        let sightings: Vec<Value> = self.sightings.iter().map(written).collect();
        let text = json!({ "skill": self.skill.to_string_lossy(), "sightings": sightings }).to_string();
        disk::make_private_folder(&ledger_folder(kept))?;
        disk::write_private(&self.place(kept), text.as_bytes())
    }

    /// Since when the files are known.
    pub fn since(&self) -> Option<SystemTime> {
        self.sightings.first().map(|first| first.from)
    }

    /// The state the files were last seen in at or before a moment; the first one when Assay had not looked yet.
    pub fn at(&self, moment: SystemTime) -> Option<&Sighting> {
        let before = self.sightings.iter().rev().find(|sighting| sighting.from <= moment);
        before.or(self.sightings.first())
    }

    /// How the files as they were last seen differ from what they were at a moment.
    pub fn change_since(&self, moment: SystemTime) -> Option<(&Sighting, LedgerChange)> {
        let (then, now) = (self.at(moment)?, self.sightings.last()?);
        Some((then, now.bundle.since(&then.bundle)))
    }

    fn place(&self, kept: &Path) -> PathBuf {
        let name = Digest::of(self.skill.as_os_str().as_encoded_bytes()).to_string();
        ledger_folder(kept).join(format!("{}.json", &name[..32]))
    }
}

fn written(sighting: &Sighting) -> Value {
    let files: serde_json::Map<String, Value> = sighting
        .bundle
        .files
        .iter()
        .map(|(rel, digest)| (rel.clone(), Value::from(digest.to_string())))
        .collect();
    json!({
        "from": millis(sighting.from),
        "until": millis(sighting.until),
        "files": files,
        "unhashed": sighting.bundle.unhashed,
    })
}

fn sighting(value: &Value) -> Option<Sighting> {
    let digest = |(rel, digest): (&String, &Value)| Some((rel.clone(), Digest::parse(digest.as_str()?)?));
    let files: Option<BTreeMap<_, _>> = value["files"].as_object()?.iter().map(digest).collect();
    Some(Sighting {
        from: time(&value["from"])?,
        until: time(&value["until"])?,
        bundle: Bundle { files: files?, unhashed: u32::try_from(value["unhashed"].as_u64()?).ok()? },
    })
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn time(value: &Value) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::from_millis(value.as_u64()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(files: &[(&str, &str)]) -> Bundle {
        let digest = |(rel, text): &(&str, &str)| ((*rel).to_owned(), Digest::of(text.as_bytes()));
        Bundle { files: files.iter().map(digest).collect(), unhashed: 0 }
    }

    fn at(second: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(second)
    }

    #[test]
    fn a_change_is_told_since_the_state_in_force_at_the_moment() {
        let mut ledger = Ledger { skill: "/s/SKILL.md".into(), sightings: Vec::new() };
        assert!(!ledger.see(bundle(&[("a", "1"), ("b", "1")]), at(10)), "a first look changes nothing");
        assert!(!ledger.see(bundle(&[("a", "1"), ("b", "1")]), at(20)));
        assert!(ledger.see(bundle(&[("a", "2"), ("c", "1")]), at(30)));
        let check = |moment: u64, from: u64, files: [&[&str]; 3]| {
            let (then, change) = ledger.change_since(at(moment)).expect("it was seen");
            assert_eq!(then.from, at(from), "{moment}");
            assert_eq!(
                [&change.changed, &change.added, &change.removed].map(Vec::as_slice),
                files,
                "{moment}"
            );
        };
        check(25, 10, [&["a"], &["c"], &["b"]]);
        check(5, 10, [&["a"], &["c"], &["b"]]);
        check(30, 30, [&[], &[], &[]]);
        assert_eq!(ledger.since(), Some(at(10)));
        assert_eq!(ledger.sightings[0].until, at(20));
    }

    #[test]
    fn what_was_not_hashed_is_not_compared() {
        let (whole, part) =
            (bundle(&[("a", "1"), ("b", "1")]), Bundle { unhashed: 1, ..bundle(&[("a", "1")]) });
        assert!(whole.since(&part).is_none() && part.since(&whole).is_none());
    }

    #[test]
    fn what_was_kept_is_read_back_and_bounded() {
        let room = tempfile::tempdir().expect("a folder");
        let skill = Path::new("/s/SKILL.md");
        let mut ledger = Ledger::open(room.path(), skill).expect("nothing is there");
        for second in 0..100 {
            ledger.see(bundle(&[("a", &second.to_string())]), at(second));
        }
        assert_eq!((ledger.sightings.len(), ledger.since()), (STATES_KEPT, Some(at(0))));
        ledger.keep(room.path()).expect("kept");
        assert_eq!(Ledger::open(room.path(), skill).expect("read"), ledger);
        let other = Ledger::open(room.path(), Path::new("/t/SKILL.md")).expect("nothing is there");
        assert_eq!(other.sightings, []);
    }
}
