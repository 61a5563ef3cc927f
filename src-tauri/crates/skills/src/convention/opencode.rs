//! OpenCode: loads at once, so nothing fixes who is last.

use super::{
    Between, Budget, Collision, Confidence, Dotted, Gate, IGNORED, Key, Load, Origin, RootRule, Rules,
    STRICT, Spelling, Steps, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "opencode",
    label: "OpenCode",
    roots: &[
        RootRule::at(Scope::User, Origin::Home, ".claude/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".claude/skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Config, "opencode/skill"),
        RootRule::at(Scope::User, Origin::Config, "opencode/skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".opencode/skill"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".opencode/skills"),
    ],
    depth: 6,
    ignored: IGNORED,
    dotted: Dotted::Read,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Yaml, ..STRICT },
    collision: Collision { between: Between::NotFixed, within: Within::NotFixed },
    trust: Gate::Open,
    renderer: Renderer::Xml,
    budget: Budget { limit: None, source: "observed in 1.18.33" },
    way: Way::Calls("skill"),
    rule: "order not fixed",
    words: "OpenCode loads folders at once. Which one wins is not fixed. Paths and addresses from its settings \
            are not looked at.",
    confidence: Confidence::Reconstructed,
    source: "OpenCode's own skill module, September 2026",
};
