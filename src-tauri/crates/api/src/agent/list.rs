//! `skills_list`: what there is, in 16,000 bytes (S0-06, S0-07).

use ::workspace::Workspace;
use engine::{LIMIT, Offered};
use serde_json::{Value, json};
use skills::Ruling;

use super::{AgentCall, Conversation, Outcome};
use crate::access::for_model;
use crate::desk::declared;

/// Most characters of a description (S3-15).
const DESCRIPTION: usize = 1024;
/// Bytes of an answer that are for warnings: a quarter.
const WARNINGS: usize = LIMIT / 4;
/// Bytes of a row that are for its context sources.
const SOURCES: usize = 2_000;
/// Bytes of an answer beside its rows.
const FRAME: usize = 200;

impl Conversation {
    pub(super) fn list(&self, workspace: &Workspace, call: &AgentCall) -> Outcome {
        let ruling = self.sight.ruling(workspace);
        let skills = for_model(&ruling, &self.running().task);
        if super::is_dry(call) {
            let told = json!({ "dry_run": true, "would": "list_skills", "skills": skills.len() });
            return Ok((told.to_string(), told));
        }
        let from = call.arguments["from"].as_u64().map_or(0, |from| from as usize).min(skills.len());
        let listed = ruling.listed_keys();
        let warnings = ruling
            .warnings
            .iter()
            .filter(|warning| listed.contains(&warning.name.as_str()))
            .map(|one| json!({ "name": one.name, "selected": one.selected, "shadowed": one.shadowed }));
        let (warnings, unwarned) = fitting(warnings, WARNINGS);
        let left = LIMIT - FRAME - written(&warnings);
        let (rows, left_out) =
            fitting(skills[from..].iter().map(|skill| row(workspace, &ruling, skill)), left);
        let mut found = json!({ "skills": rows, "warnings": warnings });
        if left_out + unwarned > 0 {
            found["truncated"] = json!({
                "skills_left_out": left_out,
                "warnings_left_out": unwarned,
                "next_from": from + rows.len(),
            });
        }
        Ok((found.to_string(), found))
    }
}

fn row(workspace: &Workspace, ruling: &Ruling, skill: &Offered) -> Value {
    // A skill that cannot be read now is listed all the same.
    let own = declared(workspace, ruling, skill).unwrap_or_default();
    let own = own.iter().map(|one| json!({ "id": one.id, "title": one.title, "kind": one.surface.word() }));
    let (own, _) = fitting(own, SOURCES);
    let mut description: String = skill.description.chars().take(DESCRIPTION).collect();
    if description.len() < skill.description.len() {
        description.push('…');
    }
    json!({
        "name": skill.id,
        "description": description,
        "scope": skill.scope,
        "source": skill.scope,
        "path": skill.path.display().to_string(),
        "short_path": skill.short_path,
        "context_sources": own,
    })
}

/// The first rows that fit into so many bytes, and how many follow.
fn fitting(mut rows: impl Iterator<Item = Value>, limit: usize) -> (Vec<Value>, usize) {
    let (mut kept, mut size) = (Vec::new(), 0);
    while let Some(row) = rows.next() {
        size += row.to_string().len() + 1;
        if size > limit {
            return (kept, 1 + rows.count());
        }
        kept.push(row);
    }
    (kept, 0)
}

fn written(rows: &[Value]) -> usize {
    rows.iter().map(|row| row.to_string().len() + 1).sum()
}
