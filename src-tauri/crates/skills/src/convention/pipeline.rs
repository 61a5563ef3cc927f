//! Skill Pipeline V1: the workspace's own folder and nothing else.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, IGNORED, Inside, Key, Limit, Load,
    Order, Origin, Over, RootRule, Rules, STRICT, Spelling, Steps, Unit, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "pipeline",
    label: "Skill Pipeline",
    roots: &[RootRule::at(Scope::Repo, Origin::Workspace, "skills").and_itself()],
    used: &[],
    new_in: &[],
    depth: 1,
    ignored: IGNORED,
    dotted: Dotted::Read,
    inside: Inside::PassedOver,
    spelling: Spelling::AnyCase,
    key: Key::AsciiId,
    load: Load { steps: Steps::YamlThenLines, ..STRICT },
    collision: Collision { between: Between::Rank, within: Within::Last },
    settings: &[],
    trust: Gate::Open,
    renderer: Renderer::Bullets,
    order: Order::Key,
    budget: Budget {
        limit: Some(Limit { amount: 8_000, unit: Unit::Bytes, over: Over::LeavesOut }),
        source: template!("Assay's own limit for a catalog it draws itself"),
    },
    way: Way::Calls("activateSkill"),
    given: GivenPart::Body,
    rule: "last by path wins",
    words: "Skill Pipeline reads the folder skills of the workspace alone. Of two skills with one id the last by \
            path wins.",
    confidence: Confidence::Reconstructed,
    source: template!("Skill Pipeline V1"),
    differs: &[],
};
