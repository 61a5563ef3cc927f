//! How much of a text an agent is answered with at once.

/// The most bytes of one answer, the line that tells of a cut included.
pub const LIMIT: usize = 16_000;
/// Bytes that this line may take.
const MARK: usize = 200;

/// A text of at most [`LIMIT`] bytes: what is longer ends with a whole character and a line that says how much
/// there is and how to get the rest (S0-12).
pub fn bounded(text: &str, rest: &str) -> String {
    if text.len() <= LIMIT {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(LIMIT - MARK);
    let words: String = rest.chars().take(MARK / 4).collect();
    format!("{}\n…[the first {end} of {} bytes; {words}]", &text[..end], text.len())
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, bounded};

    #[test]
    fn s0_12_an_answer_is_bounded_and_says_so() {
        assert_eq!(bounded("abc", ""), "abc");
        let exact = "x".repeat(LIMIT);
        assert_eq!(bounded(&exact, ""), exact);
        let long = bounded(&"é".repeat(30_000), "read on from there");
        assert!(
            long.len() <= LIMIT && long.ends_with("of 60000 bytes; read on from there]"),
            "{}",
            long.len()
        );
        assert!(bounded(&"x".repeat(LIMIT + 1), &"é".repeat(900)).len() <= LIMIT);
    }
}
