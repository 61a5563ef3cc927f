//! The provider input at a point, item by item, in windows.

use ::sessions::{Form, Item, Piece, Reading, Role, Told, Written};
use ::workspace::{Read, Workspace};
use message::message;

use super::timeline::row_at;
use super::{ItemKind, ItemRow, ItemTextAsk, ItemsAsk, ItemsView, moment, texts};
use crate::wire::{Known, ROWS, TextWindow};
use crate::{Failure, window};

/// A window of the items.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there, or has no such moment.
pub fn moment_items(workspace: &Workspace, ask: &ItemsAsk) -> Result<ItemsView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let read = session.read();
    let row = row_at(read.timeline(), ask.row)?;
    let items = moment::composed(read, &moment::at(read, ask.row, row, ask.step)?.point, ask.skill_texts)?;
    let reading = session.reading(read);
    let window = items.iter().enumerate().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(ItemsView {
        total: items.len() as u32,
        from: ask.from,
        rows: window.map(|(number, item)| row_of(read, &reading, number as u32, item)).collect(),
    })
}

/// Lines of one item's text.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there, or has no such item.
pub fn item_text(workspace: &Workspace, ask: &ItemTextAsk) -> Result<TextWindow, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let read = session.read();
    let row = row_at(read.timeline(), ask.row)?;
    let items = moment::composed(read, &moment::at(read, ask.row, row, ask.step)?.point, ask.skill_texts)?;
    let item = items.get(ask.item as usize).ok_or_else(|| {
        Failure::not_found(message!(
            "no item {item} at this point; it has {count}.",
            item = ask.item,
            count = items.len()
        ))
    })?;
    let written = ::sessions::write(&session.reading(read), item);
    Ok(window::lines(text(written.as_ref()).as_bytes(), ask.from, ask.count))
}

pub(crate) fn row_of(read: &Read, reading: &Reading<'_>, number: u32, item: &Item) -> ItemRow {
    let written = ::sessions::write(reading, item);
    ItemRow {
        number,
        kind: kind(item.form),
        what: kind(item.form).to_string(),
        role: role(written.as_ref()).to_owned(),
        name: name(read, item, written.as_ref()),
        seq: moment::seq(read, Some(item.position)),
        line: read.log.at(item.position).map_or(0, ::sessions::Row::line),
        known: if written.is_some() { known(item.form) } else { Known::Unknown },
        text: texts::clip(&text(written.as_ref())),
    }
}

fn kind(form: Form) -> ItemKind {
    match form {
        Form::Surroundings { posture: Told::Yes } => ItemKind::WorkspaceAndPosture,
        Form::Surroundings { posture: Told::No } => ItemKind::Workspace,
        Form::LatestMessage => ItemKind::LatestMessage,
        Form::Message => ItemKind::Message,
        Form::Answer => ItemKind::Answer,
        Form::Reasoning => ItemKind::Reasoning,
        Form::Call => ItemKind::Call,
        Form::Output => ItemKind::Output,
        Form::Resource => ItemKind::Resource,
        Form::Orphan => ItemKind::Orphan,
        Form::Activation => ItemKind::Activation,
        Form::Reference => ItemKind::Reference,
        Form::Child => ItemKind::Child,
        Form::Checkpoint => ItemKind::Checkpoint,
        Form::BranchSummary => ItemKind::BranchSummary,
        Form::Fact { .. } => ItemKind::Fact,
    }
}

/// What Pixir says of the workspace is recorded nowhere, and callers may add to it; the rest follows from the
/// log.
fn known(form: Form) -> Known {
    match form {
        Form::Surroundings { .. } => Known::Inferred,
        _ => Known::Reconstructed,
    }
}

fn role(written: Option<&Written>) -> &'static str {
    match written {
        Some(Written::Message { role: Role::User, .. }) => "user",
        Some(Written::Message { role: Role::Assistant, .. }) => "assistant",
        Some(Written::Message { role: Role::Developer, .. }) => "developer",
        _ => "",
    }
}

fn name(read: &Read, item: &Item, written: Option<&Written>) -> String {
    match (item.form, written) {
        (Form::Activation | Form::Reference, _) => {
            read.activated_at(item.position).map(|one| one.name.clone()).unwrap_or_default()
        }
        (_, Some(Written::Call { name, .. })) => serde_json::from_str(name).unwrap_or_else(|_| name.clone()),
        _ => String::new(),
    }
}

/// An item as a person reads it; an image by its name.
fn text(written: Option<&Written>) -> String {
    match written {
        Some(Written::Message { pieces, .. }) => {
            let words: Vec<_> = pieces.iter().map(piece).collect();
            words.join("\n")
        }
        Some(Written::Reasoning(json)) => texts::indented(json),
        Some(Written::Call { arguments, .. }) => texts::indented(arguments),
        Some(Written::Output { output, .. }) => output.clone(),
        None => String::new(),
    }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => text.clone(),
        Piece::Image { resource, .. } => {
            let told = |text: &Option<String>| text.clone().unwrap_or_default();
            let size = resource.mark.size.unwrap_or(0);
            format!("[image {}, {}, {size} bytes]", told(&resource.mark.name), told(&resource.mark.mime_type))
        }
    }
}
