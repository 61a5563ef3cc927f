use std::ops::Range;

use crate::compare::{Change, Comparison};
use crate::hunk::{CONTEXT, groups};
use crate::lines::Text;

/// Writes a comparison as a unified diff; empty if nothing changed.
///
/// The bytes of the lines are kept as they are. If whitespace was compared, `patch` applied to the left
/// text gives the right one exactly; if it was ignored, unchanged lines are those of the left side.
/// `left` and `right` name the sides in the two head lines; control characters in them become `?`.
pub fn unified(comparison: &Comparison, left: &str, right: &str) -> Vec<u8> {
    let changes: Vec<Change> =
        comparison.frontmatter.changes.iter().chain(&comparison.body.changes).cloned().collect();
    let mut out = Vec::new();
    if changes.is_empty() {
        return out;
    }
    out.extend_from_slice(format!("--- {}\n+++ {}\n", plain(left), plain(right)).as_bytes());
    for group in groups(&changes) {
        hunk(&mut out, comparison, &changes[group]);
    }
    out
}

fn plain(name: &str) -> String {
    name.chars().map(|char| if char.is_control() { '?' } else { char }).collect()
}

fn hunk(out: &mut Vec<u8>, comparison: &Comparison, changes: &[Change]) {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
        return;
    };
    let head = CONTEXT.min(first.left.start - comparison.frontmatter.left.start);
    let tail = CONTEXT.min(comparison.body.left.end - last.left.end);
    let left = first.left.start - head..last.left.end + tail;
    let right = first.right.start - head..last.right.end + tail;
    out.extend_from_slice(format!("@@ -{} +{} @@\n", place(&left), place(&right)).as_bytes());
    let mut at = left.start;
    for change in changes {
        lines(out, b' ', &comparison.left, at..change.left.start);
        lines(out, b'-', &comparison.left, change.left.clone());
        lines(out, b'+', &comparison.right, change.right.clone());
        at = change.left.end;
    }
    lines(out, b' ', &comparison.left, at..left.end);
}

/// First line and number of lines; an empty range names the line before it.
fn place(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

fn lines(out: &mut Vec<u8>, sign: u8, text: &Text, range: Range<usize>) {
    for at in range {
        let line = text.line(at);
        out.push(sign);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unified;
    use crate::compare::{Spaces, compare};

    #[test]
    fn a_unified_diff_is_written_as_diff_writes_it() {
        let check = |left: &str, right: &str, want: &str| {
            let found = compare(left.as_bytes(), right.as_bytes(), Spaces::Compared);
            let found = String::from_utf8(unified(&found, "recorded", "disk\t")).unwrap();
            assert_eq!(found.strip_prefix("--- recorded\n+++ disk?\n").unwrap_or(&found), want);
        };
        check("a\n", "a\n", "");
        check("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n");
        check("a\n", "", "@@ -1 +0,0 @@\n-a\n");
        check("a\nb\n", "a\nc", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n");
        check(
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
            "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n",
        );
    }
}
