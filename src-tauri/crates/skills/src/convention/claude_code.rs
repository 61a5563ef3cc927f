//! Claude Code: the person's own skills come before the project's, and the folder is the name.

use super::{
    Between, Budget, Collision, Confidence, Dotted, Gate, IGNORED, Key, Limit, Load, Origin, Over, RootRule,
    Rules, Spelling, Steps, Unit, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "claude-code",
    label: "Claude Code",
    roots: &[
        RootRule::at(Scope::Admin, Origin::Machine, "claude-code/.claude/skills"),
        RootRule::at(Scope::User, Origin::ClaudeHome, "skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".claude/skills"),
    ],
    depth: 1,
    ignored: IGNORED,
    dotted: Dotted::Read,
    spelling: Spelling::Exact,
    key: Key::Folder,
    load: Load { steps: Steps::Yaml, no_name: Without::Replaced, no_description: Without::Replaced },
    collision: Collision { between: Between::Rank, within: Within::First },
    trust: Gate::Open,
    renderer: Renderer::Bullets,
    budget: Budget {
        limit: Some(Limit { amount: 8_000, unit: Unit::Columns, over: Over::NamesOnly }),
        source: "one hundredth of a window of 200,000 tokens, at four characters a token; observed in 2.1.330",
    },
    way: Way::Calls("Skill"),
    rule: "personal beats project",
    words: "Claude Code takes the skills an organisation manages first, then the person's own, then the \
            project's. A skill is called by its folder's name. Skills of plugins have names of their own and \
            are not looked at.",
    confidence: Confidence::Reconstructed,
    source: "Claude Code's documented order",
};
