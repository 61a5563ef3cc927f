//! What the window is started with. This is the door, so home and environment are read here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::Surroundings;

/// Reads `[--workspace DIR] [--home DIR] [DIR]`; without any, the current folder and the user's home.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Surroundings, String> {
    let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let Typed { workspace, home } = typed(arguments)?;
    // A home given by hand is a whole other home: the environment's Pixir folder is not part of it.
    let pixir_home = if home.is_some() { None } else { std::env::var_os("PIXIR_HOME") };
    Ok(Surroundings {
        workspace: folder.join(workspace.unwrap_or_default()),
        kept: kept(home.as_ref()),
        home: home.map(|home| folder.join(home)).or_else(std::env::home_dir),
        pixir_home,
        clock: SystemTime::now,
    })
}

/// The workspace that a second start, typed in `folder`, asks for.
pub fn workspace(arguments: impl Iterator<Item = OsString>, folder: &Path) -> Option<PathBuf> {
    typed(arguments).ok()?.workspace.map(|workspace| folder.join(workspace))
}

#[derive(Default)]
struct Typed {
    workspace: Option<PathBuf>,
    home: Option<PathBuf>,
}

fn typed(mut arguments: impl Iterator<Item = OsString>) -> Result<Typed, String> {
    let mut typed = Typed::default();
    while let Some(argument) = arguments.next() {
        let mut value =
            |name: &str| arguments.next().map(PathBuf::from).ok_or(format!("{name} needs a folder after it"));
        match argument.to_str() {
            Some("--workspace") => typed.workspace = Some(value("--workspace")?),
            Some("--home") => typed.home = Some(value("--home")?),
            Some(other) if other.starts_with("--") => {
                return Err(format!("{other} is not known; known are --workspace DIR and --home DIR"));
            }
            _ => typed.workspace = Some(PathBuf::from(argument)),
        }
    }
    Ok(typed)
}

// Where Assay keeps the list of recent workspaces: the platform's data folder, never `.pixir`.
fn kept(home: Option<&PathBuf>) -> Option<PathBuf> {
    let below = |home: &PathBuf| home.join(".local/share");
    let data = match home {
        Some(home) => Some(below(home)),
        None if cfg!(windows) => std::env::var_os("APPDATA").map(PathBuf::from),
        None if cfg!(target_os = "macos") => {
            std::env::home_dir().map(|home| home.join("Library/Application Support"))
        }
        None => std::env::var_os("XDG_DATA_HOME")
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute())
            .or_else(|| std::env::home_dir().as_ref().map(below)),
    };
    data.map(|folder| folder.join("assay"))
}
