//! Where Pixir's reading of the frontmatter and YAML's part, in words.

use crate::finding::{finding, shown};
use crate::frontmatter::{Entry, Frontmatter};
use crate::{Field, Finding, Severity, Skill, Style, Value, YamlProblem, YamlReading};

/// The keys that change what Pixir does.
const READ_BY_PIXIR: [&str; 3] = ["name", "description", "disable-model-invocation"];

pub(crate) fn findings(
    text: &str,
    skill: &Skill,
    pixir: Option<&Frontmatter<'_>>,
    yaml: &YamlReading,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = yaml.problems.iter().filter_map(of_problem).collect();
    let Some(pixir) = pixir else {
        found.push(no_frontmatter(text, skill, yaml));
        return found;
    };
    found.extend(fences(text, pixir));
    let last = |field: &&Field| yaml.field(&field.key).is_some_and(|last| std::ptr::eq(last, *field));
    for field in yaml.fields.iter().filter(last) {
        found.extend(of_field(field, pixir.get(&field.key)));
    }
    let only_pixir = READ_BY_PIXIR.iter().filter(|key| yaml.stage.is_some() && yaml.field(key).is_none());
    found.extend(only_pixir.filter_map(|key| taken_from_elsewhere(key, pixir.get(key)?)));
    found
}

fn of_problem(problem: &YamlProblem) -> Option<Finding> {
    let (rule, fix) = match problem.code {
        "not_yaml" => ("not-yaml", "Quote the value that breaks it."),
        "duplicate_key" => ("duplicate-key", "Keep one of the two."),
        "tab_indent" => ("tab-indent", "Indent with spaces."),
        _ => return None,
    };
    Some(finding(rule, Severity::Warning, problem.line, problem.message.clone(), fix))
}

fn no_frontmatter(text: &str, skill: &Skill, yaml: &YamlReading) -> Finding {
    let first = text.split('\n').next().unwrap_or_default();
    let (rule, cause, fix) = if text.starts_with("\u{feff}---") {
        ("bom", "The file starts with a byte order mark", "Save it without byte order mark.")
    } else if first == "---\r" {
        ("crlf", "The lines end in CRLF", "Save the file with LF line ends.")
    } else if yaml.stage.is_some() {
        ("opening-fence", "The first line is not exactly `---`", "Make `---` the first line, without blanks.")
    } else {
        ("no-frontmatter", "There is no frontmatter", "Add one with name and description.")
    };
    let message = format!(
        "{cause}, so Pixir reads none of the fields: it calls the skill {} after its folder and describes it as {}.",
        shown(&skill.name),
        shown(&skill.description)
    );
    finding(rule, Severity::Warning, Some(1), message, fix)
}

fn fences(text: &str, pixir: &Frontmatter<'_>) -> Option<Finding> {
    let lines = (2_u32..).zip(text.split('\n').skip(1));
    // An indented fence closes only where no other does, as in the ladder.
    let mut fences =
        lines.filter(|(_, line)| line.trim_end() == "---" || !pixir.closed && line.trim() == "---");
    let Some((line, first)) = fences.next() else {
        let message = "The frontmatter is never closed, so Pixir reads the whole file as frontmatter.";
        let fix = "Add a line `---` after the last field.";
        return Some(finding("unclosed-frontmatter", Severity::Warning, Some(1), message.into(), fix));
    };
    let end = if pixir.closed { "the next exact one" } else { "the end of the file" };
    (first != "---").then(|| {
        let message = format!(
            "Line {line} closes the frontmatter only for parsers that ignore blanks; Pixir reads up to {end}."
        );
        finding("closing-fence", Severity::Warning, Some(line), message, "Remove the blanks from that line.")
    })
}

fn of_field(field: &Field, entry: Option<&Entry<'_>>) -> Option<Finding> {
    let key = &field.key;
    // What Pixir does nothing with it cannot misread.
    if !READ_BY_PIXIR.contains(&key.as_str()) {
        return None;
    }
    let pixir = entry.map(|entry| String::from_utf8_lossy(entry.value).trim().to_owned());
    let severity = Severity::Warning;
    let Value::Text { text, style, .. } = &field.value else {
        // That it has to be a text, the specification's own rule says.
        if ["name", "description"].contains(&key.as_str()) {
            return None;
        }
        let (path, leaf) = first_leaf(key, &field.value);
        let message = format!(
            "YAML reads {path} as {}, Pixir reads {key} as {}.",
            shown(&leaf),
            pixir.as_deref().map_or("nothing".to_owned(), empty_or_shown)
        );
        let fix = "Write the value on the line of its key.";
        return Some(finding("nested-value", severity, Some(field.line), message, fix));
    };
    if pixir.as_deref() == Some(text.trim()) {
        return None;
    }
    let (rule, fix) = cause(*style, field, entry, text);
    let same = alike(text, pixir.as_deref().unwrap_or_default());
    let message = format!(
        "YAML reads {key} as {}, Pixir reads {}{}.",
        from(text, same),
        pixir.as_deref().map_or("nothing".to_owned(), |value| from(value, same)),
        entry
            .filter(|entry| entry.line != field.line)
            .map_or(String::new(), |entry| format!(" from line {}", entry.line)),
    );
    Some(finding(rule, severity, Some(field.line), message, fix))
}

/// Letters before the first difference that are shown, so that it is seen where it stands.
const BEFORE: usize = 20;

/// How many bytes of both, blanks folded, are left out so that the difference is in what is shown.
fn alike(one: &str, other: &str) -> usize {
    let (one, other) = (folded(one), folded(other));
    let same: usize =
        one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(letter, _)| letter.len_utf8()).sum();
    if same <= 2 * BEFORE {
        return 0;
    }
    let begin = one[..same].char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
    // From the beginning of a word, where that is not far.
    match one[..begin].rfind(' ') {
        Some(blank) if begin - blank <= BEFORE => blank + 1,
        _ => begin,
    }
}

/// A value from some byte on, blanks folded, for a sentence.
fn from(value: &str, at: usize) -> String {
    let value = folded(value);
    match value.get(at..) {
        Some(rest) if at > 0 => shown(&format!("…{rest}")),
        _ => empty_or_shown(&value),
    }
}

fn folded(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn empty_or_shown(value: &str) -> String {
    if value.is_empty() { "empty".to_owned() } else { shown(value) }
}

fn cause(style: Style, field: &Field, entry: Option<&Entry<'_>>, text: &str) -> (&'static str, &'static str) {
    let Some(entry) = entry else {
        return ("quoted-key", "Write the key without quotes.");
    };
    let value = String::from_utf8_lossy(entry.value);
    if entry.line != field.line {
        return ("nested-key", "Rename the other key, or put this one after it.");
    }
    match style {
        Style::Literal | Style::Folded => ("block-scalar", "Write the value on the line of its key."),
        Style::SingleQuoted | Style::DoubleQuoted => {
            ("quotes", "Avoid escapes, doubled quotes and text after the closing quote.")
        }
        Style::Plain if value.starts_with(text) && value[text.len()..].trim_start().starts_with('#') => {
            ("comment", "Remove the comment from that line.")
        }
        Style::Plain if text.starts_with(value.trim()) => {
            ("continued-line", "Write the value on the line of its key.")
        }
        Style::Plain => ("reading", "Write the value on one line, without quotes or special characters."),
    }
}

fn taken_from_elsewhere(key: &str, entry: &Entry<'_>) -> Option<Finding> {
    let message = format!(
        "YAML reads no {key}, Pixir reads {} from line {}.",
        shown(&String::from_utf8_lossy(entry.value)),
        entry.line
    );
    let fix = if entry.indented { "Rename the nested key." } else { "Check that line." };
    (!entry.value.is_empty())
        .then(|| finding("nested-key", Severity::Warning, Some(entry.line), message, fix))
}

/// The path of the first scalar inside a value, and the scalar.
fn first_leaf(path: &str, value: &Value) -> (String, String) {
    match value {
        Value::Text { text, .. } => (path.to_owned(), text.clone()),
        Value::Map(fields) => match fields.first() {
            Some(field) => first_leaf(&format!("{path}.{}", field.key), &field.value),
            None => (path.to_owned(), "{}".into()),
        },
        Value::List(_) => (path.to_owned(), value.shown()),
    }
}
