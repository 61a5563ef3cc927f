//! One entry of the list.

use std::path::Path;
use std::time::Duration;

use disk::{Cause, Folder, Kind};
use skills::{EntryFlaw, Field, Finding, Quote, Severity, SourceFlaw, SourceName, Value, numbered};

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
        Entry { fields: &[], line, name: SourceName::Ordinal(number), findings: Vec::new(), folder };
    let Value::Map(fields) = item else {
        entry.wrong("source-form", line, EntryFlaw::NotAMapping);
        return Read { id: None, source: None, findings: entry.findings };
    };
    entry.fields = fields;
    let id = entry.id();
    if let Some(id) = &id {
        entry.name = SourceName::Id(Quote::whole(id));
    }
    let source = entry.source(id.clone(), origin);
    let is_wrong = entry.findings.iter().any(|one| one.severity == Severity::Error && one.rule != UNSEEN);
    Read { id, source: source.filter(|_| !is_wrong), findings: entry.findings }
}

/// The rule that blocks a source instead of leaving it out, so that the person sees what was tried.
const UNSEEN: &str = "source-unseen";

struct Entry<'a> {
    fields: &'a [Field],
    line: u32,
    /// What messages call it.
    name: SourceName,
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
    fn wrong(&mut self, rule: &'static str, line: u32, flaw: EntryFlaw) {
        self.say(rule, Severity::Error, line, flaw);
    }

    /// Something that does not.
    fn odd(&mut self, rule: &'static str, line: u32, flaw: EntryFlaw) {
        self.say(rule, Severity::Warning, line, flaw);
    }

    fn say(&mut self, rule: &'static str, severity: Severity, line: u32, flaw: EntryFlaw) {
        let flaw = SourceFlaw::Entry { name: self.name.clone(), line, flaw };
        self.findings.push(finding(rule, severity, line, flaw));
    }

    fn keys(&mut self) {
        for (at, field) in self.fields.iter().enumerate() {
            let key = Quote::of(&field.key);
            if !KEYS.contains(&field.key.as_str()) {
                self.odd("source-key", field.line, EntryFlaw::UnknownKey { key });
            } else if self.fields[..at].iter().any(|before| before.key == field.key) {
                self.wrong("source-key", field.line, EntryFlaw::KeyTwice { key });
            }
        }
    }

    fn id(&mut self) -> Option<String> {
        let Some(field) = self.field("id") else {
            self.wrong("source-id", self.line, EntryFlaw::NoId);
            return None;
        };
        let Some(id) = field.value.text() else {
            self.wrong("source-id", field.line, not_text("id"));
            return None;
        };
        if !is_id(id) {
            self.wrong("source-id", field.line, EntryFlaw::BadId { id: Quote::of(id) });
            return None;
        }
        if is_reserved(id) {
            self.wrong("source-id", field.line, EntryFlaw::ReservedId { id: Quote::of(id) });
            return None;
        }
        Some(id.to_owned())
    }

    fn surface(&mut self) -> Option<Surface> {
        let given: Vec<&Field> =
            self.fields.iter().filter(|field| SURFACES.contains(&field.key.as_str())).collect();
        let Some(&first) = given.first() else {
            self.wrong("source-surface", self.line, EntryFlaw::NoSurface);
            return None;
        };
        if let Some(second) = given.iter().find(|field| field.key != first.key) {
            let (one, other) = (Quote::whole(&first.key), Quote::whole(&second.key));
            self.wrong("source-surface", second.line, EntryFlaw::TwoSurfaces { one, other });
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
        let Value::List(items) = &field.value else {
            self.wrong("source-run", field.line, EntryFlaw::RunNotAList);
            return None;
        };
        let mut words = Vec::new();
        for item in items {
            let line = item.line().unwrap_or(field.line);
            let Value::Text { text, style, .. } = item else {
                self.wrong("source-run", line, EntryFlaw::ArgumentNotText);
                return None;
            };
            if text.is_empty() && *style == skills::Style::Plain {
                self.wrong("source-run", line, EntryFlaw::EmptyArgument);
                return None;
            }
            words.push(text.clone());
        }
        if words.first().is_none_or(|program| program.trim().is_empty()) {
            self.wrong("source-run", field.line, EntryFlaw::NoProgram);
            return None;
        }
        let length = words.iter().map(String::len).sum();
        self.command(words.iter().map(String::as_str), length, field)?;
        Some(Surface::Run(words))
    }

    fn shell(&mut self, field: &Field) -> Option<Surface> {
        let text = field.value.text().filter(|text| !text.trim().is_empty());
        let Some(text) = text else {
            self.wrong("source-shell", field.line, not_text("shell"));
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
            self.wrong("source-run", field.line, EntryFlaw::Nul);
            return None;
        }
        if length > Source::COMMAND_MOST {
            self.wrong("source-run", field.line, EntryFlaw::LongCommand);
            return None;
        }
        Some(())
    }

    fn read(&mut self, field: &Field) -> Option<Surface> {
        let path = self.place("read", field)?;
        if is_kept_out(&path) {
            self.wrong("source-read", field.line, EntryFlaw::Forbidden);
            return None;
        }
        if let Err(words) = crate::gather::pattern(&path) {
            self.wrong("source-read", field.line, EntryFlaw::Pattern { reason: Quote::whole(words) });
            return None;
        }
        Some(Surface::Read(path))
    }

    fn resource(&mut self, field: &Field) -> Option<Surface> {
        let path = self.place("resource", field)?;
        let flaw = match self.folder.kind(Path::new(&path)) {
            Ok(Kind::File) => return Some(Surface::Resource(path)),
            Ok(_) => EntryFlaw::ResourceNotAFile,
            Err(fault) => match fault.cause {
                Cause::Missing | Cause::NotAFolder => EntryFlaw::ResourceMissing { path: Quote::of(&path) },
                Cause::Outside => EntryFlaw::ResourceOutside,
                _ => EntryFlaw::ResourceUnreadable { fault: Quote::whole(fault.to_string()) },
            },
        };
        self.wrong("source-resource", field.line, flaw);
        None
    }

    /// A path that must not be empty.
    fn place(&mut self, key: &'static str, field: &Field) -> Option<String> {
        let rule = if key == "read" { "source-read" } else { "source-resource" };
        let found = field.value.text().map(inside);
        let flaw = match found {
            Some(Ok(path)) if !path.is_empty() => return Some(path),
            Some(Ok(_)) => EntryFlaw::EmptyPath { key: Quote::whole(key) },
            Some(Err(why)) => EntryFlaw::BadPath { key: Quote::whole(key), why },
            None => not_text(key),
        };
        self.wrong(rule, field.line, flaw);
        None
    }

    fn cwd(&mut self) -> String {
        let Some(field) = self.field("cwd") else { return String::new() };
        let flaw = match field.value.text().map(inside) {
            Some(Ok(path)) => return path,
            Some(Err(why)) => EntryFlaw::BadPath { key: Quote::whole("cwd"), why },
            None => not_text("cwd"),
        };
        self.wrong("source-cwd", field.line, flaw);
        String::new()
    }

    /// Titles stand beside commands where a person decides; none may push the command out of sight.
    fn title(&mut self) -> String {
        let Some(field) = self.field("title") else { return String::new() };
        let Some(text) = field.value.text() else {
            self.wrong("source-title", field.line, not_text("title"));
            return String::new();
        };
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = one_line
            .chars()
            .filter(|c| first_unseen(c.encode_utf8(&mut [0; 4])).is_none())
            .take(TITLE)
            .collect();
        if title != text.trim() {
            self.odd("source-title", field.line, EntryFlaw::LongTitle);
        }
        title
    }

    fn flag(&mut self, key: &'static str) -> bool {
        let Some(field) = self.field(key) else { return false };
        match field.value.text() {
            Some("true") => true,
            Some("false") => false,
            _ => {
                self.wrong("source-flag", field.line, EntryFlaw::Flag { key: Quote::whole(key) });
                false
            }
        }
    }

    fn number(&mut self, key: &'static str, missing: u64, (least, most): (u64, u64)) -> u64 {
        let Some(field) = self.field(key) else { return missing };
        let digits = field.value.text().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number.filter(|number| (least..=most).contains(number)).unwrap_or_else(|| {
            self.wrong(
                "source-number",
                field.line,
                EntryFlaw::OutOfRange { key: Quote::whole(key), least, most },
            );
            missing
        })
    }

    fn may_be_automatic(&mut self, surface: &Surface, read_only: bool) -> bool {
        let line = self.field("auto").map_or(self.line, |field| field.line);
        let flaw = match surface {
            Surface::Shell(_) => EntryFlaw::AutoShell,
            _ if !read_only => EntryFlaw::AutoWrites,
            _ => return true,
        };
        self.odd("source-auto", line, flaw);
        false
    }

    fn unseen(&mut self, surface: &Surface) -> Option<Blocked> {
        let character = match surface {
            Surface::Run(words) => words.iter().find_map(|word| first_unseen(word)),
            Surface::Shell(text) | Surface::Read(text) | Surface::Resource(text) => first_unseen(text),
        }?;
        let line = self.field(surface.word()).map_or(self.line, |field| field.line);
        let flaw = SourceFlaw::UnseenInSource { name: self.name.clone(), character: numbered(character) };
        self.findings.push(unseen(line, flaw));
        Some(Blocked::Unseen)
    }
}

fn not_text(key: &str) -> EntryFlaw {
    EntryFlaw::NotText { key: Quote::whole(key) }
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
