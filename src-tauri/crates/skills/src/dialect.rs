//! What the reader of each agent makes of a `SKILL.md`. They agree on ordinary files and differ on the others: a byte
//! order mark, bytes that are not UTF-8, where the frontmatter ends, what is tried when it is not YAML, and which
//! values count as text. Each of them is told in a file of its own, as the release in its convention's row was seen
//! to read.

mod claude_code;
mod codex;
mod copilot;
mod gemini_cli;
mod opencode;
mod parts;
mod pi;
mod scalar;

use crate::convention::Steps;
use crate::read::Read;

/// What such a reader makes of a file; nothing for readers that are told elsewhere.
pub(crate) fn read(text: &Text<'_>, steps: Steps, blocks: &mut Blocks) -> Option<Read> {
    match steps {
        Steps::ClaudeCode => Some(claude_code::read(text, blocks)),
        Steps::Codex => Some(codex::read(text, blocks)),
        Steps::Copilot => Some(copilot::read(text, blocks)),
        Steps::GeminiCli => Some(gemini_cli::read(text, blocks)),
        Steps::OpenCode => Some(opencode::read(text, blocks)),
        Steps::Pi => Some(pi::read(text, blocks)),
        Steps::Pixir | Steps::Ladder | Steps::YamlThenLines => None,
    }
}

pub(crate) use codex::is_kept_from_the_list;
pub(crate) use parts::{Blocks, Text};
pub(crate) use scalar::{Scalar, Schema, scalar};

#[cfg(test)]
mod tests;
