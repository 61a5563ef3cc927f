//! Writes what a package brings for shells and for `man`, made of what can be typed: `shell_files FOLDER`.
//!
//! It is no command of `assay`, so that the program carries nothing that only whoever builds packages needs.

use std::io;

use clap_complete::Shell;

fn main() -> io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1) else {
        return Err(io::Error::other("name the folder to write to"));
    };
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut cli::command(), "assay", &folder)?;
    }
    clap_mangen::generate_to(cli::command(), &folder)
}
