//! What there is to say of a file, in words: why it is no skill, or what is odd about it.

use message::{Message, message};

use super::{Claim, Defect, State};
use crate::convention::{Rules, Steps};
use crate::skill::FILE_NAME;
use crate::survey::SURVEYED;
use crate::{Problem, Skip, Stage};

const NAME: usize = 64;
const DESCRIPTION: usize = 1_024;

pub(super) fn problems(rules: &Rules, claim: &Claim) -> Vec<Problem> {
    let path = claim.skill.path.display();
    let problem = |code, why: Message| Problem::new(&claim.skill.path, code, why);
    if let State::Invalid(defect) = claim.state {
        let words = message!(
            "{path} {why}, so {agent} ignores it. {advice}",
            path,
            why => why(defect),
            agent = rules.label,
            advice => advice(defect)
        );
        return vec![problem(defect.name(), words)];
    }
    // What Pixir makes of a file is told elsewhere, and it warns of none of these.
    if rules.load.steps == Steps::Pixir {
        return Vec::new();
    }
    let mut found = Vec::new();
    if claim.skill.path.file_name().is_some_and(|name| name != FILE_NAME) {
        found.push(problem(
            "file_name_case",
            message!("{path} is not spelled {wanted}. Rename the file.", path, wanted = FILE_NAME),
        ));
    }
    let folder = claim.skill.dir.file_name().unwrap_or_default().to_string_lossy();
    if claim.skill.name != folder {
        let words = message!(
            "{path} has the name {name}, but is in the folder {folder}.",
            path,
            name = format!("{:?}", claim.skill.name),
            folder = format!("{folder:?}")
        );
        found.push(problem("name_folder", words));
    }
    let length = claim.skill.name.chars().count();
    if length > NAME {
        found.push(problem(
            "name_over_64",
            message!(
                "The name in {path} has {length} characters; the limit is {limit}.",
                path,
                length,
                limit = NAME
            ),
        ));
    }
    let strange = |c: char| !(c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit());
    let hyphens = claim.skill.name.starts_with('-')
        || claim.skill.name.ends_with('-')
        || claim.skill.name.contains("--");
    if claim.skill.name.contains(strange) || hyphens {
        let words = message!(
            "The name in {path} has other characters than lowercase letters, digits and single hyphens.",
            path
        );
        found.push(problem("name_characters", words));
    }
    let length = claim.skill.description.chars().count();
    if length > DESCRIPTION {
        let words = message!(
            "The description in {path} has {length} characters; the limit is {limit}.",
            path,
            length,
            limit = DESCRIPTION
        );
        found.push(problem("description_over_1024", words));
    }
    if let Some(stage) = claim.stage.filter(|stage| *stage != Stage::Yaml) {
        let words = message!(
            "The frontmatter of {path} is not YAML. It was read with the fallback {fallback}.",
            path,
            fallback = format!("{:?}", stage.name())
        );
        found.push(problem("repaired", words));
    }
    found
}

fn why(defect: Defect) -> Message {
    match defect {
        Defect::TooLarge => message!("is larger than a skill may be"),
        Defect::Skipped(Skip::NotUtf8) => message!("is not UTF-8"),
        Defect::Skipped(Skip::NoFrontmatter) => message!("does not begin with frontmatter"),
        Defect::Skipped(Skip::Unclosed) => message!("has frontmatter that is never closed"),
        Defect::Skipped(Skip::Unreadable) => message!("has frontmatter that cannot be read"),
        Defect::Skipped(Skip::NoDescription) => message!("has no description"),
        Defect::Skipped(Skip::NoName) => message!("has no name"),
        Defect::Skipped(Skip::EmptyId) => message!("has a name that gives no id"),
        Defect::Skipped(Skip::LongName) => message!("has a name of more than 64 characters"),
        Defect::Skipped(Skip::OddName) => message!("has a name with invalid characters"),
        Defect::Skipped(Skip::LongDescription) => message!("has a description of more than 1,024 characters"),
    }
}

fn advice(defect: Defect) -> Message {
    match defect {
        Defect::TooLarge => message!("Shorten it to {limit} bytes.", limit = SURVEYED),
        Defect::Skipped(Skip::NotUtf8) => message!("Save it as UTF-8."),
        Defect::Skipped(Skip::NoFrontmatter) => {
            message!("Begin it with three dashes, a name and a description.")
        }
        Defect::Skipped(Skip::Unclosed) => message!("Close it with three dashes in a line of their own."),
        Defect::Skipped(Skip::Unreadable) => message!("Write it as YAML."),
        Defect::Skipped(Skip::NoDescription) => message!("Say what it is for and when to use it."),
        Defect::Skipped(Skip::NoName) => message!("Give it a name."),
        Defect::Skipped(Skip::EmptyId) => message!("Give it a name with letters or digits."),
        Defect::Skipped(Skip::LongName | Skip::LongDescription) => message!("Shorten it."),
        Defect::Skipped(Skip::OddName) => message!("Name it with letters, digits, `.`, `:`, `_` and `-`."),
    }
}
