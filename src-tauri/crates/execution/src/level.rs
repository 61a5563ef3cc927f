use std::fmt;

/// How well a command is contained, from not at all to best.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    serde::Serialize,
    serde::Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Level {
    /// Not at all: it may do whatever this user may. On Linux its children still end with it.
    None,
    /// Landlock and a filter of system calls; its children are found and ended one by one.
    Walls,
    /// The same, in namespaces of its own: no network, no other process to be seen, and all ends at once.
    Full,
}

impl Level {
    /// The word that evidence uses.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The level in words for a person.
    pub fn words(self) -> &'static str {
        match self {
            Self::Full => "contained: files (Landlock), system calls (seccomp), own namespaces",
            Self::Walls => "contained: files (Landlock), system calls (seccomp)",
            Self::None => "not contained",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
