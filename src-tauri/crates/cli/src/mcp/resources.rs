//! Skills and recorded texts as resources, for agents that read by address.

use std::sync::Arc;

use api::Code;
use api::agent::{Form, agent_skills, agent_snapshot};
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate, SKILL_MD,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::door::{Door, broken};
use super::skills::{self, At, SKILL};

/// What begins the address of a text that a session recorded, by its SHA-256.
const SNAPSHOT: &str = "snapshot://";
const MARKDOWN: &str = "text/markdown";

pub async fn list(door: &Door) -> Result<ListResourcesResult, ErrorData> {
    let offer = Arc::clone(&door.offer);
    let skills = door
        .aside(move |app| Ok(agent_skills(&app.workspace, &offer.sight)))
        .await
        .map_err(|why| broken(&why))?;
    let resource = |(id, words): (String, String)| {
        Resource::new(skills::address_of(&id, SKILL_MD), id).with_description(words).with_mime_type(MARKDOWN)
    };
    Ok(ListResourcesResult::with_all_items(skills.into_iter().map(resource).collect()))
}

pub fn templates() -> ListResourceTemplatesResult {
    let template = |address: String, name: &str, words: &str| {
        ResourceTemplate::new(address, name).with_description(words)
    };
    ListResourceTemplatesResult::with_all_items(vec![
        template(
            format!("{SKILL}{{name}}/{{+path}}"),
            "skill",
            "A file of a skill. Reading it does not activate the skill; use the skill tool for that.",
        ),
        template(
            format!("{SNAPSHOT}{{content_hash}}"),
            "snapshot",
            "The SKILL.md of a skill as a session recorded it, by its SHA-256; skill_drift lists them.",
        )
        .with_mime_type(MARKDOWN),
    ])
}

pub async fn read(
    door: &Door,
    address: &str,
    context: &RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    let unknown = || ErrorData::resource_not_found(format!("resource {address} not found"), None);
    let contents = if let Some(hash) = address.strip_prefix(SNAPSHOT).map(str::to_owned) {
        let offer = Arc::clone(&door.offer);
        match door.aside(move |app| agent_snapshot(&app.workspace, &offer.sight, &hash)).await {
            Ok(text) => ResourceContents::text(text, address).with_mime_type(MARKDOWN),
            Err(why) if why.code == Code::NotFound => return Err(unknown()),
            Err(why) => return Err(broken(&why)),
        }
    } else {
        let at = At::of(address).ok_or_else(unknown)?;
        if at.path.is_empty() {
            let words = format!("{address} is a folder; read its files, starting with {address}/{SKILL_MD}");
            return Err(ErrorData::resource_not_found(words, None));
        }
        let asked = json!({ "name": at.id, "path": at.path });
        match door.answered(("skill_view".to_owned(), asked, Form::File), context).await {
            Ok((_, facts)) => contents(address, &at, &facts)?,
            Err(denied) if denied.kind() == "not_found" => return Err(unknown()),
            Err(denied) => {
                let convention = door.offer.sight.convention;
                let (words, facts) = (denied.text(convention), denied.envelope(convention));
                return Err(ErrorData::internal_error(words, Some(facts)));
            }
        }
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

/// A file as the engine gives it: its text, or its bytes in base64.
#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    Text { text: String },
    Bytes { blob: String },
}

fn contents(address: &str, at: &At, facts: &Value) -> Result<ResourceContents, ErrorData> {
    let given = Given::deserialize(facts).map_err(|error| {
        ErrorData::internal_error(format!("{address} has neither text nor bytes: {error}"), None)
    })?;
    Ok(match given {
        Given::Text { text } => ResourceContents::text(text, address)
            .with_mime_type(skills::mime(&at.path).unwrap_or("text/plain")),
        Given::Bytes { blob } => {
            ResourceContents::blob(blob, address).with_mime_type("application/octet-stream")
        }
    })
}
