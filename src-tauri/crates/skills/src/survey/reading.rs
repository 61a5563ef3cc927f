//! What a file says, as each kind of reader reads it.

use crate::convention::Steps;
use crate::dialect::{self, Blocks, Text};
use crate::fence::{below, normalized};
use crate::frontmatter::{first_words, frontmatter};
use crate::ladder::Stage;
use crate::ladder::read_by;
use crate::read::Read;
use crate::skill::{Written, written};

/// The readings of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Readings {
    pixir: Read,
    /// What Pixir's has in the file's own bytes, when these are not UTF-8.
    pub written: Option<Box<Written>>,
    ladder: Read,
    /// Those that differ from the ladder's; of most files none does.
    others: Vec<(Steps, Read)>,
    /// The first words below the frontmatter.
    pub first_words: String,
}

/// The readers that are asked beside Pixir's and the ladder.
const READERS: [Steps; 7] = [
    Steps::YamlThenLines,
    Steps::ClaudeCode,
    Steps::Codex,
    Steps::Copilot,
    Steps::GeminiCli,
    Steps::OpenCode,
    Steps::Pi,
];

impl Readings {
    /// Pixir's alone, of the file of a folder.
    pub fn of_pixir(folder: &str, content: &[u8]) -> Self {
        let (pixir, written) = pixir(folder, content);
        Self { pixir, written, ..Self::default() }
    }

    /// Every one, of the file of a folder.
    pub fn of(folder: &str, content: &[u8]) -> Self {
        let whole = read_by(content, Steps::Ladder);
        let ladder = Read::of(&whole);
        let (text, mut blocks) = (Text::of(content), Blocks::default());
        let mut by = |steps| match dialect::read(&text, steps, &mut blocks) {
            Some(read) => read,
            None if whole.stage == Some(Stage::Yaml) => ladder.clone(),
            None => Read::of(&read_by(content, steps)),
        };
        let others = READERS.map(|steps| (steps, by(steps))).into_iter();
        let others = others.filter(|(_, read)| *read != ladder).collect();
        let first_words = if text.is_utf8 {
            let text = normalized(&text.shown, &mut Vec::new());
            String::from_utf8_lossy(first_words(below(&text).0.as_bytes())).into_owned()
        } else {
            String::new()
        };
        Self { others, first_words, ladder, ..Self::of_pixir(folder, content) }
    }

    /// What some reader calls the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let reads = [&self.pixir, &self.ladder].into_iter().chain(self.others.iter().map(|(_, read)| read));
        reads.filter_map(|read| read.name.as_deref())
    }

    pub fn by(&self, steps: Steps) -> &Read {
        if steps == Steps::Pixir {
            return &self.pixir;
        }
        let other = self.others.iter().find(|(reader, _)| *reader == steps);
        other.map_or(&self.ladder, |(_, read)| read)
    }
}

fn pixir(folder: &str, content: &[u8]) -> (Read, Option<Box<Written>>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let fields = frontmatter(content).unwrap_or_default();
    let name = fields.text("name");
    let description = fields.text("description").unwrap_or_else(|| first_words(content));
    let read = Read {
        name: name.map(text),
        description: Some(text(description)),
        hidden: fields.disabled(),
        paths: Vec::new(),
        unreadable: None,
        stage: None,
    };
    (read, written(name.unwrap_or(folder.as_bytes()), description))
}
