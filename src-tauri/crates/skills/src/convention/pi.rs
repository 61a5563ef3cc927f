//! Pi: what is found first stays.

use super::{
    Between, Budget, Collision, Confidence, Dotted, Gate, IGNORED, Key, Load, Origin, RootRule, Rules,
    Spelling, Steps, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "pi",
    label: "Pi",
    roots: &[
        RootRule::at(Scope::User, Origin::Home, ".pi/agent/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::Repo, Origin::Workspace, ".pi/skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".agents/skills"),
    ],
    depth: 6,
    ignored: IGNORED,
    dotted: Dotted::Skipped,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Yaml, no_name: Without::Replaced, no_description: Without::Skips },
    collision: Collision { between: Between::Rank, within: Within::NotFixed },
    trust: Gate::UntilTrusted,
    renderer: Renderer::Xml,
    budget: Budget { limit: None, source: "observed in 0.87.1" },
    way: Way::ReadsFile,
    rule: "first found wins",
    words: "Pi keeps the first skill it finds of a name: the user's, then those of a trusted project. Two of one \
            name in one folder have no fixed order. Packages and paths from its settings are not looked at.",
    confidence: Confidence::Reconstructed,
    source: "Pi's own loader, September 2026",
};
