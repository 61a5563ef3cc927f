//! One agent at the other end.

use std::sync::{Arc, Mutex, OnceLock};

use api::agent::Offer;
use api::{App, Code, Conversation, Failure};
use message::message;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};

#[derive(Clone)]
pub struct Door {
    pub(super) app: Arc<App>,
    pub(super) offer: Arc<Offer>,
    pub(super) connection: String,
    // Held for as long as this process lives: the window ends what was permitted for this connection with it.
    pub(super) presence: Arc<OnceLock<Option<broker::Asking>>>,
    // Begins with the first call: an agent that only looks at what there is to call leaves no log.
    pub(super) conversation: Arc<Mutex<Option<Arc<Conversation>>>>,
}

pub(super) fn cancelled() -> Failure {
    Failure::new(Code::Refused, message!("the agent canceled the request."))
}

// Who calls, as it introduced itself.
pub(super) fn agent_of(context: &RequestContext<RoleServer>) -> (String, String) {
    let client = context.peer.peer_info();
    client
        .map(|info| (info.client_info.name.clone(), info.client_info.version.clone()))
        .unwrap_or_else(|| ("an agent".to_owned(), String::new()))
}

pub(super) fn broken(failure: &Failure) -> ErrorData {
    ErrorData::internal_error(failure.to_string(), None)
}
