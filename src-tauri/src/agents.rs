//! Agents reach the window over a socket of this user's.

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
pub fn listen(app: &Arc<App>) -> Option<Result<Listening, Trouble>> {
    Some(broker::listen(&app.socket()?, Arc::new(Agents(Arc::clone(app)))))
}
