//! The one way out of this program: whatever is printed, on standard output or standard error, passes here.
//!
//! Names, texts and paths are written by strangers, and a terminal obeys what it is sent. So words are always
//! drawn: what a screen does not show, or what it would obey, stands there as `<U+001B>`. An answer that is
//! bytes or JSON is for programs and passes as it is, unless a terminal is at the other end.
//!
//! A reader that closes the pipe early, such as `head`, has what it wants: that nothing more can be written is
//! no error. Any other failure of standard output is kept until the program ends, see [`output_end`].

mod served;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

use api::is_unseen;

pub use served::served;

/// The first failure of standard output.
static OUTPUT_END: OnceLock<OutputEnd> = OnceLock::new();

/// The reason that nothing more can be written to standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputEnd {
    /// The reader has closed its end of the pipe.
    Closed,
    /// The system refuses, such as on a full disk, for this reason.
    Failed(String),
}

/// Returns why standard output could not be written; `None` if all of it was.
pub fn output_end() -> Option<&'static OutputEnd> {
    OUTPUT_END.get()
}

/// Keeps the failure of a write to standard output.
fn kept<T>(written: io::Result<T>) -> io::Result<T> {
    if let Err(error) = &written {
        let end = match error.kind() {
            io::ErrorKind::BrokenPipe => OutputEnd::Closed,
            _ => OutputEnd::Failed(error.to_string()),
        };
        // The first failure is the cause of those that follow.
        let _ = OUTPUT_END.set(end);
    }
    written
}

/// Columns of a tab.
const TAB: usize = 8;

/// Something to print on standard output.
#[derive(Debug, PartialEq, Eq)]
pub enum Printed {
    /// Lines for a person.
    Words(String),
    /// One JSON document, without a line end. A terminal is sent what it would obey as `\u001b`, which is the same JSON.
    Json(String),
    /// Bytes that are the answer themselves: a file, a recorded text. A terminal is sent them drawn.
    Bytes(Vec<u8>),
}

/// Prints an answer.
pub fn print(answer: &Printed) {
    let terminal = io::stdout().is_terminal();
    match answer {
        Printed::Words(words) => out(drawn(words.as_bytes(), terminal).as_bytes()),
        Printed::Json(json) if terminal => out(format!("{}\n", escaped(json)).as_bytes()),
        Printed::Json(json) => out(format!("{json}\n").as_bytes()),
        Printed::Bytes(bytes) if terminal => out(drawn(bytes, true).as_bytes()),
        Printed::Bytes(bytes) => out(bytes),
    }
}

/// Bytes of a long answer that are gathered before they are printed.
const GATHERED: usize = 64 << 10;

/// A JSON document that is printed while it is made, as [`Printed::Json`] is.
#[derive(Default)]
pub struct Document(Vec<u8>);

impl Write for Document {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend(bytes);
        if self.0.len() > GATHERED {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let terminal = io::stdout().is_terminal();
        let whole = std::str::from_utf8(&self.0).map_or_else(|error| error.valid_up_to(), str::len);
        let text = String::from_utf8_lossy(&self.0[..whole]);
        let written = match terminal {
            true => io::stdout().write_all(escaped(&text).as_bytes()),
            false => io::stdout().write_all(text.as_bytes()),
        };
        self.0.drain(..whole);
        kept(written.and_then(|()| io::stdout().flush()))
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        // A failure is kept for the end of the program.
        let _ = self.flush();
    }
}

/// Lines for a person that are printed while they are made, as [`Printed::Words`] are.
#[derive(Default)]
pub struct Words(String);

impl Words {
    /// Adds whole lines.
    pub fn say(&mut self, lines: &str) {
        self.0.push_str(lines);
        if self.0.len() > GATHERED {
            print(&Printed::Words(std::mem::take(&mut self.0)));
        }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        print(&Printed::Words(std::mem::take(&mut self.0)));
    }
}

/// Prints a line for a person, as part of the answer.
pub fn say(line: &str) {
    print(&Printed::Words(format!("{line}\n")));
}

/// Prints a line on standard error: progress, a question's surroundings, what went wrong.
pub fn tell(line: &str) {
    ask(&format!("{line}\n"));
}

/// Prints words on standard error and stays behind them, as a question does.
pub fn ask(words: &str) {
    let drawn = drawn(words.as_bytes(), io::stderr().is_terminal());
    let _ = io::stderr().write_all(drawn.as_bytes()).and_then(|()| io::stderr().flush());
}

/// Whether a person reads what is told.
pub fn is_read_by_a_person() -> bool {
    io::stderr().is_terminal()
}

/// Returns the rows and columns of the terminal that questions are asked on; `None` if they are not known.
#[cfg(unix)]
pub fn terminal_size() -> Option<(usize, usize)> {
    let sizes = [rustix::termios::tcgetwinsize(io::stderr()), rustix::termios::tcgetwinsize(io::stdout())];
    let size = sizes.into_iter().find_map(Result::ok)?;
    Some((usize::from(size.ws_row), usize::from(size.ws_col)))
}

/// Returns nothing: the size of a terminal is known on Unix alone.
#[cfg(not(unix))]
pub fn terminal_size() -> Option<(usize, usize)> {
    None
}

/// A fault of this program is told as everything else is: its words may quote a text.
pub fn draw_panics() {
    std::panic::set_hook(Box::new(|panic| tell(&format!("error: internal error: {panic}"))));
}

fn out(bytes: &[u8]) {
    let _ = kept(io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()));
}

/// Text on one line, with what a screen does not show made visible, line ends and tabs too.
pub fn visible_text(text: impl AsRef<str>) -> String {
    let text = text.as_ref();
    if text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let mut drawn = String::with_capacity(text.len());
    text.chars().for_each(|character| put(&mut drawn, character));
    drawn
}

/// A line of a text of several lines, likewise; its line end and its tabs stay.
pub fn visible_line(line: &str) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    let mut drawn = String::with_capacity(line.len());
    for character in text.chars() {
        if character == '\t' { drawn.push('\t') } else { put(&mut drawn, character) }
    }
    drawn + end
}

/// Returns whether a byte is an ASCII character that every screen shows as it is.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

fn put(drawn: &mut String, character: char) {
    if is_unseen(character) {
        write!(drawn, "<U+{:04X}>", u32::from(character)).expect("writing to memory");
    } else {
        drawn.push(character);
    }
}

/// What leaves: line ends stay, a tab becomes blanks up to the next stop on a terminal, and bytes that are no
/// text are drawn as `<0xFF>`.
fn drawn(bytes: &[u8], terminal: bool) -> Cow<'_, str> {
    if bytes.iter().all(|byte| is_plain(*byte) || *byte == b'\n') {
        return String::from_utf8_lossy(bytes);
    }
    let mut drawn = String::with_capacity(bytes.len());
    let mut line = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => {
                    drawn.push('\n');
                    line = drawn.len();
                }
                '\t' if !terminal => drawn.push('\t'),
                '\t' => {
                    let column = drawn[line..].chars().count();
                    drawn.extend(std::iter::repeat_n(' ', TAB - column % TAB));
                }
                other => put(&mut drawn, other),
            }
        }
        for byte in chunk.invalid() {
            write!(drawn, "<0x{byte:02X}>").expect("writing to memory");
        }
    }
    drawn.into()
}

/// The same JSON without a character that a screen does not show. Such a character can only stand in a string.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || !is_unseen(character) {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            write!(escaped, "\\u{unit:04x}").expect("writing to memory");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{drawn, escaped, visible_line, visible_text};

    #[test]
    fn a_field_is_one_line_whatever_it_holds() {
        assert_eq!(
            visible_text("a\u{1b}[31mb\u{202e}c\u{200b}\n\td\u{e0041}\u{3164}"),
            "a<U+001B>[31mb<U+202E>c<U+200B><U+000A><U+0009>d<U+E0041><U+3164>"
        );
        assert_eq!(visible_line("a\tb\r\n"), "a\tb<U+000D>\n");
        assert_eq!(visible_line("a\nb\n"), "a<U+000A>b\n");
    }

    #[test]
    fn every_character_leaves_so_that_no_screen_obeys_it() {
        for character in '\0'..=char::MAX {
            for terminal in [true, false] {
                let text = character.to_string();
                let left = drawn(text.as_bytes(), terminal);
                let kept = |c: char| c == '\n' || (c == '\t' && !terminal) || !api::is_unseen(c);
                assert!(left.chars().all(kept), "U+{:04X}", u32::from(character));
            }
            let json = serde_json::Value::from(character.to_string()).to_string();
            let left = escaped(&json);
            assert!(!left.chars().any(api::is_unseen), "U+{:04X}", u32::from(character));
            assert_eq!(serde_json::from_str::<String>(&left).expect("JSON"), character.to_string());
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_drawn_and_tabs_reach_their_stop() {
        assert_eq!(drawn(b"a\xff\xed\xa0\x80b\n", true), "a<0xFF><0xED><0xA0><0x80>b\n");
        assert_eq!(drawn(b"ab\tc\n\td", true), "ab      c\n        d");
        assert_eq!(drawn(b"ab\tc", false), "ab\tc");
    }
}
