//! YAML, untyped: every scalar is text. Anchors, aliases and tags are refused before anything is built, so
//! no document grows while it is read.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

/// One key of a mapping with its value, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The key as text.
    pub key: String,
    /// The value.
    pub value: Value,
    /// Where the key stands, counted from 1 in the file.
    pub line: u32,
}

/// A value; nested lists and mappings are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A scalar. `yes`, `5` and nothing at all are text too.
    Text {
        /// The text without quotes, escapes resolved, lines folded.
        text: String,
        /// How it was written.
        style: Style,
        /// Where it begins, counted from 1 in the file.
        line: u32,
    },
    /// A list.
    List(Vec<Value>),
    /// A mapping.
    Map(Vec<Field>),
}

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Bare.
    Plain,
    /// In single quotes.
    SingleQuoted,
    /// In double quotes.
    DoubleQuoted,
    /// After `|`.
    Literal,
    /// After `>`.
    Folded,
}

/// Why text was not read as YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What stood in the way, in words that go on from "the file was not read:".
    pub words: String,
    /// Counted from 1 in the text.
    pub line: u32,
    /// Whether a limit was met, so that no repair can help.
    pub(crate) is_limit: bool,
}

/// Most bytes that are read as YAML: 64 KiB.
pub(crate) const LIMIT: usize = 64 << 10;
/// Most levels of nesting.
const DEPTH: usize = 16;
/// Most scalars, lists and mappings together; real files have some twenty.
const VALUES: usize = 2_000;

/// How much is read of a document.
#[derive(Debug, Clone, Copy)]
struct Limits {
    bytes: usize,
    too_long: &'static str,
    values: usize,
    too_many: &'static str,
}

/// Of what a person writes.
const WRITTEN: Limits = Limits {
    bytes: LIMIT,
    too_long: "it has more than 64 KiB",
    values: VALUES,
    too_many: "it has more than 2,000 values",
};

/// Of what a program writes.
const GENERATED: Limits = Limits {
    bytes: 4 << 20,
    too_long: "it has more than 4 MiB",
    values: 200_000,
    too_many: "it has more than 200,000 values",
};

/// The fields of a document that is one mapping, duplicates included. Lines count from 1 in `text`.
pub(crate) fn read(text: &str) -> Result<Vec<Field>, Refusal> {
    fields_of(document(text)?)
}

/// The same, without a list or a mapping as a key, of which some readers make the text of their parts.
///
/// # Errors
///
/// As [`read`], and for such a key.
pub(crate) fn read_plain_keys(text: &str) -> Result<Vec<Field>, Refusal> {
    fields_of(Events { keys: Keys::Plain, ..Events::of(text)? }.document()?)
}

fn fields_of(document: (Value, u32)) -> Result<Vec<Field>, Refusal> {
    match document {
        (Value::Map(fields), _) => Ok(fields),
        (Value::List(_), line) => Err(refusal("it is a list, not a mapping".into(), line)),
        (Value::Text { .. }, line) => Err(refusal("it is one text, not a mapping".into(), line)),
    }
}

/// Reads a document as readers do that know anchors and tags. An alias of a scalar stands for its text, as long as all
/// aliases together are no longer than a document may be; one of a list or a mapping stands for nothing.
///
/// # Errors
///
/// [`Refusal`] when the text is no YAML or goes beyond a limit.
pub(crate) fn read_past_marks(text: &str) -> Result<Document, Refusal> {
    let read = |text: &str| {
        let mut events = Events { marks: Marks::Passed, ..Events::of(text)? };
        let (value, _) = events.document()?;
        Ok(Document { value, has_tags: events.has_tags })
    };
    // The parser knows no tab behind a colon, which may stand there as a blank may.
    read(text).or_else(|refusal: Refusal| match text.contains(":\t") && !refusal.is_limit {
        true => read(&text.replace(":\t", ": ")).map_err(|_| refusal),
        false => Err(refusal),
    })
}

/// What [`read_past_marks`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    /// The one value of it.
    pub value: Value,
    /// Whether a tag stands in it, which some readers do not know.
    pub has_tags: bool,
}

/// A whole file of YAML that is one list or one mapping, duplicate keys included; at most 64 KiB, 2,000
/// values and 16 levels, without anchors, aliases and tags. Lines count from 1 in `text`.
///
/// # Errors
///
/// [`Refusal`] when the text is no YAML, goes beyond these limits or is neither a list nor a mapping, with
/// the line.
pub fn read_document(text: &str) -> Result<Value, Refusal> {
    whole(document(text)?)
}

/// The same of a file that a program wrote: at most 4 MiB and 200,000 values.
///
/// # Errors
///
/// As [`read_document`], with these limits.
pub fn read_generated_document(text: &str) -> Result<Value, Refusal> {
    whole(Events::within(text, GENERATED)?.document()?)
}

fn whole(document: (Value, u32)) -> Result<Value, Refusal> {
    match document {
        (Value::Text { .. }, line) => Err(refusal("it is one text, not a list or a mapping".into(), line)),
        (value, _) => Ok(value),
    }
}

/// The one value of a document and its line.
fn document(text: &str) -> Result<(Value, u32), Refusal> {
    Events::of(text)?.document()
}

impl Value {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::List(_) | Self::Map(_) => None,
        }
    }

    /// The line of the first scalar or key in it, counted from 1 in the file; `None` for `[]` and `{}`.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::Text { line, .. } => Some(*line),
            Self::List(values) => values.iter().find_map(Self::line),
            Self::Map(fields) => fields.first().map(|field| field.line),
        }
    }

    /// The value on one line, for messages: `[a, b]`, `{k: v}`.
    pub fn shown(&self) -> String {
        match self {
            Self::Text { text, .. } => text.clone(),
            Self::List(values) => format!("[{}]", joined(values.iter().map(Self::shown))),
            Self::Map(fields) => {
                let field = |field: &Field| format!("{}: {}", field.key, field.value.shown());
                format!("{{{}}}", joined(fields.iter().map(field)))
            }
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// The parser reads to the last bracket before it reports the first, and takes time by the square of the
/// number of open ones. Brackets and what stands between them are therefore counted beforehand. Text in
/// quotes counts as well: nobody writes so many.
fn nesting(text: &str) -> Result<(), Refusal> {
    let (mut open, mut inside, mut line) = (0_usize, 0_usize, 1);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            b',' | b':' if open > 0 => inside += 1,
            b'\n' => line += 1,
            _ => {}
        }
        if open > 4 * DEPTH || inside > VALUES {
            return Err(limit("it has too much in brackets", line));
        }
    }
    Ok(())
}

struct Events<'a> {
    parser: Parser<'a, StrInput<'a>>,
    limits: Limits,
    values: usize,
    marks: Marks,
    keys: Keys,
    has_tags: bool,
    /// The texts of scalars with an anchor, by its number.
    anchored: HashMap<usize, String>,
    /// Bytes that aliases stood for.
    aliased: usize,
}

/// The values that may be a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Any value, by its text.
    Any,
    /// A text alone.
    Plain,
}

/// What is made of anchors, aliases and tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marks {
    Refused,
    Passed,
}

impl<'a> Events<'a> {
    fn of(text: &'a str) -> Result<Self, Refusal> {
        Self::within(text, WRITTEN)
    }

    fn within(text: &'a str, limits: Limits) -> Result<Self, Refusal> {
        if text.len() > limits.bytes {
            return Err(limit(limits.too_long, 1));
        }
        nesting(text)?;
        let parser = Parser::new_from_str(text);
        let (anchored, aliased) = (HashMap::new(), 0);
        Ok(Self {
            parser,
            limits,
            values: 0,
            marks: Marks::Refused,
            keys: Keys::Any,
            has_tags: false,
            anchored,
            aliased,
        })
    }

    /// The one value of a document and its line.
    fn document(&mut self) -> Result<(Value, u32), Refusal> {
        loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (Event::StreamEnd, span) => return Err(refusal("it is empty".into(), line(span))),
                (event, span) => {
                    let value = self.value(event, span, 0)?;
                    self.end()?;
                    return Ok((value, line(span)));
                }
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Refusal> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(refusal(error.info().to_owned(), number(error.marker().line()))),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn value(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Value, Refusal> {
        let refuse = |words: &str| Err(refusal(words.to_owned(), line(span)));
        self.values += 1;
        if depth > DEPTH {
            return Err(limit("it is nested more than 16 levels deep", line(span)));
        }
        if self.values > self.limits.values {
            return Err(limit(self.limits.too_many, line(span)));
        }
        let is_tagged = matches!(
            event,
            Event::Scalar(_, _, _, Some(_))
                | Event::SequenceStart(_, Some(_))
                | Event::MappingStart(_, Some(_))
        );
        self.has_tags |= is_tagged;
        let is_anchored = matches!(
            event,
            Event::Scalar(_, _, 1.., _) | Event::SequenceStart(1.., _) | Event::MappingStart(1.., _)
        );
        if self.marks == Marks::Refused {
            match event {
                Event::Alias(_) => return refuse("it uses an alias (*)"),
                _ if is_anchored => return refuse("it uses an anchor (&)"),
                _ if is_tagged => return refuse("it uses a tag (!)"),
                _ => {}
            }
        }
        match event {
            Event::Alias(anchor) => {
                let text = self.anchored.get(&anchor).cloned().unwrap_or_default();
                self.aliased += text.len();
                if self.aliased > self.limits.bytes {
                    return Err(limit(self.limits.too_long, line(span)));
                }
                Ok(Value::Text { text, style: Style::Plain, line: line(span) })
            }
            Event::Scalar(text, style, anchor, _) => {
                let text = text.into_owned();
                if anchor > 0 {
                    self.anchored.insert(anchor, text.clone());
                }
                Ok(Value::Text { text, style: Style::of(style), line: line(span) })
            }
            Event::SequenceStart(..) => self.list(depth),
            Event::MappingStart(..) => self.map(depth),
            _ => refuse("it ends early"),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Refusal> {
        let mut values = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::List(values)),
                (event, span) => values.push(self.value(event, span, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Refusal> {
        let mut fields = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::MappingEnd {
                return Ok(Value::Map(fields));
            }
            let key = self.value(event, span, depth + 1)?;
            if self.keys == Keys::Plain && key.text().is_none() {
                return Err(refusal("it uses a list or a mapping as a key".into(), line(span)));
            }
            let key = key.shown();
            let (event, value_span) = self.next()?;
            let value = self.value(event, value_span, depth + 1)?;
            fields.push(Field { key, value, line: line(span) });
        }
    }

    /// A file is one document: anything after it means that frontmatter was cut in the wrong place.
    fn end(&mut self) -> Result<(), Refusal> {
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(()),
                (Event::DocumentEnd, _) => {}
                (_, span) => return Err(refusal("a second document begins".into(), line(span))),
            }
        }
    }
}

impl Style {
    fn of(style: ScalarStyle) -> Self {
        match style {
            ScalarStyle::Plain => Self::Plain,
            ScalarStyle::SingleQuoted => Self::SingleQuoted,
            ScalarStyle::DoubleQuoted => Self::DoubleQuoted,
            ScalarStyle::Literal => Self::Literal,
            ScalarStyle::Folded => Self::Folded,
        }
    }
}

fn refusal(words: String, line: u32) -> Refusal {
    Refusal { words, line, is_limit: false }
}

fn limit(words: &str, line: u32) -> Refusal {
    Refusal { words: words.to_owned(), line, is_limit: true }
}

fn line(span: Span) -> u32 {
    number(span.start.line())
}

fn number(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Value, read_document, read_generated_document};

    #[test]
    fn a_whole_file_is_a_list_or_a_mapping() {
        let check = |text: &str, shown: Result<&str, (&str, u32)>| {
            let read = read_document(text);
            let own = read.as_ref().map(Value::shown).map_err(|no| (no.words.as_str(), no.line));
            assert_eq!(own.as_deref().map_err(|no| *no), shown, "{text:?}");
        };
        check("- a\n- b: c\n", Ok("[a, {b: c}]"));
        check("# x\n---\na:\r\n - b\n", Ok("{a: [b]}"));
        check("a\n", Err(("it is one text, not a list or a mapping", 1)));
        check("# nothing\n", Err(("it is empty", 2)));
        check("- a\n---\n- b\n", Err(("a second document begins", 2)));
        check("- a\n- &x b\n", Err(("it uses an anchor (&)", 2)));
        check("- a\n- *x\n", Err(("while parsing node, found unknown anchor", 2)));
        check("- !!str b\n", Err(("it uses a tag (!)", 1)));
        check(&"x".repeat(65_537), Err(("it has more than 64 KiB", 1)));
        check(&format!("{}x", "- ".repeat(17)), Err(("it is nested more than 16 levels deep", 1)));
        check(&format!("{}x", "- ".repeat(16)), Ok(&format!("{}x{}", "[".repeat(16), "]".repeat(16))));
    }

    #[test]
    fn what_a_program_writes_may_be_longer() {
        let long = "- a\n".repeat(20_000);
        assert!(read_document(&long).is_err());
        assert!(matches!(read_generated_document(&long), Ok(Value::List(values)) if values.len() == 20_000));
        let refused = |text: &str| read_generated_document(text).map_err(|no| no.words);
        assert_eq!(refused(&"- a\n".repeat(200_000)), Err("it has more than 200,000 values".to_owned()));
        assert_eq!(refused(&" ".repeat((4 << 20) + 1)), Err("it has more than 4 MiB".to_owned()));
    }
}
