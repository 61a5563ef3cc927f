//! Patterns of sources: where skills of locks may come from.

use globset::GlobMatcher;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::rules::Listed;

/// Patterns of sources of which one has to match.
#[derive(Debug, Clone)]
pub struct SourcePatterns {
    /// The line of the policy they stand on, counted from 1.
    pub line: u32,
    patterns: Vec<SourcePattern>,
}

#[derive(Debug, Clone)]
struct SourcePattern {
    /// Of a pattern that begins with `./` or `../`: how many `../` it begins with.
    climbs: Option<usize>,
    /// The pattern behind that.
    rest: GlobMatcher,
}

/// A reason for which a source is not allowed, in words that go on from its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// No pattern matches it.
    #[error("which is not allowed")]
    NotAllowed,
    /// No pattern matches it, and it is a folder by its relative path.
    #[error(
        "a folder relative to the lock, which is not allowed; patterns of such folders begin with ./ or ../ too"
    )]
    LocalNotAllowed,
    /// It is no source that can be taken apart without doubt.
    #[error(
        "which is neither a path nor an address that begins with https://, http://, ssh:// or git://, so it is \
         not allowed"
    )]
    Unknown,
}

/// What a source names.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    /// A folder by its path from the lock: how many folders above it begins, and the path from there.
    Local(usize, String),
    /// An address without its scheme, user and `.git`, or any other name.
    Named(String),
}

/// Characters of a host, a port included.
fn is_host(host: &str) -> bool {
    let is_its = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    !host.is_empty() && host.bytes().all(is_its)
}

impl SourcePatterns {
    /// Takes patterns that were read as globs; `climbing` returns the number of `../` of each that begins with a point.
    pub(crate) fn of(listed: Listed, texts: &[String]) -> Self {
        let climbs = texts.iter().map(|text| climbing(text).map(|(climbs, _)| climbs));
        let patterns = listed.patterns.into_iter().zip(climbs);
        let patterns = patterns.map(|(rest, climbs)| SourcePattern { climbs, rest }).collect();
        Self { line: listed.line, patterns }
    }

    /// Checks whether a pattern matches a source: an address without its scheme, user and `.git`, so that
    /// `git@host:a/b.git` and `https://host/a/b` are one; a relative path by patterns that begin with `./` or `../` alone.
    ///
    /// # Errors
    ///
    /// Says why the source is not allowed.
    pub fn check(&self, source: &str) -> Result<(), SourceError> {
        let source = parsed(source).ok_or(SourceError::Unknown)?;
        let is_one = |wanted: Option<usize>, path: &str| {
            self.patterns.iter().any(|one| one.climbs == wanted && one.rest.is_match(path))
        };
        match source {
            Source::Local(climbs, path) if is_one(Some(climbs), &path) => Ok(()),
            Source::Local(..) => Err(SourceError::LocalNotAllowed),
            Source::Named(name) if is_one(None, &name) => Ok(()),
            Source::Named(_) => Err(SourceError::NotAllowed),
        }
    }
}

/// Takes the `./` and `../` off that a relative path begins with, and counts the latter.
pub(crate) fn climbing(path: &str) -> Option<(usize, &str)> {
    let (mut climbs, mut rest, mut is_relative) = (0, path, false);
    loop {
        rest = match rest {
            "." => "",
            ".." => {
                climbs += 1;
                ""
            }
            _ => match (rest.strip_prefix("./"), rest.strip_prefix("../")) {
                (Some(behind), _) => behind,
                (_, Some(behind)) => {
                    climbs += 1;
                    behind
                }
                (None, None) => return is_relative.then_some((climbs, rest)),
            },
        };
        is_relative = true;
    }
}

/// Takes a source apart; `None` if programs could take it for different places.
fn parsed(source: &str) -> Option<Source> {
    if source.chars().any(|letter| letter.is_control() || letter.is_whitespace() || letter == '\\') {
        return None;
    }
    if let Some((climbs, path)) = climbing(source) {
        return Some(Source::Local(climbs, plain_path(path)?));
    }
    let named = match source.split_once("://") {
        Some((scheme, behind)) => address(scheme, behind, source)?,
        None => match source.split_once(':') {
            Some((host, path)) => over_ssh(host, path)?,
            None if source.contains(['?', '#']) => return None,
            None => plain_path(source)?,
        },
    };
    (!named.is_empty()).then_some(Source::Named(named))
}

/// An address with a scheme, as browsers and git read it.
fn address(scheme: &str, behind: &str, source: &str) -> Option<String> {
    let scheme = scheme.to_ascii_lowercase();
    let usual_port = match scheme.as_str() {
        "https" | "http" => None,
        "ssh" => Some(22),
        "git" => Some(9418),
        _ => return None,
    };
    let url = Url::parse(source).ok()?;
    // Where a program reads a host and another none, or a query decides what is served, nothing is known.
    if behind.starts_with('/') || url.query().is_some() || url.cannot_be_a_base() {
        return None;
    }
    let host = url.host_str()?.to_ascii_lowercase();
    let port = url.port().filter(|port| Some(*port) != usual_port);
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    let path = plain_path(url.path().trim_start_matches('/'))?;
    let name = if path.is_empty() { format!("{host}{port}") } else { format!("{host}{port}/{path}") };
    is_host(&format!("{host}{port}")).then_some(name)
}

/// An address as ssh has it: a user, the host, a colon, a path.
fn over_ssh(host: &str, path: &str) -> Option<String> {
    let (user, host) = host.rsplit_once('@').unwrap_or(("git", host));
    let is_user = user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    let is_plain = is_user && is_host(host) && host.contains('.') && !path.contains([':', '?', '#', '@']);
    let path = plain_path(path.trim_start_matches('/'))?;
    (is_plain && !path.is_empty()).then(|| format!("{}/{path}", host.to_ascii_lowercase()))
}

/// A path without the `/` and `.git` at its end; `None` if it goes back out of what a pattern allows, however that is
/// written.
fn plain_path(path: &str) -> Option<String> {
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    let is_odd = |part: &str| matches!(part, "." | "..") || part.chars().any(char::is_control);
    let has_odd = |path: &str| path.contains('\\') || path.split('/').any(is_odd);
    if has_odd(path) || has_odd(&decoded) || decoded.matches('/').count() != path.matches('/').count() {
        return None;
    }
    let path = path.trim_end_matches('/');
    Some(path.strip_suffix(".git").unwrap_or(path).to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use super::{Source, SourceError, parsed};
    use crate::Policy;

    #[test]
    fn source_has_one_spelling() {
        let check = |source: &str, plain: &str| {
            assert_eq!(parsed(source), Some(Source::Named(plain.to_owned())), "{source}");
        };
        check("https://github.com/a/b.git", "github.com/a/b");
        check("HTTPS://GitHub.com/a/b/", "github.com/a/b");
        check("git@github.com:a/b.git", "github.com/a/b");
        check("github.com:a/b", "github.com/a/b");
        check("https://user:word@host/a", "host/a");
        check("https://host:443/a#branch", "host/a");
        check("https://host:8443/a", "host:8443/a");
        check("ssh://git@host:22/a", "host/a");
        check("ssh://git@host:2222/a", "host:2222/a");
        check("git://host:9418/a", "host/a");
        check("/abs/path", "/abs/path");
        check("a@1.0", "a@1.0");
        check("@acme/skills", "@acme/skills");
        let local = |climbs, rest: &str| Some(Source::Local(climbs, rest.to_owned()));
        assert_eq!(parsed("./x/"), local(0, "x"));
        assert_eq!(parsed("."), local(0, ""));
        assert_eq!(parsed("../../x"), local(2, "x"));
    }

    fn sources(patterns: &str) -> super::SourcePatterns {
        let text = format!("version: 1\nsources: {{allow: [{patterns}]}}\n");
        Policy::read(Path::new("p.yaml"), &text).unwrap().sources.unwrap()
    }

    #[test]
    fn source_of_another_host_is_never_taken_for_an_allowed_one() {
        let allowed = sources("'github.com/acme/*', '**/github.com/acme/*'");
        for source in [
            "https://evil.example#@github.com/acme/x",
            "https://evil.example?@github.com/acme/x",
            "https://evil.example\\@github.com/acme/x",
            "https://evil.example/x?u=://github.com/acme/x",
            "evil.example/x?u=://github.com/acme/x",
            "evil.example#github.com/acme/x",
            "ext::sh -c id://github.com/acme/x",
            "ext::sh://github.com/acme/x",
            "file://github.com/acme/x",
            "javascript://github.com/acme/x",
            "git+evil://github.com/acme/x",
            "https:github.com/acme/x",
            "https:///github.com/acme/x",
            "https:/github.com/acme/x",
            "https://github.com%2facme/acme/x",
            "https://github.com/acme/%2e%2e",
            "https://github.com/acme/x%2f..%2f..",
            "https://github.com/acme/x\n",
            "https://github.com\t/acme/x",
            " https://github.com/acme/x",
            "git@evil.example:x:github.com/acme/x",
            "a:b@evil.example:github.com/acme/x",
            "git@github.com:acme/../evil/x",
            "github.com/acme/..",
            "github.com/acme/x/../../evil",
            "https://github.com:8443/acme/x",
            "https://github.com.evil.example/acme/x",
            "https://github.com@evil.example/acme/x",
            "https://evil.example/acme/x",
            "-oProxyCommand=id:acme/x",
            "",
        ] {
            assert!(allowed.check(source).is_err(), "{source:?}: {:?}", parsed(source));
        }
        for source in [
            "https://github.com/acme/x.git",
            "git@github.com:acme/x",
            "ssh://git@github.com/acme/x",
            "https://token@github.com/acme/x",
        ] {
            assert_eq!(allowed.check(source), Ok(()), "{source}");
        }
        assert_eq!(allowed.check("ext::x"), Err(SourceError::Unknown));
    }

    #[test]
    fn local_source_matches_a_pattern_that_begins_as_it_does() {
        let check = |patterns: &str, source: &str, expected| {
            assert_eq!(sources(patterns).check(source), expected, "{patterns} {source}");
        };
        check("'../src'", "../src", Ok(()));
        check("'../src/*'", "../src/a", Ok(()));
        check("'./packages/**'", "./packages/a/b", Ok(()));
        check("'packages/**'", "packages/a/b", Ok(()));
        let refused = Err(SourceError::LocalNotAllowed);
        check("'**'", "../src", refused);
        check("'packages/**'", "./packages/a", refused);
        check("'./**'", "../src", refused);
        check("'../**'", "../../src", refused);
        check("'../src'", "../../src", refused);
        check("'./packages/*'", "./packages/../../x", Err(SourceError::Unknown));
        check("'./packages/*'", "./packages/%2e%2E/x", Err(SourceError::Unknown));
        check("'./**'", "/etc", Err(SourceError::NotAllowed));
        // A folder that is called as an allowed host is no repository of it.
        check("'github.com/acme/*'", "./github.com/acme/x", refused);
    }
}
