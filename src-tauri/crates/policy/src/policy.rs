//! What a team allows of skills, as one file says it; what it excuses, bound to bytes; and what other scanners found.
//!
//! This crate reads these three files and decides what one of their lines says of one fact. It looks at no skill, no lock
//! and no session: whoever knows the facts asks it.
//!
//! Start with [`Policy`], then [`Baseline`] and [`Scan`].

mod baseline;
mod bind;
mod overrides;
mod rules;
mod scan;
mod signers;
mod sources;
mod tools;
mod unread;

pub use baseline::{Baseline, Excuse, written};
pub use bind::bound;
pub use rules::{Forbidden, Policy, Stage};
pub use scan::{Scan, Scanned};
pub use signers::{SignerFacts, SignerRules};
pub use sources::{SourceError, SourcePatterns};
pub use tools::{ToolPatterns, ToolVerdict};
pub use unread::PolicyError;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use super::{Baseline, Policy, ToolVerdict};

    #[test]
    fn what_the_documents_show_can_be_read() {
        let text = include_str!("../../../../docs/gate.md");
        let mut examples = text.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        let policy = Policy::read(Path::new("p"), examples.next().unwrap()).unwrap();
        let sources = policy.sources.unwrap();
        assert_eq!(sources.check("git@github.com:acme/skills.git"), Ok(()));
        assert_eq!(sources.check("./packages/notes"), Ok(()));
        assert!(policy.signers.is_some());
        assert_eq!(policy.tools.unwrap().judge("Bash(git log)"), ToolVerdict::Allowed);
        let baseline = Baseline::read(Path::new("b"), examples.next().unwrap()).unwrap();
        assert_eq!(baseline.excuses.len(), 1);
    }
}
