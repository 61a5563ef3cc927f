//! `assay mcp`: agents take skills in, read and run what belongs to them, ask for context sources, and look at what
//! was recorded, by the rules of one convention. What needs a person is decided in the window; this process only
//! ever gets a yes, or released bytes. The conversation is a session with a log of its own.

mod door;
mod ending;
mod hydrate;
mod look;
mod prompts;
mod resources;
pub mod serving;
mod skills;
mod unique;
mod waiting;

use std::sync::{Arc, PoisonError};

use api::agent::check_built_ins;
use api::agent::{
    AgentCall, AgentTool, Denied, Form, HYDRATES, Offer, Outcome, ReadsOnly, Sight, ToolGroup, agent_prefix,
    agent_skills, clear_left_copies, offered_tools,
};
use api::skills::named_agent;
use api::{Allowed, App, Code, Convention, Conversation, Failure};
use message::{Message, message};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestParams, GetSkillResult, Implementation, JsonRpcMessage, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext, ServerInitializeError};
use rmcp::{ErrorData, RoleServer, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::mcp::ending::Ending;
use crate::mcp::unique::UniqueLines;
use crate::mcp::waiting::Waiting;
use crate::screen::Printed;
use crate::{agent, screen};
use door::{Door, agent_of, broken, cancelled};
use serving::Serving;

/// Where the user's words may stand in a call's `_meta`, for agents that hand them over for every tool.
const SAID: &str = "assay/user_message";

/// Serves one agent until it closes its end.
pub fn serve(app: App, convention: Option<&str>, serving: &Serving) -> Result<u8, Failure> {
    let Serving { catalog, built_ins, only, groups, .. } = serving;
    let groups = groups.iter().filter_map(|name| ToolGroup::named(name)).collect();
    let convention = named_agent(convention)?;
    check_built_ins(&app, built_ins)?;
    let sight = Sight { convention, only: Allowed::of(only.as_deref()) };
    let in_prompt = agent_skills(&app.workspace, &sight).into_iter().map(|(id, _)| id).collect();
    let index = (*catalog).into();
    let offer = Offer { sight, groups, built_ins: built_ins.clone(), index, in_prompt: Some(in_prompt) };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let served = runtime.map_err(|error| ConversationError::Broken(error.to_string())).and_then(|runtime| {
        let door = Door::new(app, offer);
        clear_left_copies(&door.app.workspace);
        ending::on_signals(door.clone()).map_err(ConversationError::Broken)?;
        let served = runtime.block_on(door.converse((tokio::io::stdin(), screen::served())));
        // What still runs for an agent that is gone is given up.
        runtime.shutdown_background();
        served
    });
    served.map(|()| 0).map_err(|error| {
        if let ConversationError::Protocol(words) = &error {
            // The request that this answers has no id, so that the protocol wants null.
            let answer =
                json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32600, "message": words } });
            screen::print(&Printed::Json(answer.to_string()));
        }
        let code = match error {
            ConversationError::Protocol(_) => Code::WrongUse,
            ConversationError::Broken(_) => Code::Failed,
        };
        Failure::new(code, message!("cannot serve the agent: {error}.", error))
    })
}

/// An error that ends a conversation with an agent.
#[derive(Debug)]
enum ConversationError {
    /// The agent does not keep to the protocol.
    Protocol(String),
    /// The streams broke, or this process cannot serve.
    Broken(String),
}

impl std::fmt::Display for ConversationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Protocol(words) | Self::Broken(words)) = self;
        f.write_str(words)
    }
}

/// Returns the error of a conversation that never began, without quoting what the agent sent.
fn not_begun(error: &ServerInitializeError) -> ConversationError {
    match error {
        ServerInitializeError::ExpectedInitializeRequest(sent) => {
            let sent = match sent {
                Some(JsonRpcMessage::Request(_)) => "another request",
                Some(JsonRpcMessage::Response(_)) => "a response",
                Some(JsonRpcMessage::Error(_)) => "an error",
                Some(JsonRpcMessage::Notification(_)) => "a notification",
                None => "nothing",
            };
            ConversationError::Protocol(format!(
                "expected the request `initialize`, but the agent sent {sent}"
            ))
        }
        ServerInitializeError::UnexpectedInitializeResponse(_) => {
            ConversationError::Broken("`initialize` was answered with another result".to_owned())
        }
        ServerInitializeError::InitializeFailed(error) => {
            ConversationError::Protocol(format!("`initialize` failed: {}", error.message))
        }
        error => ConversationError::Broken(error.to_string()),
    }
}

/// Serves one agent at the other end of a pair of streams until it closes its own.
///
/// # Errors
/// The agent did not open the conversation as the protocol asks, or the streams broke, in words.
pub async fn converse<R, W>(app: App, offer: Offer, ends: (R, W)) -> Result<(), String>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    Door::new(app, offer).converse(ends).await.map_err(|error| error.to_string())
}

// Nobody else has it: the time this process began and its number.
fn connection() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("mcp-{:x}-{:x}", since.as_nanos(), std::process::id())
}

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_completions()
            .enable_skills_with_directory_read()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("assay", env!("CARGO_PKG_VERSION")))
            .with_instructions(agent_prefix(&self.app, &self.offer).instructions())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let unknown = || ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method.clone(), None);
        Err(unique::refusal(&request).unwrap_or_else(unknown))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        look::watch(self.clone(), context.peer);
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools().await.map_err(|failure| broken(&failure))?;
        Ok(ListToolsResult::with_all_items(tools.into_iter().map(offered).collect()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(call.arguments.unwrap_or_default());
        let tool = call.name.to_string();
        if !self.tools().await.map_err(|failure| broken(&failure))?.iter().any(|known| known.name == tool) {
            return Err(ErrorData::invalid_params(format!("unknown tool `{tool}`"), None));
        }
        let is_of_turn = tool == HYDRATES;
        let outcome = self.answered((tool, arguments, Form::Shown), &context).await;
        let mut result = result(outcome, self.offer.sight.convention);
        if is_of_turn && !result.is_error.unwrap_or_default() {
            mark_as_of_this_turn(&mut result);
        }
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(self).await
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        asked: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(self, &asked.uri, &context).await.map(Into::into)
    }

    async fn list_skills(
        &self,
        asked: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        skills::list(self, asked.and_then(|asked| asked.cursor)).await
    }

    async fn get_skill(
        &self,
        asked: GetSkillRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        skills::get(self, &asked.uri).await
    }

    async fn read_resource_directory(
        &self,
        asked: ReadResourceDirectoryRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        skills::folder(self, &asked.uri).await
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        prompts::list(self).await
    }

    async fn get_prompt(
        &self,
        asked: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(self, asked, &context).await.map(Into::into)
    }

    async fn complete(
        &self,
        asked: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        prompts::complete(self, &asked).await
    }
}

impl Door {
    fn new(app: App, offer: Offer) -> Self {
        Self {
            app: Arc::new(app),
            offer: Arc::new(offer),
            connection: connection(),
            presence: Arc::default(),
            conversation: Arc::default(),
        }
    }

    async fn converse<R, W>(self, ends: (R, W)) -> Result<(), ConversationError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        // However this ends, what was copied for the agent goes; after a kill with the next start.
        let _ending = Ending(self.clone());
        let (from, to) = ends;
        let serving = self.serve((UniqueLines::new(from), to)).await.map_err(|error| not_begun(&error))?;
        serving.waiting().await.map(drop).map_err(|error| ConversationError::Broken(error.to_string()))
    }

    async fn tools(&self) -> Result<Vec<AgentTool>, Failure> {
        let offer = Arc::clone(&self.offer);
        self.aside(move |app| Ok(offered_tools(app, &offer))).await
    }

    // What cannot be recorded is not answered.
    async fn answered(
        &self,
        (tool, arguments, form): (String, Value, Form),
        context: &RequestContext<RoleServer>,
    ) -> Outcome {
        let (name, version) = agent_of(context);
        let said = arguments
            .get("user_message")
            .and_then(Value::as_str)
            .or_else(|| context.meta.get(SAID)?.as_str());
        let user_message = said.filter(|text| !text.trim().is_empty()).map(str::to_owned);
        let mut arguments = arguments;
        if let Some(arguments) = arguments.as_object_mut() {
            // It is recorded as what it is, and no part of the call. What is no text is refused with the call.
            if arguments.get("user_message").is_some_and(Value::is_string) {
                arguments.remove("user_message");
            }
        }
        let agent = (name, version, self.connection.clone());
        let call = AgentCall { tool, arguments, form, user_message, agent };
        let waiting = Arc::new(Waiting::default());
        let work = self.worked(call, Arc::clone(&waiting), context);
        waiting::until(work, &waiting, context).await
    }

    async fn worked(
        &self,
        call: AgentCall,
        waiting: Arc<Waiting>,
        context: &RequestContext<RoleServer>,
    ) -> Outcome {
        let (door, w) = (self.clone(), Arc::clone(&waiting));
        let (conversation, opened, facts) = self
            .aside_denied(move |app| {
                let conversation = door.conversation(app, &call.agent)?;
                let permit = |ask: &_| door.permit(ask, &w);
                let opened = conversation.open(app, call, &permit)?;
                let facts = conversation.facts(&app.workspace, &opened, &permit);
                Ok((conversation, opened, facts))
            })
            .await?;
        // Facts are fetched where the window is; all else is carried out here.
        let outcome = match facts {
            Some(Ok(facts)) => Some(self.hydrated(facts, context).await.map_err(Denied::from)),
            Some(Err(denied)) => Some(Err(denied)),
            None => None,
        };
        let door = self.clone();
        self.aside_denied(move |app| {
            let permit = |ask: &_| door.permit(ask, &waiting);
            let outcome = match outcome {
                Some(outcome) => outcome,
                None => conversation.carry_out(app, &opened, &permit, waiting.stop()),
            };
            conversation.close(app, opened, outcome, &permit)
        })
        .await
    }

    fn conversation(
        &self,
        app: &App,
        (name, version, _): &(String, String, String),
    ) -> Result<Arc<Conversation>, Failure> {
        let mut begun = self.conversation.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(conversation) = begun.as_ref() {
            return Ok(Arc::clone(conversation));
        }
        let conversation = Conversation::begin(&app.workspace, self.offer.sight.clone(), name, version)?;
        let conversation = Arc::new(conversation.with_built_ins(&self.offer.built_ins));
        *begun = Some(Arc::clone(&conversation));
        Ok(conversation)
    }

    // Asks the window for a yes, and waits for it.
    fn permit(&self, ask: &api::desk::PermitAsk, waiting: &Waiting) -> Result<(), Failure> {
        self.presence.get_or_init(|| agent::stay(&self.app, &self.connection));
        let asking = agent::begin_permit(&self.app, ask).map_err(|trouble| agent::failure(&trouble))?;
        waiting.hold(asking.hang_up().map_err(|trouble| agent::failure(&trouble))?);
        let answer = agent::told::<Value>(asking.answer());
        if waiting.is_cancelled() {
            return Err(cancelled());
        }
        answer.map(drop)
    }

    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = Arc::clone(&self.app);
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))?
    }

    async fn aside_denied<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let app = Arc::clone(&self.app);
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))?
    }
}

fn offered(tool: AgentTool) -> Tool {
    let hints = ToolAnnotations::new().read_only(tool.reads_only == ReadsOnly::Yes);
    let mut meta = MetaObject::default();
    meta.0.insert("assay/group".to_owned(), tool.group.name().into());
    Tool::new(tool.name, tool.description, tool.schema).with_annotations(hints).with_meta(meta)
}

/// Marks the text of a result as context of the turn in which it was asked for, not as the user's or the skill's words
/// (S1-14, S1-28). A host that knows the mark can leave the text out of later turns; Assay cannot.
fn mark_as_of_this_turn(result: &mut CallToolResult) {
    let mut meta = MetaObject::default();
    meta.0.insert("assay/role".to_owned(), "developer".into());
    meta.0.insert("assay/valid_for".to_owned(), "turn".into());
    result.meta = Some(meta);
}

fn result(answered: Outcome, convention: Convention) -> CallToolResult {
    match answered {
        Ok((text, facts)) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(facts);
            result
        }
        Err(denied) => {
            let mut result = CallToolResult::error(vec![ContentBlock::text(denied.text(convention))]);
            result.structured_content = Some(denied.envelope(convention));
            result
        }
    }
}
