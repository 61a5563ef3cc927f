//! How an answer reads without `--json`.
//!
//! Text from skills and logs is hostile: control characters are made visible, so that no file can
//! write on a terminal. Only `skill` and `catalog`, whose bytes are the answer, pass them on.

mod built_ins;
mod check;
mod prove;
mod requirements;
mod trust;
mod visibility;
mod wins;

use std::fmt::Write as _;

use serde_json::Value;

use crate::arguments::Command;
use crate::found;

/// An answer as lines for a person.
pub fn text(command: &Command, answer: &Value) -> String {
    match command {
        Command::Skills { .. } => skills(answer),
        Command::WhoWins { .. } => wins::wins(answer),
        Command::Skill { activation: Some(_), .. } => line(&answer["rendered"]),
        Command::Skill { .. } => string(&answer["content"]),
        Command::Catalog { .. } => string(&answer["text"]),
        Command::Prefix(_) => prefix(answer),
        Command::Invoked { .. } => invoked(answer),
        Command::Templates => templates(answer),
        Command::Check { sarif: true, .. } | Command::Ask { .. } => format!("{answer:#}\n"),
        Command::Check { rules: true, .. } => check::rules(answer),
        Command::Check { .. } => check::check(answer),
        Command::Sessions(_) => sessions(answer),
        Command::Search { .. } => found::found(answer),
        Command::Session { at: Some(_), .. } => visible(answer),
        Command::At { .. } => crate::moment::moment(answer),
        Command::Session { .. } => session(answer),
        Command::Drift { .. } => prove::drift(answer),
        Command::Diff { word: true, .. } => words(answer),
        Command::Diff { .. } => diff(answer),
        Command::Verify { all: true, .. } => prove::verify_all(answer),
        Command::Verify { .. } => prove::verify(answer),
        Command::Versions { .. } => prove::versions(answer),
        Command::Usage { .. } => prove::usage(answer),
        Command::Requirements { .. } => requirements::requirements(answer),
        Command::Doctor => doctor(answer),
        Command::Policy { .. } => policy(answer),
        Command::Sources { .. } => sources(answer),
        Command::Evidence { .. } => evidence(answer),
        Command::Trust { .. } => trust::trust(answer),
        Command::BuiltIns { .. } => built_ins::built_ins(answer),
        Command::Visibility(_) => visibility::visibility(answer),
        Command::Export { .. } => string(&answer["text"]),
        Command::Event { .. } => line(&answer["event"]),
        Command::Bundle { .. } => String::new(),
        Command::Hydrate { .. }
        | Command::Mcp { .. }
        | Command::Manage(_)
        | Command::Import(_)
        | Command::New { .. }
        | Command::Restore { .. }
        | Command::Undo { .. }
        | Command::Trash { .. } => String::new(),
    }
}

/// What stands before a conversation, section by section.
fn prefix(answer: &Value) -> String {
    let head = format!("convention {}, sha256 {}", shown(&answer["convention"]), shown(&answer["sha256"]));
    let mut text = String::new();
    say(&mut text, &head);
    for section in list(&answer["sections"]) {
        say(&mut text, &format!("\n[{}] {} bytes", shown(&section["holds"]), section["bytes"]));
        say(&mut text, &string(&section["text"]).split_inclusive('\n').map(visible_line).collect::<String>());
    }
    text
}

fn skills(answer: &Value) -> String {
    let mut rows = vec![["SCOPE", "NAME", "HASH", "STATE", "FILE"].map(str::to_owned)];
    for key in ["skills", "shadowed"] {
        for skill in list(&answer[key]) {
            let state = match skill["state"].as_str() {
                Some("wins") => "winning".to_owned(),
                Some(other) => other.replace('_', " "),
                None => "-".to_owned(),
            };
            let hidden = if skill["disable_model_invocation"] == true { ", hidden from model" } else { "" };
            let hash = string(&skill["content_hash"]);
            let short = hash.get(..8).unwrap_or_default().to_owned();
            rows.push([
                shown(&skill["scope"]),
                shown(&skill["name"]),
                short,
                format!("{state}{hidden}"),
                shown(&skill["short_path"]),
            ]);
        }
    }
    let mut text = table(&rows);
    for warning in list(&answer["warnings"]) {
        let losers: Vec<_> = list(&warning["shadowed"]).iter().map(shown).collect();
        say(
            &mut text,
            &format!(
                "{}: {} shadows {}",
                shown(&warning["name"]),
                shown(&warning["selected"]),
                losers.join(", ")
            ),
        );
    }
    problems(&mut text, answer);
    text
}

fn invoked(answer: &Value) -> String {
    list(&answer["names"]).iter().map(|name| shown(name) + "\n").collect()
}

fn templates(answer: &Value) -> String {
    let mut rows = vec![["TEMPLATE", "NAME", "FILE"].map(str::to_owned)];
    for template in list(&answer["templates"]) {
        rows.push([
            shown(&template["template_id"]),
            shown(&template["name"]),
            shown(&template["short_path"]),
        ]);
    }
    let mut text = table(&rows);
    for warning in list(&answer["warnings"]).iter().filter(|warning| warning.get("kind").is_some()) {
        say(
            &mut text,
            &format!(
                "{} {}: {}",
                shown(&warning["skill"]),
                shown(&warning["path"]),
                shown(&warning["message"])
            ),
        );
    }
    text
}

fn sessions(answer: &Value) -> String {
    let mut rows =
        vec![["SESSION", "STARTED", "TURNS", "EVENTS", "SKILLS", "STATE", "TITLE"].map(str::to_owned)];
    for session in list(&answer["sessions"]) {
        let skills: Vec<_> = list(&session["skills"]).iter().map(shown).collect();
        let state = match (session["live"] == true, session["readable_by_pixir"] == true) {
            (true, _) => "live",
            (false, true) => "",
            (false, false) => "refused by Pixir",
        };
        rows.push([
            shown(&session["id"]),
            shown(&session["started"]),
            session["turns"].to_string(),
            session["events"].to_string(),
            skills.join(" "),
            state.to_owned(),
            shown(&session["title"]),
        ]);
    }
    let mut text = table(&rows);
    if rows.len() == 1 {
        for place in list(&answer["places"]) {
            say(&mut text, &format!("looked in {}: {}", shown(&place["path"]), shown(&place["found"])));
        }
    }
    problems(&mut text, answer);
    text
}

/// What was released is recorded; that a model read it is not.
fn hydrated(hydration: &Value) -> String {
    let to = match hydration["released_to"].as_str() {
        Some(to) => format!("released to {}", visible_text(to)),
        None => "not released".to_owned(),
    };
    let cut = if hydration["truncated"] == true { ", cut" } else { "" };
    let (skill, source) = (shown(&hydration["skill"]), shown(&hydration["context_source_id"]));
    format!(
        "  hydrated {skill} {source}: {}, {}{cut}, {to}",
        shown(&hydration["command"]),
        number(&hydration["bytes_kept"], "byte"),
    )
}

fn session(answer: &Value) -> String {
    let mut text = String::new();
    say(&mut text, &format!("{}  {}", shown(&answer["id"]), shown(&answer["path"])));
    let unread = count(list(&answer["unread"]), "line");
    say(&mut text, &format!("{}, {unread} not read", number(&answer["events"], "event")));
    if let Some(reason) = answer["pixir"]["reason"].as_str() {
        say(&mut text, &visible_text(reason));
    }
    for line in list(&answer["unread"]) {
        say(&mut text, &format!("line {}: {}", line["line"], shown(&line["reason"])));
    }
    for turn in list(&answer["turns"]) {
        let range = format!("seq {}–{}", shown(&turn["from_seq"]), shown(&turn["to_seq"]));
        let prompt: String = shown(&turn["prompt"]).chars().take(80).collect();
        say(
            &mut text,
            &format!("\nturn {}  {}  {range}\n  {prompt}", turn["number"], shown(&turn["outcome"])),
        );
        for activation in list(&turn["activations"]) {
            let hash = string(&activation["content_hash"]);
            let by = shown(&activation["activated_by"]);
            let words =
                format!("{} by {by}, {}", shown(&activation["name"]), shown(&activation["integrity"]));
            say(
                &mut text,
                &format!(
                    "  seq {} {words}, {}",
                    shown(&activation["seq"]),
                    hash.get(..8).unwrap_or("no hash")
                ),
            );
        }
        list(&turn["hydrations"]).iter().for_each(|hydration| say(&mut text, &hydrated(hydration)));
    }
    text
}

fn visible(answer: &Value) -> String {
    let mut text = String::new();
    for (key, state) in [("visible", "in full"), ("dropped", "dropped by a compaction")] {
        for row in list(&answer[key]) {
            let hash = string(&row["content_hash"]);
            say(
                &mut text,
                &format!(
                    "seq {}  {}  {}  {state}",
                    shown(&row["seq"]),
                    shown(&row["name"]),
                    hash.get(..8).unwrap_or("no hash")
                ),
            );
        }
    }
    if text.is_empty() { "no skill text is in context here\n".to_owned() } else { text }
}

fn diff(answer: &Value) -> String {
    let unified: String = string(&answer["unified"]).split_inclusive('\n').map(visible_line).collect();
    if unified.is_empty() { state(answer) } else { unified }
}

fn words(answer: &Value) -> String {
    let mut text = String::new();
    for hunk in list(&answer["hunks"]) {
        say(&mut text, &format!("@@ -{} +{} @@", hunk["left_from"], hunk["right_from"]));
        for (key, sign) in [("removed", '-'), ("added", '+')] {
            list(&hunk[key]).iter().for_each(|line| say(&mut text, &format!("{sign}{}", shown(line))));
        }
    }
    if text.is_empty() { state(answer) } else { text }
}

fn state(answer: &Value) -> String {
    match answer["state"].as_str() {
        Some("identical") => "Snapshot equals disk. Nothing to compare.\n".to_owned(),
        Some("deleted") => "Deleted. The log holds the last copy.\n".to_owned(),
        other => format!("{}\n", other.unwrap_or_default().replace('_', " ")),
    }
}

fn doctor(answer: &Value) -> String {
    let mut text = String::new();
    say(&mut text, &format!("assay {}, rules of {}", shown(&answer["version"]), shown(&answer["rules"])));
    for key in ["workspace", "home", "pixir_home", "kept"] {
        let value = answer[key].as_str().map_or("not set".to_owned(), visible_text);
        say(&mut text, &format!("{key}: {value}"));
    }
    for root in list(&answer["roots"]) {
        say(
            &mut text,
            &format!(
                "{} skills: {} ({})",
                shown(&root["scope"]),
                shown(&root["path"]),
                shown(&root["found"])
            ),
        );
    }
    for place in list(&answer["places"]) {
        say(
            &mut text,
            &format!("{}: {} ({})", shown(&place["source"]), shown(&place["path"]), shown(&place["found"])),
        );
    }
    say(&mut text, &format!("{}, {} damaged", number(&answer["sessions"], "session"), answer["damaged"]));
    problems(&mut text, answer);
    text
}

fn evidence(answer: &Value) -> String {
    let mut text = String::new();
    let place = if answer["in_pixirs_logs"] == true { "Pixir’s logs" } else { "companion logs" };
    say(&mut text, &format!("{place}: {}", shown(&answer["why"])));
    if answer["companions"].is_string() {
        say(&mut text, &format!("companion logs lie in {}", shown(&answer["companions"])));
    }
    say(&mut text, "to write into Pixir’s logs means:");
    for sentence in list(&answer["consequences"]) {
        say(&mut text, &format!("  {}", shown(sentence)));
    }
    text
}

fn policy(answer: &Value) -> String {
    let mut text = String::new();
    let (pixir, assay) = (&answer["pixir"], &answer["assay"]);
    let safe = if pixir["safe_command"] == true { "a safe command" } else { "no safe command" };
    say(&mut text, &format!("Pixir: {}, {safe}", shown(&pixir["decision"])));
    if let Some(token) = pixir["outside_workspace_token"].as_str() {
        say(&mut text, &format!("Pixir: {} leads out of the workspace", visible_text(token)));
    }
    say(&mut text, &format!("Assay: {}", shown(&assay["decision"])));
    for reason in list(&assay["reasons"]) {
        say(&mut text, &format!("  {}", shown(reason)));
    }
    text
}

fn sources(answer: &Value) -> String {
    let mut rows = vec![["SKILL", "SOURCE", "RULE", "DECLARED", "WHAT"].map(str::to_owned)];
    for source in list(&answer["sources"]) {
        let words: Vec<_> = list(&source["run"]).iter().map(shown).collect();
        let rule = if source["blocked"].is_null() { shown(&source["decision"]) } else { "never".to_owned() };
        let what = format!("{} {}", shown(&source["kind"]), words.join(" "));
        rows.push([shown(&source["skill"]), shown(&source["id"]), rule, shown(&source["declared"]), what]);
    }
    if rows.len() == 1 { "no skill declares a context source here\n".to_owned() } else { table(&rows) }
}

pub(crate) fn problems(text: &mut String, answer: &Value) {
    for problem in list(&answer["problems"]) {
        say(text, &format!("{}: {}", shown(&problem["code"]), shown(&problem["message"])));
    }
}

pub(crate) fn say(text: &mut String, words: &str) {
    writeln!(text, "{}", words.trim_end()).expect("writing to memory");
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn line(value: &Value) -> String {
    string(value) + "\n"
}

/// A value as text on one line, with what cannot be seen made visible.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => visible_text(text),
        Value::Null => "-".to_owned(),
        other => other.to_string(),
    }
}

pub(crate) fn visible_text(text: &str) -> String {
    text.chars().map(visible_char).collect()
}

pub(crate) fn visible_line(line: &str) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    let shown: String =
        text.chars().map(|char| if char == '\t' { "\t".to_owned() } else { visible_char(char) }).collect();
    shown + end
}

fn visible_char(char: char) -> String {
    let is_format = matches!(char, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    if char == '\n' {
        " ".to_owned()
    } else if char.is_control() || is_format {
        format!("<U+{:04X}>", u32::from(char))
    } else {
        char.to_string()
    }
}

fn number(value: &Value, noun: &str) -> String {
    counted(value.as_u64().unwrap_or(0), noun)
}

fn count(values: &[Value], noun: &str) -> String {
    counted(values.len() as u64, noun)
}

fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Columns padded to their widest cell; the last one is left as it is.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<_> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        say(&mut text, &cells.join("  "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{table, visible_text};

    #[test]
    fn nothing_writes_on_the_terminal() {
        assert_eq!(visible_text("a\u{1b}[31mb\u{202e}c\u{200b}\n"), "a<U+001B>[31mb<U+202E>c<U+200B> ");
    }

    #[test]
    fn columns_line_up() {
        let rows = [["A", "B"], ["long", "x"]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&rows), "A     B\nlong  x\n");
    }
}
