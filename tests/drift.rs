//! Laws of the comparison, and the inputs that make a search for differences slow.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use drift::{Comparison, DiffRow, Extent, Layout, Rows, Spaces, compare, unified};
use proptest::prelude::*;

/// Applies a unified diff to the bytes it was made for, as strictly as it can be done.
fn applied(left: &[u8], patch: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = left.split_inclusive(|byte| *byte == b'\n').collect();
    let mut script = patch.split_inclusive(|byte| *byte == b'\n').peekable();
    let (mut out, mut at) = (Vec::new(), 0);
    if script.peek().is_some() {
        assert!(script.next().is_some_and(|line| line.starts_with(b"--- ")));
        assert!(script.next().is_some_and(|line| line.starts_with(b"+++ ")));
    }
    while let Some(head) = script.next() {
        let head = str::from_utf8(head).expect("a hunk begins with numbers");
        let places = head.strip_prefix("@@ -").and_then(|head| head.strip_suffix(" @@\n"));
        let (left, right) =
            places.and_then(|places| places.split_once(" +")).expect("a hunk names two places");
        let ((start, mut old), (new_start, mut new)) = (place(left), place(right));
        out.extend(lines[at..start].concat());
        at = start;
        assert_eq!(out.split_inclusive(|byte| *byte == b'\n').count(), new_start, "{head}");
        while old > 0 || new > 0 {
            let line = script.next().expect("a hunk has the lines its head counts");
            let bare = script.next_if(|next| next.starts_with(b"\\ ")).is_some();
            let text = if bare { &line[1..line.len() - 1] } else { &line[1..] };
            if line[0] != b'+' {
                assert_eq!(lines[at], text);
                (at, old) = (at + 1, old - 1);
            }
            if line[0] != b'-' {
                out.extend_from_slice(text);
                new -= 1;
            }
        }
    }
    out.extend(lines[at..].concat());
    out
}

/// The lines before a hunk and how many it covers.
fn place(text: &str) -> (usize, usize) {
    let (start, count) = text.split_once(',').unwrap_or((text, "1"));
    let number = |text: &str| text.parse::<usize>().expect("a place is made of numbers");
    let (start, count) = (number(start), number(count));
    (if count == 0 { start } else { start - 1 }, count)
}

/// Every row of a comparison, window by window.
fn rows(comparison: &Comparison, extent: Extent, layout: Layout) -> Vec<DiffRow> {
    let rows = Rows::of(comparison, extent, layout);
    let mut all = Vec::new();
    while all.len() < rows.count() {
        all.extend(rows.window(comparison, all.len()..rows.count()).rows);
    }
    all
}

/// Both texts as the rows of a whole file tell them, line feeds aside.
fn told(rows: &[DiffRow]) -> (Vec<String>, Vec<String>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            DiffRow::Same { left: line, right: number, other } => {
                left.push(line.text.clone());
                right.push(other.as_ref().unwrap_or(line).text.clone());
                assert_eq!((line.number, *number), (left.len(), right.len()));
            }
            DiffRow::Changed { left: removed, right: added, marks } => {
                left.push(removed.text.clone());
                right.push(added.text.clone());
                for (text, ranges) in [(&removed.text, &marks.left), (&added.text, &marks.right)] {
                    assert!(
                        ranges.iter().all(|range| !range.is_empty() && text.get(range.clone()).is_some())
                    );
                    assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
                }
            }
            DiffRow::Removed(line, _) => left.push(line.text.clone()),
            DiffRow::Added(line, _) => right.push(line.text.clone()),
            DiffRow::Fold { .. } => unreachable!("a whole file folds nothing"),
        }
    }
    (left, right)
}

fn lossy_lines(bytes: &[u8]) -> Vec<String> {
    let bare = |line: &[u8]| String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned();
    bytes.split_inclusive(|byte| *byte == b'\n').map(bare).collect()
}

/// Texts of few different lines, so that much is equal: frontmatter, line ends, blanks, bytes that are not text.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::sample::select(vec![
        &b"---\n"[..],
        b"---\r\n",
        b"name: a\n",
        b"name: b\n",
        b"description: c\n",
        b"  - d\n",
        b"\n",
        b"  \n",
        b"one two three\n",
        b"one  two three\n",
        b"one two 3\n",
        b"one two three\r\n",
        b"\xff\xfe one\n",
        b"x",
        b"\r",
    ]);
    let mixed = prop::collection::vec(line, 0..24).prop_map(|lines| lines.concat());
    let fenced = mixed.clone().prop_map(|text| [&b"---\nname: a\nb: c\n---\n"[..], &text].concat());
    prop_oneof![3 => mixed, 2 => fenced, 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn applying_the_difference_gives_the_other_text(left in text(), right in text()) {
        let comparison = compare(&left, &right, Spaces::Compared);
        prop_assert_eq!(applied(&left, &unified(&comparison, "recorded", "disk")), right);
    }

    #[test]
    fn changing_sides_mirrors_the_numbers(left in text(), right in text()) {
        for spaces in [Spaces::Compared, Spaces::Ignored] {
            let (there, back) = (compare(&left, &right, spaces), compare(&right, &left, spaces));
            for (a, b) in [(there.frontmatter.count(), back.frontmatter.count()), (there.body.count(), back.body.count())] {
                prop_assert_eq!((a.added, a.removed, a.changes), (b.removed, b.added, b.changes));
            }
            prop_assert_eq!(there.hidden, back.hidden);
        }
    }

    #[test]
    fn nothing_changed_exactly_if_the_bytes_are_equal(left in text(), right in text()) {
        prop_assert_eq!(compare(&left, &right, Spaces::Compared).count().changes == 0, left == right);
        let same = compare(&left, &left, Spaces::Compared);
        prop_assert!(same.count().changes == 0 && same.body.changes.is_empty());
    }

    #[test]
    fn rows_tell_both_texts(left in text(), right in text()) {
        for spaces in [Spaces::Compared, Spaces::Ignored] {
            let comparison = compare(&left, &right, spaces);
            for layout in [Layout::Pairs, Layout::Single] {
                let whole = rows(&comparison, Extent::WholeFile, layout);
                prop_assert_eq!(told(&whole), (lossy_lines(&left), lossy_lines(&right)));
                let shown = rows(&comparison, Extent::Hunks, layout);
                let changed = |rows: &[DiffRow]| -> Vec<DiffRow> {
                    rows.iter().filter(|row| !matches!(row, DiffRow::Same { .. } | DiffRow::Fold { .. })).cloned().collect()
                };
                prop_assert_eq!(changed(&shown), changed(&whole));
                let folded: usize = shown.iter().map(|row| if let DiffRow::Fold { count, .. } = row { count - 1 } else { 0 }).sum();
                prop_assert_eq!(shown.len() + folded, whole.len());
            }
        }
    }

    #[test]
    fn ignoring_whitespace_hides_what_it_says(left in text(), right in text()) {
        let comparison = compare(&left, &right, Spaces::Ignored);
        let others = |row: &DiffRow| matches!(row, DiffRow::Same { other: Some(_), .. });
        let whole = rows(&comparison, Extent::WholeFile, Layout::Pairs);
        prop_assert_eq!(whole.iter().filter(|row| others(row)).count(), comparison.hidden);
    }
}

#[test]
fn the_program_patch_agrees() {
    let cases: [(&[u8], &[u8]); 6] = [
        (b"---\nname: a\n---\none\ntwo\n", b"---\nname: b\n---\none\n2\nthree\n"),
        (b"a\nb\nc\n", b"a\nb\nc"),
        (b"a", b"a\nb\n"),
        (b"a\r\nb\r\n", b"a\nb\r\nc\r\n"),
        (b"\xff\xfe\nx\n", b"\xff\xfe\ny\n"),
        (b"\n\n\n", b"\n"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let (file, script) = (folder.path().join("SKILL.md"), folder.path().join("change.patch"));
    for (left, right) in cases {
        let diff = unified(&compare(left, right, Spaces::Compared), "recorded", "disk");
        assert_eq!(applied(left, &diff), right);
        disk::write_atomic(&file, left).unwrap();
        disk::write_atomic(&script, &diff).unwrap();
        let run = Command::new("patch")
            .arg("--binary")
            .arg("--quiet")
            .args([&file, &script])
            .stdin(Stdio::null())
            .status();
        let Ok(status) = run else {
            println!("patch is not installed; only the strict reader of these tests was asked");
            return;
        };
        assert!(status.success());
        assert_eq!(disk::read(&file, 1 << 20).unwrap().bytes, right);
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn lines(count: u64, mut line: impl FnMut(u64) -> String) -> Vec<u8> {
    (0..count).map(|at| line(at) + "\n").collect::<String>().into_bytes()
}

/// More than is searched line by line; as large as the promise goes where the code is optimised.
const LARGE: usize = if cfg!(debug_assertions) { 3 << 20 } else { 16 << 20 };

/// What takes searches long: name, left, right.
fn hostile() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let mut dice = Dice(88_172_645_463_325_252);
    let mut two = || lines(50_000, |_| dice.below(2).to_string());
    let mut cases = vec![("50,000 random lines of two symbols", two(), two())];
    let even = |period: u64| lines(50_000, |at| (at / period % 2).to_string());
    cases.push(("50,000 interleaved lines of two symbols", even(1), even(2)));
    let spread =
        |offset: u64| lines(50_000, |at| if at % 2 == 0 { "x".into() } else { (at + offset).to_string() });
    cases.push(("50,000 lines, every second equal", spread(0), spread(1_000_000)));
    let all = |offset: u64| lines(50_000, |at| (at + offset).to_string());
    cases.push(("50,000 different lines", all(0), all(50_000)));
    cases.push(("50,000 lines backwards", all(0), lines(50_000, |at| (49_999 - at).to_string())));
    cases.push(("one line of 1 MB", vec![b'a'; 1 << 20], vec![b'b'; 1 << 20]));
    let words = |word: &str| word.repeat((1 << 20) / word.len()).into_bytes();
    cases.push(("one line of 1 MB of words", words("a b "), words("a c ")));
    let sentence = |at: u64, word: u64| format!("line {at} of a text that goes on about the matter {word}");
    for share in [6, 60] {
        let left = lines(20_000, |at| sentence(at, 0));
        let right =
            lines(20_000, |at| sentence(at, if dice.below(100) < share { dice.below(1 << 40) } else { 0 }));
        cases.push((if share == 6 { "1 MB, 6 % edited" } else { "1 MB, 60 % edited" }, left, right));
    }
    let mut short =
        |symbols: u64| lines(1 << 20, |_| char::from(b'!' + dice.below(symbols) as u8).to_string());
    cases.push(("2 MiB of one-letter lines, two letters", short(2), short(2)));
    cases.push(("2 MiB of one-letter lines, ninety letters", short(90), short(90)));
    let many =
        |step: u64| lines(190_000, |at| if at % step == 0 { format!("{at}") } else { format!("-{at}") });
    cases.push(("190,000 lines, half of them different", many(1), many(2)));
    let large = |byte: u8| [vec![byte; 60], vec![b'\n']].concat().repeat(LARGE / 61);
    cases.push(("large: lines against others", large(b'a'), large(b'b')));
    cases.push(("large: empty lines against blank ones", vec![b'\n'; LARGE], b" \n".repeat(LARGE / 2)));
    cases.push(("large: equal but for the end", large(b'a'), [large(b'a'), b"b\n".to_vec()].concat()));
    let field = |value: u64| {
        [b"---\n".to_vec(), lines(100_000, |at| format!("k{at}: {value}")), b"---\n".to_vec()].concat()
    };
    cases.push(("a frontmatter of 100,000 fields", field(1), field(2)));
    cases.push(("large: bytes that are not text", vec![0xff; LARGE], vec![0xfe; LARGE]));
    cases
}

/// The promise is 250 ms in a release build (`cargo test --release`); the bound here leaves room for an
/// unoptimised one on a busy machine.
#[test]
fn no_input_takes_long() {
    let bound = if cfg!(debug_assertions) { Duration::from_secs(5) } else { Duration::from_secs(1) };
    for (name, left, right) in hostile() {
        for spaces in [Spaces::Compared, Spaces::Ignored] {
            let start = Instant::now();
            let comparison = compare(&left, &right, spaces);
            let compared = start.elapsed();
            let layout = Rows::of(&comparison, Extent::Hunks, Layout::Pairs);
            let window = layout.window(&comparison, 0..200);
            let total = start.elapsed();
            let count = comparison.count();
            println!(
                "{name:45} {spaces:?} {:6.1} ms, with a window {:6.1} ms, +{} -{} coarse {} unmarked {}",
                compared.as_secs_f64() * 1e3,
                total.as_secs_f64() * 1e3,
                count.added,
                count.removed,
                comparison.coarse,
                window.unmarked,
            );
            assert!(total < bound, "{name} took {total:?}");
            let end = comparison.right.count() + count.removed;
            assert_eq!(comparison.left.count() + count.added, end, "the numbers of {name} do not add up");
        }
    }
}
