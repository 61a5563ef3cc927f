//! What would be started to import from a server.

use std::path::Path;

use ::import::started_files;
use ::skills::manage::StartedFile;
use execution::best;
use message::{Message, message};

use crate::{App, Code, Failure};

/// What would be started.
#[derive(Debug, Clone)]
pub struct ServerTold {
    /// Its program, and every file that a further word names, links resolved.
    pub files: Vec<StartedFile>,
    /// Programs and files that may run besides and are compared with nothing, each in a sentence.
    pub not_sealed: Vec<String>,
    /// How well this machine contains it, in words.
    pub contained: String,
}

/// What a command would start in a folder, for the person who is asked; nothing is.
///
/// # Errors
///
/// [`Code::NotFound`] when the command names no program, or a file that it names cannot be read.
pub fn server_told(app: &App, command: &[String], folder: &Path) -> Result<ServerTold, Failure> {
    let around = app.workspace.surroundings();
    let started =
        started_files(command, folder, &::hydration::path_of(&around.environment)).map_err(|error| {
            Failure::new(
                Code::NotFound,
                message!("cannot start `{command}`: {error}.", command = command.join(" "), error),
            )
        })?;
    let contained = best(&around.helper).words().to_owned();
    Ok(ServerTold {
        files: started.files,
        not_sealed: started.not_sealed.iter().map(Message::to_string).collect(),
        contained,
    })
}
