//! How an answer reads without `--json`.
//!
//! Text from skills and logs is hostile: each field is drawn on one line, so that no file can write on a terminal
//! or lay out a line of its own. Where bytes are the answer, `screen.rs` draws them if a terminal is there.

mod built_ins;
mod check;
mod folders;
mod prove;
mod trust;
mod visibility;
mod wins;

use std::fmt::Write as _;

use serde_json::Value;

use crate::arguments::Command;
use crate::found;
use crate::screen::{Printed, visible_line, visible_text};

/// An answer for a person: lines, or the bytes or the JSON that were asked for.
pub fn text(command: &Command, answer: &Value) -> Printed {
    match command {
        Command::Skill { activation: Some(_), .. } => bytes(line(&answer["rendered"])),
        Command::Skill { .. } => bytes(string(&answer["content"])),
        Command::Catalog { .. } | Command::Export { .. } => bytes(string(&answer["text"])),
        Command::Event { .. } => bytes(line(&answer["event"])),
        Command::Check { sarif: true, .. } | Command::Ask { .. } => Printed::Json(format!("{answer:#}")),
        _ => Printed::Words(words_of(command, answer)),
    }
}

fn bytes(text: String) -> Printed {
    Printed::Bytes(text.into_bytes())
}

fn words_of(command: &Command, answer: &Value) -> String {
    match command {
        Command::Skills { .. } => skills(answer),
        Command::WhoWins { .. } => wins::wins(answer),
        Command::Prefix(_) => prefix(answer),
        Command::Invoked { .. } => invoked(answer),
        Command::Templates => templates(answer),
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
        Command::Doctor => doctor(answer),
        Command::Policy { .. } => policy(answer),
        Command::Sources { .. } => sources(answer),
        Command::Evidence { .. } => evidence(answer),
        Command::Trust { .. } => trust::trust(answer),
        Command::BuiltIns { .. } => built_ins::built_ins(answer),
        Command::Visibility(_) => visibility::visibility(answer),
        Command::Folders(_) => folders::folders(answer),
        Command::Skill { .. }
        | Command::Catalog { .. }
        | Command::Export { .. }
        | Command::Event { .. }
        | Command::Ask { .. }
        | Command::Bundle { .. }
        | Command::Hydrate { .. }
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
            let cut = match skill["listing"].as_str() {
                Some("cut") => ", cut from the listing",
                Some("part") => ", without its whole description in the listing",
                _ => "",
            };
            rows.push([
                shown(&skill["scope"]),
                shown(&skill["name"]),
                short(&skill["content_hash"], ""),
                format!("{state}{hidden}{cut}"),
                shown(&skill["short_path"]),
            ]);
        }
    }
    let mut text = table(&rows);
    say(&mut text, &listing(&answer["listing"]));
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
    reconstructed(answer).iter().for_each(|line| say(&mut text, line));
    text
}

/// How much of the skills the model is shown.
fn listing(fact: &Value) -> String {
    let (bytes, left) = (number(&fact["bytes"], "byte"), count(list(&fact["left_out"]), "skill"));
    let budget = &fact["budget"];
    let given = format!("{} {}", budget["amount"], shown(&budget["unit"]));
    if budget.is_null() {
        format!("listing: {bytes}, no limit ({})", shown(&fact["source"]))
    } else if list(&fact["left_out"]).is_empty() {
        format!("listing: {bytes}, at most {given}, nothing is cut")
    } else {
        format!("listing: {bytes}, at most {given}: {} listed, {left} cut", fact["listed"])
    }
}

/// What is known of the difference between what is told and what the agent does; nothing where there is none.
pub fn reconstructed(answer: &Value) -> Vec<String> {
    let told = &answer["reconstructed"];
    if told.is_null() {
        return Vec::new();
    }
    let first = format!("reconstructed ({}), differs in:", shown(&told["source"]));
    std::iter::once(first)
        .chain(list(&told["differs"]).iter().map(|one| format!("  {}", shown(one))))
        .collect()
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
        None => "whether it was released is not recorded".to_owned(),
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
    session_whole(answer) + &list(&answer["turns"]).iter().map(session_turn).collect::<String>()
}

/// What is known of a session as a whole.
pub fn session_whole(answer: &Value) -> String {
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
    let unfinished = &answer["unfinished"];
    if !unfinished.is_null() {
        let bytes = number(&unfinished["bytes"], "byte");
        say(
            &mut text,
            &format!("line {}: unfinished, {bytes}. {}", unfinished["line"], shown(&unfinished["why"])),
        );
    }
    text
}

/// One turn of it.
pub fn session_turn(turn: &Value) -> String {
    let mut text = String::new();
    let range = format!("seq {}–{}", shown(&turn["from_seq"]), shown(&turn["to_seq"]));
    let prompt: String = string(&turn["prompt"]).chars().take(80).collect();
    let prompt = visible_text(&prompt);
    say(&mut text, &format!("\nturn {}  {}  {range}\n  {prompt}", turn["number"], shown(&turn["outcome"])));
    for activation in list(&turn["activations"]) {
        let by = shown(&activation["activated_by"]);
        let words = format!("{} by {by}, {}", shown(&activation["name"]), shown(&activation["integrity"]));
        say(
            &mut text,
            &format!(
                "  seq {} {words}, {}",
                shown(&activation["seq"]),
                short(&activation["content_hash"], "no hash")
            ),
        );
    }
    list(&turn["hydrations"]).iter().for_each(|hydration| say(&mut text, &hydrated(hydration)));
    text
}

fn visible(answer: &Value) -> String {
    let mut text = String::new();
    for (key, state) in [("visible", "in full"), ("dropped", "dropped by a compaction")] {
        for row in list(&answer[key]) {
            say(
                &mut text,
                &format!(
                    "seq {}  {}  {}  {state}",
                    shown(&row["seq"]),
                    shown(&row["name"]),
                    short(&row["content_hash"], "no hash")
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

pub(crate) fn number(value: &Value, noun: &str) -> String {
    counted(value.as_u64().unwrap_or(0), noun)
}

fn count(values: &[Value], noun: &str) -> String {
    counted(values.len() as u64, noun)
}

pub(crate) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The first characters of a hash, or other words where there is none. A log may call any text a hash.
pub(crate) fn short(hash: &Value, without: &str) -> String {
    let first: String = hash.as_str().unwrap_or_default().chars().take(8).collect();
    if first.is_empty() { without.to_owned() } else { visible_text(&first) }
}

/// Characters of the widest column, and of the longest last cell. What is longer is cut, and its end says so.
const WIDEST: usize = 240;
const LONGEST: usize = 4_000;

/// Columns padded to their widest cell; the last one has no column of its own.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let cut_row = |row: &[String; N]| -> [String; N] {
        std::array::from_fn(|at| cut(&row[at], if at + 1 == N { LONGEST } else { WIDEST }))
    };
    let rows: Vec<[String; N]> = rows.iter().map(cut_row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        say(&mut text, &line);
    }
    text
}

fn cut(cell: &str, longest: usize) -> String {
    let Some((at, _)) = cell.char_indices().nth(longest) else { return cell.to_owned() };
    let (kept, rest) = cell.split_at(at);
    // A drawn character is not cut in two.
    let kept = kept
        .rfind('<')
        .filter(|from| !kept[*from..].contains('>'))
        .map_or(kept, |from| if kept.len() - from > LONGEST_DRAWN { kept } else { &kept[..from] });
    let more = rest.chars().count() + cell[kept.len()..at].chars().count();
    format!("{kept}…<{more} more>")
}

/// Bytes of `<U+10FFFF>`.
const LONGEST_DRAWN: usize = 10;

#[cfg(test)]
mod tests {
    use super::{cut, table};

    #[test]
    fn columns_line_up() {
        let rows = [["A", "B"], ["long", "x"]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&rows), "A     B\nlong  x\n");
    }

    #[test]
    fn a_cell_of_any_length_makes_no_column_wider_than_a_screen_can_take() {
        let rows = [["A".to_owned(), "B".to_owned()], ["é".repeat(70_000), "y".repeat(70_000)]];
        let text = table(&rows);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].contains("é…<69760 more>  y"), "{}", lines[1]);
        assert!(lines[1].ends_with("y…<66000 more>"));
        assert!(text.chars().count() < 10_000);
        assert_eq!(cut("ab<U+001B>c", 5), "ab…<9 more>");
        assert_eq!(cut("ab<U+001B>c", 10), "ab<U+001B>…<1 more>");
        assert_eq!(cut("ab", 2), "ab");
    }
}
