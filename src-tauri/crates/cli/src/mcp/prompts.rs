//! Skills as prompts: what a user types as `/name` is completed by the client and called here (S3-34, S3-35).

use std::sync::Arc;

use api::agent::{Called, Offering, agent_skills};
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, GetPromptRequestParams, GetPromptResult,
    ListPromptsResult, Prompt, PromptArgument, PromptMessage, Reference, Role,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};

use super::door::{Door, agent_of, broken};
use super::skills::SKILL;

const ARGUMENTS: &str = "arguments";
const CONTEXT_PATH: &str = "context_path";

pub async fn list(door: &Door) -> Result<ListPromptsResult, ErrorData> {
    let offer = Arc::clone(&door.offer);
    let skills = door
        .aside(move |app| Ok(Offering::of(&app.workspace, &offer.sight).prompts()))
        .await
        .map_err(|why| broken(&why))?;
    let takes =
        |name: &str, words: String| PromptArgument::new(name).with_description(words).with_required(false);
    let prompt = |skill: Called| {
        let mut arguments = vec![takes(ARGUMENTS, "Arguments for the skill, as one text".to_owned())];
        if !skill.paths.is_empty() {
            let words = format!(
                "Current file, one of {} [default: the first of them in the arguments]",
                skill.paths.join(", ")
            );
            arguments.push(takes(CONTEXT_PATH, words));
        }
        Prompt::new(skill.id, Some(skill.description), Some(arguments))
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
    let (this, skill) = (door.clone(), asked.name);
    let given = |name: &str| asked.arguments.as_ref()?.get(name)?.as_str().map(str::to_owned);
    let (arguments, path) = (given(ARGUMENTS).unwrap_or_default(), given(CONTEXT_PATH));
    let called = door
        .aside_denied(move |app| {
            this.conversation(app, &agent)?.called(&app.workspace, &skill, &arguments, path.as_deref())
        })
        .await;
    match called {
        Ok(text) => Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])),
        Err(denied) => {
            let convention = door.offer.sight.convention;
            let (words, facts) = (denied.text(convention), denied.envelope(convention));
            Err(ErrorData::invalid_params(words, Some(facts)))
        }
    }
}

/// The names that begin with what was typed, for the address of a skill. What a skill takes is free text.
pub async fn complete(door: &Door, asked: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let is_skill = matches!(&asked.r#ref, Reference::Resource(of) if of.uri.starts_with(SKILL))
        && asked.argument.name == "name";
    let offer = Arc::clone(&door.offer);
    let typed = asked.argument.value.clone();
    let names = door.aside(move |app| {
        let skills = if is_skill { agent_skills(&app.workspace, &offer.sight) } else { Vec::new() };
        Ok(skills.into_iter().map(|(id, _)| id).filter(|id| id.starts_with(&typed)).collect::<Vec<_>>())
    });
    let mut names = names.await.map_err(|why| broken(&why))?;
    let all = names.len();
    names.truncate(CompletionInfo::MAX_VALUES);
    let info =
        CompletionInfo::with_pagination(names, u32::try_from(all).ok(), all > CompletionInfo::MAX_VALUES);
    Ok(CompleteResult::new(info.map_err(|words| ErrorData::internal_error(words, None))?))
}
