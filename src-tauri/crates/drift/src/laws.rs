//! What holds of every verdict.

use std::path::Path;

use disk::{Cause, Digest, Fault};
use proptest::prelude::*;

use crate::{
    Basis, Count, Kept, Now, Present, Recorded, Spaces, State, Step, Text, Verdict, Writer, classify,
    compare_recorded, unified,
};

/// How much was kept, by number, so that any of them can be drawn.
fn kept(number: u8, text: &[u8]) -> Kept<'_> {
    match number {
        0 => Kept::Whole(text),
        1 => Kept::Body(text),
        2 => Kept::TrimmedBody(text),
        3 => Kept::Part(text),
        4 => Kept::Mixed(text),
        _ => Kept::Nothing,
    }
}

fn recorded(kept: Kept<'_>) -> Recorded<'_> {
    Recorded {
        name: "a",
        scope: "user",
        path: Path::new("/u/a"),
        elsewhere: false,
        beyond: None,
        other_version: None,
        digest: None,
        kept,
        steps: &[],
        writer: Writer::default(),
        arguments: None,
    }
}

/// The verdict where `disk` stands at the recorded path and answers to the name.
fn verdict(recorded: &Recorded<'_>, disk: Option<&[u8]>) -> Verdict {
    let present = disk.map(|disk| Present {
        name: "a".into(),
        scope_rank: 0,
        scope: "user".into(),
        path: "/u/a".into(),
        digest: Some(Digest::of(disk)),
        wins: true,
    });
    let missing = Fault { path: "/u/a".into(), cause: Cause::Missing };
    let read = |_: &Path| disk.map(<[u8]>::to_vec).ok_or(missing.clone());
    classify(recorded, &Now::of(present.into_iter().collect()), &read)
}

/// Does to a text what a verdict's steps say, by their words alone.
fn follow(text: &str, steps: &[Step]) -> String {
    steps.iter().fold(text.to_owned(), |text, step| match step.to_string().as_str() {
        "byte order mark removed" => text.trim_start_matches('\u{feff}').to_owned(),
        "frontmatter removed" => {
            let fence = |line: &str| line.trim_end() == "---";
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let end = lines.iter().skip(1).position(|line| fence(line)).unwrap() + 2;
            lines[end..].concat()
        }
        "CRLF changed to LF" => text.replace("\r\n", "\n"),
        "leading whitespace removed" => text.trim_ascii_start().to_owned(),
        "trailing whitespace removed" => text.trim_ascii_end().to_owned(),
        "CRLF kept" | "unchanged" => text,
        lines if lines.starts_with("only line") => {
            let numbers: Vec<usize> = lines.split(' ').filter_map(|word| word.parse().ok()).collect();
            let (first, last) = (numbers[0], *numbers.last().unwrap());
            text.split_inclusive('\n').skip(first - 1).take(last + 1 - first).collect()
        }
        words => panic!("unknown step {words:?}"),
    })
}

const TEXTS: &[&str] =
    &["---\n", "a: 1\n", "a: 2\n", "\n", " \n", "One.\n", "  One.\n", "Two.\r\n", "Two.\n", "Three."];

fn text() -> impl Strategy<Value = String> {
    let lines = prop::collection::vec(prop::sample::select(TEXTS), 0..8);
    let front = prop::sample::select(vec![
        "",
        "---\na: 1\n---\n",
        "\u{feff}---\na: 1\n---\n",
        "---\r\na: 1\r\n---\r\n",
    ]);
    (front, lines).prop_map(|(front, lines)| format!("{front}{}", lines.concat()))
}

/// A body as an agent gives it against the file it is of: what it leaves out and adds is no change.
#[test]
fn a_frontmatter_and_words_that_an_agent_leaves_out_or_adds_are_no_changed_lines() {
    let file = "---\nname: a\ndescription: d\n---\n\n# A\n\nOne.\nTwo.\n";
    let check = |kept, source: &str, disk: &str, changed: (usize, usize), first: Option<usize>| {
        let writer = Writer::named(source, None);
        let recorded = Recorded { writer, arguments: Some("b c"), ..recorded(kept) };
        let found = compare_recorded(&recorded, disk.as_bytes(), Spaces::Compared);
        assert_eq!((found.count().added, found.count().removed), changed, "{found:?}");
        assert_eq!(found.body.changes.first().map(|change| change.right.start + 1), first, "{found:?}");
        assert!(found.notes.is_empty() && found.fields.is_empty(), "{found:?}");
        let patch = String::from_utf8(unified(&found, "then", "now")).unwrap();
        assert!(!patch.contains("name: a"), "{patch}");
    };
    let body = "# A\n\nOne.\nTwo.\n";
    let called = format!("{body}\n\nARGUMENTS: b c");
    check(Kept::Body(body.as_bytes()), "claude-code", file, (0, 0), None);
    check(Kept::Body(called.as_bytes()), "claude-code", file, (0, 0), None);
    check(Kept::TrimmedBody(body.trim().as_bytes()), "gemini-cli", file, (0, 0), None);
    check(Kept::Body(body.as_bytes()), "copilot-cli", &file.replace('\n', "\r\n"), (0, 0), None);
    check(Kept::Part(b"One.\nTwo."), "codex", file, (0, 0), None);
    check(Kept::Body(body.as_bytes()), "claude-code", &format!("{file}Three.\n"), (1, 0), Some(10));
    check(Kept::TrimmedBody(b"# A\n\nOne."), "gemini-cli", file, (1, 0), Some(9));
    check(Kept::Part(b"# A\n\nOne!\nTwo."), "codex", file, (1, 1), Some(8));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Identical is what is equal after the steps that were told, and nothing else is.
    #[test]
    fn identical_is_equal_after_the_told_steps(
        disk in text(),
        ours in text(),
        number in 0..5_u8,
        from_disk in any::<bool>(),
        source in prop::sample::select(vec!["pixir", "copilot-cli", "claude-code"]),
    ) {
        // Half of the time what a source would have kept of this very file.
        let ours = match (from_disk, number) {
            (false, _) => ours,
            (true, 0) => disk.clone(),
            (true, 4) => format!("Two.\n{disk}Two.\n"),
            (true, 3) => disk.split_inclusive('\n').skip(1).take(2).collect(),
            (true, _) => disk.rsplit("---\n").next().unwrap().to_owned(),
        };
        let recorded = Recorded { writer: Writer::named(source, None), ..recorded(kept(number, ours.as_bytes())) };
        let verdict = verdict(&recorded, Some(disk.as_bytes()));
        if verdict.basis != Basis::Nothing {
            prop_assert!(!verdict.steps.recorded.is_empty() && !verdict.steps.file.is_empty());
            let equal = follow(&ours, &verdict.steps.recorded) == follow(&disk, &verdict.steps.file);
            prop_assert_eq!(equal, verdict.state == State::Identical, "{:?}", verdict);
        }
    }

    /// The changed lines are those that the state counts, and they stand where the file has them.
    #[test]
    fn the_lines_that_are_shown_are_those_the_state_counts(
        disk in text(),
        ours in text(),
        number in 0..5_u8,
        from_disk in any::<bool>(),
        source in prop::sample::select(vec!["pixir", "copilot-cli", "claude-code"]),
    ) {
        let ours = if from_disk { disk.rsplit("---\n").next().unwrap().to_owned() } else { ours };
        let recorded = Recorded { writer: Writer::named(source, None), ..recorded(kept(number, ours.as_bytes())) };
        let comparison = compare_recorded(&recorded, disk.as_bytes(), Spaces::Compared);
        let Count { added, removed, changes } = comparison.body.count();
        let verdict = verdict(&recorded, Some(disk.as_bytes()));
        match verdict.state {
            State::Identical => prop_assert_eq!((changes, comparison.notes.len()), (0, 0)),
            State::BodyChanged { added: told, removed: gone, .. } if verdict.basis != Basis::Part => {
                prop_assert_eq!((told, gone), (added, removed), "{:?}", comparison);
            }
            _ => {}
        }
        let whole = Text::of(disk.as_bytes());
        for line in comparison.body.changes.iter().flat_map(|change| change.right.clone()) {
            prop_assert_eq!(comparison.right.line(line).trim_ascii(), whole.line(line).trim_ascii());
        }
    }

    /// Nothing is said where nothing was compared, and only there is nothing said.
    #[test]
    fn what_rests_on_nothing_is_unverifiable_and_the_reverse(
        disk in prop::option::of(text()),
        ours in text(),
        number in 0..6_u8,
        hashed in prop::option::of(any::<bool>()),
        elsewhere in any::<bool>(),
    ) {
        let digest = hashed.map(|right| if right { Digest::of(ours.as_bytes()) } else { Digest::of(b"other") });
        let recorded = Recorded { digest, elsewhere, ..recorded(kept(number, ours.as_bytes())) };
        let verdict = verdict(&recorded, disk.as_ref().map(String::as_bytes));
        let undecided = matches!(verdict.state, State::Unverifiable(_));
        prop_assert_eq!(undecided, verdict.basis == Basis::Nothing, "{:?}", verdict);
        prop_assert!(!(verdict.state == State::Identical && number == 5));
        if verdict.basis.is_whole() {
            prop_assert_eq!(number, 0);
        }
    }
}
