//! `assay mcp`: agents look at skills and ask for context sources. The decision and the run happen in the
//! window; this process only ever gets released bytes.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use api::hydration::{AgentAsk, AgentDoor};
use api::{App, Code, Failure};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServiceExt};
use serde_json::{Map, Value, json};

use crate::arguments::Arguments;
use crate::{agent, fail};

/// Serves one agent until it closes its end.
pub fn serve(app: App, arguments: &Arguments) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let served = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
        let door = Door { app: Arc::new(app), connection: connection(), presence: Arc::default() };
        runtime.block_on(async {
            let serving = door.serve(rmcp::transport::stdio()).await.map_err(|error| error.to_string())?;
            serving.waiting().await.map(drop).map_err(|error| error.to_string())
        })
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => fail(
            &Failure::new(Code::Failed, format!("the agent could not be served: {words}")),
            arguments.json,
        ),
    }
}

#[derive(Clone)]
struct Door {
    app: Arc<App>,
    connection: String,
    // Held for as long as this process lives: the window ends what was permitted for this connection with it.
    presence: Arc<OnceLock<Option<broker::Asking>>>,
}

// Nobody else has it: the time this process began and its number.
fn connection() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("mcp-{:x}-{:x}", since.as_nanos(), std::process::id())
}

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("assay", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Agent Skills of this workspace. hydrate_skill_context gets current facts for a skill; a person \
                 decides on it in Assay's window, which can take minutes, and may say no.",
            )
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(call.arguments.unwrap_or_default());
        let answered = match call.name.as_ref() {
            "skills_list" => self.look(skills_list).await,
            "skill_view" => self.look(move |app| skill_view(app, &arguments)).await,
            "hydrate_skill_context" => self.hydrate(&arguments, &context).await,
            other => {
                return Err(ErrorData::invalid_params(format!("there is no tool {other}"), None));
            }
        };
        Ok(result(answered).into())
    }
}

impl Door {
    async fn look(
        &self,
        look: impl FnOnce(&App) -> Result<(String, Value), Failure> + Send + 'static,
    ) -> Result<(String, Value), Failure> {
        let app = Arc::clone(&self.app);
        let looked = tokio::task::spawn_blocking(move || look(&app)).await;
        looked.map_err(|error| Failure::new(Code::Failed, error.to_string()))?
    }

    async fn hydrate(
        &self,
        arguments: &Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<(String, Value), Failure> {
        let client = context.peer.peer_info();
        let (name, version) = client
            .map(|info| (info.client_info.name.clone(), info.client_info.version.clone()))
            .unwrap_or_else(|| ("an agent".to_owned(), String::new()));
        let ask = AgentAsk {
            workspace: self.app.surrounding_workspace().to_owned(),
            skill: text(arguments, "skill")?,
            source: text(arguments, "source")?,
            session: arguments["session"].as_str().map(str::to_owned),
            turn: arguments["turn"].as_u64().and_then(|turn| u32::try_from(turn).ok()),
            mode: None,
            door: AgentDoor::Mcp,
            name,
            version,
            connection: Some(self.connection.clone()),
        };
        self.presence.get_or_init(|| agent::stay(&self.app, &self.connection));
        let asking = agent::begin(&self.app, &ask).map_err(|trouble| agent::failure(&trouble))?;
        let hang_up = asking.hang_up().map_err(|trouble| agent::failure(&trouble))?;
        let answer = tokio::task::spawn_blocking(move || agent::told(asking.answer()));
        tokio::select! {
            answered = answer => {
                let released = answered.map_err(|error| Failure::new(Code::Failed, error.to_string()))??;
                let text = released["text"].as_str().unwrap_or_default().to_owned();
                Ok((text, json!({ "evidence": released["evidence"] })))
            }
            () = context.ct.cancelled() => {
                hang_up.now();
                Err(Failure::new(Code::Refused, "the request was cancelled by the agent"))
            }
        }
    }
}

fn skills_list(app: &App) -> Result<(String, Value), Failure> {
    let report = asked(app, "skills_report", &json!({}))?;
    let sources = asked(app, "sources_report", &json!({ "skill": null }))?;
    let visible = |skill: &&Value| skill["disable_model_invocation"] != true;
    let skills: Vec<Value> = report["skills"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(visible)
        .map(|skill| {
            let own: Vec<_> = sources["sources"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|source| source["skill"] == skill["name"])
                .map(|source| json!({ "id": source["id"], "title": source["title"], "kind": source["kind"] }))
                .collect();
            json!({
                "name": skill["name"],
                "description": skill["description"],
                "scope": skill["scope"],
                "context_sources": own,
            })
        })
        .collect();
    let found = json!({ "skills": skills });
    Ok((found.to_string(), found))
}

fn skill_view(app: &App, arguments: &Value) -> Result<(String, Value), Failure> {
    let (name, path) = (text(arguments, "name")?, arguments["path"].as_str().unwrap_or_default());
    let report = asked(app, "skills_report", &json!({}))?;
    // A hidden skill is answered as one that is not there: its name cannot be probed.
    let visible: Vec<&str> = report["skills"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|skill| skill["disable_model_invocation"] != true)
        .filter_map(|skill| skill["name"].as_str())
        .collect();
    if !visible.contains(&name.as_str()) {
        return Err(Failure::new(Code::NotFound, format!("there is no skill {name}"))
            .hint(format!("known: {}", visible.join(", "))));
    }
    let file = asked(app, "skill_file_report", &json!({ "name": name, "resource": path }))?;
    let content = file["content"].as_str().unwrap_or_default().to_owned();
    let facts = json!({ "skill": file["skill"], "path": file["path"], "content_hash": file["content_hash"] });
    Ok((content, facts))
}

fn asked(app: &App, name: &str, body: &Value) -> Result<Value, Failure> {
    let answer = api::answer(app, name, &body.to_string())?;
    serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))
}

fn text(arguments: &Value, key: &str) -> Result<String, Failure> {
    let found = arguments[key].as_str().filter(|text| !text.is_empty());
    found.map(str::to_owned).ok_or_else(|| Failure::new(Code::WrongUse, format!("{key} must be a text")))
}

fn result(answered: Result<(String, Value), Failure>) -> CallToolResult {
    match answered {
        Ok((text, facts)) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(facts);
            result
        }
        Err(failure) => {
            let error = json!({
                "ok": false,
                "error": { "kind": kind(&failure), "message": failure.message, "hint": failure.hint },
            });
            let mut result = CallToolResult::error(vec![ContentBlock::text(failure.to_string())]);
            result.structured_content = Some(error);
            result
        }
    }
}

// The kinds of Pixir's own tool errors (pixir-contract §7.3).
fn kind(failure: &Failure) -> &'static str {
    match failure.code {
        Code::WrongUse => "invalid_args",
        Code::Refused => "permission_denied",
        Code::NotFound => "not_found",
        Code::Damaged | Code::Failed => "command_failed",
        Code::NotHere => "detached",
    }
}

fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "skills_list",
            "Lists the skills of this workspace with their context sources.",
            schema(&[], &[]),
        ),
        Tool::new(
            "skill_view",
            "Gives a skill's SKILL.md, or another file of it, as it is. Runs nothing.",
            schema(
                &[
                    ("name", "string", "The skill's name"),
                    ("path", "string", "A file of the skill; SKILL.md if absent"),
                ],
                &["name"],
            ),
        ),
        Tool::new(
            "hydrate_skill_context",
            "Gets current facts that a skill declares as a context source. A person decides twice: that it runs, and \
             that its output is released. Wait for the answer; a no is final for this request.",
            schema(
                &[
                    ("skill", "string", "The skill's name"),
                    ("source", "string", "The id of its context source"),
                    ("session", "string", "The id of the recorded session that the facts are for, if known"),
                    ("turn", "integer", "The turn of that session; its last if absent"),
                ],
                &["skill", "source"],
            ),
        ),
    ]
}

fn schema(members: &[(&str, &str, &str)], required: &[&str]) -> Map<String, Value> {
    let properties: Map<String, Value> = members
        .iter()
        .map(|(name, kind, words)| ((*name).to_owned(), json!({ "type": kind, "description": words })))
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}
