//! The hooks that may meet a call.

use std::path::Path;

use disk::Digest;

use crate::Hooks;

/// The hooks of one skill, or of the user's own configuration, and what is known of them.
#[derive(Debug, Clone)]
pub struct HookSet<'a> {
    /// The skill's id; nothing for the user's configuration, which comes first.
    pub skill: Option<&'a str>,
    /// SHA-256 of its `SKILL.md`; of the user's configuration the digest of that.
    pub content_hash: Digest,
    /// The digest of the copy its commands run from; nothing for the user's configuration.
    pub copy: Option<Digest>,
    /// The workspace its commands run in.
    pub workspace: &'a Path,
    /// The hooks.
    pub hooks: &'a Hooks,
    /// Whether they may do anything at all.
    pub ready: Ready,
}

/// Whether the hooks of a skill may do anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ready {
    /// They may.
    Yes,
    /// Its skill was not taken in in this turn.
    NotActive,
    /// Its project is not trusted.
    NotTrusted,
    /// The skill came from an MCP server, so its hooks never run (S4-31).
    FromServer,
    /// It is unknown whether the skill came from an MCP server.
    UnknownOrigin,
}
