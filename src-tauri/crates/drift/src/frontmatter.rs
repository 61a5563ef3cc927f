use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::compare::Spaces;
use crate::lines::{Text, without_end, words};

/// The most fields that are told apart; further lines belong to the last of them.
const FIELDS: usize = 1_000;

/// What happened to one field of the frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldState {
    /// The same lines, line ends aside.
    Equal,
    /// Other lines under the same key.
    Changed,
    /// Only on the right side.
    Added,
    /// Only on the left side.
    Removed,
}

/// A top-level `key: value` line of the frontmatter and the lines that belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The key; empty for lines before the first key.
    pub name: String,
    /// What happened to it.
    pub state: FieldState,
    /// Its lines on the left side, counted from 0; empty if it is not there.
    pub left: Range<usize>,
    /// Its lines on the right side.
    pub right: Range<usize>,
}

/// How two frontmatters differ, field by field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FrontmatterChange {
    /// The keys that were changed, added or removed, in the order they stand; empty for lines before the first key.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub fields: Vec<String>,
    /// Whether the fields that both sides have stand in another order.
    pub reordered: bool,
}

impl FrontmatterChange {
    /// Sums up a list of fields.
    pub fn of(fields: &[Field]) -> Self {
        let changed = fields.iter().filter(|field| field.state != FieldState::Equal);
        let both = fields.iter().filter(|field| !field.left.is_empty() && !field.right.is_empty());
        let starts: Vec<usize> = both.map(|field| field.right.start).collect();
        Self { fields: changed.map(|field| field.name.clone()).collect(), reordered: !starts.is_sorted() }
    }
}

impl fmt::Display for FrontmatterChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.fields.is_empty() {
            let named = |name: &String| {
                if name.is_empty() { "lines before the first field".into() } else { name.clone() }
            };
            f.write_str(&self.fields.iter().map(named).collect::<Vec<_>>().join(", "))
        } else if self.reordered {
            f.write_str("order of fields")
        } else {
            f.write_str("fence lines")
        }
    }
}

/// Pairs the fields of two frontmatters by key; the second of a doubled key with the second.
pub(crate) fn fields(
    left: &Text,
    left_lines: Range<usize>,
    right: &Text,
    right_lines: Range<usize>,
    spaces: Spaces,
) -> Vec<Field> {
    let mut theirs: HashMap<(String, usize), Range<usize>> = HashMap::new();
    let right_groups = numbered(groups(right, right_lines));
    theirs.extend(right_groups.iter().cloned());
    let mut found = Vec::new();
    for (key, ours) in numbered(groups(left, left_lines)) {
        let (state, right_lines) = match theirs.remove(&key) {
            Some(there) if same(left, &ours, right, &there, spaces) => (FieldState::Equal, there),
            Some(there) => (FieldState::Changed, there),
            None => (FieldState::Removed, 0..0),
        };
        found.push(Field { name: key.0, state, left: ours, right: right_lines });
    }
    for (key, lines) in right_groups {
        if theirs.contains_key(&key) {
            found.push(Field { name: key.0, state: FieldState::Added, left: 0..0, right: lines });
        }
    }
    found
}

fn same(left: &Text, ours: &Range<usize>, right: &Text, theirs: &Range<usize>, spaces: Spaces) -> bool {
    match spaces {
        Spaces::Ignored => words(left.lines(ours.clone())).eq(words(right.lines(theirs.clone()))),
        Spaces::Compared => {
            let bare =
                |text, lines: &Range<usize>| lines.clone().map(move |at| without_end(Text::line(text, at)));
            bare(left, ours).eq(bare(right, theirs))
        }
    }
}

type Group = (String, Range<usize>);

/// The fields between the fences, with the lines that belong to each.
fn groups(text: &Text, frontmatter: Range<usize>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for at in frontmatter.start + 1..frontmatter.end.saturating_sub(1) {
        let opened = key(text.line(at)).filter(|_| groups.len() < FIELDS);
        match (opened, groups.last_mut()) {
            (None, Some((_, lines))) => lines.end = at + 1,
            (key, _) => groups.push((key.unwrap_or_default(), at..at + 1)),
        }
    }
    groups
}

/// The key of a line that begins a field: not indented, no comment, no list item, with a colon.
fn key(line: &[u8]) -> Option<String> {
    if matches!(line.first(), None | Some(b' ' | b'\t' | b'#' | b'-')) {
        return None;
    }
    let colon = line.iter().position(|byte| *byte == b':')?;
    Some(String::from_utf8_lossy(line[..colon].trim_ascii()).into_owned())
}

/// The words of a field of the frontmatter: of `a: b c`, `a: [b, c]` and of a list below `a:`. Comments are no words.
pub(crate) fn values(text: &Text, name: &str) -> Vec<String> {
    let fields = groups(text, 0..text.frontmatter().unwrap_or_default());
    let lines = fields.into_iter().find(|field| field.0 == name).map_or(0..0, |field| field.1);
    let bare = |at: usize| {
        let line = String::from_utf8_lossy(text.line(at)).into_owned();
        let line = line.split(" #").next().unwrap_or_default();
        if at == lines.start {
            line.split_once(':').map_or("", |parts| parts.1).to_owned()
        } else {
            line.to_owned()
        }
    };
    let is_no_name = |letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '-');
    let words: Vec<String> = lines.clone().map(bare).collect();
    let words = words.iter().flat_map(|line| line.split(is_no_name)).map(|word| word.trim_start_matches('-'));
    words.filter(|word| !word.is_empty()).take(FIELDS).map(str::to_owned).collect()
}

fn numbered(groups: Vec<Group>) -> Vec<((String, usize), Range<usize>)> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let number = |(name, lines): Group| {
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        ((name, *count), lines)
    };
    groups.into_iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::{FieldState, FrontmatterChange, fields, values};
    use crate::compare::Spaces;
    use crate::lines::Text;

    fn check(left: &str, right: &str, want: &[(&str, FieldState)], words: &str) {
        let (left, right) = (Text::of(left.as_bytes()), Text::of(right.as_bytes()));
        let found = fields(&left, 0..left.count(), &right, 0..right.count(), Spaces::Compared);
        let pairs: Vec<_> = found.iter().map(|field| (field.name.as_str(), field.state)).collect();
        assert_eq!(pairs, want);
        assert_eq!(FrontmatterChange::of(&found).to_string(), words);
    }

    #[test]
    fn fields_are_paired_by_key() {
        use FieldState::{Added, Changed, Equal, Removed};
        check(
            "---\nname: a\ndescription: |\n  one\n  two\ntags:\n- x\n---\n",
            "---\nname: a\ndescription: |\n  one\n  2\nlicense: MIT\n---\n",
            &[("name", Equal), ("description", Changed), ("tags", Removed), ("license", Added)],
            "description, tags, license",
        );
        check(
            "---\na: 1\nb: 2\n---\n",
            "---\nb: 2\na: 1\n---\n",
            &[("a", Equal), ("b", Equal)],
            "order of fields",
        );
        check("---\na: 1\n---\n", "--- \na: 1\n---\n", &[("a", Equal)], "fence lines");
        check("---\na: 1\na: 2\n---\n", "---\na: 1\na: 3\n---\n", &[("a", Equal), ("a", Changed)], "a");
        check("---\r\na: 1\r\n---\r\n", "---\na: 1\n---\n", &[("a", Equal)], "fence lines");
        check(
            "---\n# x\na: 1\n---\n",
            "---\n# y\na: 1\n---\n",
            &[("", Changed), ("a", Equal)],
            "lines before the first field",
        );
        check("", "---\na: 1\n---\n", &[("a", Added)], "a");
        check("", "", &[], "fence lines");
    }

    #[test]
    fn the_words_of_a_field_are_read_in_each_way_to_write_them() {
        let check = |field: &str, want: &[&str]| {
            let text = Text::of(format!("---\nname: a\n{field}\nlast: b\n---\narguments: no\n").as_bytes());
            assert_eq!(values(&text, "arguments"), want, "{field:?}");
        };
        check("arguments: topic len", &["topic", "len"]);
        check("arguments: [topic, 'len'] # two", &["topic", "len"]);
        check("arguments:\n  - topic\n- two-words", &["topic", "two-words"]);
        check("argument-hint: x", &[]);
    }
}
