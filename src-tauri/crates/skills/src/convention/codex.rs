//! Codex: every skill stays listed, also several of one name.

use super::{
    Between, Collision, Confidence, Dotted, Gate, IGNORED, Key, Load, Origin, RootRule, Rules, Spelling,
    Steps, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "codex",
    label: "Codex",
    roots: &[
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".codex/skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::User, Origin::CodexHome, "skills"),
        RootRule::at(Scope::BuiltIn, Origin::CodexHome, "skills/.system"),
        RootRule::at(Scope::Admin, Origin::Machine, "codex/skills"),
    ],
    depth: 6,
    ignored: IGNORED,
    dotted: Dotted::Skipped,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Yaml, no_name: Without::Replaced, no_description: Without::Skips },
    collision: Collision { between: Between::AllKept, within: Within::First },
    trust: Gate::Open,
    renderer: Renderer::Bullets,
    way: Way::ReadsFile,
    rule: "all stay listed",
    words: "Codex removes only the same file found twice; several skills of one name stay in its list, sorted \
            repo, user, built-in, admin. Skills of plugins are not looked at.",
    confidence: Confidence::Reconstructed,
    source: "Codex's own loader, September 2026",
};
