//! Codex: every skill stays listed, also several of one name.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, Inside, Key, Limit, Load, Order, Origin,
    Over, RootRule, Rules, SettingsRule, Spelling, Steps, Unit, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "codex",
    label: "Codex",
    roots: &[
        RootRule::at(Scope::Repo, Origin::UpToRepository, ".codex/skills").and_itself().but_home(),
        RootRule::at(Scope::User, Origin::CodexHome, "skills").and_itself(),
        RootRule::at(Scope::User, Origin::Home, ".agents/skills").and_itself(),
        RootRule::at(Scope::BuiltIn, Origin::CodexHome, "skills/.system").and_itself(),
        RootRule::at(Scope::Admin, Origin::Machine, "codex/skills").and_itself(),
        RootRule::at(Scope::Repo, Origin::DownFromRepository, ".agents/skills").and_itself(),
    ],
    used: &[(Origin::CodexHome, ""), (Origin::Workspace, ".codex")],
    new_in: &[".agents/skills"],
    depth: 6,
    ignored: &[],
    dotted: Dotted::Skipped,
    inside: Inside::Read,
    spelling: Spelling::Exact,
    key: Key::Name,
    load: Load { steps: Steps::Codex, no_name: Without::Replaced, no_description: Without::Skips },
    collision: Collision { between: Between::AllKept, within: Within::Nearest },
    settings: &[
        SettingsRule::at(Scope::User, Origin::CodexHome, "config.toml"),
        SettingsRule::at(Scope::Repo, Origin::Workspace, ".codex/config.toml"),
    ],
    trust: Gate::Open,
    renderer: Renderer::Codex,
    order: Order::Scope,
    budget: Budget {
        limit: Some(Limit { amount: 5_440, unit: Unit::Tokens, over: Over::Shortens }),
        source: template!(
            "two hundredths of a window of 272,000 tokens, at four bytes a token; observed in 0.169.0 and 0.171.0"
        ),
    },
    way: Way::ReadsFile,
    given: GivenPart::File,
    rule: "all stay listed",
    words: "Codex removes only the same file found twice; several skills of one name stay in its list, sorted \
     built-in, admin, repo, user, and a skill inside another is one as well. `agents/openai.yaml` beside a \
     skill can keep it from the list. Skills of enabled \
     plugins are called by the plugin's name, a colon and their own.",
    confidence: Confidence::Reconstructed,
    source: template!("Codex 0.169.0 and 0.171.0, observed in November 2026"),
    differs: &[
        template!("Settings given on the command line are not read."),
        template!(
            "The words around the list are left out, and Codex's own skills if they are not on this disk."
        ),
        template!("The budget is a share of the model's context window, here of one with 272,000 tokens."),
        template!(
            "Release 0.144.0 writes whole paths where all fits, and the target of a link instead of the link."
        ),
    ],
};
