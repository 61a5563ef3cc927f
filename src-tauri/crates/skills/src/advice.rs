//! What to think of when a description is written. The model decides by that line alone.

/// Most characters of a description that the specification allows (S3-17).
pub const DESCRIPTION_LIMIT: usize = 1024;

/// Fewer characters than this seldom say what a skill does and when.
const SHORT: usize = 40;
/// More than this takes a good part of the 8,000 bytes that all skills share in Pixir's listing.
const LONG: usize = 500;

/// Advice on a description, one sentence each; none when there is nothing to say. It goes by words alone,
/// in English.
pub fn advice(description: &str) -> Vec<String> {
    remarks(description).into_iter().map(|(_, words)| words).collect()
}

/// The same, each with the rule of the [`rules`](crate::lint_rules) it comes from.
pub(crate) fn remarks(description: &str) -> Vec<(&'static str, String)> {
    let text = description.trim();
    if text.is_empty() {
        return vec![("description-missing", "Say what the skill does and when to use it.".to_owned())];
    }
    let mut remarks = Vec::new();
    let words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    if !has(&["when", "whenever", "if", "before", "after", "while", "asks", "asked", "mentions"]) {
        let words = "Say when to use it, for example “Use when the user asks for …”.";
        remarks.push(("description-when", words.to_owned()));
    }
    if words.first().is_some_and(|first| ["i", "we", "you", "i'm", "i'll"].contains(&first.as_str())) {
        let words = "Begin with what the skill does: “Drafts …”, not “I draft …”.";
        remarks.push(("description-person", words.to_owned()));
    }
    let count = text.chars().count();
    if count < SHORT {
        let words = format!("{count} characters say little. Name the task and the words people use for it.");
        remarks.push(("description-short", words));
    }
    if count > LONG {
        let words = format!("{count} characters are long; all skills share 8,000 bytes of the listing.");
        remarks.push(("description-long", words));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::advice;

    #[test]
    fn advice_is_on_what_a_description_lacks() {
        let check = |description: &str, parts: &[&str]| {
            let given = advice(description);
            assert_eq!(given.len(), parts.len(), "{description}: {given:?}");
            for (given, part) in given.iter().zip(parts) {
                assert!(given.contains(part), "{given}");
            }
        };
        check("Drafts release notes for a range of tags. Use when the user asks for a changelog.", &[]);
        check("", &["what the skill does"]);
        check("Drafts release notes for a range of tags and sorts them.", &["when to use it"]);
        check("I draft release notes when somebody asks for them.", &["Begin with"]);
        check("When asked.", &["11 characters"]);
        check(&format!("Use when {}", "x".repeat(500)), &["509 characters"]);
    }
}
