//! Gemini CLI: what is loaded last wins, and the workspace is loaded last.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, IGNORED, Inside, Key, Load, Order,
    Origin, RootRule, Rules, STRICT, SettingsRule, Spelling, Steps, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "gemini-cli",
    label: "Gemini CLI",
    // It loads from the end of this list to its beginning, and what comes later overrides.
    roots: &[
        RootRule::at(Scope::Repo, Origin::Workspace, ".agents/skills").and_itself(),
        RootRule::at(Scope::Repo, Origin::Workspace, ".gemini/skills").and_itself(),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills").and_itself(),
        RootRule::at(Scope::User, Origin::Home, ".gemini/skills").and_itself(),
    ],
    used: &[(Origin::Home, ".gemini"), (Origin::Workspace, ".gemini")],
    new_in: &[".gemini/skills"],
    depth: 1,
    ignored: IGNORED,
    dotted: Dotted::Skipped,
    inside: Inside::PassedOver,
    spelling: Spelling::Exact,
    key: Key::FileSafeName,
    load: Load { steps: Steps::GeminiCli, ..STRICT },
    collision: Collision { between: Between::Rank, within: Within::NotFixed },
    settings: &[
        SettingsRule::at(Scope::User, Origin::Home, ".gemini/settings.json"),
        SettingsRule::at(Scope::Repo, Origin::Workspace, ".gemini/settings.json"),
    ],
    trust: Gate::UntilTrusted,
    renderer: Renderer::Unescaped,
    order: Order::Loaded,
    budget: Budget { limit: None, source: template!("observed in 0.61.0") },
    way: Way::Calls("activate_skill"),
    given: GivenPart::Body,
    rule: "last scope wins",
    words: "Gemini CLI loads the user's skills, then the workspace's when its folder is trusted, and what is \
     loaded later overrides. In both, .agents/skills comes after .gemini/skills. Two of one name in one \
     folder have no fixed order. Skills of extensions are not read.",
    confidence: Confidence::Reconstructed,
    source: template!("Gemini CLI 0.61.0, observed in November 2026"),
    differs: &[
        template!("The words around the list and Gemini CLI's own skills are left out."),
        template!(
            "Within a folder it lists skills in the file system's own order; here they are in order of their names."
        ),
    ],
};
