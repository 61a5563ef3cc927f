//! `assay example`: something to try Assay on, laid out where a person says.

use std::path::{Path, PathBuf};

use api::{Code, Failure};
use example::{Trouble, lay_out_to_try};
use message::Message;
use serde::Serialize;

use crate::screen::visible_text;
use crate::telling::{current_folder, tell};

/// What was laid out, by its paths.
#[derive(Serialize)]
struct LaidOut {
    /// The workspace.
    workspace: PathBuf,
    /// The home folder that belongs to it; the demo has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    home: Option<PathBuf>,
}

/// Lays the example out and tells how it is looked at.
pub fn lay_out(folder: &Path, json: bool) -> Result<u8, Failure> {
    let laid = lay_out_to_try(&place(folder)?).map_err(failure)?;
    tell(json, &LaidOut { workspace: laid.workspace, home: Some(laid.home) }, |laid| {
        let paths = (laid.workspace.as_path(), laid.home.as_deref().unwrap_or(Path::new("")));
        let (workspace, home) = (shown(paths.0), shown(paths.1));
        let (in_workspace, at_home) = (typed(paths.0), typed(paths.1));
        format!(
            "workspace: {workspace}\nhome: {home}\n\n\
             In the window:   assay-window --home {at_home} --workspace {in_workspace}\n\
             In a terminal:   cd {in_workspace} && HOME={at_home} assay skills\n"
        )
    })
}

/// Lays the workspace of three skills out.
pub fn lay_out_demo(folder: &Path, json: bool) -> Result<u8, Failure> {
    let workspace = example::lay_out_demo(&place(folder)?).map_err(failure)?;
    tell(json, &LaidOut { workspace, home: None }, |laid| {
        let (workspace, text) = (shown(&laid.workspace), shown(&laid.workspace.join("README.md")));
        format!("workspace: {workspace}\nRead {text} first.\n")
    })
}

/// The folder as its logs shall name it.
fn place(typed: &Path) -> Result<PathBuf, Failure> {
    Ok(api::workspace::typed_folder(&current_folder()?, typed))
}

fn shown(path: &Path) -> String {
    visible_text(path.display().to_string())
}

/// A path as it is typed into a shell.
fn typed(path: &Path) -> String {
    let text = shown(path);
    let is_plain = |sign: char| sign.is_alphanumeric() || "/._-~".contains(sign);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Disk(fault) => fault.into(),
        refused => Failure::new(Code::Refused, Message::of_error(refused)),
    }
}
