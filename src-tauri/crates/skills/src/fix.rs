//! Quick fixes: what makes a finding good, as new bytes. Only where one outcome is right and everything else stays
//! byte for byte; what a skill is for, and what it may do, its author decides. Nothing is read or written here.

mod fences;
mod fields;
mod files;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;
use std::path::Path;

use crate::manage::is_name;
use crate::skill::FILE_NAME;
use crate::{Finding, Severity, Skill, read_yaml};
use message::{Message, message};
use text::At;
pub use text::Flawed;

/// What makes a finding good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Its effects, in order.
    pub words: Vec<Message>,
    /// What becomes of which thing.
    pub remedy: Remedy,
}

/// What a [`Fix`] comes down to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// The file has these bytes.
    Write(Vec<u8>),
    /// The file loses its executable bits.
    Still,
    /// The skill's folder has this name.
    Rename(String),
}

/// Everything that is said of a file of a skill when it has these bytes.
pub type Judge<'j> = &'j dyn Fn(&Skill, &Path, &[u8]) -> Vec<Finding>;

/// Most fixes that one needs after it, because it brought to light what had not been read before.
const AFTER: usize = 16;
/// Most fixes of one file at once.
const AT_ONCE: usize = 200;

/// Whether findings of a rule may have a quick fix. Each of them has one only where it is certain.
pub fn has_fix(rule: &str) -> bool {
    rule == "executable" || mend_of(rule).is_some()
}

/// The quick fix of a finding, if there is one. What a fix brings to light is fixed with it; there is none when
/// anything would be left that is an error or a warning and was not there before, or when the finding would stay.
pub fn fix(skill: &Skill, file: Flawed<'_>, finding: &Finding, judge: Judge<'_>) -> Option<Fix> {
    if finding.rule == "executable" {
        let is_still = files::is_no_program(file.rel, file.bytes);
        let words = vec![message!("Removes the executable bit.")];
        return is_still.then_some(Fix { words, remedy: Remedy::Still });
    }
    let before = tally(&judge(skill, file.rel, file.bytes));
    if let Some(name) = other_folder(skill, file.bytes, finding) {
        let moved = skill.moved(&name, file.bytes);
        let found = judge(&moved, file.rel, file.bytes);
        let words = vec![message!("Renames the folder to `{name}`, which is the name.", name)];
        let is_good = is_gone(finding, &before, &found) && worse(&before, &found).is_none();
        return is_good.then_some(Fix { words, remedy: Remedy::Rename(name) });
    }
    let Mended { bytes, words, .. } = mended(skill, file, finding, &before, judge)?;
    Some(Fix { words, remedy: Remedy::Write(bytes) })
}

/// All quick fixes of a file's text for findings that `wanted` takes, one after the other; `None` when there is none.
/// What is left has none.
pub fn fix_all(
    skill: &Skill,
    file: Flawed<'_>,
    wanted: &dyn Fn(&Finding) -> bool,
    judge: Judge<'_>,
) -> Option<(Vec<u8>, Vec<Message>)> {
    let (mut text, mut words) = (file.bytes.to_vec(), Vec::new());
    let mut now = edited(skill, file.rel, &text);
    let mut found = judge(&now, file.rel, &text);
    for _ in 0..AT_ONCE {
        let (file, before) = (Flawed { bytes: &text, ..file }, tally(&found));
        // What another name of the folder makes good is not written.
        let is_text =
            |finding: &&Finding| wanted(finding) && other_folder(&now, file.bytes, finding).is_none();
        let mut fixes =
            found.iter().filter(is_text).map(|finding| mended(&now, file, finding, &before, judge));
        let Some(next) = fixes.find_map(|fix| fix) else { break };
        words.extend(next.words.into_iter().filter(|one| !words.contains(one)).collect::<Vec<_>>());
        (now, text, found) = (next.skill, next.bytes, next.found);
    }
    (text != file.bytes).then_some((text, words))
}

/// A way to make findings of one rule good, and what it does.
type Mend = (fn(&At<'_>) -> Option<Vec<u8>>, Message);

/// The one list of rules with quick fixes.
fn mend_of(rule: &str) -> Option<Mend> {
    Some(match rule {
        "bom" => (fences::without_mark, message!("Removes the byte order mark.")),
        "crlf" => (fences::with_lf, message!("Ends every line in LF.")),
        "opening-fence" => (fences::opened, message!("Makes `---` the first line.")),
        "closing-fence" => (fences::closed, message!("Removes the blanks from the closing `---`.")),
        "unclosed-frontmatter" => (fences::closing, message!("Adds `---` after the last field.")),
        "block-scalar" | "continued-line" => {
            (fields::on_one_line, message!("Writes the value on the line of its key."))
        }
        "comment" => (fields::on_one_line, message!("Puts the comment on a line of its own.")),
        "quotes" | "quoted-key" | "reading" => {
            (fields::on_one_line, message!("Writes the field so that Pixir and YAML read the same."))
        }
        "not-yaml" => (fields::quoted, message!("Quotes the value that breaks the YAML.")),
        "nested-key" => {
            (fields::put_last, message!("Moves the field after the nested one, so that Pixir reads it."))
        }
        "duplicate-key" => (fields::once, message!("Removes the repeated line.")),
        "tab-indent" => (fields::with_spaces, message!("Indents with spaces.")),
        "flow-value" => (fields::one_a_line, message!("Writes one entry per line.")),
        "field-type" => {
            (fields::tools_as_text, message!("Writes the tools as text with blanks between them."))
        }
        "unknown-field" => (fields::in_known_case, message!("Writes the field's name in small letters.")),
        "name-missing" => (fields::named, message!("Adds the folder's name.")),
        "name-folder" | "name-length" | "name-characters" | "name-hyphens" | "name-mention" => {
            (fields::named_as_folder, message!("Gives the skill the name of its folder."))
        }
        "invisible-characters" => (files::seen, message!("Removes invisible characters.")),
        "broken-link" => (files::relinked, message!("Writes the link as the file is spelled.")),
        _ => return None,
    })
}

/// A file that was mended, and what is said of it then.
struct Mended {
    bytes: Vec<u8>,
    words: Vec<Message>,
    skill: Skill,
    found: Vec<Finding>,
}

/// The bytes without the finding, and with what that brought to light made good as well.
fn mended(
    skill: &Skill,
    file: Flawed<'_>,
    finding: &Finding,
    before: &Tally,
    judge: Judge<'_>,
) -> Option<Mended> {
    let (mend, words) = mend_of(finding.rule)?;
    let mut said = vec![words];
    let mut text = mend(&At { skill, file, finding })?;
    for _ in 0..AFTER {
        let now = edited(skill, file.rel, &text);
        let found = judge(&now, file.rel, &text);
        let Some(worse) = worse(before, &found) else {
            let is_good = is_gone(finding, before, &found) && text != file.bytes;
            return is_good.then_some(Mended { bytes: text, words: said, skill: now, found });
        };
        let (mend, words) = mend_of(worse.rule)?;
        text = mend(&At { skill: &now, file: Flawed { bytes: &text, ..file }, finding: worse })?;
        if !said.contains(&words) {
            said.push(words);
        }
    }
    None
}

/// The skill as it is when the file has other bytes.
fn edited(skill: &Skill, rel: &Path, bytes: &[u8]) -> Skill {
    if rel == Path::new(FILE_NAME) { skill.rewritten(bytes) } else { skill.clone() }
}

/// The name the folder should have: the name is in order and the folder's is not.
fn other_folder(skill: &Skill, content: &[u8], finding: &Finding) -> Option<String> {
    let name = read_yaml(content).name.filter(|_| finding.rule == "name-folder")?;
    // Both readings have to be of one name.
    (!is_name(skill.folder()) && is_name(&name) && name == skill.name).then_some(name)
}

/// How many findings of each rule there are: all, and those that are no notes.
type Tally = BTreeMap<&'static str, (usize, usize)>;

fn tally(findings: &[Finding]) -> Tally {
    let mut counts = Tally::new();
    for finding in findings {
        let (all, grave) = counts.entry(finding.rule).or_default();
        *all += 1;
        *grave += usize::from(finding.severity != Severity::Note);
    }
    counts
}

/// The first finding that matters and was not there before.
fn worse<'f>(before: &Tally, found: &'f [Finding]) -> Option<&'f Finding> {
    let now = tally(found);
    let grave = |tally: &Tally, rule: &str| tally.get(rule).map_or(0, |(_, grave)| *grave);
    let is_new = |rule: &str| grave(&now, rule) > grave(before, rule);
    found.iter().find(|finding| finding.severity != Severity::Note && is_new(finding.rule))
}

fn is_gone(finding: &Finding, before: &Tally, found: &[Finding]) -> bool {
    let all = |tally: &Tally| tally.get(finding.rule).map_or(0, |(all, _)| *all);
    all(&tally(found)) < all(before)
}
