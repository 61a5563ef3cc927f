//! A page in its sections, each with the address that a link to it has.

use crate::markdown::{Block, Markdown, Span, tree};

/// What stands below one heading, up to the next.
pub(super) struct Section {
    /// 1 for the page's own, 2 or more below it.
    pub level: u8,
    /// The heading's text.
    pub head: String,
    /// The last part of its address, as GitHub makes it of the heading.
    pub id: String,
    /// What stands below it, without pictures.
    pub markdown: Markdown,
}

/// The sections of a page; the first is what stands below its title.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    for block in tree(text).blocks {
        match block {
            Block::Heading { level, spans } => {
                let head = words(&spans);
                let id = address(&head);
                found.push(Section { level, head, id, markdown: Markdown::default() });
            }
            // The window is what they show, and a terminal shows none.
            Block::Html { .. } => {}
            other => {
                if let Some(section) = found.last_mut() {
                    section.markdown.blocks.push(other);
                }
            }
        }
    }
    found
}

/// The address GitHub gives a heading: lower case, hyphens for spaces, no other signs.
fn address(head: &str) -> String {
    let kept = head.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
    kept.flat_map(char::to_lowercase).map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

/// The words of running text, as they are read.
pub(super) fn words(spans: &[Span]) -> String {
    spans.iter().map(word).collect()
}

fn word(span: &Span) -> String {
    match span {
        Span::Text { text } | Span::Code { text } | Span::Command { text } => text.clone(),
        Span::Strong { spans }
        | Span::Emphasis { spans }
        | Span::Strike { spans }
        | Span::Link { spans, .. } => words(spans),
        Span::Break => " ".to_owned(),
        Span::Image { .. } | Span::Html { .. } => String::new(),
    }
}

/// The words of blocks, one line for each piece.
pub(super) fn lines(blocks: &[Block]) -> Vec<String> {
    blocks.iter().flat_map(lines_of).collect()
}

fn lines_of(block: &Block) -> Vec<String> {
    match block {
        Block::Heading { spans, .. } | Block::Paragraph { spans } => vec![words(spans)],
        Block::List { items, .. } => items.iter().flat_map(|item| lines(&item.blocks)).collect(),
        Block::Quote { blocks } => lines(blocks),
        Block::Code { text, .. } | Block::Command { text } => text.lines().map(str::to_owned).collect(),
        Block::Table { head, rows, .. } => {
            let row =
                |cells: &Vec<Vec<Span>>| cells.iter().map(|cell| words(cell)).collect::<Vec<_>>().join(" ");
            std::iter::once(head).chain(rows).map(row).collect()
        }
        Block::Rule | Block::Html { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_the_address_that_github_gives_it() {
        for (head, id) in [
            ("A session", "a-session"),
            ("1. Look at the skills", "1-look-at-the-skills"),
            ("Hidden, held back, off", "hidden-held-back-off"),
            ("`assay` drift", "assay-drift"),
        ] {
            assert_eq!(sections(&format!("# T\n\n## {head}\n"))[1].id, id);
        }
    }

    #[test]
    fn pictures_are_left_out_and_words_are_found() {
        let found = sections(
            "# T\n\nAbout *it*.\n\n<picture>\n  <img alt=\"a\" src=\"a.png\">\n</picture>\n\n## B\n\n| `a` | [b](c.md) |\n|---|---|\n| d | e |\n",
        );
        let told: Vec<_> =
            found.iter().map(|one| (one.level, &*one.head, lines(&one.markdown.blocks))).collect();
        let want =
            [(1, "T", vec!["About it.".to_owned()]), (2, "B", vec!["a b".to_owned(), "d e".to_owned()])];
        assert_eq!(told, want);
    }
}
