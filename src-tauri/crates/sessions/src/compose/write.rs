//! An item's text, read from where it is recorded.

use std::path::Path;

use serde_json::{Value, json};

use super::send::read;
use super::{Form, Item, posture, words};
use crate::encode::{encoded, encoded_without, quoted};
use crate::event::{ResourceMark, UserMessage};
use crate::members::Members;
use crate::{
    Companion, EventKind, Hydration, Log, LogPlace, Part, Resource, Role, decode, output_digest, read_output,
    resources_of,
};

/// Where the texts of items are.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The session's log.
    pub log: &'a Log,
    /// Where it stands: images lie beside it.
    pub place: &'a LogPlace,
    /// Assay's companion log, for facts recorded there.
    pub companion: Option<&'a Companion>,
    /// Where longer outputs are kept.
    pub kept: Option<&'a Path>,
}

/// An item as it is sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Written {
    /// Words of somebody, and images among them.
    Message {
        /// Whose.
        role: Role,
        /// In order.
        pieces: Vec<Piece>,
    },
    /// Reasoning as the provider gave it, as JSON.
    Reasoning(String),
    /// A call of a tool.
    Call {
        /// The provider's id, as JSON.
        call_id: String,
        /// The tool, as JSON.
        name: String,
        /// Its arguments, as JSON.
        arguments: String,
    },
    /// What a tool answered.
    Output {
        /// The call it answers, as JSON.
        call_id: String,
        /// The answer; JSON where the tool failed.
        output: String,
    },
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// An image from the session's store.
    Image {
        /// What is recorded of it, and where it lies now.
        resource: Box<Resource>,
        /// How closely the model is asked to look.
        detail: String,
    },
}

/// Reads an item. None where its line cannot be read any more, or is not what it was.
pub fn write(reading: &Reading<'_>, item: &Item) -> Option<Written> {
    let (log, at) = (reading.log, item.position);
    let user = |text: String| Written::Message { role: Role::User, pieces: vec![Piece::Text(text)] };
    match item.form {
        Form::Surroundings { posture: told } => {
            let (_, posture) = posture(log, at + 1)?;
            let text = words::surroundings(&posture, told)?;
            Some(Written::Message { role: Role::Developer, pieces: vec![Piece::Text(text)] })
        }
        Form::LatestMessage => read(log, at, |body| latest_message(reading, at, body)),
        Form::Message => read(log, at, |body| {
            let resources = body.objects("resources");
            user(words::attached(&message_text(body), &resources.iter().collect::<Vec<_>>()))
        }),
        Form::Answer => read(log, at, |body| Written::Message {
            role: Role::Assistant,
            pieces: vec![Piece::Text(words::interpolated(body.raw("text")))],
        }),
        Form::Reasoning => {
            read(log, at, |body| body.raw("item").map(encoded)).flatten().map(Written::Reasoning)
        }
        Form::Call => read(log, at, call).flatten(),
        Form::Output => read(log, at, output).flatten(),
        Form::Resource => read(log, at, |body| viewed(reading, at, body)).flatten(),
        Form::Orphan => read(log, at, orphan).flatten(),
        Form::Activation => read(log, at, |body| user(activation(body))),
        Form::Reference => read(log, at, |body| user(reference(body))),
        Form::Child => read(log, at, |body| user(words::child(body))),
        Form::Checkpoint => read(log, at, |body| user(words::checkpoint(body))),
        Form::BranchSummary => read(log, at, |body| user(words::branch_summary(body))),
        Form::Fact { part, line } => fact(reading, part, line),
    }
}

impl Written {
    /// The item as JSON, with images as `image` gives them: Pixir sends a `data:` address.
    pub fn json(&self, image: &dyn Fn(&Resource) -> Option<String>) -> Value {
        let raw = |json: &str| serde_json::from_str(json).unwrap_or_else(|_| Value::from(json));
        match self {
            Self::Message { role, pieces } => {
                let content: Vec<_> = pieces.iter().map(|piece| piece.json(*role, image)).collect();
                match role {
                    Role::Assistant => json!({ "content": content, "role": "assistant", "type": "message" }),
                    Role::User => json!({ "content": content, "role": "user" }),
                    Role::Developer => json!({ "content": content, "role": "developer" }),
                }
            }
            Self::Reasoning(item) => raw(item),
            Self::Call { call_id, name, arguments } => json!({
                "arguments": arguments, "call_id": raw(call_id), "name": raw(name), "type": "function_call",
            }),
            Self::Output { call_id, output } => json!({
                "call_id": raw(call_id), "output": output, "type": "function_call_output",
            }),
        }
    }
}

impl Piece {
    fn json(&self, role: Role, image: &dyn Fn(&Resource) -> Option<String>) -> Value {
        match (self, role) {
            (Self::Text(text), Role::Assistant) => json!({ "text": text, "type": "output_text" }),
            (Self::Text(text), Role::User | Role::Developer) => json!({ "text": text, "type": "input_text" }),
            (Self::Image { resource, detail }, _) => {
                json!({ "detail": detail, "image_url": image(resource), "type": "input_image" })
            }
        }
    }
}

fn message_text(body: &Members<'_>) -> String {
    words::interpolated(body.raw("text"))
}

fn latest_message(reading: &Reading<'_>, position: usize, body: &Members<'_>) -> Written {
    let resources = body.objects("resources");
    let is_image = |one: &&Members<'_>| one.text("kind").as_deref() == Some("image");
    let others: Vec<_> = resources.iter().filter(|one| !is_image(one)).collect();
    let mut pieces = vec![Piece::Text(words::attached(&message_text(body), &others))];
    pieces.extend(resources.iter().filter(is_image).map(|one| image(reading, position, one)));
    Written::Message { role: Role::User, pieces }
}

fn viewed(reading: &Reading<'_>, position: usize, body: &Members<'_>) -> Option<Written> {
    let descriptor = body.object("resource_view")?.object("descriptor")?;
    let mut pieces = vec![Piece::Text(words::viewed(&descriptor))];
    if descriptor.text("kind").as_deref() == Some("image") {
        pieces.push(image(reading, position, &descriptor));
    }
    Some(Written::Message { role: Role::User, pieces })
}

/// An image whose bytes are still those the log names; Pixir tells the model where they are not, in words that
/// are not known to the byte.
fn image(reading: &Reading<'_>, position: usize, descriptor: &Members<'_>) -> Piece {
    let mark: ResourceMark = decode::resource_mark(descriptor);
    let message = UserMessage { resources: vec![mark], ..UserMessage::default() };
    let found = resources_of(position, &message, reading.place).into_iter().next();
    match found.filter(|resource| crate::is_unchanged(resource) == Some(true)) {
        Some(resource) => {
            let detail = descriptor.text("detail").unwrap_or_else(|| "auto".to_owned());
            Piece::Image { resource: Box::new(resource), detail }
        }
        None => Piece::Text(words::not_shown(descriptor) + "its stored bytes are missing or changed"),
    }
}

fn call(body: &Members<'_>) -> Option<Written> {
    let arguments = body.raw("args").filter(|raw| !matches!(*raw, "null" | "false")).unwrap_or("{}");
    Some(Written::Call {
        call_id: body.raw("call_id")?.to_owned(),
        name: body.raw("name")?.to_owned(),
        arguments: encoded(arguments),
    })
}

fn output(body: &Members<'_>) -> Option<Written> {
    let output = body.text("output").unwrap_or_else(|| encoded_without(body, "call_id"));
    Some(Written::Output { call_id: body.raw("call_id")?.to_owned(), output })
}

fn orphan(body: &Members<'_>) -> Option<Written> {
    let call_id = body.raw("call_id")?;
    let output = words::orphan(&encoded(call_id), &encoded(body.raw("name").unwrap_or("null")));
    Some(Written::Output { call_id: call_id.to_owned(), output })
}

fn activation(body: &Members<'_>) -> String {
    let text =
        |key: &str| body.raw(key).filter(|raw| *raw != "null").map(|raw| words::interpolated(Some(raw)));
    let (name, source, scope) = (text("name"), text("source"), text("scope"));
    let (path, hash, content) = (text("path"), text("content_hash"), text("content"));
    skills::wrapped(&skills::Wrapping {
        name: name.as_deref(),
        source: source.as_deref(),
        scope: scope.as_deref(),
        path: path.as_deref(),
        content_hash: hash.as_deref(),
        content: content.as_deref().map(str::as_bytes),
    })
}

/// What names a text that is no longer sent. Names and paths are quoted, so that it stays one line whatever they hold.
fn reference(body: &Members<'_>) -> String {
    let said = |what: &str, key: &str| match words::interpolated(body.raw(key)) {
        text if text.is_empty() => format!("no {what} recorded"),
        text => format!("{what} {}", quoted(&text)),
    };
    let (name, path, hash) = (said("name", "name"), said("path", "path"), said("sha256", "content_hash"));
    format!("The text of a skill stood here: {name}, {path}, {hash}. Take the skill in again to read it.")
}

/// A fact, in the developer's role: whose it is, and the text as it was released.
fn fact(reading: &Reading<'_>, part: Part, line: u32) -> Option<Written> {
    let log = match part {
        Part::Log => reading.log,
        Part::Companion => reading.companion?.log()?,
    };
    let bytes = log.raw(line)?.ok()?;
    let EventKind::Hydration(hydration) = decode::event(&bytes, line, 0).ok()?.kind else { return None };
    let text = released(&hydration, reading.kept)?;
    let skill = hydration.skill.as_ref().and_then(|skill| skill.name.clone()).unwrap_or_default();
    let source = hydration.context_source_id.clone().unwrap_or_default();
    let head = format!("Context for skill {}, source {}:\n", quoted(&skill), quoted(&source));
    Some(Written::Message { role: Role::Developer, pieces: vec![Piece::Text(head + &text)] })
}

fn released(hydration: &Hydration, kept: Option<&Path>) -> Option<String> {
    if let Some(text) = &hydration.output {
        return Some(text.clone());
    }
    let digest = output_digest(hydration.output_ref.as_deref()?)?;
    let bytes = read_output(kept?, digest).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
