//! `assay folders`: where skills of this project are looked for beside the usual folders.

use std::path::{Path, PathBuf};

use api::settings::{FoldersChange, change_folders};
use api::wire::SwitchWord;
use api::{App, Code, Failure};
use clap::Args;
use message::Message;

/// The changes to make; none to list the folders.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct Folders {
    /// Add a skill folder (can be repeated)
    #[arg(long, value_name = "DIR")]
    add: Vec<PathBuf>,
    /// Remove a skill folder
    #[arg(long, value_name = "DIR")]
    remove: Vec<PathBuf>,
    /// Read .claude/skills of the project and the user [default: off]
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    claude: Option<String>,
}

impl Folders {
    /// Makes the changes, if there are any. Paths are typed from the current folder, not from the workspace.
    pub fn carry_out(&self, app: &App) -> Result<(), Failure> {
        if *self == Self::default() {
            return Ok(());
        }
        let here =
            std::env::current_dir().map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))?;
        change_folders(app, &self.changes(&here))
    }

    fn changes(&self, here: &Path) -> Vec<FoldersChange> {
        let switch = |word: &String| if word == "on" { SwitchWord::On } else { SwitchWord::Off };
        let claude = self.claude.iter().map(|word| FoldersChange::Claude(switch(word)));
        let remove = self.remove.iter().map(|path| FoldersChange::Remove(here.join(path)));
        let add = self.add.iter().map(|path| FoldersChange::Add(here.join(path)));
        claude.chain(remove).chain(add).collect()
    }
}
