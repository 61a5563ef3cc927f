//! Skills as prompts: what a user types as `/name` is completed by the client and called here (S3-34, S3-35).

use api::agent::{Offering, agent_skills};
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, GetPromptRequestParams, GetPromptResult,
    ListPromptsResult, Prompt, PromptArgument, PromptMessage, Reference, Role,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};

use super::resources::SKILL;
use super::{Door, agent_of, broken};

const ARGUMENTS: &str = "arguments";

pub async fn list(door: &Door) -> Result<ListPromptsResult, ErrorData> {
    let convention = door.offer.convention;
    let skills = door
        .aside(move |app| Ok(Offering::of(app, convention).prompts()))
        .await
        .map_err(|why| broken(&why))?;
    let prompt = |(id, words): (String, String)| {
        let arguments = PromptArgument::new(ARGUMENTS)
            .with_description("What the skill is to work on, as one text")
            .with_required(false);
        Prompt::new(id, Some(words), Some(vec![arguments]))
    };
    Ok(ListPromptsResult::with_all_items(skills.into_iter().map(prompt).collect()))
}

/// The user calls a skill: that opens a turn, and is recorded as the user's words.
pub async fn get(
    door: &Door,
    asked: GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<GetPromptResult, ErrorData> {
    let (name, version) = agent_of(context);
    let agent = (name, version, door.connection.clone());
    let given = asked.arguments.as_ref().and_then(|given| given.get(ARGUMENTS)?.as_str()).unwrap_or_default();
    let (this, skill, given) = (door.clone(), asked.name, given.to_owned());
    let called =
        door.aside_denied(move |app| this.conversation(app, &agent)?.called(app, &skill, &given)).await;
    match called {
        Ok(text) => Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])),
        Err(denied) => {
            let (words, facts) = (denied.text(door.offer.convention), denied.envelope(door.offer.convention));
            Err(ErrorData::invalid_params(words, Some(facts)))
        }
    }
}

/// The names that begin with what was typed, for the address of a skill. What a skill takes is free text.
pub async fn complete(door: &Door, asked: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let is_skill = matches!(&asked.r#ref, Reference::Resource(of) if of.uri.starts_with(SKILL));
    let convention = door.offer.convention;
    let typed = asked.argument.value.clone();
    let names = door.aside(move |app| {
        let skills = if is_skill { agent_skills(app, convention) } else { Vec::new() };
        Ok(skills.into_iter().map(|(id, _)| id).filter(|id| id.starts_with(&typed)).collect::<Vec<_>>())
    });
    let mut names = names.await.map_err(|why| broken(&why))?;
    let all = names.len();
    names.truncate(CompletionInfo::MAX_VALUES);
    let info =
        CompletionInfo::with_pagination(names, u32::try_from(all).ok(), all > CompletionInfo::MAX_VALUES);
    Ok(CompleteResult::new(info.map_err(|words| ErrorData::internal_error(words, None))?))
}
