//! What hostile texts may cost.

use std::time::Instant;

use pulldown_cmark::Parser;

use super::read::{DEPTH, NODES, OPTIONS, TEXT, tree};
use super::{Block, Markdown, Span};

/// Levels and pieces of a tree.
fn size(markdown: &Markdown) -> (usize, usize) {
    fn of_spans(all: &[Span]) -> (usize, usize) {
        let one = |span: &Span| match span {
            Span::Strong { spans }
            | Span::Emphasis { spans }
            | Span::Strike { spans }
            | Span::Link { spans, .. } => {
                let (depth, nodes) = of_spans(spans);
                (depth + 1, nodes + 1)
            }
            _ => (1, 1),
        };
        all.iter().map(one).fold((0, 0), |a, b| (a.0.max(b.0), a.1 + b.1))
    }
    fn of_blocks(all: &[Block]) -> (usize, usize) {
        let one = |block: &Block| {
            let (depth, nodes) = match block {
                Block::Heading { spans, .. } | Block::Paragraph { spans } => of_spans(spans),
                Block::Quote { blocks } => of_blocks(blocks),
                Block::List { items, .. } => {
                    let (depth, nodes) = items
                        .iter()
                        .map(|item| of_blocks(&item.blocks))
                        .fold((0, 0), |a, b| (a.0.max(b.0), a.1 + b.1));
                    (depth + 1, nodes + items.len())
                }
                Block::Table { head, rows, .. } => {
                    let cells = head.iter().chain(rows.iter().flatten());
                    let (depth, nodes) =
                        cells.map(|cell| of_spans(cell)).fold((0, 0), |a, b| (a.0.max(b.0), a.1 + b.1 + 1));
                    (depth + 2, nodes + rows.len() + 1)
                }
                _ => (0, 0),
            };
            (depth + 1, nodes + 1)
        };
        all.iter().map(one).fold((0, 0), |a, b| (a.0.max(b.0), a.1 + b.1))
    }
    of_blocks(&markdown.blocks)
}

#[test]
fn what_lies_too_deep_is_flattened_to_text() {
    let deep = tree(&format!("{}deep", "> ".repeat(100)));
    assert!(format!("{deep:?}").contains("deep"));
    assert_eq!(size(&deep).0, DEPTH);
    let deep = format!(
        "{:?}",
        tree(&format!("{}one\n\ntwo", "> ".repeat(40)).replace("\n", &format!("\n{}", "> ".repeat(40))))
    );
    assert!(deep.contains("one two"), "{deep}");
    let deep = tree(&format!("{}words", "- ".repeat(100)));
    assert!(format!("{deep:?}").contains("words") && size(&deep).0 <= DEPTH);
    let deep = tree(&format!("{}|a|\n{0}|-|\n{0}|cell|\n", "> ".repeat(30)));
    assert!(format!("{deep:?}").contains("cell") && size(&deep).0 <= DEPTH);
}

#[test]
fn what_is_too_much_is_counted() {
    let many = tree(&"word\n\n".repeat(10_000));
    assert_eq!(many.blocks.len() + many.omitted_blocks as usize, 10_000);
    assert!(size(&many).1 <= NODES && many.omitted_bytes as usize == 6 * many.omitted_blocks as usize);
    let long = tree(&"word ".repeat(100_000));
    let Block::Paragraph { spans } = &long.blocks[0] else { panic!("a paragraph") };
    let Span::Text { text } = &spans[0] else { panic!("text") };
    assert_eq!((text.len(), long.omitted_bytes as usize), (TEXT, 500_000 - TEXT));
    let large = tree(&"a line\n".repeat(1 << 20));
    assert!(large.omitted_bytes as usize > 6 << 20);
}

/// The limits hold and the time stays near that of reading the events alone.
#[test]
fn hostile_texts_stay_small_and_quick() {
    let filled = |piece: &str, bytes: usize| piece.repeat(bytes / piece.len());
    let columns =
        |count: usize| format!("{}|\n{}|\n{}", "|a".repeat(count), "|-".repeat(count), "|\n".repeat(count));
    let nested = |mark: &str, depth: usize| {
        (0..depth).map(|at| format!("{}{mark}x\n", "  ".repeat(at))).collect::<String>()
    };
    let mut cases: Vec<(String, String)> = [
        ">",
        "[",
        "![",
        "*a_",
        "*",
        "_",
        "- ",
        "1. ",
        "`",
        "`a",
        "```\n",
        "~~a",
        "<",
        "<a ",
        "<!--",
        "<?",
        "&",
        "[a](",
        "[a](<b",
        "[a]: b\n",
        "[^a]: b\n",
        "[^a]",
        "> - ",
        "- > ",
        "|",
        "|-",
        "a*b_",
        "a**b",
        "\\",
        "\n",
        "# ",
        "    ",
        "\t",
        "$",
        "![a](b)",
        "<b>",
        "[a][",
        "]",
        "[]()",
        "**a _b_ ",
        "!`a`",
        "```!\na\n```\n",
    ]
    .into_iter()
    .map(|piece| (format!("50 KB of {piece:?}"), filled(piece, 50_000)))
    .collect();
    for end in [">", "*", "]", "`"] {
        cases.push((
            format!("ladder of {end:?}"),
            (1..300).map(|count| format!("a{}", end.repeat(count))).collect(),
        ));
    }
    cases.push(("a table of 2,000 columns and rows".into(), columns(2_000)));
    cases.push(("a table of 12,000 rows".into(), format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(12_000))));
    cases.push(("nested lists".into(), nested("- ", 300)));
    cases.push((
        "references".into(),
        format!("{}{}", "[a]".repeat(8_000), "\n\n[a]: ".to_owned() + &"b".repeat(20_000)),
    ));
    cases.push((
        "1 MB of prose".into(),
        filled("Some *words* of `prose` with a [link](https://a.de) and more.\n\n", 1 << 20),
    ));
    for (name, source) in cases {
        let start = Instant::now();
        let events = Parser::new_ext(&source, OPTIONS).count();
        let bare = start.elapsed();
        let start = Instant::now();
        let found = tree(&source);
        let ours = start.elapsed();
        let (depth, nodes) = size(&found);
        println!(
            "{name:36} {:6} bytes {events:7} events {:8.2} ms bare {:8.2} ms tree, {nodes} pieces, depth {depth}",
            source.len(),
            bare.as_secs_f64() * 1e3,
            ours.as_secs_f64() * 1e3,
        );
        assert!(depth <= DEPTH && nodes <= NODES + DEPTH, "{name}");
        assert!(ours.as_secs_f64() < 1.0, "{name} took {ours:?}");
    }
}
