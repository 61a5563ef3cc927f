use std::path::{Path, PathBuf};

/// Something under a root that is not as its owner may think. Pixir stays silent about all of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What it is about.
    pub path: PathBuf,
    /// One word for programs: `not_a_file`, `denied`, `too_large`, `not_utf8`, `dangling_link`,
    /// `link_loop`, `unreadable`, `name_not_utf8`, `file_name_case`, `nested_skill`,
    /// `skill_in_root`, `root_unreadable`, `no_home`.
    pub code: &'static str,
    /// A sentence that names the thing and says what to do.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(path: &Path, code: &'static str, message: String) -> Self {
        Self { path: path.to_owned(), code, message }
    }
}
