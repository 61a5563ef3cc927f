//! Where a file leaves the specification of Agent Skills, or what Pixir needs of it (S3-16 to S3-18,
//! S4-16 and after).

use unicode_normalization::UnicodeNormalization as _;

use crate::finding::line_at;
use crate::frontmatter::Frontmatter;
use crate::hidden::{is_unseen, numbered};
use crate::{Finding, FindingText, Quote, Skill, Value, WantedType, YamlReading, mentions};

/// The fields the specification has, and the one that Pixir adds.
pub(crate) const FIELDS: [&str; 7] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
    "disable-model-invocation",
];
/// Fields that Claude Code documents for its skills.
const READ_BY_CLAUDE_CODE: [&str; 9] = [
    "argument-hint",
    "user-invocable",
    "model",
    "effort",
    "context",
    "agent",
    "paths",
    "shell",
    "when_to_use",
];
const NAME_CHARACTERS: usize = 64;
const DESCRIPTION_CHARACTERS: usize = 1024;
const COMPATIBILITY_CHARACTERS: usize = 500;
const BODY_TOKENS: usize = 5_000;
const BODY_LINES: usize = 500;

pub(crate) fn findings(
    text: &str,
    skill: &Skill,
    pixir: Option<&Frontmatter<'_>>,
    yaml: &YamlReading,
) -> Vec<Finding> {
    let mut found = name(skill, pixir, yaml);
    found.extend(description(skill, pixir, yaml));
    found.extend(fields(yaml));
    found.extend(body(text));
    found
}

fn name(skill: &Skill, pixir: Option<&Frontmatter<'_>>, yaml: &YamlReading) -> Vec<Finding> {
    let line = yaml.field("name").map(|field| field.line);
    let warn = |rule, text| Finding::by_rule(rule, line, text);
    let mut found = Vec::new();
    let written = yaml.name.as_deref();
    // Where there is no frontmatter, that is said, and is all there is to mend.
    let has_fields = pixir.is_some() || yaml.stage.is_some();
    if has_fields && written.is_none() && pixir.is_none_or(|pixir| pixir.text("name").is_none()) {
        found.push(warn("name-missing", FindingText::NameMissing { folder: Quote::of(skill.folder()) }));
    }
    let name = written.unwrap_or(&skill.name);
    let count = name.chars().count();
    if count > NAME_CHARACTERS {
        let text = FindingText::NameLength { characters: count, most: NAME_CHARACTERS };
        found.push(warn("name-length", text));
    }
    let mut strange: Vec<char> =
        name.chars().filter(|&c| !(c == '-' || c.is_alphanumeric() && !c.is_uppercase())).collect();
    strange.sort_unstable();
    strange.dedup();
    let is_called = mentions(&format!("${}", skill.name)) == [skill.name.as_str()];
    if !strange.is_empty() {
        let letters = strange.iter().map(|letter| Quote::whole(named(*letter))).collect();
        let text = FindingText::NameCharacters { name: Quote::of(name), letters, is_called };
        found.push(warn("name-characters", text));
    }
    if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        found.push(warn("name-hyphens", FindingText::NameHyphens { name: Quote::of(name), is_called }));
    }
    if !is_called && found.is_empty() {
        found.push(warn("name-mention", FindingText::NameUncalled { name: Quote::of(&skill.name) }));
    }
    // Letters that can be written in several ways are one name, as for the reference validator. A name that is the
    // folder's but for what is said of its letters is mended with them.
    let is_folders =
        name.nfkc().eq(skill.folder().nfkc()) || !found.is_empty() && mended(name) == skill.folder();
    if written.is_some() && !is_folders {
        let text = FindingText::NameFolder { name: Quote::of(name), folder: Quote::of(skill.folder()) };
        found.insert(0, warn("name-folder", text));
    }
    found
}

/// A character as a sentence names it; one that a screen does not show by its number.
fn named(letter: char) -> String {
    if is_unseen(letter) { numbered(letter) } else { letter.to_string() }
}

/// A name in small letters, with single hyphens for all that is no letter and no digit.
fn mended(name: &str) -> String {
    let small = name.to_lowercase();
    let words = small.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn description(skill: &Skill, pixir: Option<&Frontmatter<'_>>, yaml: &YamlReading) -> Option<Finding> {
    let pixirs = pixir.and_then(|pixir| pixir.text("description"));
    if yaml.stage.is_none() && (pixir.is_none() || pixirs.is_some()) {
        return None;
    }
    let field = yaml.field("description");
    if field.is_some_and(|field| field.value.text().is_none()) {
        return None;
    }
    let line = field.map(|field| field.line);
    let Some(written) = &yaml.description else {
        let text = FindingText::DescriptionMissing { shown: Quote::of(&skill.description) };
        return Some(Finding::by_rule("description-missing", line, text));
    };
    let count = written.chars().count();
    (count > DESCRIPTION_CHARACTERS).then(|| {
        let text = FindingText::DescriptionLength { characters: count, most: DESCRIPTION_CHARACTERS };
        Finding::by_rule("description-length", line, text)
    })
}

fn fields(yaml: &YamlReading) -> Vec<Finding> {
    let mut found = Vec::new();
    for field in &yaml.fields {
        let line = Some(field.line);
        // What hooks do, a rule of their own says.
        if !FIELDS.contains(&field.key.as_str()) && field.key != "hooks" {
            let is_claude_codes = READ_BY_CLAUDE_CODE.contains(&field.key.as_str());
            let text = FindingText::UnknownField { key: Quote::of(&field.key), is_claude_codes };
            found.push(Finding::by_rule("unknown-field", line, text));
        }
        let wanted = match (field.key.as_str(), &field.value) {
            ("metadata", Value::Text { .. } | Value::List(_)) => WantedType::Mapping,
            ("name" | "description" | "license" | "compatibility", Value::List(_) | Value::Map(_)) => {
                WantedType::Text
            }
            ("allowed-tools", Value::List(_) | Value::Map(_)) => WantedType::Tools,
            _ => continue,
        };
        let text = FindingText::FieldType { key: Quote::whole(&field.key), wanted };
        found.push(Finding::by_rule("field-type", line, text));
    }
    let compatibility = yaml.field("compatibility").and_then(|field| Some((field.line, field.value.text()?)));
    if let Some((line, text)) = compatibility {
        let count = text.chars().count();
        if count > COMPATIBILITY_CHARACTERS {
            let text = FindingText::CompatibilityLength { characters: count, most: COMPATIBILITY_CHARACTERS };
            found.push(Finding::by_rule("compatibility-length", Some(line), text));
        }
    }
    found
}

fn body(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let body = body_of(text);
    let characters = body.chars().count();
    // Four characters to a token is the usual estimate for English prose.
    let tokens = characters / 4;
    if tokens > BODY_TOKENS {
        let text = FindingText::BodyTokens { tokens, characters, most: BODY_TOKENS };
        found.push(Finding::by_rule("body-length", None, text));
    }
    let lines = body.lines().count();
    // A body that is too long by its tokens is too long once.
    if lines > BODY_LINES && tokens <= BODY_TOKENS {
        let text = FindingText::BodyLines { lines, most: BODY_LINES };
        found.push(Finding::by_rule("body-lines", None, text));
    }
    if body.trim().is_empty() {
        found.push(Finding::by_rule("body-empty", None, FindingText::BodyEmpty));
    }
    if let Some(at) = text.find("</skill>") {
        let line = line_at(text.as_bytes(), at);
        found.push(Finding::by_rule("closing-tag", Some(line), FindingText::ClosingTag { line }));
    }
    found
}

/// What follows the second fence; everything when there are no two.
fn body_of(text: &str) -> &str {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let Some(rest) = start.strip_prefix("---") else { return text };
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        if at > line.len() && line.trim_end() == "---" {
            return &rest[at..];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::{Outcome, Root, Scope, Severity, Skill, checks, fields, read_yaml};

    /// The rules that speak of a file in the folder `a`, notes left out; it loads all the same.
    #[track_caller]
    fn check(frontmatter: &str, expected: &[&str]) {
        let content = format!("---\n{frontmatter}---\nDo it.\n");
        let root = Root { scope: Scope::Repo, path: "/r".into() };
        let skill = Skill::from_content(&root, "/r/a".into(), content.as_bytes(), disk::Stamp::default());
        let found = checks(&skill, &crate::Content::of(content.as_bytes()));
        let rules: Vec<_> =
            found.iter().filter(|one| one.severity != Severity::Note).map(|one| one.rule).collect();
        assert_eq!(rules, expected, "{frontmatter}: {found:?}");
        assert!(found.iter().all(|one| one.severity != Severity::Error), "{found:?}");
        assert_eq!(read_yaml(content.as_bytes()).outcome, Outcome::Loads, "{frontmatter}");
    }

    #[test]
    fn s3_16_s3_17_s4_16_a_name_that_is_not_as_it_should_be_is_warned_about_and_loads() {
        let named =
            |name: &str, expected: &[&str]| check(&format!("name: {name}\ndescription: b\n"), expected);
        named("a", &[]);
        named("other", &["name-folder"]);
        named(&"b".repeat(64), &["name-folder"]);
        named(&"b".repeat(65), &["name-folder", "name-length"]);
        named("Ab", &["name-folder", "name-characters"]);
        named("a_b", &["name-folder", "name-characters"]);
        named("a--b", &["name-folder", "name-hyphens"]);
        named("a-", &["name-hyphens"]);
        named("A", &["name-characters"]);
        named(" a b", &["name-folder", "name-characters"]);
    }

    #[test]
    fn s4_17_a_description_is_measured_in_characters() {
        let described = |text: &str, expected: &[&str]| {
            check(&format!("name: a\ndescription: {text}\n"), expected);
        };
        described(&"🚀".repeat(1_024), &[]);
        described(&"é".repeat(1_025), &["description-length"]);
    }

    #[test]
    fn s4_19_s4_24_s4_25_other_fields_are_kept_and_keep_nothing_from_loading() {
        let plain = "name: a\ndescription: b\n";
        check(&format!("{plain}license: Nobody-knows-1.0 (see LICENSE)\n"), &[]);
        check(&format!("{plain}version: 3\ntriggers: x\n"), &[]);
        check(&format!("{plain}metadata: text\n"), &["field-type"]);
        let content = format!(
            "---\n{plain}license: Nobody-knows-1.0 (see LICENSE)\nmetadata:\n  deep:\n    - {{k: 'v: w'}}\nversion: 3\n---\n"
        );
        let kept: Vec<_> =
            fields(content.as_bytes()).into_iter().map(|field| (field.key, field.value.shown())).collect();
        let kept: Vec<_> = kept.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let expected = [
            ("name", "a"),
            ("description", "b"),
            ("license", "Nobody-knows-1.0 (see LICENSE)"),
            ("metadata", "{deep: [{k: v: w}]}"),
            ("version", "3"),
        ];
        assert_eq!(kept, expected);
        assert_eq!(read_yaml(content.as_bytes()).outcome, Outcome::Loads);
    }
}
