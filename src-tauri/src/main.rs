//! The desktop shell: the only code that knows Tauri.
//!
//! It opens one window, hands the page's questions to `api`, passes on rumours that something is
//! stale, and does what only a desktop can: a folder dialog, a link opened outside. It holds no
//! product logic; whatever it learns it learns from `api`.
//!
//! Start with `shell.rs`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod ask;
mod desktop;
mod news;
mod shell;
mod watch;

fn main() {
    match arguments::read(std::env::args_os().skip(1)) {
        Ok(arguments) => shell::run(arguments),
        Err(sentence) => {
            #[allow(clippy::print_stderr, reason = "there is no window yet to say it in")]
            {
                eprintln!("assay-window: {sentence}");
            }
            std::process::exit(2);
        }
    }
}
