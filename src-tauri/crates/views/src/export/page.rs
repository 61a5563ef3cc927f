//! The page of a bundle: it opens without a network, runs nothing, and draws only what it was given as text.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// What the page tells.
pub(super) struct Facts<'a> {
    pub title: &'a str,
    pub about: &'a Map<String, Value>,
    /// Name, what it is, SHA-256.
    pub parts: &'a [(String, String, String)],
    pub limits: &'a [&'a str],
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
    color:#1b1d20;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:\
    collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px \
    solid #d9dce1}a{white-space:nowrap}code{overflow-wrap:anywhere;font:13px ui-monospace,monospace;unicode-bidi:isolate}\
    @media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#15171a}th,td{border-color:#33373d}a{color:#8ab4f8}}";

/// The page as HTML.
pub(super) fn page(facts: &Facts<'_>) -> String {
    let about = facts.about;
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Session {id}</title>\n<style>{STYLE}</style>\n\
         <main>\n<h1>Evidence of session <code>{id}</code></h1>\n<p>{title}</p>\n",
        id = escaped(&text(&about["session"])),
        title = escaped(facts.title),
    );
    html.push_str("<h2>What is in here</h2>\n<table>\n");
    for (key, words) in [
        ("agent", "Agent"),
        ("turns", "Turns"),
        ("turns_in_session", "Turns in the session"),
        ("lines_in_log", "Lines in its log"),
        ("lines_unread", "Lines that cannot be read"),
        ("decisions", "Decisions on permissions and context"),
        ("redacted", "Redacted"),
        ("log_sha256_as_recorded", "SHA-256 of these lines as recorded"),
    ] {
        let value = match (&about[key], key) {
            (Value::Null, _) => "all".to_owned(),
            (Value::Object(range), _) => format!("{} to {}", range["from"], range["to"]),
            (Value::Bool(true), _) => "yes, see redaction.json".to_owned(),
            (Value::Bool(false), _) => "no".to_owned(),
            (value, _) => text(value),
        };
        let _ = writeln!(html, "<tr><th scope=\"row\">{words}<td><code>{}</code>", escaped(&value));
    }
    html.push_str("</table>\n<h2>Skills that were activated</h2>\n");
    snapshots(&mut html, about["snapshots"].as_array().map_or(&[], Vec::as_slice));
    html.push_str("<h2>Parts</h2>\n<table>\n<tr><th scope=\"col\">Part<th scope=\"col\">What it is<th scope=\"col\">SHA-256\n");
    for (name, what, hash) in facts.parts {
        let _ = writeln!(html, "<tr><td>{}<td>{}<td><code>{hash}</code>", link(name, name), escaped(what));
    }
    html.push_str("</table>\n<p>Check them all with <code>assay bundle --verify FILE</code>, or with any program that computes SHA-256.</p>\n");
    html.push_str("<h2>What this does not prove</h2>\n<ul>\n");
    for limit in facts.limits {
        let _ = writeln!(html, "<li>{}", escaped(limit));
    }
    html.push_str("</ul>\n</main>\n</html>\n");
    html
}

fn snapshots(html: &mut String, rows: &[Value]) {
    if rows.is_empty() {
        html.push_str("<p>None in these turns.</p>\n");
        return;
    }
    html.push_str("<table>\n<tr><th scope=\"col\">Skill<th scope=\"col\">Events<th scope=\"col\">Hash<th scope=\"col\">Text<th scope=\"col\">Against the disk\n");
    for row in rows {
        let seqs: Vec<_> = row["seqs"].as_array().into_iter().flatten().map(text).collect();
        let diff =
            row["diff"].as_str().map_or_else(String::new, |name| format!(", {}", link(name, "difference")));
        let _ = writeln!(
            html,
            "<tr><td>{}<br><code>{}</code><td>{}<td><code>{}</code><br>{}<td>{}<td>{}{diff}",
            escaped(&text(&row["name"])),
            escaped(&text(&row["path"])),
            escaped(&seqs.join(", ")),
            escaped(&text(&row["sha256"])),
            escaped(&text(&row["integrity"]).replace('_', " ")),
            link(&text(&row["part"]), "as recorded"),
            escaped(&text(&row["against_disk"]).replace('_', " ")),
        );
    }
    html.push_str("</table>\n");
}

// Names of parts are ours: letters that need no escape.
fn link(name: &str, words: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escaped(name), escaped(words))
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Text that can only be text: characters that mean something, or that no reader sees, are written as numbers.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            letter if skills::is_unseen(letter) => {
                let _ = write!(out, "[U+{:04X}]", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(
            escaped("<img src=x onerror='a'>&\u{202e}\0"),
            "&lt;img src=x onerror=&#39;a&#39;&gt;&amp;[U+202E][U+0000]"
        );
    }
}
