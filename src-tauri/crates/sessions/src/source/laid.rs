//! Logs that are no files of lines, such as rows of a database: laid out as lines in memory, and read as any other.

use std::path::{Path, PathBuf};

use disk::{Fault, Make, Stamp};

use super::Homes;
use crate::Spot;
use crate::members::Members;

/// Most bytes of one session that are laid out (256 MiB).
pub(super) const LIMIT: u64 = 256 << 20;

/// How the logs of a source that are no files of lines become some.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Laying {
    /// Whether the log of a path is none; else it is read as it stands.
    pub is_laid: fn(&Path) -> bool,
    /// The state of what the lines are made of, which changes whenever they do.
    pub stamp: fn(&Path) -> Result<Stamp, Fault>,
    /// The lines, each with its line feed.
    pub lines: Make,
    /// Where a line of a number was taken from: the file, and where in it.
    pub stands: fn(&Path, u32, &Members<'_>) -> (PathBuf, Spot),
    /// The folder the session was started in, where that is known without its lines.
    pub folder: fn(&Path) -> Option<PathBuf>,
    /// What should hold sessions and cannot be read.
    pub faults: fn(&Homes) -> Vec<Fault>,
}

/// One line in the making: members in their order.
#[derive(Default)]
pub(super) struct Line(Vec<u8>);

impl Line {
    /// A line of a type.
    pub fn of(kind: &str) -> Self {
        Self::default().text("type", kind)
    }

    /// JSON as it was found, as one line.
    pub fn whole(json: &[u8], lines: &mut Vec<u8>) {
        lines.extend(json.iter().map(|byte| without_break(*byte)));
        lines.push(b'\n');
    }

    /// With a text.
    pub fn text(self, key: &str, value: &str) -> Self {
        // A text is always JSON.
        self.raw(key, serde_json::to_string(value).unwrap_or_default().as_bytes())
    }

    /// With a text, where there is one.
    pub fn text_if(self, key: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    /// With JSON, where there is some.
    pub fn raw_if(self, key: &str, json: Option<&str>) -> Self {
        match json {
            Some(json) => self.raw(key, json.as_bytes()),
            None => self,
        }
    }

    /// With a mark, where it is set.
    pub fn flag(self, key: &str, value: bool) -> Self {
        if value { self.raw(key, b"true") } else { self }
    }

    /// With JSON as it was found. A line break in it can only stand between its words; what is no JSON at all makes
    /// the line one that is told to be unread.
    pub fn raw(mut self, key: &str, json: &[u8]) -> Self {
        if !self.0.is_empty() {
            self.0.push(b',');
        }
        // A key of somebody's file may hold what would end the line.
        self.0.extend(serde_json::to_vec(key).unwrap_or_default());
        self.0.push(b':');
        self.0.extend(json.iter().map(|byte| without_break(*byte)));
        self
    }

    /// Ends the line.
    pub fn end(self, lines: &mut Vec<u8>) {
        lines.push(b'{');
        lines.extend_from_slice(&self.0);
        lines.extend_from_slice(b"}\n");
    }
}

fn without_break(byte: u8) -> u8 {
    if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_line_break_in_a_key_or_a_text_ends_no_line() {
        let mut lines = Vec::new();
        Line::default().raw("a\n\"b", b"1").text("c", "d\ne").end(&mut lines);
        assert_eq!(String::from_utf8(lines).as_deref(), Ok("{\"a\\n\\\"b\":1,\"c\":\"d\\ne\"}\n"));
    }
}
