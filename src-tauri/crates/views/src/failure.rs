use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a request was not answered, as every door says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Failure {
    /// For whoever acts on it.
    pub code: Code,
    /// What is wrong, naming the thing; it ends with a point.
    pub message: String,
    /// What to do about it, with a point behind; empty when nothing can be done.
    pub hint: String,
}

/// A code exists because somebody acts on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The ask is not of the request's form. Terminal: exit 2.
    WrongUse,
    /// The question was answered, and the answer is no. Terminal: exit 1.
    Refused,
    /// A person was asked, and said no. Terminal: exit 1.
    Denied,
    /// The thing asked for is not there. Terminal: exit 3.
    NotFound,
    /// The input is there and cannot be understood. Terminal: exit 4.
    Damaged,
    /// The system refused, or something failed here. Terminal: exit 5.
    Failed,
    /// This door cannot do that; the page hides what leads here.
    NotHere,
    /// No workspace is open, or its folder is gone; the page says so once. Terminal: exit 5.
    NoWorkspace,
}

impl Failure {
    /// A failure of the given code without advice.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: ended(message.into()), hint: String::new() }
    }

    /// The same failure with advice.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = capitalized(ended(hint.into()));
        self
    }

    /// A thing that is not there.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// The row of a skill that is no longer there.
    pub fn skill_gone() -> Self {
        Self::not_found("this skill does not exist anymore").hint("Refresh the list")
    }

    /// The row of a session whose log is no longer there.
    pub fn session_gone() -> Self {
        Self::not_found("this session's log does not exist anymore").hint("Refresh the list")
    }

    /// Something failed here that no ask brings about.
    pub fn broken(message: &str) -> Self {
        Self::new(Code::Failed, message)
    }

    /// An ask that is not of the request’s form.
    pub fn wrong_ask(name: &str, error: &serde_json::Error) -> Self {
        Self::new(Code::WrongUse, format!("invalid request `{name}`: {error}"))
    }
}

impl From<disk::Fault> for Failure {
    fn from(fault: disk::Fault) -> Self {
        let code = match fault.cause {
            disk::Cause::Missing => Code::NotFound,
            disk::Cause::NotAFile(_) | disk::Cause::NotAFolder | disk::Cause::TooLarge { .. } => {
                Code::Damaged
            }
            disk::Cause::Denied
            | disk::Cause::Exists
            | disk::Cause::Loop
            | disk::Cause::Outside
            | disk::Cause::Full
            | disk::Cause::ReadOnly
            | disk::Cause::Other(_) => Code::Failed,
        };
        Self::new(code, fault.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, " {}", self.hint) }
    }
}

/// Words that begin with a capital letter, unless their first word is a name or a command.
fn capitalized(words: String) -> String {
    let first = words.split([' ', ',', '.', ':', ';']).next().unwrap_or_default();
    if !first.chars().all(|letter| letter.is_ascii_lowercase()) || first.is_empty() {
        return words;
    }
    words[..1].to_ascii_uppercase() + &words[1..]
}

/// Words with a point behind, so that others may follow.
fn ended(mut words: String) -> String {
    let bare = words.trim_end_matches(['”', '"', '’', ')']);
    if !words.is_empty() && !bare.ends_with(['.', '!', '?', '…', ':']) {
        words.push('.');
    }
    words
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::{Code, Failure};

    #[test]
    fn what_is_said_ends_with_a_point_once() {
        let check = |message: &str, hint: &str, said: &str| {
            assert_eq!(Failure::new(Code::Failed, message).hint(hint).to_string(), said);
        };
        let gone = "this skill does not exist anymore";
        check(gone, "Refresh the list", &format!("{gone}. Refresh the list."));
        check(gone, "refresh the list", &format!("{gone}. Refresh the list."));
        check(gone, "skill_drift lists others", &format!("{gone}. skill_drift lists others."));
        check("It is there.", "", "It is there.");
        check("What is it?", "", "What is it?");
        check("say “yes.”", "", "say “yes.”");
    }
}
