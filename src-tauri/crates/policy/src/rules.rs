//! The rules of a policy.

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};
use skills::{Field, Severity, read_document};

use crate::signers::SignerRules;
use crate::sources::{SourcePatterns, climbing};
use crate::tools::ToolPatterns;
use crate::unread::{PolicyError, document, map, text, texts};

/// What a team allows. A rule that is not there is not checked.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Where skills of locks may come from.
    pub sources: Option<SourcePatterns>,
    /// Every skill of the project stands in a lock, and is as locked. The line it stands on.
    pub locked: Option<u32>,
    /// What may not be found.
    pub findings: Option<Forbidden>,
    /// How far the text on disk may be from the last one a session recorded, and the line that says so.
    pub drift: Option<(Stage, u32)>,
    /// Tools that the frontmatter of a skill may grant.
    pub tools: Option<ToolPatterns>,
    /// Who has to have signed every skill.
    pub signers: Option<SignerRules>,
}

/// Patterns as globs, in the order of the list.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    /// Where they stand, counted from 1.
    pub line: u32,
    pub patterns: Vec<GlobMatcher>,
}

/// Findings that may not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// Where they stand, counted from 1.
    pub line: u32,
    /// Those that matter at least as much.
    pub least: Option<Severity>,
    /// Those of these rules, as they are, or `TOOL/RULE` of another scanner.
    pub rules: Vec<String>,
}

/// How far a text is from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Not at all.
    Identical,
    /// White space and line ends.
    WhitespaceOnly,
    /// The frontmatter as well.
    FrontmatterOnly,
    /// Anything.
    BodyChanged,
}

/// Most bytes of a pattern: what it is turned into stays small.
const PATTERN: usize = 500;

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    ///
    /// When it is no YAML, of another version, or has a key or a word that is not known: a rule that is misspelt is not
    /// passed over.
    pub fn read(path: &Path, content: &str) -> Result<Self, PolicyError> {
        let known = ["version", "sources", "locked", "findings", "drift", "tools", "signers"];
        let fields = document(path, read_document(content), &known)?;
        let get = |key: &str| fields.iter().find(|field| field.key == key);
        let policy = Self {
            sources: get("sources").map(|field| sources(path, field)).transpose()?,
            locked: get("locked").map(|field| is_locked(path, field)).transpose()?.flatten(),
            findings: get("findings").map(|field| forbidden(path, field)).transpose()?,
            drift: get("drift").map(|field| drift(path, field)).transpose()?,
            tools: get("tools").map(|field| tools(path, field)).transpose()?,
            signers: get("signers").map(|field| SignerRules::read(path, field)).transpose()?,
        };
        Ok(policy)
    }
}

fn sources(path: &Path, field: &Field) -> Result<SourcePatterns, PolicyError> {
    let patterns = patterns(path, field)?;
    // What a pattern begins with, `./` or `../`, is compared by itself.
    let rest = |pattern: &str| climbing(pattern).map_or(pattern, |(_, rest)| rest).to_owned();
    let rests = patterns.iter().map(|(pattern, line)| (rest(pattern), *line));
    let listed = globs(path, field.line, rests, true)?;
    let texts: Vec<String> = patterns.into_iter().map(|(pattern, _)| pattern).collect();
    Ok(SourcePatterns::of(listed, &texts))
}

fn tools(path: &Path, field: &Field) -> Result<ToolPatterns, PolicyError> {
    let patterns = patterns(path, field)?;
    let listed = globs(path, field.line, patterns.iter().cloned(), false)?;
    Ok(ToolPatterns::of(listed, patterns.into_iter().map(|(pattern, _)| pattern).collect()))
}

/// The texts of `allow`, each with its line.
fn patterns(path: &Path, field: &Field) -> Result<Vec<(String, u32)>, PolicyError> {
    let fields = map(path, field, &["allow"])?;
    let Some(allow) = fields.first() else {
        return Err(PolicyError::new(path, field.line, format!("{} has no list named allow", field.key)));
    };
    texts(path, allow)
}

/// Patterns as globs; of paths, a `*` stays between two slashes.
fn globs(
    path: &Path,
    line: u32,
    patterns: impl Iterator<Item = (String, u32)>,
    are_paths: bool,
) -> Result<Listed, PolicyError> {
    let matcher = |(pattern, line): (String, u32)| {
        if pattern.len() > PATTERN {
            return Err(PolicyError::new(path, line, format!("a pattern has at most {PATTERN} bytes")));
        }
        let glob = GlobBuilder::new(&pattern).literal_separator(are_paths).backslash_escape(true).build();
        let glob =
            glob.map_err(|error| PolicyError::new(path, line, format!("invalid pattern: {}", error.kind())))?;
        Ok(glob.compile_matcher())
    };
    let patterns = patterns.map(matcher).collect::<Result<_, PolicyError>>()?;
    Ok(Listed { line, patterns })
}

fn is_locked(path: &Path, field: &Field) -> Result<Option<u32>, PolicyError> {
    match text(path, field)? {
        "required" => Ok(Some(field.line)),
        "optional" => Ok(None),
        other => Err(PolicyError::new(
            path,
            field.line,
            format!(
                "locked is {other}; possible values: required, \
             optional"
            ),
        )),
    }
}

fn forbidden(path: &Path, field: &Field) -> Result<Forbidden, PolicyError> {
    let fields = map(path, field, &["forbid", "least"])?;
    let get = |key: &str| fields.iter().find(|field| field.key == key);
    let rules = get("forbid").map(|field| texts(path, field)).transpose()?.unwrap_or_default();
    if let Some((rule, line)) = rules.iter().find(|(rule, _)| !is_rule(rule)) {
        let words = format!(
            "forbid has {rule:?}, which is neither a rule that `assay check --rules` lists nor TOOL/RULE of another scanner"
        );
        return Err(PolicyError::new(path, *line, words));
    }
    let least = match get("least") {
        Some(field) => {
            let word = text(path, field)?;
            let words = || format!("least is {word}; possible values: error, warning, note");
            Some(Severity::named(word).ok_or_else(|| PolicyError::new(path, field.line, words()))?)
        }
        None => None,
    };
    if rules.is_empty() && least.is_none() {
        return Err(PolicyError::new(path, field.line, "findings forbids nothing; add `forbid` or `least`"));
    }
    Ok(Forbidden { line: field.line, least, rules: rules.into_iter().map(|(rule, _)| rule).collect() })
}

/// Tells a rule of Assay, and the form of a rule of another scanner, from a slip of the pen.
fn is_rule(rule: &str) -> bool {
    match rule.split_once('/') {
        Some((tool, rule)) => !tool.trim().is_empty() && !rule.trim().is_empty(),
        None => skills::lint_rule(rule).is_some(),
    }
}

fn drift(path: &Path, field: &Field) -> Result<(Stage, u32), PolicyError> {
    let fields = map(path, field, &["most"])?;
    let Some(most) = fields.first() else {
        return Err(PolicyError::new(path, field.line, "drift has no key most"));
    };
    let stage = match text(path, most)? {
        "identical" => Stage::Identical,
        "whitespace_only" => Stage::WhitespaceOnly,
        "frontmatter_only" => Stage::FrontmatterOnly,
        "body_changed" => Stage::BodyChanged,
        other => {
            let words = format!(
                "most is {other}; possible values: identical, whitespace_only, frontmatter_only, \
                 body_changed"
            );
            return Err(PolicyError::new(path, most.line, words));
        }
    };
    Ok((stage, most.line))
}

impl Forbidden {
    /// Whether a finding of this rule that matters so much is forbidden. Of another scanner's, `tool` is its name.
    pub fn forbids(&self, tool: Option<&str>, rule: &str, severity: Severity) -> bool {
        let whole = tool.map_or_else(|| rule.to_owned(), |tool| format!("{tool}/{rule}"));
        self.least.is_some_and(|least| severity <= least) || self.rules.contains(&whole)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use super::{Policy, Stage};
    use skills::Severity;

    fn read(text: &str) -> Result<Policy, String> {
        Policy::read(Path::new("p.yaml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_policy_says_what_it_allows() {
        let text = "version: 1\nsources:\n  allow: [github.com/acme/*, packages/**]\nlocked: required\nfindings:\n  \
                    least: error\n  forbid: [hooks, scanner/R1]\ndrift:\n  most: frontmatter_only\ntools:\n  allow: \
                    [Read, 'Bash(git *)']\n";
        let policy = read(text).unwrap();
        let sources = policy.sources.unwrap();
        let check = |source: &str, allowed| assert_eq!(sources.check(source).is_ok(), allowed, "{source}");
        check("https://github.com/acme/skills.git", true);
        check("git@github.com:acme/skills.git", true);
        check("ssh://git@github.com/acme/skills", true);
        check("https://github.com/acme/skills/deeper", false);
        check("https://evil.example/github.com/acme/skills", false);
        check("https://github.com@evil.example/acme/x", false);
        check("packages/a/b", true);
        check("packages/../../x", false);
        check("packages/%2e%2E/x", false);
        check("packages/a\\..\\x", false);
        check("", false);
        let findings = policy.findings.unwrap();
        assert!(
            findings.forbids(None, "hooks", Severity::Note)
                && !findings.forbids(None, "crlf", Severity::Warning)
        );
        assert!(findings.forbids(Some("scanner"), "R1", Severity::Note));
        // Another scanner's rule of that name is another rule.
        assert!(!findings.forbids(Some("scanner"), "hooks", Severity::Note));
        assert!(findings.forbids(Some("x"), "y", Severity::Error));
        assert_eq!((policy.drift, policy.locked), (Some((Stage::FrontmatterOnly, 9)), Some(4)));
        assert_eq!((sources.line, policy.tools.map(|tools| tools.line)), (2, Some(10)));
    }

    #[test]
    fn what_is_misspelt_is_refused_with_its_line() {
        let check = |text: &str, words: &str| {
            let error = read(text).map(|_| ()).unwrap_err();
            assert!(error.starts_with("p.yaml:") && error.contains(words), "{text:?}: {error}");
        };
        check("", "p.yaml:1: it is empty");
        check("sources: {}\n", "p.yaml:1: it has no version");
        check("version: 2\n", "p.yaml:1: unsupported version 2");
        check("version: 1\nsource:\n  allow: []\n", "p.yaml:2: unknown key source");
        check("version: 1\nsigners: [a]\n", "p.yaml:2: signers is not a mapping");
        check("version: 1\nsigners: {}\n", "p.yaml:2: signers has no list named allow");
        for slip in ["hook", "Hooks", "''", "/R1", "scanner/"] {
            check(&format!("version: 1\nfindings:\n  forbid: [{slip}]\n"), "which is neither a rule");
        }
        check("version: 1\nsources: [a]\n", "p.yaml:2: sources is not a mapping");
        check("version: 1\nsources: {}\n", "p.yaml:2: sources has no list named allow");
        check("version: 1\nsources:\n  allow: ['[']\n", "p.yaml:3: invalid pattern");
        let long = format!("version: 1\nsources:\n  allow:\n    - '{}'\n", "*".repeat(60_000));
        check(&long, "p.yaml:4: a pattern has at most 500 bytes");
        check(
            "version: 1\nfindings:\n  least: bad\n",
            "p.yaml:3: least is bad; possible values: error, \
         warning, note",
        );
        check("version: 1\nfindings: {}\n", "findings forbids nothing");
        check("version: 1\ndrift:\n  most: some\n", "p.yaml:3: most is some; possible values: identical");
        check("version: 1\nlocked: yes\n", "p.yaml:2: locked is yes");
        check("version: 1\nlocked: required\nlocked: optional\n", "p.yaml:3: locked is repeated");
        check("version: 1\na: &x 1\n", "p.yaml:2: it uses an anchor");
    }
}
