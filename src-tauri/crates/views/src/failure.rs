use std::fmt;

use message::{Message, message};
use serde::{Deserialize, Serialize};

/// Why a request was not answered, as every door says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Failure {
    /// For whoever acts on it.
    pub code: Code,
    /// What is wrong, naming the thing; it ends with a point.
    pub message: Message,
    /// What to do about it; absent when nothing can be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hint: Option<Message>,
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
    /// A failure of the given code without advice. The message is a whole sentence; its first letter may be small.
    pub fn new(code: Code, message: Message) -> Self {
        Self { code, message, hint: None }
    }

    /// The same failure with advice, a whole sentence.
    pub fn hint(mut self, hint: Message) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Returns the message with the advice behind it.
    pub fn whole(self) -> Message {
        Message::in_a_row([self.message].into_iter().chain(self.hint))
    }

    /// A thing that is not there.
    pub fn not_found(message: Message) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// The row of a skill that is no longer there.
    pub fn skill_gone() -> Self {
        Self::not_found(message!("this skill does not exist anymore.")).hint(message!("Refresh the list."))
    }

    /// The row of a session whose log is no longer there.
    pub fn session_gone() -> Self {
        Self::not_found(message!("this session's log does not exist anymore."))
            .hint(message!("Refresh the list."))
    }

    /// Something failed here that no ask brings about.
    pub fn broken(error: impl fmt::Display) -> Self {
        Self::new(Code::Failed, message!("internal error: {error}.", error))
    }

    /// An ask that is not of the request’s form.
    pub fn wrong_ask(name: &str, error: &serde_json::Error) -> Self {
        Self::new(Code::WrongUse, message!("invalid request `{name}`: {error}.", name, error))
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
        Self::new(code, message!("{fault}.", fault => fault.message()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.text)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " {hint}"))
    }
}

impl std::error::Error for Failure {}
