//! What scripts are told of what stands before an agent's conversation.

use ::skills::Allowed;
use disk::Digest;
use message::message;
use serde::{Deserialize, Serialize};

use super::check_built_ins;
use crate::agent::{IndexPlace, Offer, Sight, ToolGroup, agent_prefix};
use crate::{App, Code, Failure};
use views::convention::named;

/// What an agent of `assay mcp` would be given.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrefixAsk {
    /// By whose rules; Pixir's when absent.
    #[serde(default)]
    pub convention: Option<String>,
    /// Groups of tools, by name; all of them when there is none.
    #[serde(default)]
    pub groups: Vec<String>,
    /// The skills made of code that are named for it.
    #[serde(default)]
    pub built_ins: Vec<String>,
    /// The skills it is given, by name; every one of them when absent.
    #[serde(default)]
    pub only: Option<Vec<String>>,
    /// Where it finds the index.
    #[serde(default)]
    pub index: IndexPlace,
}

/// What stands before a conversation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrefixReport {
    /// By whose rules.
    pub convention: String,
    /// SHA-256 of the texts of the sections, each ended by a line break: the same while nothing changes.
    pub sha256: String,
    /// Rules, tools, index.
    pub sections: Vec<PrefixSection>,
}

/// One section.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PrefixSection {
    /// `rules`, `tools` or `index`.
    pub holds: String,
    /// Bytes of its text.
    pub bytes: u64,
    /// Its text; of tools a list in JSON, one a line.
    pub text: String,
}

/// The prefix of an agent as it is now.
///
/// # Errors
/// When a convention, a group or a skill is named that there is not.
pub(crate) fn prefix_report(app: &App, ask: &PrefixAsk) -> Result<PrefixReport, Failure> {
    let convention = named(ask.convention.as_deref())?;
    check_built_ins(app, &ask.built_ins)?;
    let groups = ask.groups.iter().map(|name| group(name)).collect::<Result<_, _>>()?;
    let sight = Sight { convention, only: Allowed::of(ask.only.as_deref()) };
    let offer = Offer { sight, groups, built_ins: ask.built_ins.clone(), index: ask.index, in_prompt: None };
    let sections = agent_prefix(app, &offer).sections();
    let whole: String = sections.iter().map(|(_, text)| format!("{text}\n")).collect();
    let section = |(holds, text): (&str, String)| PrefixSection {
        holds: holds.to_owned(),
        bytes: text.len() as u64,
        text,
    };
    Ok(PrefixReport {
        convention: convention.name().to_owned(),
        sha256: Digest::of(whole.as_bytes()).to_string(),
        sections: sections.into_iter().map(section).collect(),
    })
}

fn group(name: &str) -> Result<ToolGroup, Failure> {
    ToolGroup::named(name).ok_or_else(|| {
        let known = ToolGroup::ALL.map(ToolGroup::name).join(", ");
        Failure::new(Code::WrongUse, message!("{name} is not a tool group.", name)).hint(message!(
            "Possible values: \
         {known}.",
            known
        ))
    })
}
