//! One program for all tests that need no window. `tidy.rs` sees to it that no file is forgotten.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test lays files out by hand, says what it counted, and fails by panicking"
)]

mod agent_calls;
mod agent_home;
mod agents;
mod agree;
mod approvals;
mod bound;
mod built_ins;
mod calling;
mod changes;
mod claims;
mod compaction;
mod corpus;
mod counts;
mod demo;
mod disclosure;
mod doors;
mod drift;
mod dropped;
mod edit;
mod elsewhere;
mod ending;
mod engine;
mod evidence;
mod export;
mod facts;
mod faults;
mod file_reads;
mod fixes;
mod folders;
mod fuzz;
mod gate;
mod git;
mod glance;
mod handed_on;
mod hooks;
mod hydration;
mod import;
mod index;
mod keeping;
mod laws;
mod lease;
mod lint;
mod listing;
mod live;
mod locks;
mod loosening;
mod manage;
mod managed;
mod manual;
mod offering;
mod opening;
mod permission;
mod policy;
mod promises;
mod proof;
mod recorded;
mod requirements;
mod served;
mod serving;
mod sessions;
mod settings;
mod signatures;
mod skills;
mod stated;
mod tables;
mod telemetry;
mod terminal;
mod texts;
mod tidy;
mod time;
mod trying;
mod untrusted_paths;
mod verdicts;
mod versions;
mod views;
mod visibility;
mod wins;
mod witness;
