//! The origin of a skill, as far as it decides about the skill's commands and hooks.

use std::path::Path;

use ::hydration::SkillOrigin;
use ::skills::manage::{Ledger, SkillOrigins};
use disk::Digest;

use crate::Surroundings;

/// Returns whether a skill came from an MCP server. Unknown if the journal of changes or the record of an import cannot
/// be read; without a data directory nothing was ever imported.
pub(crate) fn skill_origin(surroundings: &Surroundings, dir: &Path, content: &Digest) -> SkillOrigin {
    let Some(kept) = &surroundings.kept else { return SkillOrigin::Local };
    let ledger = Ledger::below(kept);
    match SkillOrigins::read(&ledger).and_then(|origins| origins.is_from_server(dir, content)) {
        Ok(true) => SkillOrigin::Server,
        Ok(false) => SkillOrigin::Local,
        Err(_) => SkillOrigin::Unknown,
    }
}
