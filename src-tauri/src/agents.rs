//! Agents reach the windows over one socket of this user's. Each question names its workspace, so that none of the
//! windows has to show it, and what answers them ends with none of them.

use std::sync::Arc;

use api::App;
use broker::{Answer, Gone, Listening, Trouble, Value};
use tauri::AppHandle;

use crate::stay;

struct Agents {
    app: AppHandle,
    engine: Arc<App>,
}

impl Answer for Agents {
    fn answer(&self, question: &Value, gone: &Gone) -> Value {
        stay::with_agent(&self.app, || {
            api::desk::answer_agent(&self.engine, question, |then| gone.then(then))
        })
    }
}

/// Listens for as long as the result is held. Without a place to keep things there is no socket.
pub fn listen(app: &AppHandle, engine: &Arc<App>) -> Option<Result<Listening, Trouble>> {
    let agents = Agents { app: app.clone(), engine: Arc::clone(engine) };
    Some(broker::listen(&agents.engine.socket()?, Arc::new(agents)))
}
