//! Skills and recorded texts as resources, for agents that read by address.

use std::sync::Arc;

use api::Code;
use api::agent::{agent_skills, agent_snapshot};
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::json;

use super::door::{Door, broken};
use super::look;

/// What begins the address of a skill.
pub const SKILL: &str = "skill://";
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
        Resource::new(format!("{SKILL}{}", look::escaped(&id)), id)
            .with_description(words)
            .with_mime_type(MARKDOWN)
    };
    Ok(ListResourcesResult::with_all_items(skills.into_iter().map(resource).collect()))
}

pub fn templates() -> ListResourceTemplatesResult {
    let template = |address: String, name: &str, words: &str| {
        ResourceTemplate::new(address, name).with_description(words).with_mime_type(MARKDOWN)
    };
    ListResourceTemplatesResult::with_all_items(vec![
        template(format!("{SKILL}{{name}}"), "skill", "A skill; reading it takes it in."),
        template(
            format!("{SNAPSHOT}{{content_hash}}"),
            "snapshot",
            "The SKILL.md of a skill as a session recorded it, by its SHA-256; skill_drift tells which there are.",
        ),
    ])
}

pub async fn read(
    door: &Door,
    address: &str,
    context: &RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    let unknown = || ErrorData::resource_not_found(format!("there is no resource {address}"), None);
    let text = if let Some(hash) = address.strip_prefix(SNAPSHOT).map(str::to_owned) {
        let offer = Arc::clone(&door.offer);
        match door.aside(move |app| agent_snapshot(&app.workspace, &offer.sight, &hash)).await {
            Ok(text) => text,
            Err(why) if why.code == Code::NotFound => return Err(unknown()),
            Err(why) => return Err(broken(&why)),
        }
    } else {
        let name = address.strip_prefix(SKILL).and_then(look::unescaped).ok_or_else(unknown)?;
        // However a skill is looked at, looking at it takes it in, and that is recorded.
        match door.answered("skill_view".to_owned(), json!({ "name": name, "path": "" }), context).await {
            Ok((text, _)) => text,
            Err(denied) if denied.kind() == "not_found" => return Err(unknown()),
            Err(denied) => {
                let convention = door.offer.sight.convention;
                let (words, facts) = (denied.text(convention), denied.envelope(convention));
                return Err(ErrorData::internal_error(words, Some(facts)));
            }
        }
    };
    let contents = ResourceContents::text(text, address.to_owned()).with_mime_type(MARKDOWN);
    Ok(ReadResourceResult::new(vec![contents]))
}
