//! What may be asked while a file of a skill is edited. Nothing is written: a draft is text that the page holds,
//! and it reaches the disk only as a plan that was shown.

mod ask;
mod name;
mod view;

use std::path::Path;

use ::skills::manage::{self, Setting};
use ::skills::{SKILL_LIMIT, Skill, Value};
use ::workspace::{Workspace, body_of};
use disk::{Digest, Folder};
use message::message;

use crate::wire::{BodyView, Millis};
use crate::{Code, Failure};
use crate::{markdown, window};

pub use ask::{DraftAsk, DraftCheckAsk, DraftFieldAsk, DraftTextAsk, DraftValue, NameCheckAsk};
pub use view::{DraftCheckView, DraftDisk, DraftField, DraftFieldView, DraftView, NameCheckView, NameHolder};

pub use name::name_check;

/// Most bytes of a text that is edited here: 1 MiB.
const EDITED: u64 = 1 << 20;
/// Rows of the difference in one answer.
const ROWS: u32 = 400;
/// The fields that the form always shows, in its order.
const FORM: [&str; 6] =
    ["name", "description", "license", "compatibility", "allowed-tools", "disable-model-invocation"];

/// A file of a skill as text to be edited: all of it, byte for byte.
///
/// # Errors
///
/// [`Code::NotFound`] when the skill is gone, [`Code::Refused`] when the file is not text in UTF-8, and what the disk says
/// when it cannot be read or has more than 1 MiB.
pub fn draft(workspace: &Workspace, ask: &DraftAsk) -> Result<DraftView, Failure> {
    let ruling = workspace.ruling_with(&ask.skill).ok_or_else(Failure::skill_gone)?;
    let skill = ruling.skill(&ask.skill).ok_or_else(Failure::skill_gone)?;
    let path = skill.dir.join(&ask.rel);
    // SKILL.md may be a link that leads out of its folder, as everywhere; nothing else may.
    let read = match ask.rel.as_str() {
        "SKILL.md" => disk::read(&skill.path, EDITED)?,
        rel => Folder::open(&skill.dir)?.read(Path::new(rel), EDITED)?,
    };
    let (hash, bytes) = (Digest::of(&read.bytes), read.bytes.len() as u64);
    let text = String::from_utf8(read.bytes).ok().filter(|text| !text.contains('\0')).ok_or_else(|| {
        Failure::new(Code::Refused, message!("{path} is not text in UTF-8.", path = workspace.shown(&path)))
            .hint(message!("Replace the file, or open it in a program that supports its encoding."))
    })?;
    Ok(DraftView {
        name: skill.name.clone(),
        scope: skill.scope.name().to_owned(),
        folder: skill.folder().to_owned(),
        path: workspace.shown(&path),
        hash: hash.to_string(),
        bytes,
        text,
        read_at: Millis::at(workspace.now()),
    })
}

/// What there is to say of a `SKILL.md` as it is being edited.
///
/// # Errors
///
/// [`Code::NotFound`] when the skill is gone, and [`Code::Refused`] when the text has more than 1 MiB.
pub fn draft_check(workspace: &Workspace, ask: &DraftCheckAsk) -> Result<DraftCheckView, Failure> {
    let ruling = workspace.ruling_with(&ask.skill).ok_or_else(Failure::skill_gone)?;
    let skill = ruling.skill(&ask.skill).ok_or_else(Failure::skill_gone)?;
    let text = bounded(&ask.text)?.as_bytes();
    let now = disk::read(&skill.path, SKILL_LIMIT).ok().map(|read| read.bytes);
    let edited = skill.rewritten(text);
    let plan = now
        .as_deref()
        .and_then(|now| manage::write(&ruling, skill, Path::new("SKILL.md"), Digest::of(now), text).ok());
    let before = now.as_ref().map_or(0, Vec::len) as u64;
    let (activated, was) = (window::tokens(text.len() as u64), window::tokens(before));
    let description = described(&edited, text);
    Ok(DraftCheckView {
        disk: match &now {
            None => DraftDisk::Gone,
            Some(now) if Digest::of(now).to_string() == ask.seen => DraftDisk::AsSeen,
            Some(_) => DraftDisk::Changed,
        },
        hash: Digest::of(text).to_string(),
        bytes: text.len() as u64,
        bytes_on_disk: before,
        fields: fields(text),
        findings: crate::checks::findings(workspace, &edited, text),
        listed: window::tokens(::skills::listed_bytes(&edited) as u64),
        activated,
        activated_change: i64::from(activated) - i64::from(was),
        description_characters: description.chars().count() as u32,
        description_limit: ::skills::DESCRIPTION_LIMIT as u32,
        advice: ::skills::advice(&description),
        agent: ruling.convention.label().to_owned(),
        effects: plan.as_ref().map(manage::Plan::effects).unwrap_or_default(),
        notes: plan.map(|plan| plan.notes).unwrap_or_default(),
        change: crate::drift::rows_between(&now.unwrap_or_default(), text, 0, ROWS),
        read_at: Millis::at(workspace.now()),
    })
}

/// The text with one field of its frontmatter set; every other byte stays.
///
/// # Errors
///
/// [`Code::Refused`] when the text has more than 1 MiB; a field that cannot be set is told in the answer.
pub fn draft_field(_: &Workspace, ask: &DraftFieldAsk) -> Result<DraftFieldView, Failure> {
    let setting = match &ask.value {
        DraftValue::Text { text } => Setting::Text(text),
        DraftValue::Yaml { lines } => Setting::Yaml(lines),
        DraftValue::Nothing => Setting::Nothing,
    };
    let set = manage::set_field(bounded(&ask.text)?.as_bytes(), &ask.key, setting);
    Ok(match set.map(String::from_utf8) {
        Ok(Ok(text)) => DraftFieldView { text: Some(text), refused: None },
        Ok(Err(_)) => DraftFieldView { text: None, refused: Some(message!("The file is not UTF-8.")) },
        Err(trouble) => DraftFieldView { text: None, refused: Some(trouble.message()) },
    })
}

/// The body of a text, drawn.
///
/// # Errors
///
/// [`Code::Refused`] when the text has more than 1 MiB.
pub fn draft_preview(_: &Workspace, ask: &DraftTextAsk) -> Result<BodyView, Failure> {
    let (body, first_line) = body_of(bounded(&ask.text)?.as_bytes());
    Ok(BodyView {
        markdown: markdown::tree(&String::from_utf8_lossy(body)),
        first_line,
        lines: window::line_count(body),
    })
}

fn bounded(text: &str) -> Result<&str, Failure> {
    if text.len() as u64 <= EDITED {
        return Ok(text);
    }
    Err(Failure::new(
        Code::Refused,
        message!(
            "the text has {count} bytes; at most {edited} are edited here.",
            count = text.len(),
            edited = EDITED
        ),
    )
    .hint(message!("Move parts of it into references.")))
}

/// The description as YAML reads it, else as Pixir does; empty when there is none.
fn described(skill: &Skill, text: &[u8]) -> String {
    let written = |(key, _): &(String, String)| key == "description";
    ::skills::read_yaml(text).description.unwrap_or_else(|| {
        let is_written = ::skills::pixir_fields(text).iter().any(written);
        if is_written { skill.description.clone() } else { String::new() }
    })
}

/// The fields as a form: those it always shows, then all others in the order of the file.
fn fields(text: &[u8]) -> Vec<DraftField> {
    let reading = ::skills::read_yaml(text);
    let pixir = ::skills::pixir_fields(text);
    let field = |key: &str| {
        let read = reading.field(key);
        let other = pixir.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value.clone());
        DraftField {
            key: key.to_owned(),
            line: read.map(|field| field.line),
            value: match read.map(|field| &field.value) {
                Some(Value::Text { text, .. }) => Some(text.clone()),
                Some(_) => None,
                None => other,
            },
            yaml: manage::field_lines(text, key),
        }
    };
    let mut others: Vec<&str> = Vec::new();
    for found in &reading.fields {
        if !FORM.contains(&found.key.as_str()) && !others.contains(&found.key.as_str()) {
            others.push(&found.key);
        }
    }
    FORM.into_iter().chain(others).map(field).collect()
}
