//! One entry of the list.

use std::path::Path;
use std::time::Duration;

use disk::{Cause, Folder, Kind};
use skills::{Field, Finding, Severity, Value};

use super::place::{inside, is_kept_out};
use crate::flaw::{finding, unseen};
use crate::unseen::first_unseen;
use crate::{Blocked, Origin, Source, Surface};

/// What became of one entry.
pub(super) struct Read {
    /// Its id, when it has a good one, whatever else is wrong with it.
    pub id: Option<String>,
    /// The source, unless something is wrong.
    pub source: Option<Source>,
    pub findings: Vec<Finding>,
}

pub(crate) const KEYS: [&str; 11] = [
    "id",
    "title",
    "run",
    "shell",
    "read",
    "resource",
    "read_only",
    "auto",
    "timeout_ms",
    "max_bytes",
    "cwd",
];
const SURFACES: [&str; 4] = ["run", "shell", "read", "resource"];
/// Most characters of a title that are shown.
const TITLE: usize = 120;
const ID: usize = 64;

/// Reads the entry `number` of the list, which begins in `line`.
pub(super) fn read(item: &Value, number: usize, line: u32, origin: Origin, folder: &Folder) -> Read {
    let mut entry =
        Entry { fields: &[], line, name: format!("number {number}"), findings: Vec::new(), folder };
    let Value::Map(fields) = item else {
        entry.wrong("source-form", line, "is not a mapping", "Begin it with `id:`.");
        return Read { id: None, source: None, findings: entry.findings };
    };
    entry.fields = fields;
    let id = entry.id();
    if let Some(id) = &id {
        entry.name = format!("`{id}`");
    }
    let source = entry.source(id.clone(), origin);
    let is_wrong = entry.findings.iter().any(|one| one.severity == Severity::Error && one.rule != UNSEEN);
    Read { id, source: source.filter(|_| !is_wrong), findings: entry.findings }
}

/// The rule that blocks a source instead of leaving it out, so that the person sees what was tried.
const UNSEEN: &str = "source-unseen";

/// A value for a message: short and on one line.
pub(super) fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() { format!("{short}…") } else { short }
}

struct Entry<'a> {
    fields: &'a [Field],
    line: u32,
    /// What messages call it.
    name: String,
    findings: Vec<Finding>,
    folder: &'a Folder,
}

impl<'a> Entry<'a> {
    fn source(&mut self, id: Option<String>, origin: Origin) -> Option<Source> {
        self.keys();
        let surface = self.surface();
        let title = self.title();
        let read_only = self.flag("read_only");
        let auto = self.flag("auto");
        let most = (Source::SHORTEST.as_millis() as u64, Source::LONGEST.as_millis() as u64);
        let timeout = self.number("timeout_ms", Source::TIMEOUT.as_millis() as u64, most);
        let max_bytes = self.number("max_bytes", Source::KEEP, (Source::KEEP_LEAST, Source::KEEP_MOST));
        let cwd = self.cwd();
        let (id, surface) = (id?, surface?);
        let auto = auto && self.may_be_automatic(&surface, read_only);
        Some(Source {
            blocked: self.unseen(&surface),
            id,
            title,
            surface,
            read_only,
            auto,
            timeout: Duration::from_millis(timeout),
            max_bytes,
            cwd,
            origin,
            line: self.line,
        })
    }

    fn field(&self, key: &str) -> Option<&'a Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Something that leaves the source out.
    fn wrong(&mut self, rule: &'static str, line: u32, what: &str, fix: &str) {
        let message = format!("The source {} in line {line} {what}.", self.name);
        self.findings.push(finding(rule, Severity::Error, line, message, fix));
    }

    /// Something that does not.
    fn odd(&mut self, rule: &'static str, line: u32, what: &str, fix: &str) {
        let message = format!("The source {} in line {line} {what}.", self.name);
        self.findings.push(finding(rule, Severity::Warning, line, message, fix));
    }

    fn keys(&mut self) {
        for (at, field) in self.fields.iter().enumerate() {
            let key = shown(&field.key);
            if !KEYS.contains(&field.key.as_str()) {
                let what = format!("has the unknown key `{key}`, which is ignored");
                self.odd("source-key", field.line, &what, &format!("Possible keys: {}.", KEYS.join(", ")));
            } else if self.fields[..at].iter().any(|before| before.key == field.key) {
                self.wrong("source-key", field.line, &format!("has `{key}` twice"), "Keep one of the two.");
            }
        }
    }

    fn id(&mut self) -> Option<String> {
        let Some(field) = self.field("id") else {
            self.wrong("source-id", self.line, "has no id", "Add `id:` with a short name.");
            return None;
        };
        let fix = "Use up to 64 lowercase letters, digits, `-` and `_`, beginning with a letter or digit.";
        let Some(id) = field.value.text() else {
            self.wrong("source-id", field.line, "has an id that is not text", fix);
            return None;
        };
        if !is_id(id) {
            self.wrong("source-id", field.line, &format!("has the invalid id `{}`", shown(id)), fix);
            return None;
        }
        if is_reserved(id) {
            let what = format!("has the id `{id}`, which is reserved for commands in the body");
            self.wrong("source-id", field.line, &what, "Use another.");
            return None;
        }
        Some(id.to_owned())
    }

    fn surface(&mut self) -> Option<Surface> {
        let given: Vec<&Field> =
            self.fields.iter().filter(|field| SURFACES.contains(&field.key.as_str())).collect();
        let names = "Give exactly one of run, shell, read and resource.";
        let Some(&first) = given.first() else {
            self.wrong("source-surface", self.line, "does not say what to run or to read", names);
            return None;
        };
        if let Some(second) = given.iter().find(|field| field.key != first.key) {
            let what = format!("has both {} and {}", first.key, second.key);
            self.wrong("source-surface", second.line, &what, names);
            return None;
        }
        match first.key.as_str() {
            "run" => self.run(first),
            "shell" => self.shell(first),
            "read" => self.read(first),
            _ => self.resource(first),
        }
    }

    fn run(&mut self, field: &Field) -> Option<Surface> {
        let fix = "Write a list: `run: [git, diff, HEAD]`.";
        let Value::List(items) = &field.value else {
            self.wrong("source-run", field.line, "has a `run` that is not a list", fix);
            return None;
        };
        let mut words = Vec::new();
        for item in items {
            let line = item.line().unwrap_or(field.line);
            let Value::Text { text, style, .. } = item else {
                self.wrong("source-run", line, "has an argument that is not text", fix);
                return None;
            };
            if text.is_empty() && *style == skills::Style::Plain {
                let fix = "Write `''` for an empty argument, or remove it.";
                self.wrong("source-run", line, "has an argument with nothing in it", fix);
                return None;
            }
            words.push(text.clone());
        }
        if words.first().is_none_or(|program| program.trim().is_empty()) {
            self.wrong("source-run", field.line, "has a `run` without a program", fix);
            return None;
        }
        let length = words.iter().map(String::len).sum();
        self.command(words.iter().map(String::as_str), length, field)?;
        Some(Surface::Run(words))
    }

    fn shell(&mut self, field: &Field) -> Option<Surface> {
        let text = field.value.text().filter(|text| !text.trim().is_empty());
        let Some(text) = text else {
            self.wrong("source-shell", field.line, "has a `shell` that is not text", "Write a command.");
            return None;
        };
        self.command([text].into_iter(), text.len(), field)?;
        Some(Surface::Shell(text.strip_suffix('\n').unwrap_or(text).to_owned()))
    }

    /// What no command may have, and how long one may be.
    fn command<'t>(
        &mut self,
        mut words: impl Iterator<Item = &'t str>,
        length: usize,
        field: &Field,
    ) -> Option<()> {
        if words.any(|word| word.contains('\0')) {
            self.wrong("source-run", field.line, "has a NUL in its command", "Remove it.");
            return None;
        }
        if length > Source::COMMAND_MOST {
            let what = "has a command of more than 8 KiB";
            self.wrong("source-run", field.line, what, "Put it into a script of the skill and run that.");
            return None;
        }
        Some(())
    }

    fn read(&mut self, field: &Field) -> Option<Surface> {
        let path = self.place("read", field)?;
        if is_kept_out(&path) {
            let fix = "Read files of the work itself.";
            self.wrong("source-read", field.line, "reads in `.git` or `.pixir`, where no source may", fix);
            return None;
        }
        if let Err(words) = crate::gather::pattern(&path) {
            let what = format!("has an invalid pattern in `read`: {words}");
            self.wrong("source-read", field.line, &what, "Use `*`, `**`, `?` and `[a-z]`.");
            return None;
        }
        Some(Surface::Read(path))
    }

    fn resource(&mut self, field: &Field) -> Option<Surface> {
        let path = self.place("resource", field)?;
        let what = match self.folder.kind(Path::new(&path)) {
            Ok(Kind::File) => return Some(Surface::Resource(path)),
            Ok(_) => "names something in `resource` that is not a file".to_owned(),
            Err(fault) => match fault.cause {
                Cause::Missing | Cause::NotAFolder => {
                    format!("names `{}` in `resource`, which the skill does not have", shown(&path))
                }
                Cause::Outside => "has a `resource` that is a link out of the skill".to_owned(),
                _ => format!("has an unreadable `resource`: {fault}"),
            },
        };
        self.wrong("source-resource", field.line, &what, "Name a file of the skill, from its folder.");
        None
    }

    /// A path that must not be empty.
    fn place(&mut self, key: &'static str, field: &Field) -> Option<String> {
        let rule = if key == "read" { "source-read" } else { "source-resource" };
        let found = field.value.text().map(inside);
        let what = match found {
            Some(Ok(path)) if !path.is_empty() => return Some(path),
            Some(Ok(_)) => format!("has a `{key}` that names nothing"),
            Some(Err(words)) => format!("has a `{key}` that {words}"),
            None => format!("has a `{key}` that is not text"),
        };
        let from = if key == "read" { "the workspace" } else { "the skill's folder" };
        self.wrong(
            rule,
            field.line,
            &what,
            &format!("Write a path from {from}, with `/` between its parts."),
        );
        None
    }

    fn cwd(&mut self) -> String {
        let Some(field) = self.field("cwd") else { return String::new() };
        let what = match field.value.text().map(inside) {
            Some(Ok(path)) => return path,
            Some(Err(words)) => format!("has a `cwd` that {words}"),
            None => "has a `cwd` that is not text".to_owned(),
        };
        self.wrong(
            "source-cwd",
            field.line,
            &what,
            "Write a path from the workspace, with `/` between its parts.",
        );
        String::new()
    }

    /// Titles stand beside commands where a person decides; none may push the command out of sight.
    fn title(&mut self) -> String {
        let Some(field) = self.field("title") else { return String::new() };
        let Some(text) = field.value.text() else {
            self.wrong("source-title", field.line, "has a title that is not text", "Write one line.");
            return String::new();
        };
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = one_line
            .chars()
            .filter(|c| first_unseen(c.encode_utf8(&mut [0; 4])).is_none())
            .take(TITLE)
            .collect();
        if title != text.trim() {
            let what = "has a title with more than one line of 120 plain characters, shown cut";
            self.odd("source-title", field.line, what, "Shorten it.");
        }
        title
    }

    fn flag(&mut self, key: &'static str) -> bool {
        let Some(field) = self.field(key) else { return false };
        match field.value.text() {
            Some("true") => true,
            Some("false") => false,
            _ => {
                let what = format!("has a `{key}` that is neither true nor false");
                self.wrong("source-flag", field.line, &what, "Write `true` or `false`.");
                false
            }
        }
    }

    fn number(&mut self, key: &'static str, missing: u64, (least, most): (u64, u64)) -> u64 {
        let Some(field) = self.field(key) else { return missing };
        let digits = field.value.text().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number.filter(|number| (least..=most).contains(number)).unwrap_or_else(|| {
            let what = format!("has a `{key}` that is not a number from {least} to {most}");
            self.wrong("source-number", field.line, &what, "Correct it, or remove it.");
            missing
        })
    }

    fn may_be_automatic(&mut self, surface: &Surface, read_only: bool) -> bool {
        let line = self.field("auto").map_or(self.line, |field| field.line);
        let what = match surface {
            Surface::Shell(_) => "asks to run by itself, which a shell text may not; it runs only on request",
            _ if !read_only => "asks to run by itself without `read_only: true`; it runs only on request",
            _ => return true,
        };
        self.odd("source-auto", line, what, "Remove `auto`, or use `run` with `read_only: true`.");
        false
    }

    fn unseen(&mut self, surface: &Surface) -> Option<Blocked> {
        let character = match surface {
            Surface::Run(words) => words.iter().find_map(|word| first_unseen(word)),
            Surface::Shell(text) | Surface::Read(text) | Surface::Resource(text) => first_unseen(text),
        }?;
        let line = self.field(surface.word()).map_or(self.line, |field| field.line);
        self.findings.push(unseen(&format!("The source {}", self.name), character, line));
        Some(Blocked::Unseen)
    }
}

fn is_id(id: &str) -> bool {
    let is_inner =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    let first = id.bytes().next().is_some_and(|byte| is_inner(byte) && !matches!(byte, b'-' | b'_'));
    first && id.len() <= ID && id.bytes().all(is_inner)
}

/// Ids that [`crate::inline`] gives.
fn is_reserved(id: &str) -> bool {
    let number = id.strip_prefix("inline-").or_else(|| id.strip_prefix("block-"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_value_in_a_message_is_short_and_on_one_line() {
        assert_eq!((shown("a\nb"), shown(&"x".repeat(40))), ("a\\nb".to_owned(), "x".repeat(40)));
        assert_eq!(shown(&"x".repeat(41)), "x".repeat(40) + "…");
    }
}
