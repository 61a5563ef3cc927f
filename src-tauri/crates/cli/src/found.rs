//! How the hits of a search read: a line each, as `grep` would, but with where in the session it stands.

use serde_json::Value;

use crate::screen::visible_text;
use crate::text::{list, problems, say, shown, string};

/// Hits under the session they stand in.
pub fn found(answer: &Value) -> String {
    let mut text = String::new();
    let mut last = String::new();
    for hit in list(&answer["hits"]) {
        let session = string(&hit["session"]);
        if session != last {
            let place = shown(&hit["workspace"]["path"]);
            say(&mut text, &format!("{}  {}  {place}", visible_text(&session), shown(&hit["title"])));
            last = session;
        }
        let seq = string(&hit["seq"]);
        let place = if seq.is_empty() {
            format!("line {}, no event", hit["line"])
        } else {
            format!("#{} {}", visible_text(&seq), shown(&hit["kind"]))
        };
        say(&mut text, &format!("  {place}: {}", snippet(hit)));
    }
    problems(&mut text, answer);
    for (key, words) in [
        ("too_long", "lines over 64 MiB were not searched"),
        ("dropped", "hits of the index are not in their logs any more and are not shown"),
    ] {
        if answer[key].as_u64().is_some_and(|count| count > 0) {
            say(&mut text, &format!("{} {words}", answer[key]));
        }
    }
    if answer["cut"] == true {
        say(&mut text, "there are more hits; narrow the search");
    }
    for note in list(&answer["notes"]) {
        say(&mut text, &shown(note));
    }
    text
}

/// One line: line breaks of the text are spaces here.
fn snippet(hit: &Value) -> String {
    let parts: String = list(&hit["snippet"]).iter().map(|part| string(&part["text"])).collect();
    let line: Vec<&str> = parts.split_whitespace().collect();
    let (before, after) = (hit["before"] != 0, hit["after"] != 0);
    format!(
        "{}{}{}",
        if before { "…" } else { "" },
        visible_text(&line.join(" ")),
        if after { "…" } else { "" }
    )
}
