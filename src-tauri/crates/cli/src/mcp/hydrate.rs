//! `hydrate_skill_context`: a context source, asked for in the window that is open.

use api::agent::Facts;
use api::desk::{AgentAsk, Released};
use api::{Code, Failure};
use message::Message;
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use super::door::{Door, cancelled};
use crate::agent;

/// What was released, and its evidence.
type Hydrated = Result<(String, Value), Failure>;

impl Door {
    /// Gets what a call asks for; waits for the person.
    pub(super) async fn hydrated(&self, facts: Facts, context: &RequestContext<RoleServer>) -> Hydrated {
        let asks = match facts {
            Facts::Named(ask) => {
                let released = self.hydrate(ask, context).await?;
                return Ok((released.text, json!({ "evidence": released.evidence })));
            }
            Facts::Marked(asks) => asks,
            Facts::Tried(text, facts) => return Ok((text, facts)),
        };
        let (mut texts, mut released, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for ask in asks {
            let source = ask.source.clone();
            match self.hydrate(ask, context).await {
                Ok(Released { text, evidence }) => {
                    released.push(json!({ "source": source, "text": text, "evidence": evidence }));
                    texts.push(text);
                }
                Err(failure) if failure.code == Code::Refused => {
                    left_out.push(json!({ "source": source, "why": failure.message.text }));
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok((texts.join("\n"), json!({ "released": released, "left_out": left_out })))
    }

    async fn hydrate(
        &self,
        ask: AgentAsk,
        context: &RequestContext<RoleServer>,
    ) -> Result<Released, Failure> {
        self.presence.get_or_init(|| agent::stay(&self.app, &self.connection));
        let asking = agent::begin(&self.app, &ask).map_err(|trouble| agent::failure(&trouble))?;
        let hang_up = asking.hang_up().map_err(|trouble| agent::failure(&trouble))?;
        let answer = tokio::task::spawn_blocking(move || agent::told(asking.answer()));
        tokio::select! {
            answered = answer => {
                answered.map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))?
            }
            () = context.ct.cancelled() => {
                hang_up.now();
                Err(cancelled())
            }
        }
    }
}
