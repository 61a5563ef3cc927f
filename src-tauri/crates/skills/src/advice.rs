//! What to think of when a description is written. The model decides by that line alone.

use std::fmt;

use serde::Serialize;

use crate::{FindingText, Quote, lint_rule};

/// Most characters of a description that the specification allows (S3-17).
pub const DESCRIPTION_LIMIT: usize = 1024;

/// Fewer bytes than this seldom say what a skill does and when: forty letters of Latin, a dozen signs of Chinese.
const SHORT: usize = 40;
/// More than this takes a good part of Pixir's listing.
const LONG: usize = 500;
/// Bytes of Pixir's listing, which all skills share.
const LISTING: usize = 8_000;

/// Words that say when a skill is meant.
const WHEN: &[&str] = &[
    "when", "whenever", "if", "use", "before", "after", "while", "during", "once", "asks", "asked", "wants",
    "mentions", "triggers", "trigger", "invoke", "load",
];

/// Advice on a description: what could be better, and the rule whose remedy says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DescriptionAdvice {
    /// The rule's name.
    #[cfg_attr(feature = "typescript", ts(type = "LintRuleId"))]
    pub rule: &'static str,
    /// The remark.
    pub text: FindingText,
}

impl fmt::Display for DescriptionAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remedy = lint_rule(self.rule).map_or("", |rule| rule.fix);
        write!(f, "{} {remedy}", self.text)
    }
}

/// Returns advice on a description; none when there is nothing to say. It goes by words alone, in English.
pub fn advice(description: &str) -> Vec<DescriptionAdvice> {
    remarks(description).into_iter().map(|(rule, text)| DescriptionAdvice { rule, text }).collect()
}

/// Returns the remarks, each with the rule of the [`rules`](crate::lint_rules) it comes from.
pub(crate) fn remarks(description: &str) -> Vec<(&'static str, FindingText)> {
    let text = description.trim();
    if text.is_empty() {
        return vec![("description-missing", FindingText::DescriptionEmpty)];
    }
    let mut remarks = Vec::new();
    let words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let count = text.chars().count();
    if text.len() < SHORT {
        // What is so short says nothing of when either; that is one thing to mend.
        remarks.push(("description-short", FindingText::DescriptionShort { characters: count }));
    } else if is_english(text) && !has(WHEN) {
        remarks.push(("description-when", FindingText::DescriptionWhen));
    }
    let person = |first: &&String| ["i", "we", "you", "i'm", "i'll"].contains(&first.as_str());
    if let Some(first) = words.first().filter(person) {
        let first: String = text.chars().take(first.chars().count()).collect();
        remarks.push(("description-person", FindingText::DescriptionPerson { word: Quote::whole(first) }));
    }
    if count > LONG {
        let (bytes, fill) = (text.len(), LISTING.div_ceil(text.len()));
        remarks.push(("description-long", FindingText::DescriptionLong { bytes, fill }));
    }
    remarks
}

/// Whether its words can be English ones: of other languages it is not known how they say when.
fn is_english(text: &str) -> bool {
    let letters = || text.chars().filter(|letter| letter.is_alphabetic());
    letters().filter(char::is_ascii_alphabetic).count() * 10 >= letters().count() * 9
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
                assert!(given.to_string().contains(part), "{given}");
            }
        };
        check("Drafts release notes for a range of tags. Use when the user asks for a changelog.", &[]);
        check("", &["no description"]);
        check("Drafts release notes for a range of tags and sorts them.", &["does not say when"]);
        check("Reviews changes of contracts. Use for anything that goes out to customers.", &[]);
        check("检查合同的更改并起草发布说明，适用于所有要发给客户的文件。", &[]);
        check("I draft release notes when somebody asks for them.", &["begins with “I”, not"]);
        check("Notes.", &["6 characters"]);
        check("N", &["1 character."]);
        check(&format!("Use when {}", "x".repeat(500)), &["509 bytes; 16 of that length"]);
    }
}
