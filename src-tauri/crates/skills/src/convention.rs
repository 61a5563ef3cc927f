//! The rules of each agent, one row each. What the rows say is data; what they mean is done in `survey.rs`,
//! which looks, and `ruling.rs`, which decides. A new convention is a file below `convention/` and a row in
//! the table here.

mod agent_skills;
mod claude_code;
mod codex;
mod copilot;
mod echo;
mod gemini_cli;
mod merged;
mod opencode;
mod pi;
mod pipeline;
mod pixir;
mod renderer;
mod rules;

pub use renderer::Renderer;
pub(crate) use rules::IGNORED;
pub use rules::{
    Between, Budget, Confidence, Dotted, Gate, GivenPart, Inside, Key, Limit, OfHome, Order, Origin, Over,
    OwnFile, RootRule, Rules, Spelling, Steps, Unit, Way, When, Within, Without,
};

macro_rules! conventions {
    ($($(#[$words:meta])* $variant:ident = $row:path;)*) => {
        /// One agent's rules: its roots, who wins, how frontmatter is read, what the catalog looks like.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub enum Convention {
            $($(#[$words])* $variant,)*
        }

        impl Convention {
            /// Every convention, in the order of the matrix.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The same alone.
            pub(crate) fn alone(self) -> &'static [Self] {
                match self {
                    $(Self::$variant => &[Self::$variant],)*
                }
            }

            /// Its row of the table.
            pub fn rules(self) -> &'static Rules {
                match self {
                    $(Self::$variant => &$row,)*
                }
            }
        }
    };
}

conventions! {
    /// The Pixir harness, as its version 0.1.12 behaves.
    #[default]
    Pixir = pixir::RULES;
    /// Claude Code.
    ClaudeCode = claude_code::RULES;
    /// Codex.
    Codex = codex::RULES;
    /// Gemini CLI.
    GeminiCli = gemini_cli::RULES;
    /// OpenCode.
    OpenCode = opencode::RULES;
    /// Pi.
    Pi = pi::RULES;
    /// Copilot, in its terminal.
    Copilot = copilot::RULES;
    /// The Agent Skills integration guide.
    AgentSkills = agent_skills::RULES;
    /// Skill Pipeline V1.
    Pipeline = pipeline::RULES;
    /// The Echo agent skill system.
    Echo = echo::RULES;
    /// Assay's own: all tiers in one order.
    Merged = merged::RULES;
}

impl Convention {
    /// The convention of that name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|convention| convention.name() == name)
    }

    /// Its name, as [`Convention::named`] takes it.
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// Its name as people write it.
    pub fn label(self) -> &'static str {
        self.rules().label
    }

    /// Whether no program but Assay, when it serves agents, follows these rules. What a person trusts and lets be
    /// seen here is then known to decide; of any other program it cannot be seen.
    pub fn is_assays(self) -> bool {
        matches!(self, Self::AgentSkills | Self::Pipeline | Self::Echo | Self::Merged)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_row_can_be_called_by_its_name() {
        let names: HashSet<_> = Convention::ALL.iter().map(|convention| convention.name()).collect();
        assert_eq!(names.len(), Convention::ALL.len());
        for convention in Convention::ALL {
            assert_eq!(Convention::named(convention.name()), Some(*convention));
            let rules = convention.rules();
            assert!(!rules.roots.is_empty() && (1..=crate::DEEPEST).contains(&rules.depth), "{}", rules.name);
            assert!(rules.words.ends_with('.') && !rules.source.text().is_empty(), "{}", rules.name);
            assert!(
                !rules.budget.source.text().is_empty()
                    && rules.budget.limit.is_none_or(|limit| limit.amount > 0)
            );
        }
        assert_eq!(Convention::named("nothing"), None);
    }
}
