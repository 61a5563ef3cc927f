//! The one place that looks at the disk. Each look takes over from the one before what has not changed, and is repeated
//! when it is older than a second or something was said to have changed.

mod catalog;
pub(crate) mod elsewhere;
mod join;
pub(crate) mod journal;
pub(crate) mod logs;
mod record;
mod skills;
