//! The page's one command.

use std::sync::Arc;

use api::{App, Change, Effect, Failure};
use tauri::ipc::Response;
use tauri::{AppHandle, State};

use crate::news;

/// Answers one request of the list in `api`. The answer is JSON text, passed on as it is.
#[tauri::command]
pub async fn ask(
    window: AppHandle,
    app: State<'_, Arc<App>>,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    let engine = Arc::clone(&app);
    let asked = name.clone();
    // The engine is synchronous; a long answer must not hold up the next one.
    let answered = tauri::async_runtime::spawn_blocking(move || api::answer(&engine, &asked, &body)).await;
    let answer = answered.map_err(|error| Failure::new(api::Code::Failed, error.to_string()))??;
    if let Some(request) = api::request(&name).filter(|request| request.effect == Effect::Writes) {
        news::tell(&window, &Change { stale: request.tags.to_vec() });
    }
    Ok(Response::new(answer))
}
