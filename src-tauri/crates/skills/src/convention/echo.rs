//! The Echo agent skill system.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, Inside, Key, Limit, Order, Origin, Over,
    RootRule, Rules, STRICT, Spelling, Unit, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "echo",
    label: "Echo",
    roots: &[
        RootRule::at(Scope::Repo, Origin::Workspace, "skills"),
        RootRule::at(Scope::Repo, Origin::Workspace, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::Custom, Origin::Named, ""),
    ],
    used: &[],
    new_in: &[],
    depth: 4,
    ignored: &[".git", "node_modules", "target", "dist", "build", ".venv", "__pycache__"],
    dotted: Dotted::Read,
    inside: Inside::PassedOver,
    spelling: Spelling::AnyCase,
    key: Key::Name,
    load: STRICT,
    collision: Collision { between: Between::Rank, within: Within::Last },
    settings: &[],
    trust: Gate::Open,
    renderer: Renderer::Bullets,
    order: Order::Key,
    budget: Budget {
        limit: Some(Limit { amount: 8_000, unit: Unit::Bytes, over: Over::LeavesOut }),
        source: template!("Assay's own limit for a catalog it draws itself"),
    },
    way: Way::Calls("activate_skill"),
    given: GivenPart::Body,
    rule: "first scope wins",
    words: "Echo takes the first scope that has the name: the project's skills and .agents/skills, then the \
            user's. Inside one folder the last by path wins.",
    confidence: Confidence::Reconstructed,
    source: template!("Echo agent skill system"),
    differs: &[],
};
