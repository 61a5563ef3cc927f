//! What agents do to the text of a skill between its file and their model: which places they fill in, by release.
//!
//! Claude Code's rules were seen in runs of 2.1.197 and 2.1.330, OpenCode's in 1.18.33, how Copilot CLI and Pi treat
//! line ends in 1.0.102 and 0.87.1. What was so in earlier releases is from Claude Code's own list of changes.

/// An agent, as far as it changes a skill's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Agent {
    /// Gives the text as it is.
    #[default]
    Plain,
    /// Claude Code.
    ClaudeCode,
    /// GitHub Copilot CLI.
    CopilotCli,
    /// OpenCode, which fills in what the user calls.
    OpenCode,
    /// Pi.
    Pi,
}

/// Who recorded a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Writer {
    /// The agent.
    pub agent: Agent,
    /// Its release; without it every rule of the agent may hold.
    pub release: Option<Release>,
}

/// The release of an agent, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release(u32, u32, u32);

/// A rule of an agent and the releases it holds in: from the first on, before the second.
pub(crate) struct Rule {
    pub what: What,
    since: Release,
    until: Release,
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// `$ARGUMENTS`: all that the skill was called with, whatever follows.
    Arguments,
    /// `$ARGUMENTS[N]`, from 0.
    IndexedArgument,
    /// `$ARGUMENTS.N`, from 0.
    DottedArgument,
    /// `$N`, from 0, unless a letter, a digit or `_` follows.
    Numbered,
    /// `$N`, from 1, whatever follows; the last in the file takes the rest of the words.
    NumberedFromOne,
    /// `$name` of the frontmatter's `arguments`, with an end as [`What::Numbered`].
    Named,
    /// `${NAME}`.
    Variable(&'static str),
    /// What a command printed: `` !`command` `` at the beginning of a line or behind a blank.
    Inline,
    /// The same, wherever it stands.
    InlineAnywhere,
    /// The same of a block between ```` ```! ```` and ```` ``` ````.
    Block,
    /// A backslash before an argument keeps it, and is taken away.
    Escape,
    /// An argument by number that nothing was given for is taken away; else it stays as it stands.
    Blanked,
}

const FIRST: Release = Release(0, 0, 0);
const OPEN: Release = Release(u32::MAX, 0, 0);

const fn rule(what: What, since: Release, until: Release) -> Rule {
    Rule { what, since, until }
}

/// In the order in which they are tried at one place.
const CLAUDE_CODE: &[Rule] = &[
    rule(What::Escape, Release(2, 1, 163), OPEN),
    rule(What::DottedArgument, FIRST, Release(2, 1, 19)),
    rule(What::IndexedArgument, Release(2, 1, 19), OPEN),
    rule(What::Arguments, FIRST, OPEN),
    rule(What::Numbered, Release(2, 1, 19), OPEN),
    rule(What::Blanked, Release(2, 1, 19), Release(2, 1, 210)),
    rule(What::Named, FIRST, OPEN),
    rule(What::Variable("CLAUDE_SESSION_ID"), Release(2, 1, 9), OPEN),
    rule(What::Variable("CLAUDE_SKILL_DIR"), Release(2, 1, 69), OPEN),
    rule(What::Variable("CLAUDE_EFFORT"), Release(2, 1, 120), OPEN),
    rule(What::Variable("CLAUDE_PROJECT_DIR"), Release(2, 1, 196), OPEN),
    rule(What::Variable("CLAUDE_PLUGIN_ROOT"), FIRST, OPEN),
    rule(What::Variable("CLAUDE_PLUGIN_DATA"), FIRST, OPEN),
    rule(What::Block, FIRST, OPEN),
    rule(What::Inline, FIRST, OPEN),
];

const OPEN_CODE: &[Rule] = &[
    rule(What::Arguments, FIRST, OPEN),
    rule(What::NumberedFromOne, FIRST, OPEN),
    rule(What::Blanked, FIRST, OPEN),
    rule(What::InlineAnywhere, FIRST, OPEN),
];

impl Release {
    /// Reads `2.1.205` and the like; what stands behind the third number does not count.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.trim_start_matches('v').split(['.', '-', '+']).map(str::parse);
        let first = numbers.next()?.ok()?;
        let mut next = || numbers.next().and_then(Result::ok).unwrap_or(0);
        Some(Self(first, next(), next()))
    }
}

impl Writer {
    /// The writer of the logs of a source, by the name that scripts call it.
    pub fn named(source: &str, release: Option<&str>) -> Self {
        let agent = match source {
            "claude-code" => Agent::ClaudeCode,
            "copilot-cli" => Agent::CopilotCli,
            "opencode" => Agent::OpenCode,
            "pi" => Agent::Pi,
            _ => Agent::Plain,
        };
        Self { agent, release: release.and_then(Release::parse) }
    }

    /// Whether CRLF is LF in the bodies it records.
    pub(crate) fn reads_crlf_as_lf(self) -> bool {
        matches!(self.agent, Agent::CopilotCli | Agent::Pi)
    }

    /// Whether it adds what a skill was called with at the end of a body that has no place for it.
    pub(crate) fn adds_words(self) -> bool {
        self.agent == Agent::ClaudeCode
    }

    /// Whether it fills in anything.
    pub(crate) fn fills_in(self) -> bool {
        self.rules().next().is_some()
    }

    /// The rules that hold, or may hold.
    pub(crate) fn rules(self) -> impl Iterator<Item = What> {
        let all = match self.agent {
            Agent::ClaudeCode => CLAUDE_CODE,
            Agent::OpenCode => OPEN_CODE,
            Agent::Plain | Agent::CopilotCli | Agent::Pi => &[],
        };
        let holds = move |rule: &&Rule| self.release.is_none_or(|it| rule.since <= it && it < rule.until);
        all.iter().filter(holds).map(|rule| rule.what)
    }
}

#[cfg(test)]
mod tests {
    use super::{Release, What, Writer};

    #[test]
    fn a_release_is_read_and_ordered_by_its_numbers() {
        let parse = |text| Release::parse(text);
        assert_eq!(parse("2.1.19"), Some(Release(2, 1, 19)));
        assert_eq!(parse("v0.144.0-alpha.4"), Some(Release(0, 144, 0)));
        assert_eq!(parse("3"), Some(Release(3, 0, 0)));
        assert_eq!((parse(""), parse("next")), (None, None));
        assert!(parse("2.1.9") < parse("2.1.19"));
    }

    #[test]
    fn a_rule_holds_in_its_releases_and_where_none_is_known() {
        let holds = |release, what| Writer::named("claude-code", release).rules().any(|rule| rule == what);
        assert!(!holds(Some("2.1.18"), What::Numbered) && holds(Some("2.1.19"), What::Numbered));
        assert!(holds(Some("2.1.209"), What::Blanked) && !holds(Some("2.1.210"), What::Blanked));
        assert!(holds(None, What::Blanked) && holds(None, What::DottedArgument));
        assert_eq!(Writer::named("codex", Some("0.144.0")).rules().count(), 0);
    }
}
