//! Gemini CLI: what is loaded last wins, and the workspace is loaded last.

use super::{
    Between, Budget, Collision, Confidence, Dotted, Gate, IGNORED, Key, Load, Origin, RootRule, Rules,
    STRICT, Spelling, Steps, Way, Within,
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
    depth: 1,
    ignored: IGNORED,
    dotted: Dotted::Skipped,
    spelling: Spelling::Exact,
    key: Key::FileSafeName,
    load: Load { steps: Steps::YamlThenLines, ..STRICT },
    collision: Collision { between: Between::Rank, within: Within::NotFixed },
    trust: Gate::UntilTrusted,
    renderer: Renderer::Xml,
    budget: Budget { limit: None, source: "observed in 0.61.0" },
    way: Way::Calls("activate_skill"),
    rule: "last scope wins",
    words: "Gemini CLI loads the user's skills, then the workspace's when its folder is trusted, and what is \
            loaded later overrides. In both, .agents/skills comes after .gemini/skills. Two of one name in one \
            folder have no fixed order. Skills of extensions are not looked at.",
    confidence: Confidence::Reconstructed,
    source: "Gemini CLI's own loader, September 2026",
};
