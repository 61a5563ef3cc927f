//! Text to fill files with: Markdown of made-up sentences, with code, quotes and letters beyond ASCII.

use std::ops::Range;

use super::dice::Dice;

const WORDS: &[&str] = &[
    "the",
    "a",
    "of",
    "and",
    "to",
    "skill",
    "session",
    "when",
    "file",
    "each",
    "before",
    "after",
    "report",
    "change",
    "check",
    "against",
    "release",
    "never",
    "always",
    "migration",
    "table",
    "review",
    "plain",
    "column",
    "step",
    "output",
    "prompt",
    "`cargo test`",
    "\"quoted\"",
    "path/to/file.rs",
    "then",
    "version",
    "customer",
    "invoice",
    "without",
    "deploy",
    "production",
    "list",
    "of",
    "the",
    "in",
    "with",
];

/// Some text that is cut between its words, anywhere.
pub struct Prose {
    text: String,
    starts: Vec<usize>,
}

impl Prose {
    /// About a megabyte of Markdown.
    pub fn markdown() -> Self {
        Self::of(ToOwned::to_owned)
    }

    /// The same as it stands between the quotes of a JSON string.
    pub fn json() -> Self {
        Self::of(|piece| {
            let quoted = serde_json::Value::from(piece).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        })
    }

    fn of(written: impl Fn(&str) -> String) -> Self {
        let mut dice = Dice::seeded(1);
        let (mut text, mut starts) = (String::new(), Vec::new());
        while text.len() < 1 << 20 {
            starts.push(text.len());
            // Nearly all real text is ASCII; a letter beyond it comes once in some thousand bytes.
            let end = match dice.below(200) {
                0 => " — ",
                1..=2 => "\n\n## ",
                3..=8 => ".\n\n",
                9..=16 => "\n- ",
                17..=20 => "\n    ",
                21..=30 => ", ",
                _ => " ",
            };
            text.push_str(&written(&format!("{}{end}", WORDS[dice.below(WORDS.len())])));
        }
        starts.push(text.len());
        Self { text, starts }
    }

    /// Words of about `size` bytes together, at most the whole, from a place the dice choose.
    pub fn cut(&self, dice: &mut Dice, size: usize) -> &str {
        let size = size.min(self.text.len() / 2);
        let from = self.starts[dice.below(self.starts.len() / 2)];
        let to = self.starts.partition_point(|start| *start < from + size);
        &self.text[from..self.starts[to.min(self.starts.len() - 1)]]
    }

    /// One line of `words` words without anything but words.
    pub fn line(dice: &mut Dice, words: Range<usize>) -> String {
        let count = words.start + dice.below(words.len());
        (0..count).map(|_| WORDS[dice.below(28)]).collect::<Vec<_>>().join(" ")
    }
}
