//! What a person is asked before agents may do more than before.

use serde::Serialize;

/// What the window asks about a change that loosens something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Loosening {
    /// What would change.
    pub title: String,
    /// What follows from it, in sentences.
    pub follows: Vec<String>,
    /// The words of the button that makes the change.
    pub yes: String,
    /// The words of the button that leaves everything as it is.
    pub no: String,
}
