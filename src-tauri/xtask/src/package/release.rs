//! What is released: its version, and the one time that stands wherever a package has a time.

use std::process::Command;

use xtask::checkout;

use crate::step::Failure;

use super::answer;

/// A version and its time.
#[derive(Debug)]
pub struct Release {
    /// As the workspace's `Cargo.toml` has it.
    pub version: &'static str,
    /// Seconds since 1970: `SOURCE_DATE_EPOCH`, else the time of the commit.
    pub epoch: u64,
}

impl Release {
    /// The release that this checkout would be.
    ///
    /// # Errors
    /// `SOURCE_DATE_EPOCH` is no number, or is not set where git knows no commit.
    pub fn of_checkout() -> Result<Self, Failure> {
        let asked = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(given) => given,
            Err(_) => {
                let mut git = Command::new("git");
                answer("git log", git.args(["log", "-1", "--format=%ct"]).current_dir(checkout::root()))?
            }
        };
        let epoch = asked.trim().parse().map_err(|_| {
            Failure::words(format!("SOURCE_DATE_EPOCH is `{asked}`, which is no number of seconds"))
        })?;
        Ok(Self { version: env!("CARGO_PKG_VERSION"), epoch })
    }

    /// Its time as `date` writes it: `%F` for the day, `%a, %d %b %Y %T +0000` for a changelog.
    ///
    /// # Errors
    /// There is no `date` as GNU has it.
    pub fn date(&self, form: &str) -> Result<String, Failure> {
        let mut date = Command::new("date");
        date.args(["-u", "-d", &format!("@{}", self.epoch), &format!("+{form}")]).env("LC_ALL", "C");
        Ok(answer("date", &mut date)?.trim().to_owned())
    }

    /// Tells a command which time to write.
    pub fn give(&self, command: &mut Command) {
        command.env("SOURCE_DATE_EPOCH", self.epoch.to_string()).env("TZ", "UTC").env("LC_ALL", "C.UTF-8");
    }
}
