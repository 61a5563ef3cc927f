//! `assay visibility`: what agents may see of the skills of this project.

use clap::Args;
use serde_json::{Value, json};

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
    /// The request, with its ask.
    pub fn question(&self) -> (&'static str, Value) {
        if *self == Self::default() {
            return ("visibility", json!({}));
        }
        let named = |kind: &'static str, names: &[String]| {
            names.iter().map(|name| json!({ "kind": kind, "name": name })).collect::<Vec<_>>()
        };
        // To forget comes first, so that one call can begin anew.
        let mut changes = Vec::new();
        changes.extend(self.forget.then(|| json!({ "kind": "forget" })));
        changes.extend(self.all.then(|| json!({ "kind": "allow_all" })));
        changes.extend(self.only.as_ref().map(|names| json!({ "kind": "allow_only", "names": names })));
        changes.extend(named("enable", &self.enable));
        changes.extend(named("permit", &self.permit));
        changes.extend(named("disable", &self.disable));
        changes.extend(named("deny", &self.deny));
        let file_reads = self.file_reads.as_ref();
        changes.extend(file_reads.map(|switch| json!({ "kind": "file_reads", "switch": switch })));
        ("set_visibility", json!({ "changes": changes }))
    }
}
