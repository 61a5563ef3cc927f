//! `assay visibility`: what agents may see of the skills of this project.

use api::permission::{SetVisibilityAsk, VisibilityChange, VisibilityView};
use api::wire::Nothing;
use api::{App, Failure, Scripts};
use clap::Args;

use crate::typed::typed;

/// What is to change. Without an option it is only told.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct Visibility {
    /// Switch a skill off; may stand more than once, as the next three
    #[arg(long, value_name = "NAME")]
    disable: Vec<String>,
    /// Take that back
    #[arg(long, value_name = "NAME")]
    enable: Vec<String>,
    /// Deny a skill
    #[arg(long, value_name = "NAME")]
    deny: Vec<String>,
    /// Take that back
    #[arg(long, value_name = "NAME")]
    permit: Vec<String>,
    /// Allow these alone; without a name none, with * all
    #[arg(long, value_name = "NAME", num_args = 0.., conflicts_with = "all")]
    only: Option<Vec<String>>,
    /// Allow all: there is no list any more
    #[arg(long)]
    all: bool,
    /// Whether a plain read of a skill's SKILL.md takes the skill in: on or off, which it is at first
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    file_reads: Option<String>,
    /// Forget everything that was set for this project
    #[arg(long)]
    forget: bool,
}

impl Visibility {
    /// Makes the changes, if there are any, and tells how it stands.
    pub fn carry_out(&self, app: &App) -> Result<VisibilityView, Failure> {
        let scripts = Scripts(app);
        if *self == Self::default() {
            return scripts.visibility(&Nothing {});
        }
        scripts.set_visibility(&SetVisibilityAsk { changes: self.changes()? })
    }

    // To forget comes first, so that one call can begin anew.
    fn changes(&self) -> Result<Vec<VisibilityChange>, Failure> {
        let named = |change: fn(String) -> VisibilityChange, names: &[String]| {
            names.iter().cloned().map(change).collect::<Vec<_>>()
        };
        let mut changes = Vec::new();
        changes.extend(self.forget.then_some(VisibilityChange::Forget));
        changes.extend(self.all.then_some(VisibilityChange::AllowAll));
        changes.extend(self.only.clone().map(|names| VisibilityChange::AllowOnly { names }));
        changes.extend(named(|name| VisibilityChange::Enable { name }, &self.enable));
        changes.extend(named(|name| VisibilityChange::Permit { name }, &self.permit));
        changes.extend(named(|name| VisibilityChange::Disable { name }, &self.disable));
        changes.extend(named(|name| VisibilityChange::Deny { name }, &self.deny));
        let switch = self.file_reads.as_deref().map(typed).transpose()?;
        changes.extend(switch.map(|switch| VisibilityChange::FileReads { switch }));
        Ok(changes)
    }
}
