//! Whether the installed Pixir can read a log that holds a hydration: the program itself is asked, on two logs
//! of ours in a folder of ours. Version 0.1.12 refuses such a log as a whole.

use std::path::Path;
use std::time::Duration;

use disk::{Fault, Scratch};
use execution::{End, Further, Level, Limits, Order, Program, Stop, Writes};
use serde::Serialize;
use sessions::{Draft, Hydration, Kind, SessionId, line_of};
use skills::Quote;
use thiserror::Error;

use crate::prepare::{PASSED, path_of};

/// What the installed Pixir does with a hydration in a log.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Acceptance {
    /// It opens the log.
    #[error("{} opens a log that holds a hydration.", program.as_str())]
    Accepts {
        /// The program that was asked.
        program: Quote,
    },
    /// It opens a log of ours without the event and refuses the same log with it.
    #[error("{} opens a test log, but refuses the same log with a hydration in it.", program.as_str())]
    Refuses {
        /// The program that was asked.
        program: Quote,
    },
    /// It refuses even a log without the event.
    #[error("{} refuses even a log without the event.", program.as_str())]
    RefusesAny {
        /// The program that was asked.
        program: Quote,
    },
    /// It did not end by itself.
    #[error("{} did not end by itself.", program.as_str())]
    NotEnded {
        /// The program that was asked.
        program: Quote,
    },
    /// It could not be asked.
    #[error("{}", message.as_str())]
    NotAsked {
        /// The message of the system.
        message: Quote,
    },
}

/// How long Pixir may take to start and look at a log.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes of what it prints that are kept.
const KEPT: u64 = 16 << 10;
/// The session of the two logs.
const ID: &str = "20260101T000000-a55a70";
const START: &str = r#"{"event":"permission_posture","lineage":"root","source":"assay","permission_mode":"read_only","workspace_mode":"shared"}"#;

/// Asks the `pixir` that `environment` names on its path. Runs it twice, contained, in a folder below `place`.
pub fn acceptance(
    place: &Path,
    environment: &[(String, String)],
    helper: &Path,
    now: std::time::SystemTime,
) -> Acceptance {
    asked(place, environment, helper, now)
        .unwrap_or_else(|message| Acceptance::NotAsked { message: Quote::whole(message) })
}

fn asked(
    place: &Path,
    environment: &[(String, String)],
    helper: &Path,
    now: std::time::SystemTime,
) -> Result<Acceptance, String> {
    let scratch = Scratch::below(place).map_err(|fault| fault.to_string())?;
    let find = |folder: &Path| {
        let found = execution::resolve("pixir", folder, &path_of(environment));
        found.map_err(|unresolved| unresolved.to_string())
    };
    let path = find(scratch.path())?.path;
    let asked = Quote::whole(path.display().to_string());
    let opens = |name: &str, drafts: &[Draft]| -> Result<Option<bool>, String> {
        let workspace = scratch.path().join(name);
        lay_log(&workspace, drafts, now).map_err(|fault| fault.to_string())?;
        let program = find(&workspace)?;
        let ran = execution::run(&order(&workspace, &program, environment, helper), &Stop::default())
            .map_err(|not_run| not_run.to_string())?;
        Ok(match ran.end {
            End::Exit(code) => Some(code == 0),
            _ => None,
        })
    };
    let plain = Draft::new(Kind::SubagentEvent, serde_json::from_str(START).expect("an object"));
    match opens("plain", std::slice::from_ref(&plain))? {
        Some(true) => {}
        Some(false) => return Ok(Acceptance::RefusesAny { program: asked }),
        None => return Ok(Acceptance::NotEnded { program: asked }),
    }
    let with = [plain, Draft::hydration(&Hydration { version: Some(1), ..Hydration::default() })];
    Ok(match opens("with", &with)? {
        Some(true) => Acceptance::Accepts { program: asked },
        Some(false) => Acceptance::Refuses { program: asked },
        None => Acceptance::NotEnded { program: asked },
    })
}

fn lay_log(workspace: &Path, drafts: &[Draft], now: std::time::SystemTime) -> Result<(), Fault> {
    let folder = workspace.join(".pixir/sessions");
    disk::make_folder(&folder)?;
    let id = SessionId::parse(ID.as_bytes()).expect("digits, T and - make an id");
    let lines: Vec<u8> =
        drafts.iter().enumerate().flat_map(|(seq, draft)| line_of(draft, &id, seq, now)).collect();
    disk::write_atomic(&folder.join(format!("{ID}.ndjson")), &lines)
}

// `tree` reads the whole log and writes nothing.
fn order(workspace: &Path, program: &Program, environment: &[(String, String)], helper: &Path) -> Order {
    Order {
        argv: ["pixir", "tree", ID].map(str::to_owned).to_vec(),
        program: program.clone(),
        sealed: Vec::new(),
        kept: Vec::new(),
        workspace: workspace.to_owned(),
        cwd: workspace.to_owned(),
        environment: environment
            .iter()
            .filter(|(name, _)| PASSED.contains(&name.as_str()))
            .cloned()
            .collect(),
        further: Further::Usual,
        input: Vec::new(),
        readable: program.path.parent().map(Path::to_owned).into_iter().collect(),
        writes: Writes::Workspace,
        limits: Limits { memory: 4 << 30, processes: 256, ..Limits::for_source(PATIENCE, KEPT) },
        least: Level::None,
        helper: helper.to_owned(),
    }
}
