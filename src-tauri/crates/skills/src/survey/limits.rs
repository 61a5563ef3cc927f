//! How far a look goes.

/// Most folders that are listed below one root. Pixir lists only the root, and all of it.
pub const FOLDERS: usize = 2_000;

/// Most folders between a root and a `SKILL.md`, whoever looks: some agents know no limit of their own.
pub const DEEPEST: usize = 12;

/// Most bytes of a `SKILL.md` that conventions other than Pixir's read: 512 KiB.
pub(crate) const SURVEYED: u64 = 512 << 10;

/// Most bytes of a `SKILL.md` that are read at all: 16 MiB. A larger one is a [`Problem`](crate::Problem) and stays unread.
pub const SKILL_LIMIT: u64 = 16 << 20;
