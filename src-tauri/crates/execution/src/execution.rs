//! The one door to processes.
//!
//! What may run unasked is decided here ([`Mode`]), and whatever runs is run here, contained as well as the
//! machine allows. This crate must not know what a skill or a session is, nor who asks; it prints nothing and
//! reads no environment.

mod mode;

pub use mode::Mode;
