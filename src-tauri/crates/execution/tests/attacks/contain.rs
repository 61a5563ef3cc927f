//! A program that does nothing but contain.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Started by hand there is nothing to contain.
    execution::helper(std::env::args_os()).unwrap_or(ExitCode::from(2))
}
