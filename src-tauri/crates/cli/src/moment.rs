//! What a model had at a point of a session, in words.

use serde_json::Value;

use crate::screen::{visible_line, visible_text};
use crate::text::{list, say, short, shown};

/// The answer of `assay at`.
pub fn moment(answer: &Value) -> String {
    let moment = &answer["moment"];
    let mut text = String::new();
    say(&mut text, &head(answer, moment));
    let model = moment["model"].as_str().map_or("no model recorded".to_owned(), visible_text);
    say(&mut text, &format!("model {model}, {}", shown(&moment["known"])));
    list(&moment["notes"]).iter().for_each(|note| say(&mut text, &shown(note)));
    say(&mut text, "\ntexts of skills (reconstructed)");
    for card in list(&moment["texts"]) {
        let (seq, name) = (shown(&card["seq"]), shown(&card["letter"]["name"]));
        say(
            &mut text,
            &format!(
                "  seq {seq}  {name}  {}  {}",
                short(&card["letter"]["hash"], "no hash"),
                state(&card["state"])
            ),
        );
    }
    none(&mut text, &moment["texts"]);
    if moment["summary"].is_object() {
        let summary = &moment["summary"];
        say(
            &mut text,
            &format!(
                "\ncompaction summary (recorded, seq {} for {})",
                shown(&summary["seq"]),
                shown(&summary["range"])
            ),
        );
        say(&mut text, &lines(&summary["text"]["text"]));
        if summary["text"]["cut"] == true {
            say(&mut text, &format!("[{} bytes in all]", summary["text"]["bytes"]));
        }
    }
    say(&mut text, "\nhydrated context of this turn (recorded)");
    for card in list(&moment["hydrated"]) {
        let fact = &card["fact"];
        say(
            &mut text,
            &format!("  {} {}: {}", shown(&fact["skill"]), shown(&fact["source"]), shown(&fact["command"])),
        );
    }
    none(&mut text, &moment["hydrated"]);
    catalog(&mut text, &moment["catalog"]);
    let permission = &moment["permission"];
    let mode = permission["mode"].as_str().map_or("not recorded".to_owned(), visible_text);
    say(
        &mut text,
        &format!(
            "\npermission ({}): mode {mode}; in this turn so far {} allowed, {} denied",
            shown(&permission["known"]),
            permission["allowed"],
            permission["denied"]
        ),
    );
    say(&mut text, &input(answer, moment));
    list(&answer["items"]).iter().for_each(|item| items(&mut text, item));
    text
}

/// Items that were not sent are never taken for those that were.
fn input(answer: &Value, moment: &Value) -> String {
    let texts = match answer["skill_texts"].as_str() {
        Some("protect") => "are kept behind it",
        Some("reference") => "are named behind it",
        _ => return format!("provider input (reconstructed): {} items", moment["items"]),
    };
    format!(
        "what another host would send, and Pixir did not: {} items; texts of skills that a compaction covers {texts}",
        moment["items_outliving"]
    )
}

fn head(answer: &Value, moment: &Value) -> String {
    let what = &moment["what"];
    let step = match what["kind"].as_str() {
        Some("call") => format!("before call {} of {}", what["number"], what["of"]),
        Some("failed") => "before the call that failed".to_owned(),
        _ => "at the end".to_owned(),
    };
    let turn = moment["turn"].as_u64().map(|turn| format!("turn {turn}, ")).unwrap_or_default();
    format!("{}  {turn}{step}, after seq {}", shown(&answer["session"]), shown(&moment["after_seq"]))
}

fn state(state: &Value) -> String {
    match state["kind"].as_str() {
        Some("full") => "in full".to_owned(),
        Some("repeated") => "in full, and sent again later".to_owned(),
        Some("superseded") => format!("in full, superseded by {}", shown(&state["by"]["letter"])),
        _ if state["named"] == true => format!("dropped at seq {}, name kept", shown(&state["at"])),
        _ => format!("dropped at seq {}, name not kept", shown(&state["at"])),
    }
}

fn catalog(text: &mut String, catalog: &Value) {
    let words = match catalog["found"].as_str() {
        Some("not_recorded") => "none is recorded at this point".to_owned(),
        Some("today") => "its hash is that of today's catalog".to_owned(),
        Some("snapshots") => "recorded snapshots and today's skills give its hash".to_owned(),
        _ => format!("nothing gives its hash, {} catalogs tried", catalog["tried"]),
    };
    let hash = catalog["hash"].as_str().map_or("no hash".to_owned(), visible_text);
    say(text, &format!("\ncatalog of skills ({}): {hash}, {words}", shown(&catalog["known"])));
    list(&catalog["differs"]).iter().for_each(|differs| say(text, &format!("  {}", shown(differs))));
}

fn none(text: &mut String, of: &Value) {
    if list(of).is_empty() {
        say(text, "  none");
    }
}

fn items(text: &mut String, item: &Value) {
    let about = &item["about"];
    let words: Vec<String> = ["what", "name", "role"]
        .iter()
        .map(|key| shown(&about[*key]))
        .filter(|word| !word.is_empty())
        .collect();
    say(
        text,
        &format!(
            "\n[{}] {}, seq {}, {}",
            about["number"],
            words.join(", "),
            shown(&about["seq"]),
            shown(&about["known"])
        ),
    );
    say(text, &lines(&about["text"]["text"]));
    if about["text"]["cut"] == true {
        say(text, &format!("[{} bytes in all; --json prints them]", about["text"]["bytes"]));
    }
}

/// A text of several lines, none of which writes on the terminal.
fn lines(text: &Value) -> String {
    text.as_str().unwrap_or_default().split_inclusive('\n').map(visible_line).collect()
}
