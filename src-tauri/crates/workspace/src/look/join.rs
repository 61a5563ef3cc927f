//! The join of the last looks at sessions and skills.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use drift::{Present as OnDisk, Recorded, Verdict, classify, holding, taken_now};
use sessions::{Source, TextIntegrity};
use skills::{Claim, SKILL_LIMIT, Scope};

use crate::join::{Index, JoinLook, first_logs, text_key};
use crate::locked::locked;
use crate::other_version::{are_versions, other_version};
use crate::standing::{is_elsewhere, on_disk, place_now};
use crate::{
    Activated, Joined, Logs, MANAGED, Present, Presents, Read, RecordedText, Recording, Seen, Snapshot,
    Standing, VerdictKey, Verdicts, Workspace, are_of, convention_of, presents,
};

/// Files with the text of a snapshot that are named.
const NAMED: usize = 3;
/// So many texts are judged sooner than a second thread has begun.
const FEW: usize = 8;

impl Workspace {
    /// Sessions and skills joined, as of the last look at both.
    pub fn joined(&self) -> Arc<Joined> {
        let (logs, at) = self.numbered_logs();
        let sources: BTreeSet<Source> = logs.sessions.iter().map(|session| session.place.source).collect();
        let rulings = self.rulings(&sources.into_iter().map(convention_of).collect());
        let mut look = locked(&self.join);
        let JoinLook { last, verdicts, beyond } = &mut *look;
        let has_moved = |(path, was): &(PathBuf, _)| disk::look(path).ok() != *was;
        if beyond.0 != at && beyond.1.iter().any(has_moved) {
            verdicts.clear();
            *last = None;
        }
        beyond.0 = at;
        if let Some((presents, sessions, joined)) = last {
            if !are_of(presents, &rulings) {
                verdicts.clear();
            } else if self.has_ledgers(&joined.ledgers) {
                if Arc::ptr_eq(sessions, &logs) {
                    return Arc::clone(joined);
                }
                if let Some(next) = joined.next(&logs) {
                    (*sessions, *joined) = (logs, Arc::new(next));
                    beyond.1 = beyond_rules(presents, joined);
                    return Arc::clone(joined);
                }
            }
        }
        let presents = presents(rulings);
        let joined = Arc::new(self.join(&presents, &logs, verdicts));
        beyond.1 = beyond_rules(&presents, &joined);
        *last = Some((presents, logs, Arc::clone(&joined)));
        joined
    }

    fn join(&self, presents: &Presents, logs: &Arc<Logs>, verdicts: &mut Verdicts) -> Joined {
        let (mut index, mut texts, mut uses) = (Index::default(), Vec::new(), Vec::new());
        for (number, session) in logs.sessions.iter().enumerate() {
            let convention = convention_of(session.place.source);
            let Some(present) = presents.get(&convention) else { continue };
            let read = session.read();
            for activated in &read.activations {
                let at = *index.by_text.entry(text_key(convention, activated)).or_insert_with(|| {
                    texts.push(Text { present, read, activated });
                    texts.len() - 1
                });
                uses.push((at, number, activated));
            }
        }
        let mut snapshots = self.snapshots(&texts, verdicts);
        let first = first_logs(logs);
        for (at, number, activated) in uses {
            let is_again = activated.event.as_deref().is_some_and(|event| first[event] != number);
            snapshots[at].take_in(&logs.sessions[number], activated, activated.copied || is_again);
        }
        for (at, snapshot) in snapshots.iter().enumerate() {
            index.by_skill.entry(snapshot.place()).or_default().push(at);
        }
        let keys = logs.sessions.iter().enumerate();
        let ledgers = self.ledgers(snapshots.iter().filter_map(|one| one.compared()));
        let mut joined = Joined {
            snapshots: Arc::new(snapshots.into_iter().map(Arc::new).collect()),
            sessions: Arc::new(keys.map(|(at, session)| (session.key.clone(), at)).collect()),
            index: Arc::new(index),
            logs: Some(Arc::clone(logs)),
            ledgers,
            by_session: OnceLock::new(),
        };
        let skills = Arc::clone(&joined.index);
        skills.by_skill.keys().for_each(|skill| joined.settle(skill));
        joined
    }

    /// A snapshot of each text, and how it stands against the disk. To compare a text with one that is very different
    /// takes its time, so threads share them.
    fn snapshots(&self, texts: &[Text<'_>], verdicts: &mut Verdicts) -> Vec<Snapshot> {
        let known = &*verdicts;
        let judged = disk::in_threads(texts, FEW, |_, Text { present, read, activated }| {
            let recording = Recording {
                name: &activated.name,
                scope: &activated.scope,
                path: &activated.path,
                root: &activated.root,
                hash: &activated.hash,
                integrity: activated.integrity,
            };
            let content = || {
                let recorded = sessions::activation_at(&read.log, activated.position)?;
                let release = read.log.about().and_then(|about| about.release.as_deref());
                Some(RecordedText::of(recorded, read.log.source(), release))
            };
            let key = verdict_key(present, &recording);
            let standing = known.get(&key).cloned();
            let standing =
                standing.unwrap_or_else(|| Arc::new(self.judged(present, &recording, &key.1, &content)));
            (key, standing)
        });
        verdicts.extend(judged.iter().map(|(key, standing)| (key.clone(), Arc::clone(standing))));
        let snapshot = |(text, (_, standing)): (&Text<'_>, _)| {
            Snapshot::new(text.present.ruling.convention, text.activated, standing)
        };
        texts.iter().zip(judged).map(snapshot).collect()
    }

    /// How a recorded snapshot stands against the disk, read once for each state of it.
    pub fn judge(
        &self,
        present: &Present,
        one: &Recording<'_>,
        content: &dyn Fn() -> Option<RecordedText>,
        verdicts: &mut Verdicts,
    ) -> Arc<Standing> {
        let key = verdict_key(present, one);
        if let Some(known) = verdicts.get(&key) {
            return Arc::clone(known);
        }
        let standing = Arc::new(self.judged(present, one, &key.1, content));
        verdicts.insert(key, Arc::clone(&standing));
        standing
    }

    /// The same, read anew; `path` is where the recorded file is looked for now.
    fn judged(
        &self,
        present: &Present,
        one: &Recording<'_>,
        path: &Path,
        content: &dyn Fn() -> Option<RecordedText>,
    ) -> Standing {
        let text = content().unwrap_or_default();
        let is_known = present.ruling.at(path).is_some();
        // A version of a plugin stays on the disk when another one is loaded.
        let loaded = if is_known { None } else { loaded_version(&present.ruling, one, path) };
        let beyond = if is_known || loaded.is_some() { None } else { beyond(one, path) };
        let is_there = is_known || beyond.is_some();
        let other = if is_there { None } else { loaded.or_else(|| version_beside(one, path)) };
        let recorded = Recorded {
            name: one.name,
            scope: one.scope,
            path,
            elsewhere: is_elsewhere(path),
            beyond: beyond.as_ref(),
            other_version: other.as_ref(),
            // A hash that Assay computed itself proves nothing about the log.
            digest: disk::Digest::parse(one.hash)
                .filter(|_| matches!(one.integrity, TextIntegrity::Verified | TextIntegrity::Mismatch)),
            kept: text.kept(),
            steps: &text.activation.steps,
            writer: text.writer,
            arguments: text.activation.arguments.as_deref(),
        };
        let read = |path: &Path| disk::read(path, SKILL_LIMIT).map(|contents| contents.bytes);
        let verdict = classify(&recorded, &present.now, &read);
        let taken = taken_now(&recorded, &present.now, &verdict, &read);
        let holds_nowhere = !verdict.holds() && !taken.as_ref().is_some_and(Verdict::holds);
        let among = if holds_nowhere { self.of_name(&present.ruling, one.name) } else { Vec::new() };
        let same = holding(&recorded, &among, &read);
        let verdict = match same.first() {
            Some(there) => verdict.found_at(&recorded, there, &read),
            None => verdict,
        };
        let same_at = same.iter().take(NAMED).map(|one| one.path.clone()).collect();
        Standing { verdict, taken, same_at }
    }
}

/// A recorded text that is none of those before it.
struct Text<'a> {
    present: &'a Present,
    read: &'a Read,
    activated: &'a Activated,
}

fn verdict_key(present: &Present, one: &Recording<'_>) -> VerdictKey {
    let path = place_now(&present.ruling, one);
    (present.ruling.convention, path, one.name.to_owned(), format!("{} {:?}", one.hash, one.integrity))
}

impl Workspace {
    /// The skills of a name in the roots of all agents. Where Pixir's rules hold, what they find is all there is: it
    /// records whole files, which are found by their hash.
    fn of_name(&self, ruling: &Seen, name: &str) -> Vec<OnDisk> {
        if ruling.convention == MANAGED {
            return Vec::new();
        }
        let mut found: Vec<OnDisk> = Vec::new();
        for claim in self.wins().claims_of(name) {
            if found.iter().all(|known| known.path != claim.skill.path) {
                found.push(on_disk(claim));
            }
        }
        found
    }
}

/// The file at a recorded path that no rule looks at: skills of plugins, and those that an agent brings along, lie where
/// only their agent knows. A path in a log may be anything, so only a `SKILL.md` of this machine is read.
fn beyond(one: &Recording<'_>, path: &Path) -> Option<OnDisk> {
    if !is_readable_skill(path) {
        return None;
    }
    let digest = match disk::read(path, SKILL_LIMIT) {
        Ok(contents) => Some(disk::Digest::of(&contents.bytes)),
        Err(fault) if fault.cause == disk::Cause::Missing => return None,
        Err(_) => None,
    };
    let (name, scope) = (one.name.to_owned(), one.scope.to_owned());
    Some(OnDisk { name, scope_rank: u8::MAX, scope, path: path.to_owned(), digest, wins: false })
}

/// The file of a plugin's skill in the version that is loaded now, where that is another than the recorded one.
fn loaded_version(ruling: &Seen, one: &Recording<'_>, path: &Path) -> Option<OnDisk> {
    let is_it = |claim: &&Claim| {
        claim.skill.scope == Scope::Plugin
            && claim.is_visible()
            && claim.full_name() == one.name
            && are_versions(path, &claim.skill.path)
    };
    ruling.claims.iter().find(is_it).map(on_disk)
}

/// The file of a plugin's skill in another version, where the one that was recorded is gone.
fn version_beside(one: &Recording<'_>, path: &Path) -> Option<OnDisk> {
    if is_readable_skill(path) { beyond(one, &other_version(path)?) } else { None }
}

/// Whether a path that a log names may be read: a `SKILL.md` of this machine.
fn is_readable_skill(path: &Path) -> bool {
    let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
    let is_of_a_share = path.to_str().is_none_or(|path| path.starts_with("\\\\") || path.starts_with("//"));
    is_skill && path.is_absolute() && !is_of_a_share
}

/// The recorded paths at which no rule looks, and what is there.
fn beyond_rules(presents: &Presents, joined: &Joined) -> Vec<(PathBuf, Option<disk::Look>)> {
    let is_beyond = |one: &&Snapshot| {
        presents.get(&one.convention).is_some_and(|present| present.ruling.at(&one.path).is_none())
    };
    let paths: BTreeSet<&PathBuf> = joined.snapshots().filter(is_beyond).map(|one| &one.path).collect();
    let there = |path: &PathBuf| {
        let look = disk::look(path).ok();
        // An update of a plugin puts the file into another folder.
        look.or_else(|| {
            is_readable_skill(path).then(|| other_version(path))?.and_then(|path| disk::look(&path).ok())
        })
    };
    paths.into_iter().map(|path| (path.clone(), there(path))).collect()
}
