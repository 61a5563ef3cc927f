//! Copilot, in its terminal and in VS Code: one of a name is kept, without a word.

use super::{
    Between, Budget, Collision, Confidence, Dotted, Gate, IGNORED, Key, Limit, Load, Origin, Over, RootRule,
    Rules, STRICT, Spelling, Steps, Unit, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "copilot",
    label: "Copilot, VS Code",
    roots: &[
        RootRule::at(Scope::Repo, Origin::Workspace, ".github/skills"),
        RootRule::at(Scope::Repo, Origin::Workspace, ".agents/skills"),
        RootRule::at(Scope::Repo, Origin::Workspace, ".claude/skills"),
        RootRule::at(Scope::User, Origin::Home, ".copilot/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Home, ".claude/skills"),
    ],
    depth: 1,
    ignored: IGNORED,
    dotted: Dotted::Read,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Yaml, ..STRICT },
    collision: Collision { between: Between::NotFixed, within: Within::NotFixed },
    trust: Gate::Open,
    renderer: Renderer::Xml,
    budget: Budget {
        limit: Some(Limit { amount: 15_000, unit: Unit::Characters, over: Over::NamesOnly }),
        source: "observed in 1.0.102",
    },
    way: Way::ReadsFile,
    rule: "one kept, unsaid which",
    words: "Copilot keeps one skill of a name and says nothing of the others. Which one it keeps is not \
            documented. Extensions, plugins and folders from its settings are not looked at.",
    confidence: Confidence::Inferred,
    source: "Copilot's documented folders, and reports of its users",
};
