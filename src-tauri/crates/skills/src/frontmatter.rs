//! Frontmatter as Pixir reads it, which is not YAML. It works on bytes, because
//! a file need not be UTF-8 to be a skill.

/// The lines between the fences.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Frontmatter<'a> {
    /// Every line with a colon, in order; a later key wins.
    pub entries: Vec<Entry<'a>>,
    /// Whether a second fence was found; without one the whole file was read as frontmatter.
    pub closed: bool,
}

/// One line with a colon.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    pub key: &'a [u8],
    /// Without surrounding blanks and quotes.
    pub value: &'a [u8],
    /// Counted from 1 in the file.
    pub line: u32,
    /// Whether blanks stood before the key, so that YAML would take it for something nested.
    pub indented: bool,
}

/// The keys and values Pixir reads, in the order of the file, later ones of a key included. Bytes that are
/// not UTF-8 show as U+FFFD.
pub fn pixir_fields(content: &[u8]) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let entries = frontmatter(content).map(|read| read.entries).unwrap_or_default();
    entries.iter().map(|entry| (text(entry.key), text(entry.value))).collect()
}

/// Reads the frontmatter; `None` unless the first line is exactly three dashes.
pub(crate) fn frontmatter(content: &[u8]) -> Option<Frontmatter<'_>> {
    let mut lines = content.split(|&byte| byte == b'\n');
    if lines.next() != Some(b"---") {
        return None;
    }
    let mut read = Frontmatter::default();
    for (number, line) in (2..).zip(lines) {
        if line == b"---" {
            read.closed = true;
            break;
        }
        if let Some(colon) = line.iter().position(|&byte| byte == b':') {
            let key = trimmed(&line[..colon]);
            let indented = line.first().is_some_and(|first| key.first() != Some(first));
            read.entries.push(Entry { key, value: unquoted(&line[colon + 1..]), line: number, indented });
        }
    }
    Some(read)
}

impl<'a> Frontmatter<'a> {
    /// The entry of that key that Pixir uses, which is the last one.
    pub fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries.iter().rev().find(|entry| entry.key == key.as_bytes())
    }

    /// The value of that key, trimmed; `None` when it is blank or missing.
    pub fn text(&self, key: &str) -> Option<&'a [u8]> {
        self.get(key).map(|entry| trimmed(entry.value)).filter(|value| !value.is_empty())
    }

    /// Whether the skill is hidden from the model's catalog.
    pub fn disabled(&self) -> bool {
        self.text("disable-model-invocation").is_some_and(|value| {
            ["true", "yes", "1"].iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
        })
    }
}

/// What stands for a missing description: the first line with text but without a colon, its leading
/// hashes removed. Lines of the frontmatter count too.
pub(crate) fn first_words(content: &[u8]) -> &[u8] {
    let line = content
        .split(|&byte| byte == b'\n')
        .find(|line| !matches!(trimmed(line), b"" | b"---") && !line.contains(&b':'))
        .unwrap_or_default();
    trimmed(stripped_start(trimmed(line), b'#'))
}

fn unquoted(value: &[u8]) -> &[u8] {
    [b'"', b'\''].iter().fold(trimmed(value), |value, &quote| {
        let value = stripped_start(value, quote);
        let end = value.iter().rposition(|&byte| byte != quote).map_or(0, |last| last + 1);
        &value[..end]
    })
}

fn stripped_start(value: &[u8], byte: u8) -> &[u8] {
    let start = value.iter().position(|&other| other != byte).unwrap_or(value.len());
    &value[start..]
}

/// Without Unicode white space at both ends. Bytes that are not UTF-8 are text, not space.
pub(crate) fn trimmed(bytes: &[u8]) -> &[u8] {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.trim().as_bytes();
    }
    let start = bytes.utf8_chunks().next().map_or(0, |first| {
        let text = first.valid();
        text.len() - text.trim_start().len()
    });
    let end = bytes.utf8_chunks().last().filter(|last| last.invalid().is_empty()).map_or(0, |last| {
        let text = last.valid();
        text.len() - text.trim_end().len()
    });
    &bytes[start..bytes.len() - end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content: &str, name: Option<&str>, description: Option<&str>) {
        let read = frontmatter(content.as_bytes());
        let text = |key| read.as_ref().and_then(|read| read.text(key)).map(String::from_utf8_lossy);
        assert_eq!(text("name").as_deref(), name, "name of {content:?}");
        assert_eq!(text("description").as_deref(), description, "description of {content:?}");
    }

    #[test]
    fn fences_are_exact() {
        check("---\nname: a\ndescription: b\n---\nname: c\n", Some("a"), Some("b"));
        check("---\nname: a\nmore\n\n# Body: x\n", Some("a"), None);
        check("\u{feff}---\nname: a\n---\n", None, None);
        check("--- \nname: a\n---\n", None, None);
        check("---\r\nname: a\r\n---\r\n", None, None);
        check("----\nname: a\n----\n", None, None);
        check("\n---\nname: a\n---\n", None, None);
        check("---\nname: a\n--- \nname: b\n---\n", Some("b"), None);
        check("---\nname: a\r\n---", Some("a"), None);
    }

    #[test]
    fn values_are_what_stands_right_of_the_first_colon() {
        check("---\nname:\u{a0}x \u{3000}\ndescription: a: b: c\n---\n", Some("x"), Some("a: b: c"));
        check("---\n  name: deep\n\tdescription:\td\t\n---\n", Some("deep"), Some("d"));
        check("---\nname: 1\nname: 2\ndescription: |\n  text\n---\n", Some("2"), Some("|"));
        check("---\n# name: c\nName: N\ndescription: d # e\n---\n", None, Some("d # e"));
        check("---\nname: \"\"\"t\"\"\"\ndescription: '\"q\"'\n---\n", Some("t"), Some("\"q\""));
        check("---\nname: \"'x'\"\ndescription: \" '\n---\n", Some("x"), None);
        check("---\nname:  \ndescription: \"\"\n---\n", None, None);
        check("---\nname: \u{200b}\n---\n", Some("\u{200b}"), None);
    }

    #[test]
    fn only_three_words_hide_a_skill() {
        for (value, hidden) in [
            ("true", true),
            ("YES", true),
            ("\"1\"", true),
            ("on", false),
            ("true # really", false),
            ("false", false),
            ("", false),
        ] {
            let content = format!("---\ndisable-model-invocation: {value}\n---\n");
            let read = frontmatter(content.as_bytes()).expect("the fence is exact");
            assert_eq!(read.disabled(), hidden, "{value:?}");
        }
    }

    #[test]
    fn a_missing_description_is_the_first_line_without_a_colon() {
        let check = |content: &[u8], words: &str| {
            assert_eq!(String::from_utf8_lossy(first_words(content)), words);
        };
        check(b"# Plain heading\n\nText.\n", "Plain heading");
        check(b"---\nname: x\njust words\n---\n", "just words");
        check(b"Title: a\n## Real ##\n", "Real ##");
        check(b"###\ntext\n", "");
        check(b"a: b\n", "");
        check(b"", "");
        check("\u{feff}---\nname: b\n".as_bytes(), "\u{feff}---");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_text() {
        assert_eq!(trimmed(b" \t\xff x \xff\n"), b"\xff x \xff");
        assert_eq!(trimmed(b"\xe2\x82"), b"\xe2\x82");
        assert_eq!(trimmed(b"\xff \xc2\xa0"), b"\xff");
    }
}
