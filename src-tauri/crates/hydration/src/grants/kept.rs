//! The file of the grants that outlive the program. A grant for a session lives in memory: what is resumed
//! later is asked again.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use disk::Cause;
use execution::Part;
use message::{Message, message};
use serde_json::json;

use super::{Bound, Digest, Fault, Given, Grant, Grants, Lifetime, Value};

/// Bytes of the file that keeps them.
const LIMIT: u64 = 4 << 20;
/// Who changes the file holds this one beside it.
const LOCK: &str = "grants.lock";

impl Grants {
    /// Takes in what stands in the file now, if that is not what was read last.
    pub(super) fn look(&mut self) {
        let Some(file) = &self.file else { return };
        let stamp = disk::look(file).ok().map(|found| found.stamp);
        if stamp.is_some() && stamp == self.seen {
            return;
        }
        self.list.retain(|given| !is_kept(given));
        (self.seen, self.fault) = (None, None);
        match disk::read(file, LIMIT) {
            Ok(read) => match kept_grants(&read.bytes) {
                Ok(kept) => {
                    self.seen = Some(read.stamp);
                    self.list.extend(kept);
                }
                Err(why) => self.fault = Some(Fault { path: file.clone(), cause: Cause::Other(why) }),
            },
            // A link that leads nowhere stands where permissions were.
            Err(fault) if fault.cause == Cause::Missing && disk::look_at_entry(file).is_err() => {}
            Err(fault) => self.fault = Some(fault),
        }
        self.list.sort_by_key(|given| given.grant.given);
    }

    /// Changes them, and the file with them, while no other program does. They are changed in memory also when
    /// that fails. A file that cannot be read is not overwritten: it may hold what was granted elsewhere.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Vec<Given>)) -> Result<(), Fault> {
        let Some(file) = self.file.clone() else {
            change(&mut self.list);
            return Ok(());
        };
        let alone = alone(&file);
        self.look();
        let before = self.text();
        change(&mut self.list);
        let after = self.text();
        let _alone = alone?;
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if after == before {
            return Ok(());
        }
        disk::write_private(&file, after.as_bytes())?;
        self.seen = disk::look(&file).ok().map(|found| found.stamp);
        Ok(())
    }

    fn text(&self) -> String {
        let list: Vec<Value> = self.list.iter().filter(|given| is_kept(given)).map(written).collect();
        format!("{:#}\n", Value::Array(list))
    }
}

fn alone(file: &Path) -> Result<disk::Appender, Fault> {
    if let Some(folder) = file.parent() {
        disk::make_private_folder(folder)?;
    }
    disk::append(&file.with_file_name(LOCK))
}

fn is_kept(given: &Given) -> bool {
    !matches!(given.grant.lifetime, Lifetime::Session { .. })
}

fn written(given: &Given) -> Value {
    let grant = &given.grant;
    let parts: serde_json::Map<String, Value> = grant
        .bound
        .parts()
        .iter()
        .map(|(part, digest)| (part.word().to_owned(), Value::from(digest.to_string())))
        .collect();
    let (lifetime, output) = match grant.lifetime {
        Lifetime::Bytes => ("bytes", None),
        Lifetime::Output(seen) => ("output", Some(seen.to_string())),
        Lifetime::Once | Lifetime::Session { .. } => ("once", None),
    };
    json!({
        "id": grant.id,
        "lifetime": lifetime,
        "output": output,
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

/// Reads a whole file of grants. One that has anything in it that is not exactly as it was written grants nothing.
fn kept_grants(bytes: &[u8]) -> Result<Vec<Given>, Message> {
    let values: Vec<Value> = serde_json::from_slice(bytes).map_err(|error| {
        message!("cannot be read: {error}. Until it is fixed or removed no grant is valid", error)
    })?;
    let read: Option<Vec<Given>> = values.iter().map(given).collect();
    read.ok_or_else(|| {
        message!("has a grant that cannot be read. Until it is fixed or removed no grant is valid")
    })
}

fn given(value: &Value) -> Option<Given> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let mut bound = Bound::default();
    for (word, digest) in value["bound"].as_object()? {
        bound = bound.with_digest(Part::parse(word)?, Digest::parse(digest.as_str()?)?);
    }
    let lifetime = match value["lifetime"].as_str()? {
        "bytes" => Lifetime::Bytes,
        "output" => Lifetime::Output(Digest::parse(value["output"].as_str()?)?),
        "once" => Lifetime::Once,
        _ => return None,
    };
    let ended = value["ended"].as_bool()? || lifetime == Lifetime::Once;
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
        ended,
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
    use super::{Duration, UNIX_EPOCH, Value, millis, time};

    #[test]
    fn a_moment_is_kept_to_the_millisecond() {
        let moment = UNIX_EPOCH + Duration::from_millis(1_234_567);
        assert_eq!(millis(moment), 1_234_567);
        assert_eq!(time(&Value::from(millis(moment))), Some(moment));
    }
}
