//! The desktop shell: the only code that knows Tauri.
//!
//! It opens the windows on workspaces and the one that decides, hands their questions to `api`, passes on rumours that
//! something is stale, lets agents in, and does what only a desktop can: a folder dialog, a link opened
//! outside, a notification. It holds no product logic; whatever it learns it learns from `api`.
//!
//! Start with `shell.rs`; `windows.rs` has the windows.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod agents;
mod approvals;
mod arguments;
mod ask;
mod background;
mod desktop;
mod news;
mod notifications;
mod remember;
mod shell;
mod stay;
mod watch;
mod windows;

use std::process::ExitCode;

// Reading a long log takes much memory for a moment on several threads. The C library's allocator keeps it for each
// of them, twice as much in all, and a window stays open all day.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    // A hydration's command is contained by this same program, started again.
    if let Some(code) = api::contain(std::env::args_os()) {
        return code;
    }
    end_without_display();
    match arguments::read(std::env::args_os().skip(1)) {
        Ok(arguments) => {
            shell::run(arguments);
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            #[allow(clippy::print_stderr, reason = "there is no window yet to say it in")]
            {
                eprintln!("assay-window: {sentence}");
            }
            ExitCode::from(2)
        }
    }
}

/// Ends this program in words where GTK finds no display, which Tauri answers with a panic.
fn end_without_display() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.to_string().contains("initialize gtk backend") {
            #[allow(clippy::print_stderr, reason = "there is no window to say it in")]
            {
                eprintln!(
                    "assay-window: no display can be opened; check WAYLAND_DISPLAY or DISPLAY. `assay --help` lists \
                     what can be asked without a window"
                );
            }
            std::process::exit(5);
        }
        report(panic);
    }));
}
