//! `assay visibility`: what agents may see of the skills of this project.

use api::permission::{SetVisibilityAsk, VisibilityChange, VisibilityView};
use api::wire::Nothing;
use api::{App, Failure, Scripts};
use clap::Args;

use crate::typed::typed;

/// The changes to make; none to show the settings.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct Visibility {
    /// Switch a skill off (can be repeated)
    #[arg(long, value_name = "NAME")]
    disable: Vec<String>,
    /// Switch a skill on again (can be repeated)
    #[arg(long, value_name = "NAME")]
    enable: Vec<String>,
    /// Refuse a skill, even if it is on the list of allowed skills (can be repeated)
    #[arg(long, value_name = "NAME")]
    deny: Vec<String>,
    /// Stop refusing a skill (can be repeated)
    #[arg(long, value_name = "NAME")]
    permit: Vec<String>,
    /// Allow only these skills: none without a name, all with '*'
    #[arg(long, value_name = "NAME", num_args = 0.., conflicts_with = "all")]
    only: Option<Vec<String>>,
    /// Allow all skills again, as before --only
    #[arg(long)]
    all: bool,
    /// Count it as an activation when an agent reads a SKILL.md file [default: off]
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    file_reads: Option<String>,
    /// Reset these settings of this project to their defaults
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
