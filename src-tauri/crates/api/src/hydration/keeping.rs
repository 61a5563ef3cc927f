//! Where the evidence about another program's sessions goes: to Assay's companion logs, unless a person switched
//! on, for this workspace, that it goes to Pixir's own.

use ::hydration::{Acceptance, acceptance};
use ::sessions::{companion_folder, written};
use ::workspace::Workspace;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::desk::keeping::{KEEPING, key};
use crate::{Code, Failure};
use views::wire::Nothing;

/// Where the evidence of this workspace goes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeepingView {
    /// It goes to Pixir's logs where their lease can be had.
    pub in_pixirs_logs: bool,
    /// Since when and why, in words.
    pub why: String,
    /// The folder of the companion logs.
    pub companions: Option<String>,
    /// What writing to Pixir's logs would mean, in sentences.
    pub consequences: Vec<String>,
}

/// What the installed Pixir said.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PixirSaysView {
    /// It opens a log that holds a hydration; nothing when it could not be asked.
    pub accepts: Option<bool>,
    /// In a sentence.
    pub words: String,
}

/// Chooses where the evidence goes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeepAsk {
    /// To Pixir's logs.
    pub in_pixirs_logs: bool,
    /// The consequences were read and are accepted, whatever the installed Pixir says.
    pub regardless: bool,
}

const CONSEQUENCES: [&str; 4] = [
    "A Pixir that does not know the event skill_context_hydration refuses the whole log: the session cannot be \
     resumed, forked or compacted with it, and its tree and gc fail for the workspace. Pixir 0.1.12 does not know it.",
    "Assay cannot remove a line from a Pixir log.",
    "While Assay writes a line, for some milliseconds, it holds the session’s lease and Pixir cannot start the \
     session.",
    "While Pixir works on a session, Assay cannot get its lease; that evidence goes to the companion log anyway.",
];

/// Where the evidence goes.
pub(crate) fn evidence_keeping(workspace: &Workspace, _: &Nothing) -> Result<KeepingView, Failure> {
    let folder = workspace.folder();
    let set = KEEPING.read(workspace.surroundings())?.get(&key(&folder)?).cloned();
    let kept = workspace.surroundings().kept.as_deref();
    Ok(KeepingView {
        in_pixirs_logs: set.is_some(),
        why: match &set {
            None => "Assay does not write to logs of other programs unless you say so".to_owned(),
            Some(set) => format!(
                "{}, {}",
                set["by"].as_str().unwrap_or_default(),
                set["at"].as_str().unwrap_or_default()
            ),
        },
        companions: kept.map(|kept| companion_folder(kept, &folder).display().to_string()),
        consequences: CONSEQUENCES.map(str::to_owned).to_vec(),
    })
}

/// Asks the installed Pixir whether it can read such a log: it is run twice, contained, on logs made for it.
pub(crate) fn ask_pixir(workspace: &Workspace, _: &Nothing) -> Result<PixirSaysView, Failure> {
    Ok(match said(workspace)? {
        Acceptance::Accepts { program } => PixirSaysView {
            accepts: Some(true),
            words: format!("{} opens a log that holds a hydration.", program.display()),
        },
        Acceptance::Refuses { program } => PixirSaysView {
            accepts: Some(false),
            words: format!(
                "{} opens a test log, but refuses the same log with a hydration in it.",
                program.display()
            ),
        },
        Acceptance::NotKnown(words) => PixirSaysView { accepts: None, words },
    })
}

/// Chooses where the evidence goes from now on. What is recorded already stays where it is.
pub(crate) fn keep_evidence(workspace: &Workspace, ask: &KeepAsk) -> Result<KeepingView, Failure> {
    let Some(kept) = &workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, "no home folder to store the setting in"));
    };
    let folder = workspace.folder();
    let key = key(&folder)?;
    let mut chosen = None;
    if ask.in_pixirs_logs {
        let by = match said(workspace)? {
            Acceptance::Accepts { program } => format!("{} accepts it", program.display()),
            _ if ask.regardless => "forced, regardless of what Pixir accepts".to_owned(),
            Acceptance::Refuses { program } => {
                let words = format!("{} would refuse every log that holds a hydration", program.display());
                return Err(Failure::new(Code::Refused, words).hint("The evidence stays in companion logs"));
            }
            Acceptance::NotKnown(words) => {
                let words = format!("cannot check with Pixir: {}", words.trim_end_matches('.'));
                return Err(Failure::new(Code::Refused, words).hint("The evidence stays in companion logs"));
            }
        };
        chosen = Some(json!({ "by": by, "at": written(workspace.now()) }));
    }
    KEEPING.change(workspace.surroundings(), kept, |choices| {
        match chosen {
            Some(chosen) => drop(choices.insert(key, chosen)),
            None => drop(choices.remove(&key)),
        }
        Ok(())
    })?;
    evidence_keeping(workspace, &Nothing {})
}

fn said(workspace: &Workspace) -> Result<Acceptance, Failure> {
    let Some(kept) = &workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, "no home folder to create logs for Pixir in"));
    };
    disk::make_private_folder(kept)?;
    Ok(acceptance(
        kept,
        &workspace.surroundings().environment,
        &workspace.surroundings().helper,
        workspace.now(),
    ))
}
