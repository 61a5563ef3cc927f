//! What the window is started with. This is the door, so home and environment are read here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::Surroundings;

/// Reads `[--workspace DIR] [--home DIR] [DIR] [assay://…]`; without any, the user's home and the workspace
/// [`api::workspace::first_workspace`] finds.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Start, String> {
    let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let Typed { workspace, home, address } = typed(arguments)?;
    // A home given by hand is a whole other home: the environment's folders are not part of it.
    let is_own = home.is_none();
    let variable = |name: &str| std::env::var_os(name).filter(|_| is_own);
    let home = home.map(|home| folder.join(home)).or_else(std::env::home_dir);
    let kept = api::kept(home.as_deref(), variable);
    let surroundings = Surroundings {
        workspace: PathBuf::new(),
        kept,
        pixir_home: variable("PIXIR_HOME"),
        home,
        clock: SystemTime::now,
        // What is not text cannot be shown, so no command gets it.
        environment: std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| is_own || !api::moves_an_agent(name))
            .collect(),
        helper: helper(),
    };
    let first = api::workspace::first_workspace(workspace.as_deref(), &folder, &surroundings);
    let everywhere = api::workspace::begins_everywhere(workspace.as_deref(), &folder, &surroundings);
    Ok(Start {
        surroundings: Surroundings { workspace: first.unwrap_or_default(), ..surroundings },
        everywhere,
        address,
    })
}

/// What the window begins with.
pub struct Start {
    /// Where.
    pub surroundings: Surroundings,
    /// With the sessions of every workspace.
    pub everywhere: bool,
    /// At the place of this address.
    pub address: Option<String>,
}

// The terminal's program beside this one contains commands better and sooner: libraries of the window start
// threads before `main`, and a process with threads is given no namespaces of its own.
fn helper() -> PathBuf {
    let this = std::env::current_exe().unwrap_or_default();
    let beside = this.with_file_name(if cfg!(windows) { "assay.exe" } else { "assay" });
    if beside.is_file() { beside } else { this }
}

/// The workspace, and the address of a place, that a second start, typed in `folder`, asks for.
pub fn again(arguments: impl Iterator<Item = OsString>, folder: &Path) -> (Option<PathBuf>, Option<String>) {
    let Typed { workspace, address, .. } = typed(arguments).unwrap_or_default();
    (workspace.map(|workspace| api::workspace::typed_folder(folder, &workspace)), address)
}

#[derive(Default)]
struct Typed {
    workspace: Option<PathBuf>,
    home: Option<PathBuf>,
    /// Of a place in the window, as whoever wrote it wrote it.
    address: Option<String>,
}

fn typed(mut arguments: impl Iterator<Item = OsString>) -> Result<Typed, String> {
    let mut typed = Typed::default();
    while let Some(argument) = arguments.next() {
        let mut value =
            |name: &str| arguments.next().map(PathBuf::from).ok_or(format!("{name} needs a folder after it"));
        match argument.to_str() {
            Some("--workspace") => typed.workspace = Some(value("--workspace")?),
            Some("--home") => typed.home = Some(value("--home")?),
            Some(address) if address.starts_with("assay:") => typed.address = Some(address.to_owned()),
            Some(other) if other.starts_with("--") => {
                return Err(format!("{other} is not known; known are --workspace DIR and --home DIR"));
            }
            _ => typed.workspace = Some(PathBuf::from(argument)),
        }
    }
    Ok(typed)
}
