//! One field of a frontmatter set, added or taken out, without touching any other byte.

use std::ops::Range;

use message::{Message, message};

use crate::frontmatter::frontmatter;
use crate::yaml;
use crate::{Field, Stage, Style, Value, read_yaml};

use super::change::Trouble;

/// What becomes of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting<'a> {
    /// It is this text, on one line.
    Text(&'a str),
    /// These lines of YAML stand for it, key included.
    Yaml(&'a str),
    /// It goes.
    Nothing,
}

/// Most bytes of a text or of lines of YAML that are set: 16 KiB.
const LONGEST: usize = 16 << 10;

/// The text with this value for a top-level key of the frontmatter that Pixir reads too.
///
/// Refused where Pixir reads no frontmatter, and for all that [`set_field`] refuses.
pub(crate) fn with_field(content: &[u8], key: &str, value: &str) -> Result<Vec<u8>, Trouble> {
    if frontmatter(content).is_none_or(|read| !read.closed) {
        return Trouble::refused(message!(
            "The file has no frontmatter between two lines of three dashes, so `{key}` cannot be added. Add \
             frontmatter first.",
            key
        ));
    }
    set_field(content, key, Setting::Text(value))
}

/// The text with another value for a top-level key of its frontmatter. The lines of the key are replaced or
/// taken out, or lines are added before the closing fence, or a frontmatter is added; every other byte stays.
/// A comment on a replaced line moves to a line of its own, because Pixir would read it as part of the value.
///
/// A text is written plain or in quotes, in the first form that Pixir and YAML both read as exactly that text.
/// Refused when there is none, when the key stands there twice, and when another field would be read differently
/// afterwards. Where Pixir reads no frontmatter at all, YAML alone decides.
///
/// # Errors
///
/// [`Trouble::Refused`] as said above, with the reason.
pub fn set_field(content: &[u8], key: &str, setting: Setting<'_>) -> Result<Vec<u8>, Trouble> {
    check_setting(key, setting)?;
    let place = Place::find(content, key)?;
    let forms = forms(key, setting, place.line_end);
    let mut last = None;
    for form in forms {
        let edited = place.written(&form);
        match objection(content, &edited, key, setting) {
            None => return Ok(edited),
            Some(why) => last = Some(why),
        }
    }
    Trouble::refused(last.unwrap_or_else(|| unreadable(key)))
}

/// The lines that stand for a top-level field, as written; `None` when there is no such field.
pub fn field_lines(content: &[u8], key: &str) -> Option<String> {
    let place = Place::find(content, key).ok()?;
    let lines = place.lines.get(place.own)?;
    let text = lines.iter().map(|line| String::from_utf8_lossy(line)).collect::<String>();
    (!text.is_empty()).then(|| text.replace("\r\n", "\n"))
}

fn check_setting(key: &str, setting: Setting<'_>) -> Result<(), Trouble> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    if key.is_empty() || key.starts_with('-') || !key.bytes().all(plain) {
        return Trouble::refused(message!(
            "A key has letters, digits, `.`, `_` and `-`, and no hyphen at its start."
        ));
    }
    match setting {
        Setting::Nothing => Ok(()),
        Setting::Text(text) | Setting::Yaml(text) if text.len() > LONGEST => Trouble::refused(message!(
            "`{key}` would have more than 16 KiB; put the text into the body.",
            key
        )),
        Setting::Text(text) if text.trim().is_empty() => {
            Trouble::refused(message!("`{key}` would be blank; remove the field instead.", key))
        }
        Setting::Text(text) if text.trim().contains(['\n', '\r']) => Trouble::refused(message!(
            "`{key}` has a line break, and Pixir reads a value on one line only.",
            key
        )),
        Setting::Text(_) => Ok(()),
        Setting::Yaml(lines) => match yaml::read(lines) {
            Ok(fields) => match fields.as_slice() {
                [field] if field.key == key => Ok(()),
                _ => Trouble::refused(message!(
                    "These lines should hold the one field `{key}` and no other.",
                    key
                )),
            },
            Err(refusal) => Trouble::refused(message!(
                "This is not read as YAML: {why} (line {line} of the field).",
                why = refusal.words,
                line = refusal.line
            )),
        },
    }
}

/// Where a field stands or would stand.
struct Place<'a> {
    lines: Vec<&'a [u8]>,
    /// Its lines; empty where it would be added.
    own: Range<usize>,
    /// A comment behind its value, `#` included.
    comment: Option<&'a [u8]>,
    line_end: &'static str,
    /// There is no frontmatter yet: it begins at this byte of the first line.
    begins: Option<usize>,
}

impl<'a> Place<'a> {
    fn find(content: &'a [u8], key: &str) -> Result<Self, Trouble> {
        let lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
        let bom = if content.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let is_fence =
            |line: &[u8]| line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
        let line_end = if lines.first().is_some_and(|line| line.ends_with(b"\r\n")) { "\r\n" } else { "\n" };
        let at_line = |at: usize| if at == 0 { &lines[at][bom..] } else { lines[at] };
        let first = (0..lines.len()).find(|at| !at_line(*at).trim_ascii().is_empty());
        let Some(open) = first.filter(|at| is_fence(at_line(*at))) else {
            return Ok(Self { lines, own: 0..0, comment: None, line_end, begins: Some(bom) });
        };
        let Some(close) = (open + 1..lines.len()).find(|at| is_fence(lines[*at])) else {
            return Trouble::refused(message!(
                "The frontmatter is never closed; add a line `---` after its last field."
            ));
        };
        if lines[..close].iter().any(|line| line.trim_ascii_end().contains(&b'\r')) {
            return Trouble::refused(message!("Lines of the frontmatter end in a lone CR; end them in LF."));
        }
        let own = own_lines(content, &lines, open + 1..close, key)?;
        let comment = match &own {
            Some(own) if own.len() == 1 => comment_in(lines[own.start]),
            _ => None,
        };
        Ok(Self { lines, own: own.unwrap_or(close..close), comment, line_end, begins: None })
    }

    /// The file with these lines in the place.
    fn written(&self, form: &str) -> Vec<u8> {
        let mut out = Vec::new();
        if let Some(at) = self.begins {
            let rest = self.lines.concat();
            if form.is_empty() {
                return rest;
            }
            out.extend_from_slice(&rest[..at]);
            let fence = format!("---{}", self.line_end);
            out.extend_from_slice(format!("{fence}{form}{fence}").as_bytes());
            if rest.len() > at && !rest[at..].starts_with(b"\n") && !rest[at..].starts_with(b"\r\n") {
                out.extend_from_slice(self.line_end.as_bytes());
            }
            out.extend_from_slice(&rest[at..]);
            return out;
        }
        self.lines[..self.own.start].iter().for_each(|line| out.extend_from_slice(line));
        if let Some(comment) = self.comment {
            out.extend_from_slice(comment);
            out.extend_from_slice(self.line_end.as_bytes());
        }
        out.extend_from_slice(form.as_bytes());
        self.lines[self.own.end..].iter().for_each(|line| out.extend_from_slice(line));
        out
    }
}

/// The lines of a field, from its key to before the next. Blank lines and comments at its end are the next's.
fn own_lines(
    content: &[u8],
    lines: &[&[u8]],
    inside: Range<usize>,
    key: &str,
) -> Result<Option<Range<usize>>, Trouble> {
    let twice = || {
        Trouble::refused(message!(
            "`{key}` is repeated in the frontmatter. Edit the file to keep one of them.",
            key
        ))
    };
    let fields = read_yaml(content).fields;
    let entries = frontmatter(content).map(|read| read.entries).unwrap_or_default();
    let own_key = |entry: &&crate::frontmatter::Entry<'_>| entry.key == key.as_bytes() && !entry.indented;
    if entries.iter().filter(own_key).count() > 1 {
        return twice();
    }
    let mut own = fields.iter().filter(|field| field.key == key);
    let Some(field) = own.next() else {
        let entry = entries.iter().find(own_key).map(|entry| entry.line as usize - 1);
        return Ok(entry.filter(|at| inside.contains(at)).map(|at| at..at + 1));
    };
    if own.next().is_some() {
        return twice();
    }
    let from = field.line as usize - 1;
    let next = fields.iter().map(|other| other.line as usize - 1).filter(|line| *line > from).min();
    let mut to = next.unwrap_or(inside.end).min(inside.end);
    let indent = |line: &[u8]| line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let block = match &field.value {
        Value::Text { style: Style::Literal | Style::Folded, .. } => {
            lines.get(from + 1..to).and_then(|rest| rest.iter().find(|line| !line.trim_ascii().is_empty()))
        }
        _ => None,
    };
    let one_line = match &field.value {
        Value::Text { style: Style::Plain, .. } => true,
        Value::Text { style: Style::SingleQuoted | Style::DoubleQuoted, .. } => {
            value_in(lines[from]).is_some_and(|value| closing_quote(value).is_some())
        }
        _ => false,
    };
    while to > from + 1 {
        let line = lines[to - 1];
        let is_comment = line.trim_ascii_start().starts_with(b"#");
        let outside = match block {
            Some(first) => indent(line) < indent(first),
            None => indent(line) == 0 || one_line,
        };
        if line.trim_ascii().is_empty() || is_comment && outside {
            to -= 1;
        } else {
            break;
        }
    }
    Ok(inside.contains(&from).then_some(from..to))
}

/// The comment behind a value on one line, in the way YAML tells it.
fn comment_in(line: &[u8]) -> Option<&[u8]> {
    let value = value_in(line)?;
    let from = if value.starts_with(b"\"") || value.starts_with(b"'") { closing_quote(value)? } else { 0 };
    let is_blank = |at: usize| at.checked_sub(1).is_some_and(|before| b" \t".contains(&value[before]));
    let at = (from..value.len()).find(|at| value[*at] == b'#' && is_blank(*at))?;
    Some(value[at..].trim_ascii_end())
}

/// What stands behind the colon of a key's line. Its first blank stays: a comment needs one before it.
fn value_in(line: &[u8]) -> Option<&[u8]> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let value = &line[colon + 1..];
    let text = value.trim_ascii_start();
    Some(if text.starts_with(b"#") { value } else { text })
}

/// Where a quoted text on one line is over, if it is: behind its closing quote.
fn closing_quote(value: &[u8]) -> Option<usize> {
    let quote = *value.first()?;
    let mut at = 1;
    loop {
        match *value.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            // Two in a row stand for one.
            byte if byte == quote && quote == b'\'' && value.get(at + 1) == Some(&quote) => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The ways to write a field, best first.
fn forms(key: &str, setting: Setting<'_>, line_end: &str) -> Vec<String> {
    match setting {
        Setting::Nothing => vec![String::new()],
        Setting::Yaml(lines) => {
            let lines = lines.replace("\r\n", "\n");
            vec![lines.trim_end().split('\n').flat_map(|line| [line, line_end]).collect()]
        }
        Setting::Text(text) => {
            let text = text.trim();
            let plain = format!("{key}: {text}{line_end}");
            let mut forms =
                vec![format!("{key}: \"{text}\"{line_end}"), format!("{key}: '{text}'{line_end}")];
            // A reader with types would not read text there.
            if key == "disable-model-invocation" || !looks_typed(text) {
                forms.insert(0, plain);
            }
            forms
        }
    }
}

/// Whether YAML with types reads something else than text there.
fn looks_typed(text: &str) -> bool {
    let words =
        ["null", "~", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "-.inf", "+.inf", ".nan"];
    let numeric = |c: char| c.is_ascii_hexdigit() || "+-.:_xo".contains(c);
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
        || text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && text.chars().all(numeric)
}

fn unreadable(key: &str) -> Message {
    message!(
        "Pixir and YAML would not read `{key}` alike, in no quotes, double quotes or single quotes. Leave out \
         quotes at its ends, backslashes, or one of the two kinds of quotes.",
        key
    )
}

/// Why an edit cannot stand, if it cannot.
fn objection(before: &[u8], after: &[u8], key: &str, setting: Setting<'_>) -> Option<Message> {
    let is_new = frontmatter(before).is_none() && read_yaml(before).stage.is_none();
    pixir_objects(before, after, key, setting, is_new).or_else(|| yaml_objects(before, after, key, setting))
}

/// What Pixir would read otherwise than it should. Where it read no frontmatter, it goes on reading none. What it
/// puts in the place of a missing description is not looked at: any line may be that.
fn pixir_objects(
    before: &[u8],
    after: &[u8],
    key: &str,
    setting: Setting<'_>,
    is_new: bool,
) -> Option<Message> {
    let was = frontmatter(before);
    let read = frontmatter(after);
    if was.is_none() && !(is_new && read.is_some()) {
        return None;
    }
    let (was, read) = (was.unwrap_or_default(), read.unwrap_or_default());
    match setting {
        Setting::Text(text) if read.text(key) != Some(text.trim().as_bytes()) => {
            return Some(unreadable(key));
        }
        Setting::Nothing if reads_with(key) && read.text(key).is_some() => {
            return Some(message!("Pixir would then read a nested `{key}`; rename that first.", key));
        }
        _ => {}
    }
    let changed = [
        ("name", key != "name" && was.text("name") != read.text("name")),
        ("description", key != "description" && was.text("description") != read.text("description")),
        ("disable-model-invocation", key != "disable-model-invocation" && was.disabled() != read.disabled()),
    ];
    changed.iter().find(|(_, is_so)| *is_so).map(|(other, _)| {
        message!(
            "Pixir would read another {field} from these lines; it reads every line with a colon as a field.",
            field = other
        )
    })
}

fn reads_with(key: &str) -> bool {
    ["name", "description", "disable-model-invocation"].contains(&key)
}

/// What YAML would read otherwise than it should. What it could not read before it need not now.
fn yaml_objects(before: &[u8], after: &[u8], key: &str, setting: Setting<'_>) -> Option<Message> {
    let (was, read) = (read_yaml(before), read_yaml(after));
    let has_block = frontmatter(before).is_some() || was.stage.is_some();
    if has_block && was.stage.is_none() && frontmatter(before).is_some_and(|read| !read.entries.is_empty()) {
        return None;
    }
    let own: Vec<&Field> = read.fields.iter().filter(|field| field.key == key).collect();
    let fits = match (setting, own.as_slice()) {
        (Setting::Nothing, []) => true,
        (Setting::Text(text), [field]) => field.value.text() == Some(text.trim()),
        (Setting::Yaml(lines), [field]) => {
            yaml::read(lines).is_ok_and(|fields| fields.iter().all(|own| same(&own.value, &field.value)))
        }
        _ => false,
    };
    if !fits {
        return Some(unreadable(key));
    }
    let others = |fields: &[Field]| -> Vec<Field> {
        fields.iter().filter(|field| field.key != key).cloned().collect()
    };
    let (mine, theirs) = (others(&was.fields), others(&read.fields));
    // A file that is read better than before may be read otherwise than before.
    let worse = match was.stage {
        Some(stage) => read.stage > Some(stage),
        None => setting != Setting::Nothing && read.stage != Some(Stage::Yaml),
    };
    let alike = mine.len() == theirs.len()
        && mine
            .iter()
            .zip(&theirs)
            .all(|(a, b)| a.key == b.key && (read.stage != was.stage || same(&a.value, &b.value)));
    (worse || was.stage.is_some() && read.stage.is_some() && !alike)
        .then(|| message!("YAML would read other fields than `{key}` differently.", key))
}

/// Whether two values are equal wherever they stand.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Text { text: a, .. }, Value::Text { text: b, .. }) => a == b,
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key && same(&a.value, &b.value))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_is_over_behind_its_closing_quote() {
        for (value, over) in [
            (r#""a" x"#, Some(3)),
            ("'a' x", Some(3)),
            ("'a''b' x", Some(6)),
            (r#""a""b" x"#, Some(3)),
            (r#""a\"b" x"#, Some(6)),
            (r"'a\' x", Some(4)),
            ("''", Some(2)),
            ("'a'''", Some(5)),
            (r#""a'"#, None),
            ("'a\"", None),
            ("'a''", None),
            (r#""a\""#, None),
            ("", None),
        ] {
            assert_eq!(closing_quote(value.as_bytes()), over, "{value}");
        }
    }

    #[test]
    fn a_comment_stands_behind_a_blank_and_outside_quotes() {
        for (line, comment) in [
            ("a: b # c\n", Some("# c")),
            ("a: b\t#c \r\n", Some("#c")),
            ("a: b#c # d\n", Some("# d")),
            ("a: # c\n", Some("# c")),
            ("a: 'x # y' # c\n", Some("# c")),
            ("a: \"x # y\" # c\n", Some("# c")),
            ("a: b#c\n", None),
            ("a: 'x # y'\n", None),
            ("a: \"x # y\"\n", None),
            ("a: \"x # y\n", None),
            ("a # b\n", None),
        ] {
            let found = comment_in(line.as_bytes());
            assert_eq!(found, comment.map(str::as_bytes), "{line}");
        }
        assert_eq!(value_in(b"a:  b:c\n"), Some(&b"b:c\n"[..]));
        assert_eq!(value_in(b"a: #b\n"), Some(&b" #b\n"[..]));
    }

    #[test]
    fn the_lines_of_a_field_are_its_own_and_none_of_the_next() {
        let lines = |fields: &str, key: &str| field_lines(format!("---\n{fields}---\n").as_bytes(), key);
        for (fields, own) in [
            // What is blank, or a comment outside the value, is the next's.
            ("k: a\n  # c\n\n# d\nx: y\n", "k: a\n"),
            ("k: 'a'\n  # c\nx: y\n", "k: 'a'\n"),
            ("k: \"a\"\n  # c\n", "k: \"a\"\n"),
            ("k: \"a\n  # b\"\nx: y\n", "k: \"a\n  # b\"\n"),
            ("k:\n  - a\n  # c\n# d\nx: y\n", "k:\n  - a\n  # c\n"),
            ("k: |\n\n  a\n  # b\n # c\n# d\n\nx: y\n", "k: |\n\n  a\n  # b\n"),
            ("k: >-\n   a\n   # b\n  # c\n", "k: >-\n   a\n   # b\n"),
            ("k: a\n", "k: a\n"),
            ("x: y\nk: a\nz: y\n", "k: a\n"),
            // No YAML, but Pixir reads a line with a colon.
            ("x: {\nk: a: b\n", "k: a: b\n"),
        ] {
            assert_eq!(lines(fields, "k").as_deref(), Some(own), "{fields}");
        }
        assert_eq!(lines("x: {\n  k: a: b\n", "k"), None);
        assert_eq!(lines("k: a\nk: b\n", "k"), None);
        assert_eq!(lines("x: {\nk: a\nk: b\n", "k"), None);
        assert_eq!(field_lines(b"x: {\nk: a: b\n", "k"), None);
    }

    #[test]
    fn what_cannot_be_a_key_or_a_value_is_refused() {
        let refused = |key: &str, setting: Setting<'_>| match check_setting(key, setting) {
            Ok(()) => String::new(),
            Err(trouble) => trouble.to_string(),
        };
        for key in ["", "-a", "a b", "a:", "é"] {
            assert!(refused(key, Setting::Nothing).contains("A key has letters"), "{key}");
        }
        for key in ["a", "A.b_c-1", "_"] {
            assert_eq!(refused(key, Setting::Nothing), "");
        }
        let (longest, longer) = ("a".repeat(LONGEST), "a".repeat(LONGEST + 1));
        assert_eq!(refused("a", Setting::Text(&longest)), "");
        assert!(refused("a", Setting::Text(&longer)).contains("16 KiB"));
        assert!(refused("a", Setting::Yaml(&longer)).contains("16 KiB"));
        assert!(refused("a", Setting::Text(" ")).contains("would be blank"));
        assert!(refused("a", Setting::Text("b\rc")).contains("line break"));
        assert_eq!(refused("a", Setting::Text("b\n")), "");
        assert_eq!(refused("a", Setting::Yaml("a: 1\n")), "");
        assert!(refused("b", Setting::Yaml("a: 1\n")).contains("one field `b`"));
        assert!(refused("a", Setting::Yaml("a: 1\nb: 2\n")).contains("one field `a`"));
        assert!(refused("a", Setting::Yaml("a: {\n")).contains("not read as YAML"));
    }

    #[test]
    fn a_quoted_value_ends_behind_its_closing_quote() {
        for (value, end) in [
            ("\"ab\" x", Some(4)),
            (r#""abcd\"e" x"#, Some(9)),
            ("'abcd''e' x", Some(9)),
            ("'ab\\' x", Some(5)),
            ("\"ab", None),
            ("\"ab\\\"", None),
            ("", None),
        ] {
            assert_eq!(closing_quote(value.as_bytes()), end, "{value}");
        }
    }

    #[test]
    fn pixir_reads_three_keys_and_what_it_reads_otherwise_is_named() {
        for key in ["name", "description", "disable-model-invocation"] {
            assert!(reads_with(key), "{key}");
        }
        assert!(!reads_with("license"));
        assert!(unreadable("license").text.contains("would not read `license` alike"));
    }

    #[test]
    fn values_are_the_same_wherever_they_stand() {
        let value = |text: &str| yaml::read(&format!("k: {text}\n")).expect("YAML").remove(0).value;
        let values =
            ["a", "b", "[]", "[a]", "[a, b]", "[a, c]", "{}", "{x: a}", "{x: b}", "{y: a}", "{x: a, y: b}"];
        for one in values {
            for other in values {
                assert_eq!(same(&value(one), &value(other)), one == other, "{one} {other}");
            }
        }
        assert!(same(&value("a"), &value("'a'")));
    }

    #[test]
    fn a_text_that_a_reader_with_types_takes_for_another_is_quoted() {
        for typed in ["TRUE", "~", "1", "1.5e3", "-1", "+1", ".5", "0x1f", "12:30"] {
            assert!(looks_typed(typed), "{typed}");
        }
        for text in ["truth", "a1", "1 day", "-", "v1"] {
            assert_eq!(looks_typed(text), text == "-", "{text}");
        }
    }
}
