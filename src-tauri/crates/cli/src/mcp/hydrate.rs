//! `hydrate_skill_context`: a context source, asked for in the window that is open.

use api::agent::Opened;
use api::hydration::{AgentAsk, AgentDoor};
use api::{App, Code, Failure};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use super::{Door, cancelled};
use crate::agent;

/// What was released, and its evidence.
type Hydrated = Result<(String, Value), Failure>;

impl Door {
    /// Gets what a call asks for; waits for the person.
    pub(super) async fn hydrated(
        &self,
        opened: &Opened,
        hosted: &str,
        context: &RequestContext<RoleServer>,
    ) -> Hydrated {
        let (name, version, _) = opened.call().agent.clone();
        let arguments = &opened.call().arguments;
        if arguments["source"].is_null() {
            return self.hydrate_by_itself(arguments, (name, version), hosted, context).await;
        }
        let ask = self.asking(arguments, text(arguments, "source")?, (name, version), hosted)?;
        self.hydrate(ask, context).await
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
    ) -> Hydrated {
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

    async fn hydrate(&self, ask: AgentAsk, context: &RequestContext<RoleServer>) -> Hydrated {
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
                Err(cancelled())
            }
        }
    }
}

fn asked(app: &App, name: &str, body: &Value) -> Result<Value, Failure> {
    let answer = api::answer(app, name, &body.to_string())?;
    serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))
}

fn text(arguments: &Value, key: &str) -> Result<String, Failure> {
    let found = arguments[key].as_str().filter(|text| !text.is_empty());
    found.map(str::to_owned).ok_or_else(|| Failure::new(Code::WrongUse, format!("{key} must be a text")))
}
