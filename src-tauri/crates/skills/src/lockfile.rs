//! What the lock files of another installer say: `~/.agents/.skill-lock.json` for the user's skills and
//! `skills-lock.json` for a repository's. They are read and never written.

use std::path::PathBuf;

use serde_json::Value;

use crate::{Places, Scope, Skill};

/// What a lock file says of a skill. Hostile text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locked {
    /// The lock file.
    pub path: PathBuf,
    /// Where the skill came from: an address, else what stands there as its source.
    pub source: String,
    /// The hash it was installed with; empty when there is none. Other tools hash in their own way, so it is shown
    /// and compared with nothing.
    pub hash: String,
}

/// Most bytes of a lock file: 4 MiB.
const LIMIT: u64 = 4 << 20;
/// Most characters of a value that are shown.
const SHOWN: usize = 300;

/// What the lock file of a skill's scope says of it; nothing when there is none, or none that can be read.
pub fn locked(skill: &Skill, places: &Places) -> Option<Locked> {
    let path = match skill.scope {
        Scope::User => places.home.as_ref()?.join(".agents/.skill-lock.json"),
        // The skills lie in `<repository>/.agents/skills`.
        Scope::Repo => skill.root.parent()?.parent()?.join("skills-lock.json"),
        Scope::PixirGlobal | Scope::Custom | Scope::BuiltIn | Scope::Admin | Scope::Plugin => return None,
    };
    let bytes = disk::read(&path, LIMIT).ok()?.bytes;
    let lock: Value = serde_json::from_slice(&bytes).ok()?;
    let entry = lock.get("skills")?.get(skill.folder())?;
    let text = |keys: &[&str]| {
        let found = keys.iter().find_map(|key| entry.get(key)?.as_str()).unwrap_or_default();
        found.chars().take(SHOWN).collect::<String>()
    };
    Some(Locked {
        path,
        source: text(&["sourceUrl", "source"]),
        hash: text(&["skillFolderHash", "computedHash"]),
    })
}
