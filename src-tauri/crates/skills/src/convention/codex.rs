//! Codex: every skill stays listed, also several of one name.

use super::{
    Between, Budget, Collision, Confidence, Dotted, Gate, IGNORED, Key, Limit, Load, Origin, Over, RootRule,
    Rules, Spelling, Steps, Unit, Way, Within, Without,
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
    budget: Budget {
        limit: Some(Limit { amount: 5_440, unit: Unit::Tokens, over: Over::Shortens }),
        source: "two hundredths of a window of 272,000 tokens, at four bytes a token; observed in 0.169.0",
    },
    way: Way::ReadsFile,
    rule: "all stay listed",
    words: "Codex removes only the same file found twice; several skills of one name stay in its list, sorted \
            repo, user, built-in, admin. Skills of plugins are not looked at.",
    confidence: Confidence::Reconstructed,
    source: "Codex's own loader, September 2026",
};
