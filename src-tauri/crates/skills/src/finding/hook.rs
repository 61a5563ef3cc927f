//! Flaws of the hooks that a skill declares, as codes.

use serde::Serialize;
use thiserror::Error;

use super::Quote;

/// Something about a hook that is not as its author may think.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum HookFlaw {
    /// The value of `hooks` is not a mapping.
    #[error("`hooks` is not a mapping from events to rules, so it does nothing.")]
    NoEvents,
    /// The event is not supported.
    #[error("The event {event} is not supported, so its hooks do nothing.")]
    Event {
        /// The event.
        event: Quote,
    },
    /// The value of an event is text.
    #[error("{event} is text and not a list of rules, so it does nothing.")]
    NotAList {
        /// The event.
        event: Quote,
    },
    /// A rule is not a mapping.
    #[error("A rule of the hooks is not a mapping, so it does nothing.")]
    NotAMapping,
    /// A matcher is not text.
    #[error("A matcher is not text, so its rule does nothing.")]
    Matcher,
    /// A rule has no hooks.
    #[error("A rule of the hooks has no list `hooks`, so it does nothing.")]
    NoHooks,
    /// There are too many hooks.
    #[error("There are more than {most} hooks; the rest is ignored.")]
    TooMany {
        /// The limit.
        most: usize,
    },
    /// A hook does nothing.
    #[error("A hook does nothing: {why}")]
    Inert {
        /// The reason.
        why: InertHook,
    },
    /// A timeout is too long.
    #[error("A hook asks for more than {most} seconds; it gets {most}.")]
    TooLong {
        /// The limit in seconds.
        most: u64,
    },
    /// A timeout is not a number.
    #[error("A hook's timeout is not a number of seconds above 0; it gets 10.")]
    BadTimeout,
}

/// Something about `allowed-tools` that counts for nothing, or not as its author may think.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum AllowedFlaw {
    /// The name of the field is another one.
    #[error("{field} is not `allowed-tools`, so it restricts nothing.")]
    OtherName {
        /// The name.
        field: Quote,
    },
    /// A part is empty.
    #[error("A part of `allowed-tools` is empty.")]
    EmptyPart,
    /// A part is not text.
    #[error("A part of `allowed-tools` is not text, so it is ignored.")]
    NotText,
    /// No part is text.
    #[error("No part of `allowed-tools` is text, so it allows no tool.")]
    NoText,
    /// It is a mapping.
    #[error("`allowed-tools` is a mapping, not a list, so it allows no tool.")]
    Mapping,
    /// Parentheses do not close.
    #[error("{rule} has parentheses that do not close, so it matches only a tool of exactly this name.")]
    Parentheses {
        /// The rule.
        rule: Quote,
    },
}

/// The reason why a hook can never do anything.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum InertHook {
    /// Its event is not supported.
    #[error("The event {event} is not supported.")]
    Event {
        /// The event.
        event: Quote,
    },
    /// It is text and not a rule.
    #[error("It is text and not a rule.")]
    NotARule,
    /// It is not a mapping with a type.
    #[error("It is not a mapping with a `type`.")]
    NotAMapping,
    /// It has no command.
    #[error("It has no command.")]
    NoCommand,
    /// Its command is too long or has a NUL byte.
    #[error("Its command has more than 32 KiB, or a NUL byte.")]
    Command,
    /// It has no prompt.
    #[error("It has no prompt.")]
    NoPrompt,
    /// Its decision is none.
    #[error("Its `decision` is not `allow`, `ask` or `deny`.")]
    Decision,
    /// It has no type.
    #[error("It has no `type`.")]
    NoType,
    /// Its type is not supported.
    #[error("Its type {kind} is not supported.")]
    Kind {
        /// The type.
        kind: Quote,
    },
}
