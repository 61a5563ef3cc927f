//! A call that may take a person's time: it can be cancelled, and says now and then that it still waits.

use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use api::Stop;
use broker::HangUp;
use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;

/// How often an agent that asked for it is told that its call still waits.
const TOLD: Duration = Duration::from_secs(2);

/// What ends a call before its time.
#[derive(Debug, Default)]
pub struct Waiting {
    stop: Stop,
    asked: Mutex<Option<HangUp>>,
}

impl Waiting {
    /// Stops what runs.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the agent took the call back.
    pub fn is_cancelled(&self) -> bool {
        self.stop.is_wished()
    }

    /// A question to the window that is given up with the call.
    pub fn hold(&self, question: HangUp) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            question.now();
        }
        *asked = Some(question);
    }

    fn cancel(&self) {
        self.stop.now();
        if let Some(question) = self.asked.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            question.now();
        }
    }
}

/// Waits for the work of a call. When the agent takes it back the work is told, and what it comes to is recorded all
/// the same.
pub async fn until<T>(
    work: impl Future<Output = T>,
    waiting: &Waiting,
    context: &RequestContext<RoleServer>,
) -> T {
    let token = context.meta.get_progress_token();
    let mut work = std::pin::pin!(work);
    let mut beat = 0.0;
    loop {
        tokio::select! {
            done = &mut work => return done,
            () = context.ct.cancelled(), if !waiting.is_cancelled() => waiting.cancel(),
            () = tokio::time::sleep(TOLD) => {
                if let Some(token) = token.clone() {
                    beat += 1.0;
                    let told = ProgressNotificationParam::new(token, beat).with_message("waiting");
                    let _ = context.peer.notify_progress(told).await;
                }
            }
        }
    }
}
