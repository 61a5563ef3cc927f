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

    /// The message for where the path stands beside it: what is wrong comes first.
    pub fn reason(&self) -> String {
        match self.message.strip_prefix(self.path.display().to_string().as_str()) {
            Some(rest) => rest.strip_prefix(": ").map_or_else(|| format!("It{rest}"), str::to_owned),
            None => self.message.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Problem;

    #[test]
    fn a_reason_begins_with_what_is_wrong_and_not_with_the_path() {
        let reason =
            |message: &str| Problem::new(Path::new("/s/a/SKILL.md"), "odd", message.to_owned()).reason();
        assert_eq!(reason("/s/a/SKILL.md is not UTF-8. Save it."), "It is not UTF-8. Save it.");
        assert_eq!(reason("/s/a/SKILL.md: input/output error, so."), "input/output error, so.");
        assert_eq!(reason("The name is odd."), "The name is odd.");
    }
}
