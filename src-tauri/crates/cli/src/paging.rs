//! A text that a person decides on, shown whole: page by page, and no yes is asked for before its end.

/// Rows of one page: less than the smallest usual terminal has, so that nothing scrolls away unread.
const ROWS: usize = 22;
/// Columns a row is taken to have. A wider terminal shows a page in fewer rows.
const COLUMNS: usize = 80;

/// What a person says at the end of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The next page.
    Next,
    /// Everything that is left, at once.
    All,
    /// No more of it: the answer to what would have been asked is no.
    Stop,
}

/// Shows `lines`, already safe to print, and asks `turn` after each page with how many lines of how many were
/// shown. A line longer than a page goes on in the next. True once the end was shown.
pub fn show(lines: &[String], say: &mut dyn FnMut(&str), turn: &mut dyn FnMut(usize, usize) -> Turn) -> bool {
    let mut left = Some(ROWS);
    let mut next = |shown: usize, left: &mut Option<usize>| {
        match turn(shown, lines.len()) {
            Turn::Next => *left = Some(ROWS),
            Turn::All => *left = None,
            Turn::Stop => return false,
        }
        true
    };
    for (number, line) in lines.iter().enumerate() {
        let mut rest = line.as_str();
        loop {
            if left == Some(0) && !next(number, &mut left) {
                return false;
            }
            let fits = left.map_or(rest.len(), |left| bytes_in(rest, left));
            let (piece, more) = rest.split_at(fits);
            if more.is_empty() {
                say(piece);
                left = left.map(|left| left.saturating_sub(rows(piece)));
                break;
            }
            say(&format!("{piece} [this line goes on]"));
            left = Some(0);
            rest = more;
        }
    }
    true
}

/// How many bytes of a line stand in so many rows; at least one character, so that it comes to an end.
fn bytes_in(line: &str, rows: usize) -> usize {
    let mut columns = 0;
    for (at, char) in line.char_indices() {
        columns += width(char);
        if columns > rows * COLUMNS && at > 0 {
            return at;
        }
    }
    line.len()
}

fn rows(line: &str) -> usize {
    line.chars().map(width).sum::<usize>().div_ceil(COLUMNS).max(1)
}

// Never less than a terminal takes.
fn width(char: char) -> usize {
    match char {
        '\t' => 8,
        char if char.is_ascii() => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, ROWS, Turn, show};

    /// What was said up to each question, when these are the answers, and whether the end was shown.
    fn pages(lines: &[String], answers: &[Turn]) -> (Vec<Vec<String>>, bool) {
        let pages = std::cell::RefCell::new(vec![Vec::new()]);
        let mut answers = answers.iter();
        let whole = show(
            lines,
            &mut |line| pages.borrow_mut().last_mut().expect("a page").push(line.to_owned()),
            &mut |_, _| {
                pages.borrow_mut().push(Vec::new());
                *answers.next().unwrap_or(&Turn::Stop)
            },
        );
        (pages.into_inner(), whole)
    }

    #[test]
    fn nothing_is_left_out_and_the_end_is_known() {
        let lines: Vec<String> = (0..490).map(|number| format!("line {number}")).collect();
        let (shown, whole) = pages(&lines, &[Turn::Next; 100]);
        assert!(whole && shown.iter().all(|page| page.len() <= ROWS));
        assert_eq!(shown.concat(), lines);
        assert_eq!(pages(&lines, &[Turn::Next, Turn::All]).0.concat(), lines);
        let (shown, whole) = pages(&lines, &[Turn::Next, Turn::Stop]);
        assert!(!whole && shown.concat() == lines[..2 * ROWS]);
        assert!(!pages(&lines, &[]).1, "nobody is there any more");
        let (shown, whole) = pages(&lines[..ROWS], &[]);
        assert!(whole && shown.len() == 1, "what fits is not asked about");
    }

    #[test]
    fn a_line_longer_than_a_page_goes_on_in_the_next() {
        let long = ["é".repeat(3 * ROWS * COLUMNS), "the end".to_owned()];
        let (shown, whole) = pages(&long, &[Turn::Next; 100]);
        assert!(whole && shown.len() >= 6, "two columns each");
        let again: String =
            shown.concat().iter().map(|line| line.trim_end_matches(" [this line goes on]")).collect();
        assert_eq!(again, long.concat());
        assert!(!pages(&long, &[Turn::Next]).1);
    }
}
