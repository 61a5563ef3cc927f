//! Claude Code: the person's own skills come before the project's, and the folder is the name.

use message::template;

use super::rules::{
    Between, Budget, Collision, Confidence, Dotted, Gate, GivenPart, Inside, Key, Limit, Load, Order, Origin,
    Over, RootRule, Rules, SettingsRule, Spelling, Steps, Unit, Way, Within, Without,
};
use crate::{Renderer, Scope};

pub(super) const RULES: Rules = Rules {
    name: "claude-code",
    label: "Claude Code",
    roots: &[
        RootRule::at(Scope::Admin, Origin::Machine, "claude-code/.claude/skills"),
        RootRule::at(Scope::User, Origin::ClaudeHome, "skills"),
        RootRule::at(Scope::Repo, Origin::UpToRepositoryOrTop, ".claude/skills"),
    ],
    used: &[(Origin::ClaudeHome, ""), (Origin::Workspace, ".claude")],
    new_in: &[],
    depth: 1,
    ignored: &[".git"],
    dotted: Dotted::Read,
    inside: Inside::PassedOver,
    spelling: Spelling::Exact,
    key: Key::Folder,
    load: Load { steps: Steps::ClaudeCode, no_name: Without::Replaced, no_description: Without::Replaced },
    collision: Collision { between: Between::Rank, within: Within::First },
    settings: &[
        SettingsRule::at(Scope::User, Origin::ClaudeHome, "settings.json"),
        SettingsRule::at(Scope::Repo, Origin::Workspace, ".claude/settings.json"),
        SettingsRule::at(Scope::Repo, Origin::Repository, ".claude/settings.local.json"),
        SettingsRule::at(Scope::Admin, Origin::Machine, "claude-code/managed-settings.json"),
    ],
    trust: Gate::Open,
    renderer: Renderer::ClaudeCode,
    order: Order::RootThenAlphabet,
    budget: Budget {
        limit: Some(Limit { amount: 8_000, unit: Unit::Columns, over: Over::NamesOnly }),
        source: template!(
            "one hundredth of a window of 200,000 tokens, at four characters a token; observed in 2.1.330 and 2.1.332"
        ),
    },
    way: Way::Calls("Skill"),
    given: GivenPart::Body,
    rule: "personal beats project",
    words: "Claude Code uses the skills an organisation manages first, then the user's own, then the project's. \
     A skill is called by its folder's name; a name in the frontmatter is listed with it. Of folders above \
     the workspace the nearer comes first, up to the repository or, without one, to the top. Skills of \
     enabled plugins are called by the plugin's name, a colon and their own.",
    confidence: Confidence::Reconstructed,
    source: template!("Claude Code 2.1.330 and 2.1.332, observed in November 2026"),
    differs: &[
        template!("The words around the list and Claude Code's own skills are left out."),
        template!(
            "Settings given on the command line are not read, nor are plugins loaded with --plugin-dir."
        ),
        template!("Files in .claude/commands, which it lists as well, are not read."),
        template!(
            "If not all descriptions fit, Claude Code keeps those of the skills used most; here no skill counts as \
         used."
        ),
        template!(
            "Release 2.1.197 lists every file of a name, tells no second name, takes a byte order mark for text, \
         shows descriptions as they are written, and gives more room to descriptions."
        ),
    ],
};
