//! How answers are printed, and paths read from where they are typed.

use std::path::PathBuf;

use api::{Code, Failure};
use message::Message;
use serde::Serialize;

use crate::screen::{Printed, print};

/// Prints an answer as JSON, or in words.
pub fn tell<T: Serialize>(
    as_json: bool,
    answer: &T,
    words: impl FnOnce(&T) -> String,
) -> Result<u8, Failure> {
    if as_json {
        return print_json(answer);
    }
    print(&Printed::Words(words(answer)));
    Ok(0)
}

/// Prints an answer as JSON.
pub fn print_json(answer: &impl Serialize) -> Result<u8, Failure> {
    let json = serde_json::to_string(answer).map_err(|error| unwritten(&error))?;
    print(&Printed::Json(json));
    Ok(0)
}

pub fn unwritten(error: &serde_json::Error) -> Failure {
    Failure::new(Code::Failed, Message::of_error(error))
}

/// Paths are typed from the current folder, not from the workspace.
pub fn here(paths: &[String]) -> Result<Vec<String>, Failure> {
    let folder = current_folder()?;
    Ok(paths.iter().map(|path| folder.join(path).display().to_string()).collect())
}

pub fn current_folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))
}
