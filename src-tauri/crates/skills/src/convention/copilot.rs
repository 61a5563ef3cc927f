//! Copilot, in its terminal: the first of a name is kept, without a word of the others.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, Inside, Key, Limit, Load, Order, Origin,
    Over, RootRule, Rules, SettingsRule, Spelling, Steps, Unit, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "copilot",
    label: "Copilot CLI",
    roots: &[
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".github/skills").or_itself(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".agents/skills").or_itself(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".claude/skills").or_itself().but_home(),
        RootRule::at(Scope::User, Origin::Home, ".copilot/skills").or_itself(),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills").or_itself(),
    ],
    used: &[(Origin::Home, ".copilot")],
    new_in: &[],
    depth: crate::DEEPEST,
    ignored: &[],
    dotted: Dotted::Skipped,
    inside: Inside::PassedOver,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Copilot, no_name: Without::Replaced, no_description: Without::Skips },
    collision: Collision { between: Between::Rank, within: Within::First },
    settings: &[
        SettingsRule::at(Scope::User, Origin::Home, ".copilot/settings.json"),
        SettingsRule::at(Scope::Repo, Origin::Workspace, ".github/copilot/settings.json"),
        SettingsRule::at(Scope::Repo, Origin::Workspace, ".github/copilot/settings.local.json"),
    ],
    trust: Gate::Open,
    renderer: Renderer::Copilot,
    order: Order::Runs,
    budget: Budget {
        limit: Some(Limit { amount: 15_000, unit: Unit::Characters, over: Over::NamesOnly }),
        source: template!("observed in 1.0.102"),
    },
    way: Way::Calls("skill"),
    given: GivenPart::Body,
    rule: ".github, .agents, .claude, then the user's",
    words: "Copilot takes the first skill of a name: of .github/skills, then of .agents/skills, then of \
     .claude/skills, each from the workspace up to the repository or, without one, to the top, and then the \
     user's own in .copilot/skills and .agents/skills. A user's .claude/skills is not read. Extensions, \
     plugins and folders from its settings are not read.",
    confidence: Confidence::Reconstructed,
    source: template!("Copilot CLI 1.0.102, observed in November 2026"),
    differs: &[
        template!(
            "It counts disabledSkills of a project only where it runs interactively; here they always count."
        ),
        template!("The words around the list and Copilot's own skills are left out."),
        template!("Files in .claude/commands, which it lists as well, are not read."),
        template!(
            "It was observed in the terminal with a provider of one's own, not signed in and not in VS Code."
        ),
    ],
};
