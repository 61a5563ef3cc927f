//! Workspaces, logs and texts as large as real ones, the same for the same seed.

pub mod claude;
pub mod dice;
pub mod folders;
pub mod log;
pub mod prose;
pub mod workspace;
