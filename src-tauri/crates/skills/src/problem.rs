use std::path::{Path, PathBuf};

use message::{Message, message};

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
    pub message: Message,
}

impl Problem {
    pub(crate) fn new(path: &Path, code: &'static str, message: Message) -> Self {
        Self { path: path.to_owned(), code, message }
    }

    /// Returns the message for where the path stands beside it.
    pub fn reason(&self) -> Message {
        self.message.clone().with("path", &message!("It"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use message::{Message, message};

    use super::Problem;

    #[test]
    fn a_reason_begins_with_what_is_wrong_and_not_with_the_path() {
        let path = "/s/a/SKILL.md";
        let reason = |message: Message| Problem::new(Path::new(path), "odd", message).reason();
        assert_eq!(reason(message!("{path} is not UTF-8. Save it.", path)), "It is not UTF-8. Save it.");
        assert_eq!(reason(message!("The name is odd.")), "The name is odd.");
    }
}
