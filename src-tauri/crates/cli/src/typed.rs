//! Words of a fixed set, as they are typed.

use api::permission::Mode;
use api::{Code, Failure};
use message::message;
use serde::de::DeserializeOwned;

use crate::change::Yes;
use crate::screen::visible_text;

/// A word of a fixed set, as it was typed.
pub(crate) fn typed<T: DeserializeOwned>(word: &str) -> Result<T, Failure> {
    serde_json::from_value(word.into()).map_err(|error| {
        Failure::new(
            Code::WrongUse,
            message!("invalid value `{word}`: {error}.", word = visible_text(word), error),
        )
    })
}

pub(crate) fn mode(word: &str) -> Result<Mode, String> {
    match word {
        "auto" => Ok(Mode::Auto),
        "ask" => Ok(Mode::Ask),
        "read_only" | "read-only" => Ok(Mode::ReadOnly),
        _ => Err("possible values: auto, ask, read_only".to_owned()),
    }
}

/// How a change is agreed to.
#[derive(Debug, clap::Args)]
pub struct Consent {
    /// Apply without confirmation
    #[arg(long, conflicts_with = "dry_run")]
    yes: bool,
    /// Show what would change, then exit
    #[arg(long)]
    dry_run: bool,
}

impl Consent {
    /// Fails if the consent is to something that was not asked for, so that it would have no effect.
    ///
    /// # Errors
    ///
    /// [`Code::WrongUse`] when `--yes` or `--dry-run` was typed.
    pub fn refuse(&self, needed: &str) -> Result<(), Failure> {
        match self.of() {
            Yes::Asked => Ok(()),
            Yes::Given | Yes::Never => Err(Failure::new(
                Code::WrongUse,
                message!("--yes and --dry-run have no effect without {needed}.", needed),
            )),
        }
    }

    /// The yes that was given.
    pub fn of(&self) -> Yes {
        match (self.yes, self.dry_run) {
            (true, _) => Yes::Given,
            (_, true) => Yes::Never,
            _ => Yes::Asked,
        }
    }
}
