use std::path::{Path, PathBuf};

use disk::{Cause, Folder};
use skills::{
    Content, Field, Finding, Quote, Severity, Skill, SourceFlaw, Stage, Value, YamlReading, read_document,
};

use crate::declared::{KEY, of_file, of_list};
use crate::flaw::finding;
use crate::inline::{Shell, inline};
use crate::misled::misled;
use crate::{Origin, SkillOrigin, Source};

/// All the sources of a skill, and what is wrong with how they are declared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// The declared ones in the order of their list, then those in the body in the order of the text.
    pub list: Vec<Source>,
    /// What there is to say about the `SKILL.md`; lines count in it.
    pub findings: Vec<Finding>,
    /// The `context-sources.yaml`, when something of that name is there.
    pub file: Option<PathBuf>,
    /// What there is to say about `file`; lines count in it.
    pub file_findings: Vec<Finding>,
}

/// The file beside `SKILL.md` that declares sources.
pub const FILE: &str = "context-sources.yaml";
/// Most bytes of it that are read: what is read as YAML at all.
const FILE_LIMIT: u64 = 64 << 10;

/// The sources of a skill whose `SKILL.md` has this content (S1-05): those of [`FILE`], or else of the
/// frontmatter, and the commands in the body. Those of a skill from a server are all blocked. Reads the file and looks at the resources it names; starts
/// nothing. Never fails: what cannot be read is a finding.
pub fn sources(skill: &Skill, content: &Content<'_>, origin: SkillOrigin) -> Sources {
    let yaml = &content.yaml;
    let mut found = Sources::default();
    match Folder::open(&skill.dir) {
        Ok(folder) => {
            found.read_file(skill, &folder);
            found.read_frontmatter(yaml, &folder);
        }
        // A skill that is known only from a log has no folder any more.
        Err(fault) if fault.cause == Cause::Missing => {}
        Err(fault) => {
            let flaw = SourceFlaw::Folder { fault: Quote::whole(fault.to_string()) };
            found.findings.push(finding("source-file", Severity::Error, 1, flaw));
        }
    }
    if let Some(block) = declaration(yaml) {
        found.findings.extend(misled(skill, content.bytes, yaml, block));
    }
    found.read_body(content.bytes, yaml);
    if let Some(blocked) = origin.blocked() {
        found.list.iter_mut().for_each(|source| source.blocked = Some(blocked));
    }
    found.findings.sort_by_key(|finding| (finding.severity, finding.line));
    found.file_findings.sort_by_key(|finding| (finding.severity, finding.line));
    found
}

impl Sources {
    /// The source of that id.
    pub fn source(&self, id: &str) -> Option<&Source> {
        self.list.iter().find(|source| source.id == id)
    }

    fn read_file(&mut self, skill: &Skill, folder: &Folder) {
        let (line, flaw) = match folder.read(Path::new(FILE), FILE_LIMIT) {
            Ok(contents) => match std::str::from_utf8(&contents.bytes) {
                Ok(text) => match read_document(text.trim_start_matches('\u{feff}')) {
                    Ok(document) => {
                        self.file = Some(skill.dir.join(FILE));
                        (self.list, self.file_findings) = of_file(&document, folder);
                        return;
                    }
                    Err(refusal) => (refusal.line, SourceFlaw::File { reason: Quote::whole(refusal.words) }),
                },
                Err(_) => (1, SourceFlaw::FileNotUtf8),
            },
            Err(fault) => match fault.cause {
                Cause::Missing => return self.look_for_others(folder),
                Cause::Outside => (1, SourceFlaw::FileOutside),
                Cause::TooLarge { size, limit } => (1, SourceFlaw::FileTooLarge { bytes: size, most: limit }),
                _ => (1, SourceFlaw::File { reason: Quote::whole(fault.to_string()) }),
            },
        };
        self.file = Some(skill.dir.join(FILE));
        self.file_findings.push(finding("source-file", Severity::Error, line, flaw));
    }

    fn look_for_others(&mut self, folder: &Folder) {
        let other = "context-sources.yml";
        if folder.kind(Path::new(other)).is_ok() {
            self.findings.push(finding("source-file", Severity::Warning, 1, SourceFlaw::OtherName));
        }
    }

    fn read_frontmatter(&mut self, yaml: &YamlReading, folder: &Folder) {
        let Some(field) = declaration(yaml) else { return };
        if self.file.is_some() {
            self.findings.push(finding("source-twice", Severity::Warning, field.line, SourceFlaw::Twice));
        } else if matches!(yaml.stage, Some(Stage::Block | Stage::Line)) {
            self.findings.push(finding("source-form", Severity::Error, field.line, SourceFlaw::NotYaml));
        } else {
            let (list, findings) = of_list(&field.value, field.line, Origin::Frontmatter, folder);
            self.list = list;
            self.findings.extend(findings);
        }
    }

    fn read_body(&mut self, content: &[u8], yaml: &YamlReading) {
        let Some((body, first_line)) = skills::body(content) else { return };
        let (shell, odd) = shell(yaml);
        let (list, findings) = inline(&body, first_line, shell);
        if !list.is_empty() {
            self.findings.extend(odd);
        }
        self.list.extend(list);
        self.findings.extend(findings);
    }
}

/// `context-sources` of the frontmatter: at the top, or below `metadata`, where other readers forgive it.
fn declaration(yaml: &YamlReading) -> Option<&Field> {
    let nested = || match &yaml.field("metadata")?.value {
        Value::Map(fields) => fields.iter().rev().find(|field| field.key == KEY),
        Value::Text { .. } | Value::List(_) => None,
    };
    yaml.field(KEY).or_else(nested)
}

fn shell(yaml: &YamlReading) -> (Shell, Option<Finding>) {
    let Some(field) = yaml.field("shell") else { return (Shell::Bash, None) };
    let line = field.line;
    match field.value.text().map(str::trim) {
        Some("bash") => (Shell::Bash, None),
        Some("powershell") => (Shell::PowerShell, None),
        _ => (Shell::Bash, Some(finding("source-shell", Severity::Warning, line, SourceFlaw::ShellName))),
    }
}
