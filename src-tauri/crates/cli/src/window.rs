//! `assay` without a question opens the window, which is a program of its own beside this one.

use std::process::{Command, ExitCode};

use crate::arguments::Arguments;
use crate::screen::{tell, visible_text};

const NAME: &str = if cfg!(windows) { "assay-window.exe" } else { "assay-window" };

/// Starts the window and waits for it.
pub fn open(arguments: &Arguments) -> ExitCode {
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join(NAME)));
    let Some(program) = beside else {
        tell(&format!("error: cannot start {NAME}: the path of this program is unknown"));
        return ExitCode::from(5);
    };
    if !has_display(|name| std::env::var_os(name)) {
        tell(
            "error: cannot open the window: neither WAYLAND_DISPLAY nor DISPLAY is set. Run `assay --help` for \
             the commands that need no window",
        );
        return ExitCode::from(5);
    }
    let mut command = Command::new(&program);
    if let Some(workspace) = &arguments.workspace {
        command.arg("--workspace").arg(workspace);
    }
    match command.status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(5)),
        Err(error) => {
            tell(&format!(
                "error: cannot start `{}`: {error}. Run `assay --help` for the commands that need no window",
                visible_text(program.display().to_string())
            ));
            ExitCode::from(5)
        }
    }
}

/// Returns whether a window can be shown at all; on systems with one display of their own it can.
fn has_display(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || ["WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| is_set(name))
}
