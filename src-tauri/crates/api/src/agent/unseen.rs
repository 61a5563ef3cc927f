//! What an agent is not told of the past: a session may have recorded a skill that agents may not see now. Such
//! a skill is left out of every answer about sessions, or is counted without its name; no count depends on a name or
//! on words that were asked for, so that none can be tried. What people and models wrote in words stays theirs, without
//! the names. A person, in the window and at the terminal, is told everything.

use std::collections::BTreeMap;

use ::skills::{State, Visibility, is_same_name};
use ::workspace::Workspace;
use disk::Digest;
use engine::{Cut, veil_hit, veiled};
use serde_json::{Value, json};

use super::Sight;
use views::wire::state_of;

/// The skills that agents may not see, among those on the disk and those that sessions recorded.
pub(super) struct Unseen {
    visibility: Visibility,
    // Names of skills of the project that wait for trust.
    waiting: Vec<String>,
    // Every such name that is known.
    names: Vec<String>,
    // What stands in an event about one: recorded hashes and paths, as JSON writes them.
    marks: Vec<String>,
    // How many recorded texts of them there are in each state.
    counts: BTreeMap<String, u64>,
}

impl Unseen {
    /// From one agent, as of now.
    pub fn of(workspace: &Workspace, sight: &Sight) -> Self {
        let (visibility, ruling) = (sight.visibility(workspace), sight.ruling(workspace));
        let key_is_seen = |key: &str| ruling.claims.iter().any(|one| one.key == key && one.is_visible());
        let waits = |claim: &&::skills::Claim| claim.state == State::HeldBack && !key_is_seen(&claim.key);
        let waiting = ruling.claims.iter().filter(waits).map(|claim| claim.skill.name.clone()).collect();
        let mut found =
            Self { visibility, waiting, names: Vec::new(), marks: Vec::new(), counts: BTreeMap::new() };
        if !found.is_anything() {
            return found;
        }
        let wins = workspace.wins();
        let all = wins.matrix().rulings.iter().flat_map(|ruling| &ruling.claims).chain(&ruling.claims);
        let on_disk = all.flat_map(|claim| [&claim.skill.name, &claim.key]).filter(|name| found.hides(name));
        found.names =
            on_disk.chain(&found.visibility.disabled).chain(&found.visibility.denied).cloned().collect();
        for snapshot in workspace.joined().snapshots() {
            if !found.hides(&snapshot.name) {
                continue;
            }
            found.names.push(snapshot.name.clone());
            if let Some(hash) = Digest::parse(&snapshot.hash) {
                found.marks.push(hash.to_string());
            }
            if snapshot.path.parent().is_some_and(|folder| folder.parent().is_some()) {
                found.marks.push(inner(&snapshot.path.display().to_string()));
            }
            let state = json!(state_of(snapshot));
            *found.counts.entry(state.as_str().unwrap_or_default().into()).or_default() += 1;
        }
        found.names.sort();
        found.names.dedup();
        found
    }

    /// Whether a name is one that agents are not told.
    pub fn hides(&self, name: &str) -> bool {
        self.visibility.bars(name).is_some() || self.waiting.iter().any(|known| is_same_name(known, name))
    }

    /// The sessions without the names of such skills; each says how many it took in.
    pub fn sessions(&self, found: &mut Value) {
        for row in rows(found, "sessions") {
            self.leave_out(row, "skills", |name| name);
            self.title(row);
        }
    }

    /// What shaped a turn, without them.
    pub fn moment(&self, found: &mut Value) {
        let moment = &mut found["moment"];
        self.leave_out(moment, "texts", |text| &text["letter"]["name"]);
        self.leave_out(moment, "hydrated", |card| &card["fact"]["skill"]);
        let told = |list: &mut Value| {
            if let Some(sentences) = list.as_array_mut() {
                sentences.retain(|one| !one.as_str().is_some_and(|text| self.is_named_in(text)));
            }
        };
        told(&mut moment["notes"]);
        if moment["catalog"].is_object() {
            told(&mut moment["catalog"]["left_out"]);
            told(&mut moment["catalog"]["differs"]);
        }
        // A summary gives the names of what it took the place of.
        if self.is_named_in(&moment["summary"].to_string()) {
            moment["summary"]["text"] = Value::Null;
        }
    }

    /// Drift without them; `skill` is asked for here, because the whole report counts them all.
    pub fn drift(&self, found: &mut Value, skill: Option<&str>) {
        let hidden: u64 = self.counts.values().sum();
        for row in rows(found, "rows") {
            if self.is_named_in(row["note"].as_str().unwrap_or_default()) {
                row["note"] = json!("");
            }
        }
        if let Some(rows) = found["rows"].as_array_mut() {
            rows.retain(|row| row["name"].as_str().is_some_and(|name| !self.hides(name)));
            rows.retain(|row| skill.is_none_or(|skill| row["name"] == skill));
        }
        if hidden == 0 {
            return;
        }
        found["total"] = json!(found["total"].as_u64().unwrap_or_default().saturating_sub(hidden));
        for (state, count) in &self.counts {
            let left = found["counts"][state].as_u64().unwrap_or_default().saturating_sub(*count);
            match found["counts"].as_object_mut() {
                Some(counts) if left == 0 => drop(counts.remove(state)),
                Some(counts) => drop(counts.insert(state.clone(), left.into())),
                None => {}
            }
        }
        found["not_seen"] = json!(hidden);
    }

    /// Verdicts without them.
    pub fn verdicts(&self, found: &mut Value) {
        self.leave_out(found, "activations", |one| &one["name"]);
    }

    /// Hits without those in events that name them. What people and models wrote is told without the names. How many
    /// hits these are is not told: that would depend on the words that were looked for.
    pub fn hits(&self, workspace: &Workspace, found: &mut Value) {
        if !self.is_anything() {
            return;
        }
        if let Some(hits) = found["hits"].as_array_mut() {
            hits.retain_mut(|hit| {
                self.title(hit);
                !self.is_about(workspace, hit) && veil_hit(&self.names, hit)
            });
        }
    }

    // A title is the beginning of what a user said.
    fn title(&self, row: &mut Value) {
        let cut = Cut { before: false, after: true };
        let told = row["title"].as_str().and_then(|title| veiled(&self.names, title, cut));
        if let Some(told) = told {
            row["title"] = told.into();
        }
    }

    fn is_anything(&self) -> bool {
        let Visibility { disabled, denied, allowed, .. } = &self.visibility;
        let is_whole = disabled.is_empty() && denied.is_empty() && *allowed == ::skills::Allowed::All;
        !is_whole || !self.waiting.is_empty()
    }

    fn is_about(&self, workspace: &Workspace, hit: &Value) -> bool {
        if matches!(hit["kind"].as_str(), Some("user_message" | "assistant_message" | "message")) {
            return false;
        }
        let line = hit["line"].as_u64().and_then(|line| u32::try_from(line).ok());
        let Some((key, line)) = hit["key"].as_str().zip(line) else { return true };
        // What cannot be looked at is not told.
        let Some(session) = workspace.session(key) else { return true };
        let Some(Ok(bytes)) = session.read().log.raw(line) else { return true };
        self.is_named_in(&String::from_utf8_lossy(&bytes))
    }

    // Takes out of a list what is about such a skill, and says how much that was.
    fn leave_out(&self, holder: &mut Value, list: &str, name: impl Fn(&Value) -> &Value) {
        let Some(rows) = holder[list].as_array_mut() else { return };
        let before = rows.len();
        rows.retain(|row| !name(row).as_str().is_some_and(|name| self.hides(name)));
        let left_out = before - rows.len();
        if left_out > 0 {
            holder[format!("{list}_not_seen")] = json!(left_out);
        }
    }

    fn is_named_in(&self, text: &str) -> bool {
        self.names.iter().any(|name| is_word_of(name, text))
            || self.marks.iter().any(|mark| text.contains(mark.as_str()))
    }
}

fn rows<'a>(found: &'a mut Value, key: &str) -> impl Iterator<Item = &'a mut Value> {
    found[key].as_array_mut().into_iter().flatten()
}

// As it stands between the quotation marks of JSON.
fn inner(text: &str) -> String {
    let written = json!(text).to_string();
    written[1..written.len() - 1].to_owned()
}

/// Whether a name stands in a text with no letter, digit, `-` or `_` beside it.
fn is_word_of(name: &str, text: &str) -> bool {
    let goes_on = |at: Option<char>| at.is_some_and(|at| at.is_alphanumeric() || matches!(at, '-' | '_'));
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            !goes_on(text[..at].chars().next_back()) && !goes_on(text[at + name.len()..].chars().next())
        })
}

#[cfg(test)]
mod tests {
    use super::is_word_of;

    #[test]
    fn a_name_is_found_as_a_word_alone() {
        for text in ["notes", "in notes.", "/notes/SKILL.md", "a `notes`, b"] {
            assert!(is_word_of("notes", text), "{text}");
        }
        for text in ["", "footnotes", "notes-2", "my_notes", "Notes"] {
            assert!(!is_word_of("notes", text), "{text}");
        }
        assert!(!is_word_of("", "anything"));
    }
}
