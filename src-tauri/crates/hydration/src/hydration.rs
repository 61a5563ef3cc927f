//! Fresh facts, with permission.
//!
//! A skill declares where current facts come from ([`Source`]); a person decides on exact bytes, twice: that
//! it runs, and that its output is released; the evidence stays. Nothing here runs because it was looked at.
//!
//! This crate must not know the window, nor how an agent's question arrives. It reads no environment and no
//! clock; both come in.

mod source;

pub use source::{Origin, Source, Surface};
