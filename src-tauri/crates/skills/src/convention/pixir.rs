//! Pixir 0.1.12. `discover.rs` does the same to the byte; a test holds the two together.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, Inside, Key, Limit, Load, Order, Origin,
    Over, RootRule, Rules, Spelling, Steps, Unit, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "pixir",
    label: "Pixir",
    roots: &[
        RootRule::at(Scope::Repo, Origin::PixirRepository, ".agents/skills"),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills"),
        RootRule::at(Scope::PixirGlobal, Origin::PixirHome, "skills"),
    ],
    used: &[(Origin::PixirHome, ""), (Origin::Workspace, ".pixir")],
    new_in: &[],
    depth: 1,
    ignored: &[],
    dotted: Dotted::Read,
    inside: Inside::PassedOver,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Pixir, no_name: Without::Replaced, no_description: Without::Replaced },
    collision: Collision { between: Between::Rank, within: Within::First },
    settings: &[],
    trust: Gate::Open,
    renderer: Renderer::Pixir,
    order: Order::Key,
    budget: Budget {
        limit: Some(Limit { amount: 8_000, unit: Unit::Bytes, over: Over::Cuts }),
        source: template!("Pixir's own renderer, version 0.1.12"),
    },
    way: Way::Calls("skill_view"),
    given: GivenPart::File,
    rule: "first scope wins",
    words: "Pixir takes the first scope that has the name: repo, then user, then pixir-global. Inside one scope \
            the first path wins.",
    confidence: Confidence::Reconstructed,
    source: template!("Pixir's own resolver, version 0.1.12, compared with its recorded answers"),
    differs: &[],
};
