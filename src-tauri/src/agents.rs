//! Agents reach the windows over one socket of this user's. Each question names its workspace, so that none of the
//! windows has to show it, and what answers them ends with none of them.

use std::sync::Arc;

use api::App;
use broker::{Answer, Gone, Listening, Trouble, Value};

struct Agents(Arc<App>);

impl Answer for Agents {
    fn answer(&self, question: &Value, gone: &Gone) -> Value {
        api::desk::answer_agent(&self.0, question, |then| gone.then(then))
    }
}

/// Listens for as long as the result is held. Without a place to keep things there is no socket.
pub fn listen(engine: App) -> Option<Result<Listening, Trouble>> {
    Some(broker::listen(&engine.socket()?, Arc::new(Agents(Arc::new(engine)))))
}
