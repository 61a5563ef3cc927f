//! Where Pixir's reading of the frontmatter and YAML's part, in words.

use crate::frontmatter::{Entry, Frontmatter};
use crate::{
    Field, Finding, FindingText, NoFieldsCause, Quote, Skill, Style, Value, YamlProblem, YamlReading,
};

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
    let rule = match problem.code {
        "not_yaml" => "not-yaml",
        "duplicate_key" => "duplicate-key",
        "tab_indent" => "tab-indent",
        _ => return None,
    };
    Some(Finding::by_rule(rule, problem.line, problem.text.clone()))
}

fn no_frontmatter(text: &str, skill: &Skill, yaml: &YamlReading) -> Finding {
    let first = text.split('\n').next().unwrap_or_default();
    let (rule, cause) = if text.starts_with("\u{feff}---") {
        ("bom", NoFieldsCause::ByteOrderMark)
    } else if first == "---\r" {
        ("crlf", NoFieldsCause::Crlf)
    } else if yaml.stage.is_some() {
        ("opening-fence", NoFieldsCause::OpeningFence)
    } else {
        ("no-frontmatter", NoFieldsCause::NoFrontmatter)
    };
    let (name, description) = (Quote::of(&skill.name), Quote::of(&skill.description));
    Finding::by_rule(rule, Some(1), FindingText::NoFields { cause, name, description })
}

fn fences(text: &str, fields: &Frontmatter<'_>) -> Option<Finding> {
    let lines = (2_u32..).zip(text.split('\n').skip(1));
    // An indented fence closes only where no other does, as in the ladder.
    let mut fences =
        lines.filter(|(_, line)| line.trim_end() == "---" || !fields.closed && line.trim() == "---");
    let Some((line, first)) = fences.next() else {
        return Some(Finding::by_rule("unclosed-frontmatter", Some(1), FindingText::UnclosedFrontmatter));
    };
    (first != "---").then(|| {
        let text = FindingText::ClosingFence { line, to_end: !fields.closed };
        Finding::by_rule("closing-fence", Some(line), text)
    })
}

fn of_field(field: &Field, entry: Option<&Entry<'_>>) -> Option<Finding> {
    let key = &field.key;
    // What Pixir does nothing with it cannot misread.
    if !READ_BY_PIXIR.contains(&key.as_str()) {
        return None;
    }
    let plain = entry.map(|entry| String::from_utf8_lossy(entry.value).trim().to_owned());
    let Value::Text { text, style, .. } = &field.value else {
        // That it has to be a text, the specification's own rule says.
        if ["name", "description"].contains(&key.as_str()) {
            return None;
        }
        let (path, leaf) = first_leaf(key, &field.value);
        let text = FindingText::NestedValue {
            path: Quote::whole(path),
            value: Quote::of(&leaf),
            key: Quote::whole(key),
            plain: plain.as_deref().map(Quote::of),
        };
        return Some(Finding::by_rule("nested-value", Some(field.line), text));
    };
    if plain.as_deref() == Some(text.trim()) {
        return None;
    }
    let rule = cause(*style, field, entry, text);
    let same = alike(text, plain.as_deref().unwrap_or_default());
    let text = FindingText::Misread {
        key: Quote::whole(key),
        yaml: from(text, same),
        plain: plain.as_deref().map(|value| from(value, same)),
        from: entry.filter(|entry| entry.line != field.line).map(|entry| entry.line),
    };
    Some(Finding::by_rule(rule, Some(field.line), text))
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
fn from(value: &str, at: usize) -> Quote {
    let value = folded(value);
    match value.get(at..) {
        Some(rest) if at > 0 => Quote::of(&format!("…{rest}")),
        _ => Quote::of(&value),
    }
}

fn folded(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cause(style: Style, field: &Field, entry: Option<&Entry<'_>>, text: &str) -> &'static str {
    let Some(entry) = entry else {
        return "quoted-key";
    };
    let value = String::from_utf8_lossy(entry.value);
    if entry.line != field.line {
        return "nested-key";
    }
    match style {
        Style::Literal | Style::Folded => "block-scalar",
        Style::SingleQuoted | Style::DoubleQuoted => "quotes",
        Style::Plain if value.starts_with(text) && value[text.len()..].trim_start().starts_with('#') => {
            "comment"
        }
        Style::Plain if text.starts_with(value.trim()) => "continued-line",
        Style::Plain => "reading",
    }
}

fn taken_from_elsewhere(key: &str, entry: &Entry<'_>) -> Option<Finding> {
    let text = FindingText::OnlyPlain {
        key: Quote::whole(key),
        value: Quote::of(&String::from_utf8_lossy(entry.value)),
        from: entry.line,
    };
    (!entry.value.is_empty()).then(|| Finding::by_rule("nested-key", Some(entry.line), text))
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
