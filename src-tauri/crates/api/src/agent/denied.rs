//! Why an agent does not get what it asked for, in the one envelope of all tools (S0-11).

use engine::Refusal;
use serde_json::{Value, json};
use skills::Convention;

use crate::{Code, Failure};

/// Why an agent does not get what it asked for.
#[derive(Debug, Clone)]
pub enum Denied {
    /// The engine's rules say so.
    Engine(Box<Refusal>),
    /// A hook of an active skill blocked it, with its reason.
    Hook(String),
    /// Something here does not let it.
    Here(Failure),
    /// One of these, and what hooks tell the model all the same.
    Guided(Box<Denied>, String),
}

impl Denied {
    /// One of the kinds an agent can act on.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Engine(refusal) => refusal.kind(),
            Self::Hook(_) => "permission_denied",
            Self::Here(failure) => kind(failure),
            Self::Guided(denied, _) => denied.kind(),
        }
    }

    /// The envelope. Under the pipeline's rules its own form stands beside it (S2-39).
    pub fn envelope(&self, convention: Convention) -> Value {
        if let Self::Guided(denied, guidance) = self {
            let mut envelope = denied.envelope(convention);
            envelope["guidance"] = json!(guidance);
            return envelope;
        }
        let mut envelope = match self {
            Self::Engine(refusal) => refusal.envelope(),
            Self::Hook(_) | Self::Guided(..) => json!({
                "ok": false,
                "error": { "kind": self.kind(), "message": self.message(), "details": { "by": "hook" } },
            }),
            Self::Here(failure) => json!({
                "ok": false,
                "error": {
                    "kind": self.kind(),
                    "message": failure.message.text,
                    "details": {},
                    "hint": failure.hint.as_ref().map_or("", |hint| hint.text.as_str()),
                },
            }),
        };
        if let (Self::Engine(refusal), Convention::Pipeline) = (self, convention)
            && let Some(known) = refusal.payload().get("availableSkills")
        {
            envelope["availableSkills"] = known.clone();
        }
        envelope
    }

    /// The same for a model that reads text.
    pub fn text(&self, convention: Convention) -> String {
        match self {
            Self::Engine(refusal) if convention == Convention::Pipeline => refusal.payload().to_string(),
            Self::Engine(refusal) => match refusal.as_ref() {
                Refusal::Unknown { visible, .. } => format!("{refusal}; available: {}", visible.join(", ")),
                other => other.to_string(),
            },
            Self::Hook(_) => self.message(),
            Self::Here(failure) => failure.to_string(),
            Self::Guided(denied, guidance) => format!("{}\n{guidance}", denied.text(convention)),
        }
    }

    /// What is wrong, in a sentence.
    pub fn message(&self) -> String {
        match self {
            Self::Engine(refusal) => refusal.to_string(),
            Self::Hook(reason) => reason.clone(),
            Self::Here(failure) => failure.message.text.clone(),
            Self::Guided(denied, _) => denied.message(),
        }
    }
}

/// The error kinds of Pixir's tools.
fn kind(failure: &Failure) -> &'static str {
    match failure.code {
        Code::WrongUse => "invalid_args",
        Code::Refused | Code::Denied => "permission_denied",
        Code::NotFound => "not_found",
        Code::Damaged | Code::Failed | Code::NoWorkspace => "command_failed",
        Code::NotHere => "detached",
    }
}

impl From<Failure> for Denied {
    fn from(failure: Failure) -> Self {
        Self::Here(failure)
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        Self::Engine(Box::new(refusal))
    }
}
