//! A text that a person decides on, shown whole: page by page, and no yes is asked for before its end.

/// The rows and columns of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize {
    rows: usize,
    columns: usize,
}

impl PageSize {
    /// Rows for the question below a page.
    const QUESTION: usize = 2;
    /// The smallest usual terminal, taken where the size of this one is not known.
    const USUAL: (usize, usize) = (24, 80);

    /// Returns the size of a page on a terminal of so many rows and columns; `None` if they are not known. A page has at
    /// least one row.
    pub fn on(terminal: Option<(usize, usize)>) -> Self {
        let (rows, columns) =
            terminal.filter(|(rows, columns)| *rows > 0 && *columns > 0).unwrap_or(Self::USUAL);
        Self { rows: rows.saturating_sub(Self::QUESTION).max(1), columns }
    }
}

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
pub fn show(
    lines: &[String],
    page: PageSize,
    say: &mut dyn FnMut(&str),
    turn: &mut dyn FnMut(usize, usize) -> Turn,
) -> bool {
    let mut left = Some(page.rows);
    let mut next = |shown: usize, left: &mut Option<usize>| {
        match turn(shown, lines.len()) {
            Turn::Next => *left = Some(page.rows),
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
            let fits = left.map_or(rest.len(), |left| bytes_in(rest, left, page.columns));
            let (piece, more) = rest.split_at(fits);
            if more.is_empty() {
                say(piece);
                left = left.map(|left| left.saturating_sub(rows(piece, page.columns)));
                break;
            }
            say(&format!("{piece} [line continues]"));
            left = Some(0);
            rest = more;
        }
    }
    true
}

/// How many bytes of a line stand in so many rows; at least one character, so that it comes to an end.
fn bytes_in(line: &str, rows: usize, columns: usize) -> usize {
    let mut taken = 0;
    for (at, char) in line.char_indices() {
        taken += width(char);
        if taken > rows * columns && at > 0 {
            return at;
        }
    }
    line.len()
}

fn rows(line: &str, columns: usize) -> usize {
    line.chars().map(width).sum::<usize>().div_ceil(columns).max(1)
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
    use super::{PageSize, Turn, show};

    const ROWS: usize = 22;
    const COLUMNS: usize = 80;

    /// What was said up to each question, when these are the answers, and whether the end was shown.
    fn pages(lines: &[String], answers: &[Turn]) -> (Vec<Vec<String>>, bool) {
        pages_of(lines, PageSize::on(None), answers)
    }

    fn pages_of(lines: &[String], size: PageSize, answers: &[Turn]) -> (Vec<Vec<String>>, bool) {
        let pages = std::cell::RefCell::new(vec![Vec::new()]);
        let mut answers = answers.iter();
        let whole = show(
            lines,
            size,
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
            shown.concat().iter().map(|line| line.trim_end_matches(" [line continues]")).collect();
        assert_eq!(again, long.concat());
        assert!(!pages(&long, &[Turn::Next]).1);
    }

    #[test]
    fn page_has_the_rows_of_the_terminal_without_those_of_the_question() {
        let lines: Vec<String> = (0..200).map(|number| format!("line {number}")).collect();
        for rows in [1, 3, 10, 24, 60, 500] {
            let size = PageSize::on(Some((rows, 80)));
            let (shown, whole) = pages_of(&lines, size, &[Turn::Next; 300]);
            assert!(whole && shown.concat() == lines, "{rows}");
            assert_eq!(shown[0].len(), rows.saturating_sub(2).clamp(1, 200), "{rows}");
        }
        assert_eq!(PageSize::on(Some((0, 0))), PageSize::on(None), "some terminals do not say");
        let long = ["a".repeat(400)];
        assert_eq!(pages_of(&long, PageSize::on(Some((6, 50))), &[Turn::Next; 9]).0.len(), 2, "4 rows of 50");
    }
}
