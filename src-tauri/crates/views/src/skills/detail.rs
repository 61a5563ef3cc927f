//! Everything about one skill that is not its text.

use std::sync::Arc;

use ::skills::{Convention, FindingText, Precedence, Ruling, Skill, State, Value};
use ::workspace::{MANAGED, Seen, Workspace, id_of};

use super::{claims, rows};
use crate::Failure;
use crate::convention::named;
use crate::window;
use crate::wire::{
    DoorRow, FieldRow, FindingRow, Millis, Severity, ShadowingRow, SignatureFact, SkillRow, SkillUnderAsk,
    SkillUsage, SkillView, Tiers,
};

/// One skill, or a file that should be one.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name, and
/// [`Code::NotFound`](crate::Code::NotFound) when the row is gone.
pub fn skill(workspace: &Workspace, ask: &SkillUnderAsk) -> Result<SkillView, Failure> {
    let convention = named(ask.convention.as_deref())?;
    if convention != MANAGED {
        return claims::skill(workspace, convention, &ask.id);
    }
    let (ruling, joined) = (workspace.ruling(MANAGED), workspace.joined());
    let all = rows::all(workspace, &ruling, &joined);
    let row = all.into_iter().find(|row| row.id == ask.id).ok_or_else(Failure::skill_gone)?;
    match ruling.ids.iter().position(|id| *id == ask.id) {
        Some(at) => Ok(of_skill(workspace, &ruling, (MANAGED, &ruling.claims[at].skill), row)),
        None => Ok(of_unreadable(workspace, &ruling, row)),
    }
}

pub(crate) fn of_skill(
    workspace: &Workspace,
    ruling: &Arc<Seen>,
    (convention, skill): (Convention, &Skill),
    row: SkillRow,
) -> SkillView {
    // A file that went since the last look shows what the look saw.
    let content = disk::read(&skill.path, ::skills::SKILL_LIMIT).map(|read| read.bytes).unwrap_or_default();
    let reading = ::skills::read_yaml(&content);
    let (resources, _) = ::skills::resources(skill).unwrap_or_default();
    let warning = ruling.warnings.iter().find(|warning| warning.name == skill.name);
    let signature = workspace.signers().verify(&skill.dir);
    SkillView {
        path: skill.path.display().to_string(),
        shown_path: workspace.shown(&skill.path),
        root: workspace.shown(&skill.root),
        hash: Some(skill.content_hash.to_string()),
        bytes: Some(skill.size),
        lines: Some(skill.lines),
        modified: Some(Millis::of_stamp(skill.stamp.modified_ns)),
        read_at: Millis::at(workspace.now()),
        doors: doors(workspace, ruling, skill),
        shadowing: warning.map(ShadowingRow::from),
        rule: warning.and_then(|_| rule(ruling, &skill.name)),
        catalog_entry: catalog_entry(ruling, &row.id),
        tiers: Tiers {
            listed: row.listed_tokens,
            activated: row.activated_tokens,
            given: convention.rules().given,
            resources: window::tokens(resources.iter().map(|resource| resource.size).sum()),
            resource_count: resources.len() as u32,
        },
        pixir_fields: ::skills::pixir_fields(&content)
            .into_iter()
            .map(|(key, value)| FieldRow { key, value })
            .collect(),
        yaml_fields: flat(&reading.fields),
        yaml_reading: yaml_words(&reading),
        signature: signature.as_ref().map(SignatureFact::from),
        checks: crate::checks::of_one(workspace, ruling, skill, &content, signature.as_ref()),
        usage: SkillUsage::of(workspace, &workspace.joined(), &skill.path),
        row,
    }
}

fn of_unreadable(workspace: &Workspace, ruling: &Seen, row: SkillRow) -> SkillView {
    let problem = ruling.unreadable().find(|problem| id_of(&problem.path) == row.id);
    let path = problem.map(|problem| problem.path.clone()).unwrap_or_default();
    let look = disk::look(&path).ok();
    let is_file = look.is_some_and(|look| look.kind == disk::Kind::File);
    // Pixir passes it over; a person may still read what is in it.
    let read = disk::read(&path, ::skills::SKILL_LIMIT).ok().map(|read| read.bytes);
    let size = look.filter(|_| is_file).map(|look| look.stamp.size);
    let finding = problem.map(|problem| FindingRow {
        path: workspace.shown(&path),
        rel: None,
        rule: problem.code.replace('_', "-"),
        severity: Severity::Error,
        line: None,
        text: FindingText::OfPlace { message: problem.message.clone() },
        mend: None,
    });
    SkillView {
        path: path.display().to_string(),
        shown_path: workspace.shown(&path),
        root: path.ancestors().nth(2).map(|root| workspace.shown(root)).unwrap_or_default(),
        hash: read.as_deref().map(|bytes| disk::Digest::of(bytes).to_string()),
        bytes: size,
        lines: read.as_deref().map(window::line_count),
        modified: look.map(|look| Millis::of_stamp(look.stamp.modified_ns)),
        read_at: Millis::at(workspace.now()),
        doors: Vec::new(),
        shadowing: None,
        rule: None,
        catalog_entry: None,
        tiers: Tiers {
            listed: 0,
            activated: window::tokens(size.unwrap_or_default()),
            given: MANAGED.rules().given,
            resources: 0,
            resource_count: 0,
        },
        pixir_fields: Vec::new(),
        yaml_fields: Vec::new(),
        yaml_reading: "not read".to_owned(),
        signature: None,
        checks: finding.into_iter().collect(),
        usage: SkillUsage::of(workspace, &workspace.joined(), &path),
        row,
    }
}

/// The rule that decided the collision of a name.
fn rule(ruling: &Ruling, name: &str) -> Option<Precedence> {
    ruling.claims.iter().filter(|claim| claim.skill.name == name).find_map(|claim| match &claim.state {
        State::Shadowed { rule, .. } => Some(rule.clone()),
        _ => None,
    })
}

fn doors(workspace: &Workspace, ruling: &Ruling, skill: &Skill) -> Vec<DoorRow> {
    let itself = disk::canonical(&skill.dir).unwrap_or_else(|_| skill.dir.clone());
    let same = |other: &&Skill| {
        other.stamp.inode != 0
            && (other.stamp.device, other.stamp.inode) == (skill.stamp.device, skill.stamp.inode)
    };
    let mut doors: Vec<_> = ruling
        .skills()
        .filter(same)
        .map(|other| {
            let is_link = disk::look_at_entry(&other.dir).is_ok_and(|look| look.kind == disk::Kind::Link);
            let how = if other.dir == itself {
                "the folder itself"
            } else if is_link {
                "symlink"
            } else {
                "inside a symlinked folder"
            };
            DoorRow { path: workspace.shown(&other.dir), how: how.to_owned() }
        })
        .collect();
    if !doors.iter().any(|door| door.how == "the folder itself") {
        doors.push(DoorRow { path: workspace.shown(&itself), how: "the folder itself".to_owned() });
    }
    doors
}

fn catalog_entry(ruling: &Seen, id: &str) -> Option<String> {
    let at = ruling.ids.iter().position(|known| known == id)?;
    ruling.entry(at).map(str::to_owned)
}

fn yaml_words(reading: &::skills::YamlReading) -> String {
    use ::skills::{Outcome, Stage};
    let stage = match reading.stage {
        Some(Stage::Yaml) => "read as YAML",
        Some(Stage::Quoted) => "read as YAML after quoting plain values",
        Some(Stage::Block) => "read as YAML after taking each value as a block of text",
        Some(Stage::Line) => "only the name and description lines could be read",
        None => "not readable as YAML",
    };
    match reading.outcome {
        Outcome::Loads => stage.to_owned(),
        Outcome::Skips(skip) => {
            format!("{stage}; YAML parsers reject it: {}", skip.name().replace('_', " "))
        }
    }
}

/// Nested fields as one row each, keys joined by dots.
fn flat(fields: &[::skills::Field]) -> Vec<FieldRow> {
    let mut rows = Vec::new();
    for field in fields {
        flatten(&field.key, &field.value, &mut rows);
    }
    rows
}

fn flatten(key: &str, value: &Value, rows: &mut Vec<FieldRow>) {
    match value {
        Value::Text { text, .. } => rows.push(FieldRow { key: key.to_owned(), value: text.clone() }),
        Value::Map(fields) => {
            for field in fields {
                flatten(&format!("{key}.{}", field.key), &field.value, rows);
            }
        }
        Value::List(items) if items.iter().all(|item| matches!(item, Value::Text { .. })) => {
            let lines: Vec<_> = items
                .iter()
                .filter_map(
                    |item| if let Value::Text { text, .. } = item { Some(text.as_str()) } else { None },
                )
                .collect();
            rows.push(FieldRow { key: key.to_owned(), value: lines.join("\n") });
        }
        Value::List(items) => {
            for (item, number) in items.iter().zip(1..) {
                flatten(&format!("{key}.{number}"), item, rows);
            }
        }
    }
}
