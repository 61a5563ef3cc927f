use std::ffi::OsString;
use std::path::PathBuf;
use std::time::SystemTime;

use sessions::Homes;

/// Everything that would otherwise be read from the environment.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The workspace to open, absolute; empty where a person has to choose one first.
    pub workspace: PathBuf,
    /// The user's home, when there is one.
    pub home: Option<PathBuf>,
    /// The value of `PIXIR_HOME`, when it is set.
    pub pixir_home: Option<OsString>,
    /// Where Assay keeps what is its own; nothing is kept without it. Never inside `.pixir`.
    pub kept: Option<PathBuf>,
    /// The clock.
    pub clock: fn() -> SystemTime,
    /// The environment of this process; a hydration's command gets a few of its names, and some say where other
    /// agents look for skills.
    pub environment: Vec<(String, String)>,
    /// A program that can be started as what contains a command.
    pub helper: PathBuf,
}

impl Surroundings {
    /// Where other agents keep their sessions.
    pub fn homes(&self) -> Homes {
        let variable = |name: &&'static str| Some((*name, self.variable(name)?.into()));
        Homes { home: self.home.clone(), variables: Homes::VARIABLES.iter().filter_map(variable).collect() }
    }

    /// The value of a variable of the environment.
    pub fn variable(&self, name: &str) -> Option<OsString> {
        let found = self.environment.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.into())
    }
}
