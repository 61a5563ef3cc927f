//! What the requests that read answer: the shapes, and the functions that fill them from what is open.
//!
//! Everything here is made of an ask and a [`workspace::Workspace`], or [`everywhere::Everywhere`], which knows all of
//! them. This crate knows no door, decides nothing and changes nothing: what acts stands above it, in `api`.

pub mod checks;
pub mod convention;
pub mod decisions;
pub mod draft;
pub mod drift;
pub mod everywhere;
pub mod export;
mod failure;
pub mod gate;
pub mod locks;
pub mod manual;
pub mod markdown;
pub mod remembered;
pub mod sarif;
pub mod sessions;
pub mod skills;
pub mod times;
pub mod window;
pub mod wins;
pub mod wire;

pub use failure::{Code, Failure};
