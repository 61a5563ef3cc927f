//! OpenCode: loads at once, so nothing fixes who is last.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, Inside, Key, Load, Order, Origin,
    RootRule, Rules, STRICT, SettingsRule, Spelling, Steps, Way, Within,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "opencode",
    label: "OpenCode",
    roots: &[
        RootRule::at(Scope::User, Origin::Home, ".claude/skills").and_itself().with_dotted(),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills").and_itself().with_dotted(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".claude/skills").and_itself().with_dotted(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".agents/skills").and_itself().with_dotted(),
        RootRule::at(Scope::User, Origin::Config, "opencode/skill").and_itself(),
        RootRule::at(Scope::User, Origin::Config, "opencode/skills").and_itself(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".opencode/skill").and_itself(),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".opencode/skills").and_itself(),
        RootRule::at(Scope::User, Origin::Home, ".opencode/skill").and_itself(),
        RootRule::at(Scope::User, Origin::Home, ".opencode/skills").and_itself(),
    ],
    used: &[(Origin::Config, "opencode"), (Origin::Workspace, ".opencode")],
    new_in: &["opencode/skills", ".opencode/skills"],
    depth: crate::DEEPEST,
    ignored: &[],
    dotted: Dotted::Skipped,
    inside: Inside::Read,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::OpenCode, ..STRICT },
    collision: Collision { between: Between::NotFixed, within: Within::NotFixed },
    settings: &[
        SettingsRule::at(Scope::User, Origin::Config, "opencode/opencode.json"),
        SettingsRule::at(Scope::User, Origin::Config, "opencode/opencode.jsonc"),
        SettingsRule::at(Scope::Repo, Origin::DownFromRepository, "opencode.json"),
        SettingsRule::at(Scope::Repo, Origin::DownFromRepository, "opencode.jsonc"),
        SettingsRule::at(Scope::Repo, Origin::DownFromRepository, ".opencode/opencode.json"),
        SettingsRule::at(Scope::Repo, Origin::DownFromRepository, ".opencode/opencode.jsonc"),
    ],
    trust: Gate::Open,
    renderer: Renderer::Unescaped,
    order: Order::Alphabet,
    budget: Budget { limit: None, source: template!("observed in 1.18.33") },
    way: Way::Calls("skill"),
    given: GivenPart::Body,
    rule: "order not fixed",
    words: "OpenCode loads folders at once. Which one wins is not fixed. Paths and addresses from its settings \
     are not read.",
    confidence: Confidence::Reconstructed,
    source: template!("OpenCode 1.18.33, observed in November 2026"),
    differs: &[
        template!("Permissions of its single agents are not read."),
        template!("The words around the list and OpenCode's own skill are left out."),
        template!("It uses another of several skills with one name from run to run."),
    ],
};
