//! `assay` without a question opens the window, which is a program of its own beside this one.

use std::process::{Command, ExitCode};

use crate::arguments::Arguments;
use crate::screen::{tell, visible_text};

const NAME: &str = if cfg!(windows) { "assay-window.exe" } else { "assay-window" };

/// Starts the window and waits for it.
pub fn open(arguments: &Arguments) -> ExitCode {
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join(NAME)));
    let Some(program) = beside else {
        tell(&format!("assay: where this program lies is unknown, so {NAME} beside it cannot be started"));
        return ExitCode::from(5);
    };
    if !has_display(|name| std::env::var_os(name)) {
        tell(
            "assay: there is no display to open the window on: neither WAYLAND_DISPLAY nor DISPLAY is set. `assay --help` \
             lists what can be asked without a window",
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
                "assay: {} did not start: {error}. `assay --help` lists what can be asked without a window",
                visible_text(&program.display().to_string())
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
