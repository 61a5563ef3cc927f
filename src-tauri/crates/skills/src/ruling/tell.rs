//! What there is to say of a file, in words: why it is no skill, or what is odd about it.

use super::{Claim, Defect, State};
use crate::convention::{Rules, Steps};
use crate::skill::FILE_NAME;
use crate::survey::SURVEYED;
use crate::{Problem, Skip, Stage};

const NAME: usize = 64;
const DESCRIPTION: usize = 1_024;

pub(super) fn problems(rules: &Rules, claim: &Claim) -> Vec<Problem> {
    let path = claim.skill.path.display();
    let problem = |code, words: String| Problem::new(&claim.skill.path, code, words);
    if let State::Invalid(defect) = claim.state {
        let words = format!("{path} {}, so {} ignores it. {}", why(defect), rules.label, advice(defect));
        return vec![problem(defect.name(), words)];
    }
    // What Pixir makes of a file is told elsewhere, and it warns of none of these.
    if rules.load.steps == Steps::Pixir {
        return Vec::new();
    }
    let mut found = Vec::new();
    if claim.skill.path.file_name().is_some_and(|name| name != FILE_NAME) {
        found.push(problem("file_name_case", format!("{path} is not spelled {FILE_NAME}. Rename the file.")));
    }
    let folder = claim.skill.dir.file_name().unwrap_or_default().to_string_lossy();
    if claim.skill.name != folder {
        let words = format!("{path} has the name {:?}, but is in the folder {folder:?}.", claim.skill.name);
        found.push(problem("name_folder", words));
    }
    let length = claim.skill.name.chars().count();
    if length > NAME {
        found.push(problem(
            "name_over_64",
            format!("The name in {path} has {length} characters; the limit is {NAME}."),
        ));
    }
    let strange = |c: char| !(c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit());
    let hyphens = claim.skill.name.starts_with('-')
        || claim.skill.name.ends_with('-')
        || claim.skill.name.contains("--");
    if claim.skill.name.contains(strange) || hyphens {
        let words = format!(
            "The name in {path} has other characters than lowercase letters, digits and single hyphens."
        );
        found.push(problem("name_characters", words));
    }
    let length = claim.skill.description.chars().count();
    if length > DESCRIPTION {
        let words = format!("The description in {path} has {length} characters; the limit is {DESCRIPTION}.");
        found.push(problem("description_over_1024", words));
    }
    if let Some(stage) = claim.stage.filter(|stage| *stage != Stage::Yaml) {
        let words = format!(
            "The frontmatter of {path} is not YAML. It was read with the fallback {:?}.",
            stage.name()
        );
        found.push(problem("repaired", words));
    }
    found
}

fn why(defect: Defect) -> &'static str {
    match defect {
        Defect::TooLarge => "is larger than a skill may be",
        Defect::Skipped(Skip::NotUtf8) => "is not UTF-8",
        Defect::Skipped(Skip::NoFrontmatter) => "does not begin with frontmatter",
        Defect::Skipped(Skip::Unclosed) => "has frontmatter that is never closed",
        Defect::Skipped(Skip::Unreadable) => "has frontmatter that cannot be read",
        Defect::Skipped(Skip::NoDescription) => "has no description",
        Defect::Skipped(Skip::NoName) => "has no name",
        Defect::Skipped(Skip::EmptyId) => "has a name that gives no id",
        Defect::Skipped(Skip::LongName) => "has a name of more than 64 characters",
        Defect::Skipped(Skip::OddName) => "has a name with invalid characters",
        Defect::Skipped(Skip::LongDescription) => "has a description of more than 1,024 characters",
    }
}

fn advice(defect: Defect) -> String {
    match defect {
        Defect::TooLarge => format!("Shorten it to {SURVEYED} bytes."),
        Defect::Skipped(Skip::NotUtf8) => "Save it as UTF-8.".to_owned(),
        Defect::Skipped(Skip::NoFrontmatter) => {
            "Begin it with three dashes, a name and a description.".to_owned()
        }
        Defect::Skipped(Skip::Unclosed) => "Close it with three dashes in a line of their own.".to_owned(),
        Defect::Skipped(Skip::Unreadable) => "Write it as YAML.".to_owned(),
        Defect::Skipped(Skip::NoDescription) => "Say what it is for and when to use it.".to_owned(),
        Defect::Skipped(Skip::NoName) => "Give it a name.".to_owned(),
        Defect::Skipped(Skip::EmptyId) => "Give it a name with letters or digits.".to_owned(),
        Defect::Skipped(Skip::LongName | Skip::LongDescription) => "Shorten it.".to_owned(),
        Defect::Skipped(Skip::OddName) => "Name it with letters, digits, `.`, `:`, `_` and `-`.".to_owned(),
    }
}
