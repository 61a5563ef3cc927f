//! Assay's own view: all tiers in one order.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, IGNORED, Inside, Key, Limit, Order,
    Origin, Over, RootRule, Rules, STRICT, Spelling, Unit, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "merged",
    label: "Assay merged",
    roots: &[
        RootRule::at(Scope::Repo, Origin::Repository, ".assay/skills"),
        RootRule::at(Scope::Repo, Origin::Repository, ".agents/skills"),
        RootRule::at(Scope::Repo, Origin::Workspace, "skills").and_itself(),
        RootRule::at(Scope::Repo, Origin::Repository, ".claude/skills").if_claude(),
        RootRule::at(Scope::User, Origin::Home, ".assay/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Home, ".claude/skills").if_claude(),
        RootRule::at(Scope::Custom, Origin::Named, ""),
        RootRule::at(Scope::PixirGlobal, Origin::PixirHome, "skills"),
    ],
    used: &[],
    new_in: &[".agents/skills"],
    depth: 6,
    ignored: IGNORED,
    dotted: Dotted::Read,
    inside: Inside::PassedOver,
    spelling: Spelling::AnyCase,
    key: Key::Id,
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
    rule: "first root wins",
    words: "The first root that has the id wins: repo, user, custom, pixir-global. Inside one root the last by \
            path wins. Skills of a repository wait until it is trusted.",
    confidence: Confidence::Reconstructed,
    source: template!("Assay's own order"),
    differs: &[],
};
