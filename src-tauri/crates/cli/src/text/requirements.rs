//! How the table of requirements reads.

use serde_json::Value;

use super::{list, say, shown, table};

/// A line for each row: what proves it, or why nothing does.
pub(super) fn requirements(answer: &Value) -> String {
    let mut rows = vec![["ROW", "STATE", "REQUIREMENT", "PROOF"].map(str::to_owned)];
    for row in list(&answer["rows"]) {
        let tests: Vec<_> = list(&row["tests"]).iter().map(shown).collect();
        let proof = if tests.is_empty() { shown(&row["why"]) } else { tests.join(", ") };
        let state = shown(&row["state"]).replace('_', " ");
        rows.push([shown(&row["id"]), state, shown(&row["says"]), proof]);
    }
    let mut text = table(&rows);
    say(
        &mut text,
        &format!("{} held, {} open, {} not here", answer["held"], answer["open"], answer["not_here"]),
    );
    text
}
