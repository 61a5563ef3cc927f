//! The grants in force, and those that ended: the next question says what changed since.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use disk::{Digest, Fault};
use execution::{Bound, Grant, Lifetime, Part};
use serde_json::{Value, json};

use crate::{Since, Wish};

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
}

/// The most that are kept; the oldest that ended go first.
const MOST: usize = 500;
/// Bytes of the file that keeps them.
const LIMIT: u64 = 4 << 20;

impl Grants {
    /// Reads those that hold while bytes stay the same. A file that cannot be read grants nothing.
    pub fn open(kept: Option<&Path>) -> Self {
        let file = kept.map(|kept| kept.join("grants.json"));
        let read = file.as_ref().and_then(|file| disk::read(file, LIMIT).ok());
        let values: Vec<Value> =
            read.and_then(|read| serde_json::from_slice(&read.bytes).ok()).unwrap_or_default();
        Self { list: values.iter().filter_map(given).collect(), file }
    }

    /// Those in force, newest first.
    pub fn in_force(&self) -> impl Iterator<Item = &Given> {
        self.list.iter().rev().filter(|given| !given.ended)
    }

    /// The grant that covers a wish, used once more. Grants for the same source that do not cover it any more
    /// end here: the bytes have changed.
    pub fn take(&mut self, wish: &Wish, now: SystemTime) -> Option<Grant> {
        let writer = wish.writer();
        let at = writer.as_ref().map(|(session, writer)| (session.as_str(), writer.as_str()));
        let mut taken = None;
        for given in self.list.iter_mut().filter(|given| !given.ended && given.is_for(wish)) {
            if given.grant.covers(&wish.prepared.bound, at) {
                given.grant.used += 1;
                given.grant.last_used = now;
                taken = Some(given.grant.clone());
            } else if given.grant.bound != wish.prepared.bound {
                given.ended = true;
            }
        }
        self.keep();
        taken
    }

    /// Whether a grant covers a wish, without using it.
    pub fn covers(&self, wish_bound: &Bound, at: Option<(&str, &str)>) -> bool {
        self.in_force().any(|given| given.grant.covers(wish_bound, at))
    }

    /// What was last granted for the same source, when it differs or has ended.
    pub fn since(&self, wish: &Wish) -> Option<Since> {
        let last = self.list.iter().rev().find(|given| given.is_for(wish))?;
        Some(Since { bound: last.grant.bound.clone(), content_hash: last.content_hash.clone() })
    }

    /// Remembers a yes.
    pub fn give(&mut self, wish: &Wish, grant: Grant) {
        let prepared = &wish.prepared;
        // One source has one grant for the same lifetime: the newer takes the place of the older.
        self.list.retain(|given| !(given.is_for(wish) && given.grant.lifetime == grant.lifetime));
        let ended = grant.lifetime == Lifetime::Once;
        self.list.push(Given {
            grant,
            workspace: wish.ground.workspace.clone(),
            skill_path: prepared.skill.path.clone(),
            skill: prepared.skill.name.clone(),
            scope: prepared.skill.scope.clone(),
            content_hash: prepared.skill.content_hash.to_string(),
            source: prepared.source.id.clone(),
            command: prepared.work.text(),
            ended,
        });
        if self.list.len() > MOST {
            let oldest = self.list.iter().position(|given| given.ended).unwrap_or(0);
            self.list.remove(oldest);
        }
        self.keep();
    }

    /// Takes one back; false when there is none in force by this id.
    pub fn revoke(&mut self, id: &str) -> bool {
        let found = self.list.iter_mut().find(|given| given.grant.id == id && !given.ended);
        let Some(given) = found else { return false };
        given.ended = true;
        self.keep();
        true
    }

    /// Ends those for a session whose writer is gone.
    pub fn end_writer(&mut self, writer: &str) {
        for given in &mut self.list {
            if matches!(&given.grant.lifetime, Lifetime::Session { writer: own, .. } if own == writer) {
                given.ended = true;
            }
        }
    }

    // A grant for a session lives in memory: what is resumed later is asked again.
    fn keep(&self) {
        let Some(file) = &self.file else { return };
        let lasting = |given: &&Given| !matches!(given.grant.lifetime, Lifetime::Session { .. });
        let list: Vec<Value> = self.list.iter().filter(lasting).map(written).collect();
        let _ = self.write(file, &Value::Array(list));
    }

    fn write(&self, file: &Path, list: &Value) -> Result<(), Fault> {
        if let Some(folder) = file.parent() {
            disk::make_private_folder(folder)?;
        }
        disk::write_private(file, format!("{list:#}\n").as_bytes())
    }
}

impl Given {
    fn is_for(&self, wish: &Wish) -> bool {
        self.workspace == wish.ground.workspace
            && self.skill_path == wish.prepared.skill.path
            && self.source == wish.prepared.source.id
    }
}

fn written(given: &Given) -> Value {
    let grant = &given.grant;
    let parts: serde_json::Map<String, Value> = grant
        .bound
        .parts()
        .iter()
        .map(|(part, digest)| (part.word().to_owned(), Value::from(digest.to_string())))
        .collect();
    json!({
        "id": grant.id,
        "lifetime": if grant.lifetime == Lifetime::Bytes { "bytes" } else { "once" },
        "bound": parts,
        "given": millis(grant.given),
        "used": grant.used,
        "last_used": millis(grant.last_used),
        "workspace": given.workspace.to_string_lossy(),
        "skill_path": given.skill_path.to_string_lossy(),
        "skill": given.skill,
        "scope": given.scope,
        "content_hash": given.content_hash,
        "source": given.source,
        "command": given.command,
        "ended": given.ended,
    })
}

// Whatever is not exactly as it was written grants nothing.
fn given(value: &Value) -> Option<Given> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let mut bound = Bound::default();
    for (word, digest) in value["bound"].as_object()? {
        bound = bound.with_digest(Part::parse(word)?, Digest::parse(digest.as_str()?)?);
    }
    let lifetime = match value["lifetime"].as_str()? {
        "bytes" => Lifetime::Bytes,
        "once" => Lifetime::Once,
        _ => return None,
    };
    let grant = Grant {
        id: text("id")?,
        bound,
        lifetime,
        given: time(&value["given"])?,
        used: u32::try_from(value["used"].as_u64()?).ok()?,
        last_used: time(&value["last_used"])?,
    };
    Some(Given {
        grant,
        workspace: text("workspace")?.into(),
        skill_path: text("skill_path")?.into(),
        skill: text("skill")?,
        scope: text("scope")?,
        content_hash: text("content_hash")?,
        source: text("source")?,
        command: text("command")?,
        ended: value["ended"].as_bool()?,
    })
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn time(value: &Value) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::from_millis(value.as_u64()?))
}
