//! Names of skills that agents may not see, taken out of what people and models wrote: of titles and of the snippets
//! of a search. A name is found in any case, and however its words are joined. What else was said of such a skill, and
//! a name in a longer word, stays.

use std::ops::Range;

use serde_json::{Value, json};

/// What stands in place of a name.
const MARK: &str = "[not shown]";
/// Characters of a name that are a part of it when a text is cut within it; fewer tell too little.
const PART: usize = 3;

/// Whether a text was cut at an end, so that a part of a name may stand there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// At its beginning.
    pub before: bool,
    /// At its end.
    pub after: bool,
}

/// A text without the names; nothing when none stands in it.
pub fn veiled(names: &[String], text: &str, cut: Cut) -> Option<String> {
    let spans = spans(names, text, cut);
    (!spans.is_empty()).then(|| {
        let (mut shown, mut at) = (String::new(), 0);
        for span in spans {
            shown.push_str(&text[at..span.start]);
            shown.push_str(MARK);
            at = span.end;
        }
        shown + &text[at..]
    })
}

/// Takes the names out of the snippet of a hit. False when all that was looked for is a part of them: then there is
/// no hit, so that none can be tried.
pub fn veil_hit(names: &[String], hit: &mut Value) -> bool {
    let parts: Vec<(String, bool)> = hit["snippet"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|part| (part["text"].as_str().unwrap_or_default().to_owned(), part["hit"] == true))
        .collect();
    let text: String = parts.iter().map(|(text, _)| text.as_str()).collect();
    let cut = Cut { before: hit["before"] != 0, after: hit["after"] != 0 };
    let spans = spans(names, &text, cut);
    if spans.is_empty() {
        return true;
    }
    let (mut shown, mut at, mut is_found) = (Vec::new(), 0, false);
    for (part, found) in parts {
        let own = at..at + part.len();
        is_found |= found && spans.iter().all(|span| span.end <= own.start || own.end <= span.start);
        let mut from = own.start;
        for span in spans.iter().filter(|span| span.start < own.end && own.start < span.end) {
            let before = &text[from..span.start.max(from)];
            if !before.is_empty() {
                shown.push(json!({ "text": before, "hit": found }));
            }
            // A name that goes over several pieces is marked once.
            if span.start >= own.start {
                shown.push(json!({ "text": MARK, "hit": false }));
            }
            from = span.end.min(own.end);
        }
        if from < own.end {
            shown.push(json!({ "text": &text[from..own.end], "hit": found }));
        }
        at = own.end;
    }
    hit["snippet"] = shown.into();
    is_found
}

/// Where names stand, in order and apart.
fn spans(names: &[String], text: &str, cut: Cut) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for name in names {
        let name: Vec<char> = folded(name);
        if name.is_empty() {
            continue;
        }
        for (at, _) in text.char_indices().filter(|(at, _)| !goes_on(text[..*at].chars().next_back())) {
            let is_begun = cut.after.then_some(PART);
            found.extend(matched(&name, &text[at..], is_begun).map(|length| at..at + length));
        }
        if cut.before {
            let ends =
                (1..=name.len().saturating_sub(PART)).filter_map(|from| matched(&name[from..], text, None));
            found.extend(ends.max().map(|length| 0..length));
        }
    }
    found.sort_unstable_by_key(|span| span.start);
    let mut apart: Vec<Range<usize>> = Vec::new();
    for span in found {
        match apart.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => apart.push(span),
        }
    }
    apart
}

/// Bytes of the name at the beginning of a text, with no word going on behind it. Where the text ends first, so many
/// characters of the name are enough.
fn matched(name: &[char], text: &str, enough: Option<usize>) -> Option<usize> {
    let mut rest = text.char_indices();
    for (number, wanted) in name.iter().enumerate() {
        match rest.next() {
            Some((_, found)) if fold(found) == *wanted => {}
            None if enough.is_some_and(|enough| number >= enough) => return Some(text.len()),
            _ => return None,
        }
    }
    let end = rest.offset();
    (!goes_on(text[end..].chars().next())).then_some(end)
}

fn folded(name: &str) -> Vec<char> {
    name.trim().chars().map(fold).collect()
}

// Case does not count, nor how the words of a name are joined.
fn fold(char: char) -> char {
    match char {
        '-' | '_' | ' ' | '\u{a0}' | '\t' | '\n' => '-',
        other => other.to_lowercase().next().unwrap_or(other),
    }
}

fn goes_on(at: Option<char>) -> bool {
    at.is_some_and(|at| at.is_alphanumeric() || matches!(at, '-' | '_'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Cut, veil_hit, veiled};

    const WHOLE: Cut = Cut { before: false, after: false };

    fn names() -> Vec<String> {
        ["deploy-prod", "tools"].map(str::to_owned).to_vec()
    }

    #[test]
    fn names_are_taken_out_in_any_case_and_form() {
        for (text, shown) in [
            ("Use $deploy-prod now", "Use $[not shown] now"),
            ("/tools: go", "/[not shown]: go"),
            ("DEPLOY_PROD and Deploy Prod, tools", "[not shown] and [not shown], [not shown]"),
        ] {
            assert_eq!(veiled(&names(), text, WHOLE).as_deref(), Some(shown));
        }
        for text in ["", "deploy", "deploy-production", "my-tools", "toolsmith", "pretools"] {
            assert_eq!(veiled(&names(), text, WHOLE), None, "{text}");
        }
        assert_eq!(veiled(&[String::new()], "a", WHOLE), None);
    }

    #[test]
    fn a_part_of_a_name_at_a_cut_is_taken_out_too() {
        let at_end = Cut { before: false, after: true };
        assert_eq!(veiled(&names(), "now deploy-p", at_end).as_deref(), Some("now [not shown]"));
        assert_eq!(veiled(&names(), "now de", at_end), None);
        let at_start = Cut { before: true, after: false };
        assert_eq!(veiled(&names(), "oy-prod now", at_start).as_deref(), Some("[not shown] now"));
        assert_eq!(veiled(&names(), "oy-product now", at_start), None);
    }

    #[test]
    fn a_hit_that_is_the_name_itself_is_none() {
        let hit = |parts: &[(&str, bool)]| {
            let parts: Vec<_> =
                parts.iter().map(|(text, found)| json!({ "text": text, "hit": found })).collect();
            let mut hit = json!({ "snippet": parts, "before": 0, "after": 0 });
            let is_one = veil_hit(&names(), &mut hit);
            let text: String = hit["snippet"]
                .as_array()
                .expect("parts")
                .iter()
                .filter_map(|part| part["text"].as_str())
                .collect();
            (is_one, text)
        };
        assert!(!hit(&[("use ", false), ("tools", true), (" now", false)]).0);
        assert!(!hit(&[("use de", false), ("ploy-prod now", true)]).0);
        assert!(!hit(&[("use dep", false), ("loy", true), ("-prod now", false)]).0);
        assert_eq!(
            hit(&[("use ", true), ("tools and deploy", false), ("-prod", true), (" now", false)]),
            (true, "use [not shown] and [not shown] now".to_owned())
        );
        assert_eq!(hit(&[("no name", true)]), (true, "no name".to_owned()));
    }
}
