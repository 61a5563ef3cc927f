use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag};

use super::address::opens;
use super::{Align, Block, Item, Markdown, Span};

/// Nested pieces; what lies deeper is flattened to text.
pub(super) const DEPTH: usize = 32;
/// Pieces in one tree.
pub(super) const NODES: usize = 5_000;
/// Bytes of text in one tree, addresses included.
pub(super) const TEXT: usize = 256 << 10;
/// Bytes that are parsed at all; the rest is counted as left out.
const PARSED: usize = 1 << 20;

/// What is understood beside CommonMark.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES);

/// Reads Markdown: CommonMark with tables, strikethrough and tasks; footnotes stay as they are written.
///
/// A frontmatter at the top is skipped. At most 1 MiB is parsed and the tree has at most 5,000 pieces, 32
/// levels and 256 KiB of text. Never fails; what is left out is counted.
pub fn tree(text: &str) -> Markdown {
    let text = behind_frontmatter(text);
    let parsed = &text[..line_end_within(text, PARSED)];
    let mut tree = Tree::new(parsed);
    for (event, range) in Parser::new_ext(parsed, OPTIONS).into_offset_iter() {
        tree.take(event, range);
    }
    tree.finish(text.len())
}

fn behind_frontmatter(text: &str) -> &str {
    let lines = text.split_inclusive('\n');
    let head = ::skills::frontmatter_lines(lines.clone().map(str::as_bytes)).unwrap_or_default();
    &text[lines.take(head).map(str::len).sum()..]
}

/// The end of the last line that ends within `limit` bytes; of the last character if no line does.
fn line_end_within(text: &str, limit: usize) -> usize {
    if text.len() <= limit {
        return text.len();
    }
    let start = &text[..text.floor_char_boundary(limit)];
    start.rfind('\n').map_or(start.len(), |at| at + 1)
}

/// A piece whose end has not come yet, with what it holds so far.
struct Frame {
    open: Open,
    blocks: Vec<Block>,
    spans: Vec<Span>,
    /// Finished items of a list, or rows of a table with the head first.
    items: Vec<Item>,
    rows: Vec<Vec<Vec<Span>>>,
}

enum Open {
    Root,
    Paragraph,
    Heading(u8),
    Quote,
    List(Option<u64>),
    Item(Option<bool>),
    Code(String),
    Html,
    Table(Vec<Align>),
    Row,
    Cell,
    Footnote,
    Strong,
    Emphasis,
    Strike,
    Link { to: String },
    Image { source: String },
}

struct Tree<'t> {
    source: &'t str,
    frames: Vec<Frame>,
    /// Starts that got no frame because they lay too deep, and whose ends are still to come.
    flattened: usize,
    nodes: usize,
    text: usize,
    /// Where a limit was met.
    stopped: Option<usize>,
    /// Open pieces and finished top-level blocks since then.
    depth: usize,
    omitted_blocks: u32,
}

impl<'t> Tree<'t> {
    fn new(source: &'t str) -> Self {
        let root = Frame::new(Open::Root);
        Self {
            source,
            frames: vec![root],
            flattened: 0,
            nodes: 0,
            text: 0,
            stopped: None,
            depth: 0,
            omitted_blocks: 0,
        }
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.stopped.is_some() {
            self.count_omitted(&event);
            return;
        }
        if self.nodes >= NODES && !matches!(event, Event::End(_)) {
            self.stop(range.start);
            self.count_omitted(&event);
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(_) => self.end(),
            Event::Text(text) => self.plain(&text, &range),
            Event::Code(text) => self.code(&text, &range),
            Event::Html(text) if matches!(self.top().open, Open::Html) => self.plain(&text, &range),
            Event::Html(text) | Event::InlineHtml(text) => {
                let text = self.afford(&text, range.start);
                self.push_span(Span::Html { text });
            }
            Event::SoftBreak => self.plain(" ", &range),
            Event::HardBreak => self.push_span(Span::Break),
            Event::Rule => self.push_block(Block::Rule),
            Event::TaskListMarker(done) => self.check(done),
            Event::FootnoteReference(label) => self.plain(&format!("[^{label}]"), &range),
            // Mathematics is not switched on; should it ever come, it is text.
            Event::InlineMath(text) | Event::DisplayMath(text) => self.plain(&text, &range),
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the root is closed by `finish` alone")
    }

    fn start(&mut self, tag: Tag<'_>) {
        // A list needs room for its items, a table for rows and cells; running text among blocks becomes a
        // paragraph with a text in it.
        let needed = match tag {
            Tag::Table(_) => 3,
            Tag::List(_) => 2,
            _ => 1,
        };
        if self.flattened > 0 || self.frames.len() + needed >= DEPTH {
            self.flattened += 1;
            self.apart(&tag);
            return;
        }
        self.nodes += 1;
        let before = match &tag {
            Tag::FootnoteDefinition(label) => {
                vec![Span::Text { text: format!("[^{}]: ", self.address(label.clone())) }]
            }
            // The label of a footnote stands in its first paragraph.
            Tag::Paragraph if matches!(self.top().open, Open::Footnote) => {
                std::mem::take(&mut self.top().spans)
            }
            _ => Vec::new(),
        };
        let open = self.opened(tag);
        self.frames.push(Frame { spans: before, ..Frame::new(open) });
    }

    /// Keeps the words of flattened blocks from running into each other.
    fn apart(&mut self, tag: &Tag<'_>) {
        let inline = matches!(
            tag,
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        );
        if let Some(Span::Text { text }) = self.top().spans.last_mut()
            && !inline
            && !text.ends_with(' ')
        {
            text.push(' ');
        }
    }

    fn opened(&mut self, tag: Tag<'_>) -> Open {
        match tag {
            Tag::Heading { level, .. } => Open::Heading(level as u8),
            Tag::BlockQuote(_) => Open::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Open::Code(self.address(info)),
            Tag::CodeBlock(CodeBlockKind::Indented) => Open::Code(String::new()),
            Tag::HtmlBlock => Open::Html,
            Tag::List(start) => Open::List(start),
            Tag::Item => Open::Item(None),
            Tag::FootnoteDefinition(_) => Open::Footnote,
            Tag::Table(align) => Open::Table(align.iter().map(Align::of).collect()),
            Tag::TableHead | Tag::TableRow => Open::Row,
            Tag::TableCell => Open::Cell,
            Tag::Emphasis => Open::Emphasis,
            Tag::Strong => Open::Strong,
            Tag::Strikethrough => Open::Strike,
            Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
                Open::Link { to: format!("mailto:{}", self.address(dest_url)) }
            }
            Tag::Link { dest_url, .. } => Open::Link { to: self.address(dest_url) },
            Tag::Image { dest_url, .. } => Open::Image { source: self.address(dest_url) },
            // What is not switched on would be drawn as a paragraph.
            _ => Open::Paragraph,
        }
    }

    fn end(&mut self) {
        if self.flattened > 0 {
            self.flattened -= 1;
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        self.close(frame);
    }

    /// Hands what a finished frame holds to the frame around it.
    fn close(&mut self, mut frame: Frame) {
        let spans = std::mem::take(&mut frame.spans);
        match frame.open {
            Open::Root => {}
            Open::Paragraph => self.put_block(Block::Paragraph { spans }),
            Open::Heading(level) => self.put_block(Block::Heading { level, spans }),
            Open::Code(info) if info.trim_start().starts_with('!') => {
                self.put_block(Block::Command { text: plain_text(&spans) });
            }
            Open::Code(info) => self.put_block(Block::Code { text: plain_text(&spans), info }),
            Open::Html => self.put_block(Block::Html { text: plain_text(&spans) }),
            Open::Quote => self.put_block(Block::Quote { blocks: frame.settled(spans) }),
            Open::Footnote => {
                for block in frame.settled(spans) {
                    self.put_block(block);
                }
            }
            Open::Item(done) => {
                let blocks = frame.settled(spans);
                self.top().items.push(Item { done, blocks });
            }
            Open::List(start) => self.put_block(Block::List {
                ordered: start.is_some(),
                start: u32::try_from(start.unwrap_or(1)).unwrap_or(u32::MAX),
                items: frame.items,
            }),
            Open::Cell => self.top().rows.push(vec![spans]),
            Open::Row => {
                let cells = frame.rows.into_iter().flatten().collect();
                self.top().rows.push(cells);
            }
            Open::Table(align) => {
                let mut rows = frame.rows.into_iter();
                self.put_block(Block::Table {
                    head: rows.next().unwrap_or_default(),
                    rows: rows.collect(),
                    align,
                });
            }
            Open::Strong => self.top().spans.push(Span::Strong { spans }),
            Open::Emphasis => self.top().spans.push(Span::Emphasis { spans }),
            Open::Strike => self.top().spans.push(Span::Strike { spans }),
            Open::Link { to } => {
                let opens = opens(&to);
                self.top().spans.push(Span::Link { to, opens, spans });
            }
            Open::Image { source } => self.top().spans.push(Span::Image { alt: plain_text(&spans), source }),
        }
    }

    fn code(&mut self, text: &str, range: &Range<usize>) {
        let text = self.afford(text, range.start);
        let marked = self.source[..range.start].ends_with('!');
        if marked
            && let Some(Span::Text { text: before }) = self.top().spans.last_mut()
            && before.ends_with('!')
        {
            before.pop();
            if before.is_empty() {
                self.top().spans.pop();
            }
            self.push_span(Span::Command { text });
        } else {
            self.push_span(Span::Code { text });
        }
    }

    fn plain(&mut self, text: &str, range: &Range<usize>) {
        let text = self.afford(text, range.start);
        self.push_text(&text);
    }

    fn push_text(&mut self, more: &str) {
        if let Some(Span::Text { text }) = self.top().spans.last_mut() {
            text.push_str(more);
        } else if !more.is_empty() {
            self.push_span(Span::Text { text: more.to_owned() });
        }
    }

    fn push_span(&mut self, span: Span) {
        self.nodes += 1;
        self.top().spans.push(span);
    }

    fn push_block(&mut self, block: Block) {
        self.nodes += 1;
        self.put_block(block);
    }

    /// Puts a block behind the running text that stands before it, as in a tight list.
    fn put_block(&mut self, block: Block) {
        let frame = self.top();
        frame.settle();
        frame.blocks.push(block);
    }

    fn check(&mut self, done: bool) {
        if let Some(frame) = self.frames.iter_mut().rev().find(|frame| matches!(frame.open, Open::Item(_))) {
            frame.open = Open::Item(Some(done));
        }
    }

    /// As much of `text` as the tree may still hold.
    fn afford(&mut self, text: &str, at: usize) -> String {
        let kept = &text[..text.floor_char_boundary(TEXT - self.text)];
        self.text += kept.len();
        if kept.len() < text.len() {
            self.stop(at + kept.len());
        }
        kept.to_owned()
    }

    /// An address or the words behind a fence: kept whole or not at all.
    fn address(&mut self, text: CowStr<'_>) -> String {
        if text.len() > TEXT - self.text {
            return String::new();
        }
        self.text += text.len();
        text.into_string()
    }

    fn stop(&mut self, at: usize) {
        self.stopped = Some(at);
        self.depth = self.frames.len() - 1 + self.flattened;
    }

    fn count_omitted(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(_) => {
                self.omitted_blocks += u32::from(self.depth == 0);
                self.depth += 1;
            }
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            Event::Rule => self.omitted_blocks += u32::from(self.depth == 0),
            _ => {}
        }
    }

    fn finish(mut self, whole: usize) -> Markdown {
        while self.frames.len() > 1 {
            self.flattened = 0;
            self.end();
        }
        let end = self.stopped.unwrap_or(self.source.len());
        let mut root = self.frames.pop().unwrap_or_else(|| Frame::new(Open::Root));
        root.settle();
        Markdown {
            blocks: root.blocks,
            omitted_blocks: self.omitted_blocks,
            omitted_bytes: u32::try_from(whole.saturating_sub(end)).unwrap_or(u32::MAX),
        }
    }
}

impl Frame {
    fn new(open: Open) -> Self {
        Self { open, blocks: Vec::new(), spans: Vec::new(), items: Vec::new(), rows: Vec::new() }
    }

    /// Makes a paragraph of running text that stands among blocks.
    fn settle(&mut self) {
        if !self.spans.is_empty() {
            let spans = std::mem::take(&mut self.spans);
            self.blocks.push(Block::Paragraph { spans });
        }
    }

    fn settled(mut self, spans: Vec<Span>) -> Vec<Block> {
        self.spans = spans;
        self.settle();
        self.blocks
    }
}

impl Align {
    fn of(alignment: &Alignment) -> Self {
        match alignment {
            Alignment::None | Alignment::Left => Self::Left,
            Alignment::Center => Self::Center,
            Alignment::Right => Self::Right,
        }
    }
}

/// The text of some spans without their form.
fn plain_text(spans: &[Span]) -> String {
    let text = |span: &Span| match span {
        Span::Text { text } | Span::Code { text } | Span::Command { text } | Span::Html { text } => {
            text.clone()
        }
        Span::Strong { spans }
        | Span::Emphasis { spans }
        | Span::Strike { spans }
        | Span::Link { spans, .. } => plain_text(spans),
        Span::Image { alt, .. } => alt.clone(),
        Span::Break => "\n".to_owned(),
    };
    spans.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::tree;
    use crate::markdown::{Block, Item, Markdown, Span};

    /// A tree in one line: tags around what they hold.
    fn drawn(markdown: &Markdown) -> String {
        markdown.blocks.iter().map(block).collect()
    }

    fn block(block: &Block) -> String {
        let items = |blocks: &[Block]| blocks.iter().map(self::block).collect::<String>();
        let cells = |row: &[Vec<Span>]| row.iter().map(|cell| spans(cell)).collect::<Vec<_>>().join("|");
        match block {
            Block::Heading { level, spans: text } => format!("<h{level} {}>", spans(text)),
            Block::Paragraph { spans: text } => format!("<p {}>", spans(text)),
            Block::List { ordered, start, items: list } => {
                let item = |item: &Item| match item.done {
                    None => format!("- {}", items(&item.blocks)),
                    Some(done) => format!("[{done}] {}", items(&item.blocks)),
                };
                let list: String = list.iter().map(item).collect();
                if *ordered { format!("<ol {start} {list}>") } else { format!("<ul {list}>") }
            }
            Block::Quote { blocks } => format!("<quote {}>", items(blocks)),
            Block::Code { text, info } => format!("<code {info:?} {text:?}>"),
            Block::Command { text } => format!("<command {text:?}>"),
            Block::Table { align, head, rows } => {
                let rows: Vec<String> = rows.iter().map(|row| cells(row)).collect();
                format!("<table {align:?} {} / {}>", cells(head), rows.join(" / "))
            }
            Block::Rule => "<rule>".into(),
            Block::Html { text } => format!("<html {text:?}>"),
        }
    }

    fn spans(all: &[Span]) -> String {
        let one = |span: &Span| match span {
            Span::Text { text } => text.clone(),
            Span::Strong { spans: inner } => format!("<b {}>", spans(inner)),
            Span::Emphasis { spans: inner } => format!("<i {}>", spans(inner)),
            Span::Strike { spans: inner } => format!("<s {}>", spans(inner)),
            Span::Code { text } => format!("<code {text}>"),
            Span::Command { text } => format!("<command {text}>"),
            Span::Link { to, opens, spans: inner } => format!("<link {to} {opens} {}>", spans(inner)),
            Span::Image { alt, source } => format!("<image {source} {alt}>"),
            Span::Break => "<br>".into(),
            Span::Html { text } => format!("<html {text}>"),
        };
        all.iter().map(one).collect()
    }

    #[track_caller]
    fn check(source: &str, want: &str) {
        let found = tree(source);
        assert_eq!(drawn(&found), want, "{source:?}");
        assert_eq!((found.omitted_blocks, found.omitted_bytes), (0, 0));
    }

    #[test]
    fn every_kind_of_piece_has_its_place() {
        check("# A *b*\n\ntext **s** ~~x~~\nnext\\\nline", "<h1 A <i b>><p text <b s> <s x> next<br>line>");
        check("- a\n- b\n\n  c\n", "<ul - <p a>- <p b><p c>>");
        check(
            "- a\n  - b\n- [x] done\n- [ ] open\n",
            "<ul - <p a><ul - <p b>>[true] <p done>[false] <p open>>",
        );
        check("3. a\n4. b\n", "<ol 3 - <p a>- <p b>>");
        check("> a\n> > b\n", "<quote <p a><quote <p b>>>");
        check(
            "```rust x\nlet a;\n```\n\n    indented\n",
            "<code \"rust x\" \"let a;\\n\"><code \"\" \"indented\\n\">",
        );
        check("|a|b|c|\n|-|:-:|-:|\n|1|*2*|3|\n", "<table [Left, Center, Right] a|b|c / 1|<i 2>|3>");
        check("a\n\n---\n\n![pic *x*](http://p/x.png)", "<p a><rule><p <image http://p/x.png pic x>>");
        check("see [^1]\n\n[^1]: the note\n", "<p see [^1]><p [^1]: the note>");
        check("[t](/x \"title\") <a@b.de>", "<p <link /x false t> <link mailto:a@b.de true a@b.de>>");
    }

    #[test]
    fn html_is_text() {
        check("<script>\nx()\n</script>\n", "<html \"<script>\\nx()\\n</script>\\n\">");
        check("a <b onclick=x>c</b> &lt;", "<p a <html <b onclick=x>>c<html </b>> <>");
    }

    #[test]
    fn the_frontmatter_is_never_drawn() {
        check("---\nname: a\n---\nbody\n", "<p body>");
        check("---\r\nname: a\r\n---\r\nbody\r\n", "<p body>");
        check("---\nnever closed\n", "<rule><p never closed>");
        check("text\n\n---\nname: a\n---\n", "<p text><rule><h2 name: a>");
    }

    #[test]
    fn commands_are_pieces_of_their_own() {
        check("diff: !`git diff`", "<p diff: <command git diff>>");
        check("!`a` and !`b`", "<p <command a> and <command b>>");
        check("so! `a` and `!b`", "<p so! <code a> and <code !b>>");
        check("`` !`x` ``", "<p <code !`x`>>");
        check("*wow!*`x`", "<p <i wow!><code x>>");
        check("```!\ngit log\n```\n", "<command \"git log\\n\">");
        check("```sh\n!`x`\n```\n", "<code \"sh\" \"!`x`\\n\">");
    }

    #[test]
    fn an_address_is_judged_after_it_was_read() {
        check("[x](java&#115;cript:alert(1))", "<p <link javascript:alert(1) false x>>");
        check("[x](<java&#10;script:a>)", "<p <link java\nscript:a false x>>");
        check("<javascript:a>", "<p <link javascript:a false javascript:a>>");
        check("[x]\n\n[x]: data:text/html,a\n", "<p <link data:text/html,a false x>>");
    }
}
