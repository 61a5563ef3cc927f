//! The blocks of a message, and their texts.

use super::super::dialect::Told;
use crate::EventKind;
use crate::event::UserMessage;
use crate::index::Flags;
use crate::members::Members;

/// A part of a message.
pub(super) enum Block<'a> {
    Text(String),
    Result(Members<'a>),
    Image(Members<'a>),
    Other,
}

/// The parts of a line's message.
pub(super) fn blocks<'a>(line: &Members<'a>) -> Vec<Block<'a>> {
    line.object("message").map(|message| blocks_of(&message)).unwrap_or_default()
}

pub(super) fn blocks_of<'a>(message: &Members<'a>) -> Vec<Block<'a>> {
    if let Some(text) = message.text("content") {
        return vec![Block::Text(text)];
    }
    let block = |block: Members<'a>| match block.word("type").as_deref() {
        Some("text") => Block::Text(block.text("text").unwrap_or_default()),
        Some("tool_result") => Block::Result(block),
        Some("image" | "document") => Block::Image(block),
        _ => Block::Other,
    };
    message.objects("content").into_iter().map(block).collect()
}

/// The words of a line's message.
pub(super) fn text_of(line: &Members<'_>) -> Option<String> {
    join(&blocks(line))
}

pub(super) fn join(blocks: &[Block<'_>]) -> Option<String> {
    let texts = blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// The words of a member that is a text or a list of blocks.
pub(super) fn text_in(object: &Members<'_>, key: &str) -> Option<String> {
    let text = |block: &Members<'_>| block.text("text");
    object.text(key).or_else(|| {
        let texts: Vec<String> = object.objects(key).iter().filter_map(text).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    })
}

/// What the program wrote in the person's place; opens no turn.
pub(super) fn by_program(text: Option<String>) -> Told {
    let author = Some("runtime".to_owned());
    Told::of(EventKind::UserMessage(UserMessage { text, author, ..UserMessage::default() }))
        .with(Flags::RUNTIME)
}

/// A person's words that open no turn: said while the model worked.
pub(super) fn in_between(text: Option<String>) -> Told {
    Told::of(EventKind::UserMessage(UserMessage { text, ..UserMessage::default() })).with(Flags::RUNTIME)
}
