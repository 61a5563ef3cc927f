//! What the window is started with. This is the door, so home and environment are read here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::Surroundings;

/// Reads `[--workspace DIR] [--home DIR] [DIR] [FILE] [assay://…]`; without any, the user's home and the workspace
/// [`api::workspace::first_workspace`] finds.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Start, String> {
    let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    api::own_home(std::env::home_dir())?;
    Ok(start(typed(arguments, &folder)?, &folder))
}

/// What a window begins with where this was typed in `folder`.
pub fn start(typed: Typed, folder: &Path) -> Start {
    let Typed { workspace, home, file, address } = typed;
    let surroundings = surroundings(home);
    let first = api::workspace::first_workspace(workspace.as_deref(), folder, &surroundings);
    let everywhere = api::workspace::begins_everywhere(workspace.as_deref(), folder, &surroundings);
    Start {
        surroundings: Surroundings { workspace: first.unwrap_or_default(), ..surroundings },
        everywhere,
        file,
        address,
    }
}

/// What there is around an engine without a workspace. A home given by hand is a whole other home: the environment's
/// folders are not part of it.
pub fn surroundings(home: Option<PathBuf>) -> Surroundings {
    let is_own = home.is_none();
    let variable = |name: &str| std::env::var_os(name).filter(|_| is_own);
    let home = home_meant(home);
    let kept = api::kept(home.as_deref(), variable);
    Surroundings {
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
    }
}

/// The home that was typed, else the person's own.
pub fn home_meant(typed: Option<PathBuf>) -> Option<PathBuf> {
    typed.or_else(|| api::own_home(std::env::home_dir()).ok().flatten())
}

/// What the window begins with.
pub struct Start {
    /// Where.
    pub surroundings: Surroundings,
    /// With the sessions of every workspace.
    pub everywhere: bool,
    /// As if this file had been dropped onto the window.
    pub file: Option<PathBuf>,
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

/// What a second start, typed in `folder`, asks for.
pub fn again(arguments: impl Iterator<Item = OsString>, folder: &Path) -> Typed {
    let typed = typed(arguments, folder).unwrap_or_default();
    Typed {
        workspace: typed.workspace.map(|workspace| api::workspace::typed_folder(folder, &workspace)),
        ..typed
    }
}

/// What was typed.
#[derive(Default)]
pub struct Typed {
    /// The workspace.
    pub workspace: Option<PathBuf>,
    /// The home, absolute; the person's own where none was typed.
    pub home: Option<PathBuf>,
    /// A file to open: a bundle, skills in an archive, a log.
    pub file: Option<PathBuf>,
    /// Of a place in the window, as whoever wrote it wrote it.
    pub address: Option<String>,
}

fn typed(mut arguments: impl Iterator<Item = OsString>, folder: &Path) -> Result<Typed, String> {
    let mut typed = Typed::default();
    while let Some(argument) = arguments.next() {
        let mut value =
            |name: &str| arguments.next().map(PathBuf::from).ok_or(format!("{name} needs a folder after it"));
        match argument.to_str() {
            Some("--workspace") => typed.workspace = Some(value("--workspace")?),
            Some("--home") => typed.home = Some(api::workspace::typed_folder(folder, &value("--home")?)),
            Some(address) if address.starts_with("assay:") => typed.address = Some(address.to_owned()),
            Some(other) if other.starts_with("--") => {
                return Err(format!("{other} is not known; known are --workspace DIR and --home DIR"));
            }
            _ => {
                let path = path_of(argument);
                if folder.join(&path).is_file() {
                    typed.file = Some(folder.join(path));
                } else {
                    typed.workspace = Some(path);
                }
            }
        }
    }
    Ok(typed)
}

/// A path, also where it is written as the address of a file, as file managers do.
fn path_of(argument: OsString) -> PathBuf {
    let address = argument.to_str().filter(|text| text.starts_with("file://"));
    let path = address.and_then(|address| tauri::Url::parse(address).ok()?.to_file_path().ok());
    path.unwrap_or_else(|| PathBuf::from(argument))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{again, path_of};

    #[test]
    fn a_file_is_no_workspace_however_it_is_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = folder.join("tauri.conf.json");
        let address = tauri::Url::from_file_path(&file).expect("an address").to_string();
        for typed in [file.display().to_string(), "tauri.conf.json".to_owned(), address] {
            let found = again([typed.clone().into()].into_iter(), folder);
            assert_eq!((found.file, found.workspace), (Some(file.clone()), None), "{typed}");
        }
        let found = again(["elsewhere".into()].into_iter(), folder);
        assert_eq!((found.file, found.workspace), (None, Some(folder.join("elsewhere"))));
    }

    #[cfg(unix)]
    #[test]
    fn an_address_of_a_file_is_its_path_and_anything_else_is_one() {
        for (typed, path) in [("file:///a%20b.zip", "/a b.zip"), ("file://a b", "file://a b"), ("b", "b")] {
            assert_eq!(path_of(typed.into()), Path::new(path), "{typed}");
        }
    }
}
