//! `assay mcp`: agents look at skills and ask for context sources. The decision and the run happen in the
//! window; this process only ever gets released bytes. The conversation is a session with a log of its own.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use api::hydration::{AgentAsk, AgentDoor};
use api::{App, Code, Conversation, Failure, Outcome};
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
        let door = Door {
            app: Arc::new(app),
            connection: connection(),
            presence: Arc::default(),
            conversation: Arc::default(),
        };
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
    // Begins with the first call: an agent that only looks at what there is to call leaves no log.
    conversation: Arc<Mutex<Option<Arc<Conversation>>>>,
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
        let tool = call.name.to_string();
        if !tools().iter().any(|known| known.name == tool) {
            return Err(ErrorData::invalid_params(format!("there is no tool {tool}"), None));
        }
        let agent = agent_of(&context);
        Ok(result(self.recorded(&tool, arguments, agent, &context).await).into())
    }
}

impl Door {
    // What cannot be recorded is not answered.
    async fn recorded(
        &self,
        tool: &str,
        arguments: Value,
        agent: (String, String),
        context: &RequestContext<RoleServer>,
    ) -> Outcome {
        let (door, asked, args) = (self.clone(), tool.to_owned(), arguments.clone());
        let (name, version) = agent.clone();
        let (conversation, call) = self
            .aside(move |app| {
                let conversation = door.conversation(app, &name, &version)?;
                let call = conversation.call(app, &asked, &args)?;
                Ok((conversation, call))
            })
            .await?;
        let outcome = match tool {
            "skills_list" => self.aside(skills_list).await,
            "skill_view" => self.aside(move |app| skill_view(app, &arguments)).await,
            _ if arguments["source"].is_null() => {
                self.hydrate_by_itself(&arguments, agent, conversation.id(), context).await
            }
            _ => {
                let ask = self.asking(&arguments, text(&arguments, "source")?, agent, conversation.id())?;
                self.hydrate(ask, context).await
            }
        };
        self.aside(move |app| {
            conversation.result(app, &call, &outcome)?;
            outcome
        })
        .await
    }

    fn conversation(&self, app: &App, name: &str, version: &str) -> Result<Arc<Conversation>, Failure> {
        let mut begun = self.conversation.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(conversation) = begun.as_ref() {
            return Ok(Arc::clone(conversation));
        }
        let conversation = Arc::new(Conversation::begin(app, name, version)?);
        *begun = Some(Arc::clone(&conversation));
        Ok(conversation)
    }

    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = Arc::clone(&self.app);
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.map_err(|error| Failure::new(Code::Failed, error.to_string()))?
    }

    fn asking(
        &self,
        arguments: &Value,
        source: String,
        (name, version): (String, String),
        hosted: &str,
    ) -> Result<AgentAsk, Failure> {
        Ok(AgentAsk {
            workspace: self.app.surrounding_workspace().to_owned(),
            skill: text(arguments, "skill")?,
            source,
            by_itself: false,
            session: Some(arguments["session"].as_str().unwrap_or(hosted).to_owned()),
            turn: arguments["turn"].as_u64().and_then(|turn| u32::try_from(turn).ok()),
            mode: None,
            door: AgentDoor::Mcp,
            name,
            version,
            connection: Some(self.connection.clone()),
        })
    }

    // What the author wishes to come with the skill, as far as the rules let it run with nobody asked.
    async fn hydrate_by_itself(
        &self,
        arguments: &Value,
        agent: (String, String),
        hosted: &str,
        context: &RequestContext<RoleServer>,
    ) -> Outcome {
        let skill = text(arguments, "skill")?;
        let report = self.aside(move |app| asked(app, "sources_report", &json!({ "skill": skill }))).await?;
        let marked =
            report["sources"].as_array().into_iter().flatten().filter(|source| source["auto"] == true);
        let (mut texts, mut released, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for source in marked.filter_map(|source| source["id"].as_str()) {
            let ask = self.asking(arguments, source.to_owned(), agent.clone(), hosted)?;
            match self.hydrate(AgentAsk { by_itself: true, ..ask }, context).await {
                Ok((text, facts)) => {
                    released.push(json!({ "source": source, "text": text, "evidence": facts["evidence"] }));
                    texts.push(text);
                }
                Err(failure) if failure.code == Code::Refused => {
                    left_out.push(json!({ "source": source, "why": failure.message }));
                }
                Err(failure) => return Err(failure),
            }
        }
        if released.is_empty() && left_out.is_empty() {
            let words = "the skill marks no context source as auto";
            return Err(
                Failure::new(Code::NotFound, words).hint("name one with source; skills_list has them")
            );
        }
        Ok((texts.join("\n"), json!({ "released": released, "left_out": left_out })))
    }

    async fn hydrate(&self, ask: AgentAsk, context: &RequestContext<RoleServer>) -> Outcome {
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

// Who calls, as it introduced itself.
fn agent_of(context: &RequestContext<RoleServer>) -> (String, String) {
    let client = context.peer.peer_info();
    client
        .map(|info| (info.client_info.name.clone(), info.client_info.version.clone()))
        .unwrap_or_else(|| ("an agent".to_owned(), String::new()))
}

fn skills_list(app: &App) -> Outcome {
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

fn skill_view(app: &App, arguments: &Value) -> Outcome {
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
    let facts = json!({
        "name": file["skill"],
        "path": file["path"],
        "content_hash": file["content_hash"],
        "activated": file["activates"],
    });
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

fn result(answered: Outcome) -> CallToolResult {
    match answered {
        Ok((text, facts)) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(facts);
            result
        }
        Err(failure) => {
            let error = json!({
                "ok": false,
                "error": { "kind": api::kind(&failure), "message": failure.message, "hint": failure.hint },
            });
            let mut result = CallToolResult::error(vec![ContentBlock::text(failure.to_string())]);
            result.structured_content = Some(error);
            result
        }
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
                    (
                        "source",
                        "string",
                        "The id of its context source; without it, those marked auto that the rules let run",
                    ),
                    ("session", "string", "The id of the recorded session that the facts are for, if known"),
                    ("turn", "integer", "The turn of that session; its last if absent"),
                ],
                &["skill"],
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
