//! One program for all tests that need no window. `tidy.rs` sees to it that no file is forgotten.

mod corpus;
mod doors;
mod drift;
mod faults;
mod laws;
mod sessions;
mod skills;
mod tidy;
