//! `paths`: the files a skill is for (S4-21). They hide nothing; they guard the activation.

use globset::{GlobBuilder, GlobMatcher};
use skills::{Value, YamlReading};

/// Patterns of paths.
#[derive(Debug, Clone, Default)]
pub struct Patterns {
    written: Vec<String>,
    matchers: Vec<GlobMatcher>,
}

impl Patterns {
    /// What the frontmatter says: a list, or one text.
    pub fn of(reading: &YamlReading) -> Self {
        let written: Vec<&str> = match reading.field("paths").map(|field| &field.value) {
            Some(Value::List(values)) => values.iter().filter_map(Value::text).collect(),
            Some(text @ Value::Text { .. }) => text.text().into_iter().collect(),
            Some(Value::Map(_)) | None => Vec::new(),
        };
        Self::from_words(
            written.into_iter().map(str::trim).filter(|word| !word.is_empty() && *word != "null"),
        )
    }

    /// Of patterns in words.
    pub fn from_words<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let written: Vec<String> = words.map(str::to_owned).collect();
        let matchers = written.iter().filter_map(|word| matcher(word)).collect();
        Self { written, matchers }
    }

    /// The patterns as they are written, those that never match included.
    pub fn written(&self) -> &[String] {
        &self.written
    }

    /// Those that never match: they climb, or are no patterns at all.
    pub fn idle(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(String::as_str).filter(|word| matcher(word).is_none())
    }

    /// Whether the skill is for every file.
    pub fn is_open(&self) -> bool {
        self.written.is_empty()
    }

    /// Whether a path, or the name of its file, is meant. A path that climbs never is. Case counts.
    pub fn matches(&self, path: &str) -> bool {
        let Some(path) = plain(path) else { return false };
        let name = path.rsplit('/').next().unwrap_or_default();
        self.matchers.iter().any(|one| one.is_match(&path) || one.is_match(name))
    }
}

/// The first word of a text that is a path these patterns mean: what a person who calls a skill names with it.
pub fn path_in<'a>(text: &'a str, patterns: &[String]) -> Option<&'a str> {
    let patterns = Patterns::from_words(patterns.iter().map(String::as_str));
    let quoted = |word: &'a str| word.trim_matches(['`', '"', '\'', ',', ';', ':', '(', ')']);
    text.split_whitespace().map(quoted).find(|word| patterns.matches(word))
}

/// `*` stays within one name, `**` goes through folders.
fn matcher(word: &str) -> Option<GlobMatcher> {
    let pattern = plain(word)?;
    let glob = GlobBuilder::new(&pattern).literal_separator(true).backslash_escape(false).build().ok()?;
    Some(glob.compile_matcher())
}

/// With `/` between its parts and without a leading `./`; nothing for what climbs or is empty.
fn plain(path: &str) -> Option<String> {
    let path = path.trim().replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    (!path.is_empty() && path.split('/').all(|part| part != "..")).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use skills::read_yaml;

    use super::{Patterns, path_in};

    fn patterns(lines: &str) -> Patterns {
        Patterns::of(&read_yaml(format!("---\nname: a\ndescription: d\n{lines}\n---\nx\n").as_bytes()))
    }

    #[test]
    fn s4_21_paths_are_a_list_or_one_text() {
        assert_eq!(patterns("paths:\n  - \"*.py\"\n  - \"tests/**\"").written(), ["*.py", "tests/**"]);
        assert_eq!(patterns("paths: \"*.rs\"").written(), ["*.rs"]);
        for open in ["", "paths:", "paths: []", "paths: {a: b}"] {
            assert!(patterns(open).is_open(), "{open}");
        }
    }

    #[test]
    fn s4_64_a_path_or_its_file_name_is_matched() {
        let check = |pattern: &str, path: &str, is_match: bool| {
            let found = Patterns::from_words([pattern].into_iter()).matches(path);
            assert_eq!(found, is_match, "{pattern} {path}");
        };
        check("*.py", "tests/test_api.py", true);
        check("*.py", "test_api.py", true);
        check("tests/**", "tests/a/b.rs", true);
        check("tests/**", "./tests/a.rs", true);
        check("tests/**", "tests\\a.rs", true);
        check("./tests/**", "tests/a.rs", true);
        check("*.py", "src/main.rs", false);
        check("*.PY", "a.py", false);
        check("src/*.rs", "src/a/b.rs", false);
        check("tests/**", "tests/../etc/passwd", false);
        check("../**", "x", false);
        check("[a", "[a", false);
        check("**", "", false);
    }

    #[test]
    fn s0_20_s4_64_the_path_a_person_names_is_found_among_their_words() {
        let patterns = ["*.py".to_owned(), "tests/**".to_owned()];
        let check = |text: &str, found: Option<&str>| assert_eq!(path_in(text, &patterns), found, "{text}");
        check("fix src/main.rs and `tests/a.rs`, then b.py", Some("tests/a.rs"));
        check("fix (src/a.py)", Some("src/a.py"));
        check("fix ../tests/a.rs", None);
        check("fix it", None);
        check("", None);
    }

    #[test]
    fn s4_21_a_pattern_that_never_matches_still_guards() {
        let broken = patterns("paths: [\"[a\", \"../x\", \"*.py\"]");
        assert!(!broken.is_open() && !broken.matches("a"));
        assert_eq!(broken.idle().collect::<Vec<_>>(), ["[a", "../x"]);
    }
}
