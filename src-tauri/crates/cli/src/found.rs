//! How the hits of a search read: a line each, as `grep` would, but with where in the session it stands.

use api::everywhere::{SearchHit, SearchReport};

use crate::screen::visible_text;
use crate::text::{counted, problems, say};

/// Hits under the session they stand in.
pub fn found(report: &SearchReport) -> String {
    let mut text = String::new();
    let mut last = "";
    for hit in &report.hits {
        if hit.session != last {
            let [session, title, place] = [&hit.session, &hit.title, &hit.workspace.path].map(visible_text);
            say(&mut text, &format!("{session}  {}  {title}  {place}", hit.source.label));
            last = &hit.session;
        }
        let place = if hit.seq.is_empty() {
            format!("line {} (not an event)", hit.line)
        } else {
            let words = hit.stands.iter().map(|stands| format!(", {}", visible_text(&stands.words)));
            format!("#{} {}{}", visible_text(&hit.seq), visible_text(&hit.kind), words.collect::<String>())
        };
        say(&mut text, &format!("  {place}: {}", snippet(hit)));
    }
    problems(&mut text, &report.problems);
    if report.too_long > 0 {
        say(&mut text, &format!("note: skipped {} over 64 MiB", counted(report.too_long, "line")));
    }
    if report.dropped > 0 {
        let results = counted(report.dropped, "indexed result");
        say(&mut text, &format!("note: skipped {results} whose text is gone from the log"));
    }
    if report.cut {
        say(&mut text, "note: there are more results; narrow the search");
    }
    for note in &report.notes {
        say(&mut text, &format!("note: {}", visible_text(note)));
    }
    text
}

/// One line: line breaks of the text are spaces here.
fn snippet(hit: &SearchHit) -> String {
    let parts: String = hit.snippet.iter().map(|part| part.text.as_str()).collect();
    let line: Vec<&str> = parts.split_whitespace().collect();
    let cut = |bytes: u32| if bytes == 0 { "" } else { "…" };
    format!("{}{}{}", cut(hit.before), visible_text(line.join(" ")), cut(hit.after))
}
