//! Systems without owner-only sockets: agents are told so, and nothing listens.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::{Answer, Trouble};

/// Nothing; it cannot be made here.
#[derive(Debug)]
pub struct Listening(());

/// Always refused here.
///
/// # Errors
///
/// Always [`Trouble::NotHere`].
pub fn listen(_: &Path, _: Arc<dyn Answer>) -> Result<Listening, Trouble> {
    Err(Trouble::NotHere)
}

/// Always refused here.
///
/// # Errors
///
/// Always [`Trouble::NotHere`].
pub fn ask(_: &Path, _: &Value) -> Result<Value, Trouble> {
    Err(Trouble::NotHere)
}

/// Nothing; it cannot be made here.
#[derive(Debug)]
pub struct Asking(());

/// Nothing; it cannot be made here.
#[derive(Debug)]
pub struct HangUp(());

/// Always refused here.
///
/// # Errors
///
/// Always [`Trouble::NotHere`].
pub fn begin(_: &Path, _: &Value) -> Result<Asking, Trouble> {
    Err(Trouble::NotHere)
}

impl Asking {
    /// Always refused here.
    ///
    /// # Errors
    ///
    /// Always [`Trouble::NotHere`].
    pub fn hang_up(&self) -> Result<HangUp, Trouble> {
        Err(Trouble::NotHere)
    }

    /// Always refused here.
    ///
    /// # Errors
    ///
    /// Always [`Trouble::NotHere`].
    pub fn answer(self) -> Result<Value, Trouble> {
        Err(Trouble::NotHere)
    }
}

impl HangUp {
    /// Nothing is there to hang up.
    pub fn now(&self) {}
}
