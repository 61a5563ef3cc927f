//! What was done to the two texts before they were compared, so that a reader can do it too.

use serde::Serialize;
use skills::ReadStep;
use thiserror::Error;

use crate::lines::Text;

/// One thing that was done to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "DriftStep"))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Step {
    /// A step of the reader that got the agent's text out of the log.
    #[error("{step}")]
    Read {
        /// The step.
        step: ReadStep,
    },
    /// A byte order mark was taken off.
    #[error("byte order mark removed")]
    Mark,
    /// The frontmatter was taken off, both fences with it.
    #[error("frontmatter removed")]
    Frontmatter,
    /// CRLF was made LF.
    #[error("CRLF changed to LF")]
    LineEnds,
    /// Blanks and line breaks were taken off at the beginning.
    #[error("leading whitespace removed")]
    Beginning,
    /// Blanks and line breaks were taken off at the end.
    #[error("trailing whitespace removed")]
    End,
    /// Only one line or some lines were taken.
    #[error("{}", only_lines(*from, *to))]
    Lines {
        /// The first line, counted from 1.
        from: usize,
        /// The last line.
        to: usize,
    },
    /// What the skill was called with was taken off at the end, where the agent had added it.
    #[error("arguments at the end removed")]
    Called,
    /// Places were filled in with what stands there in the recorded text.
    #[error("{places} {} filled in from the recorded text", if *places == 1 { "placeholder" } else { "placeholders" })]
    Filled {
        /// How many.
        places: usize,
    },
    /// There is CRLF in it, and it was left.
    #[error("CRLF kept")]
    CrlfKept,
    /// Nothing was done.
    #[error("unchanged")]
    Nothing,
}

fn only_lines(from: usize, to: usize) -> String {
    if from == to { format!("only line {from}") } else { format!("only lines {from} to {to}") }
}

/// What was done to either text, in the order in which it was done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    /// To the text that the log holds.
    pub recorded: Vec<Step>,
    /// To the file on disk; empty where it was not compared.
    pub file: Vec<Step>,
}

/// A text on its way to the comparison, with what was done to it.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    pub bytes: Vec<u8>,
    steps: Vec<Step>,
    /// Lines that were taken off before it.
    pub lines_before: usize,
}

impl Taken {
    pub fn of(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), steps: Vec::new(), lines_before: 0 }
    }

    /// Takes off what lies before `start`; a step only if there is something.
    pub fn from(mut self, start: usize, step: Step) -> Self {
        if start > 0 {
            self.lines_before += self.bytes[..start].iter().filter(|byte| **byte == b'\n').count();
            self.bytes.drain(..start);
            self.steps.push(step);
        }
        self
    }

    pub fn without_mark(self) -> Self {
        let mark = if self.bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        self.from(mark, Step::Mark)
    }

    pub fn without_frontmatter(self) -> Self {
        let text = Text::of(&self.bytes);
        let behind = text.lines(0..text.frontmatter().unwrap_or_default()).len();
        self.from(behind, Step::Frontmatter)
    }

    pub fn without_beginning(self) -> Self {
        let blank = self.bytes.len() - self.bytes.trim_ascii_start().len();
        self.from(blank, Step::Beginning)
    }

    pub fn without_end(mut self) -> Self {
        let end = self.bytes.trim_ascii_end().len();
        if end < self.bytes.len() {
            self.bytes.truncate(end);
            self.steps.push(Step::End);
        }
        self
    }

    /// Without the words that the skill was called with, which an agent adds where the file has no place for them.
    pub fn without_call(mut self, arguments: Option<&str>) -> Self {
        let added = arguments.map(|words| format!("\n\nARGUMENTS: {words}"));
        if let Some(added) = added.filter(|added| self.bytes.ends_with(added.as_bytes())) {
            self.bytes.truncate(self.bytes.len() - added.len());
            self.steps.push(Step::Called);
        }
        self
    }

    pub fn with_lf(mut self) -> Self {
        if has_crlf(&self.bytes) {
            let feeds = self.bytes.iter().skip(1).map(|next| *next == b'\n').chain([false]);
            let kept = self.bytes.iter().zip(feeds).filter(|(byte, feeds)| !(**byte == b'\r' && *feeds));
            self.bytes = kept.map(|(byte, _)| *byte).collect();
            self.steps.push(Step::LineEnds);
        }
        self
    }

    /// As lines with the numbers that they have in the whole text, behind as many blank ones as were taken off.
    pub fn numbered(&self) -> Text {
        let end = if self.bytes.is_empty() || self.bytes.ends_with(b"\n") { "" } else { "\n" };
        Text::of(&[&b"\n".repeat(self.lines_before), &*self.bytes, end.as_bytes()].concat())
    }

    pub fn noting(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// The steps, with what was left and can be seen.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = self.steps.clone();
        if has_crlf(&self.bytes) {
            steps.push(Step::CrlfKept);
        }
        if steps.is_empty() {
            steps.push(Step::Nothing);
        }
        steps
    }
}

fn has_crlf(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair == b"\r\n")
}

impl Steps {
    /// The steps of both sides, behind those of who read the log.
    pub(crate) fn of(read: &[ReadStep], recorded: &Taken, file: &Taken) -> Self {
        Self { file: file.steps(), ..Self::of_recorded(read, recorded) }
    }

    /// The steps where there was no file to compare with.
    pub(crate) fn of_recorded(read: &[ReadStep], recorded: &Taken) -> Self {
        let mut steps: Vec<Step> = read.iter().copied().map(|step| Step::Read { step }).collect();
        let own = recorded.steps();
        steps.extend(own.into_iter().filter(|step| read.is_empty() || *step != Step::Nothing));
        Self { recorded: steps, file: Vec::new() }
    }
}
