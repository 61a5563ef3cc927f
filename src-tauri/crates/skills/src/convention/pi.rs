//! Pi: what is found first stays.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, IGNORED, Inside, Key, Load, Order,
    Origin, RootRule, Rules, SettingsRule, Spelling, Steps, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "pi",
    label: "Pi",
    roots: &[
        RootRule::at(Scope::Repo, Origin::Workspace, ".pi/skills").or_itself(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".agents/skills").or_itself().but_home(),
        RootRule::at(Scope::User, Origin::Home, ".pi/agent/skills").or_itself(),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills").or_itself(),
    ],
    used: &[(Origin::Home, ".pi"), (Origin::Workspace, ".pi")],
    new_in: &[],
    depth: crate::DEEPEST,
    ignored: IGNORED,
    dotted: Dotted::Skipped,
    inside: Inside::PassedOver,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Pi, no_name: Without::Replaced, no_description: Without::Skips },
    collision: Collision { between: Between::Rank, within: Within::FirstFolder },
    settings: &[
        SettingsRule::at(Scope::User, Origin::Home, ".pi/agent/settings.json"),
        SettingsRule::at(Scope::Repo, Origin::Workspace, ".pi/settings.json"),
    ],
    trust: Gate::UntilTrusted,
    renderer: Renderer::Escaped,
    order: Order::Walk,
    budget: Budget { limit: None, source: template!("observed in 0.87.1") },
    way: Way::ReadsFile,
    given: GivenPart::File,
    rule: "project over user",
    words: "Pi keeps the first skill it finds of a name: those of a trusted project, then the user's. In one \
     folder the first by path wins. Packages and paths from its settings are not read.",
    confidence: Confidence::Reconstructed,
    source: template!("Pi 0.87.1, observed in November 2026"),
    differs: &[
        template!("The words around the list are left out."),
        template!(
            "Other files that end in .md, which it reads as skills in some folders, are not read, and .gitignore \
         files are ignored."
        ),
        template!("Release 0.73.1 asks for no trust and lists no file with a byte order mark."),
    ],
};
