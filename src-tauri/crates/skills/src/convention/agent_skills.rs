//! The Agent Skills integration guide: project before user, project only when it is trusted.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, IGNORED, Inside, Key, Limit, Order,
    Origin, Over, RootRule, Rules, STRICT, Spelling, Unit, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "agent-skills",
    label: "Agent Skills",
    roots: &[
        RootRule::at(Scope::Repo, Origin::Repository, ".assay/skills"),
        RootRule::at(Scope::Repo, Origin::Repository, ".agents/skills"),
        RootRule::at(Scope::Repo, Origin::Repository, ".claude/skills").if_claude(),
        RootRule::at(Scope::User, Origin::Home, ".assay/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Home, ".claude/skills").if_claude(),
    ],
    used: &[],
    new_in: &[".agents/skills"],
    depth: 6,
    ignored: IGNORED,
    dotted: Dotted::Read,
    inside: Inside::PassedOver,
    spelling: Spelling::AnyCase,
    key: Key::Name,
    load: STRICT,
    collision: Collision { between: Between::Rank, within: Within::Last },
    settings: &[],
    trust: Gate::UntilTrusted,
    renderer: Renderer::Xml,
    order: Order::Key,
    budget: Budget {
        limit: Some(Limit { amount: 8_000, unit: Unit::Bytes, over: Over::LeavesOut }),
        source: template!("Assay's own limit for a catalog it draws itself"),
    },
    way: Way::Calls("activate_skill"),
    given: GivenPart::Body,
    rule: "project over user",
    words: "A skill of the project overrides one of the user, once the project is trusted. Inside one folder the \
            last by path wins.",
    confidence: Confidence::Reconstructed,
    source: template!("Agent Skills integration guide"),
    differs: &[],
};
