//! The commands of the pages: one for the main window, one for the window that decides.

use std::sync::Arc;

use api::{App, Change, Code, Effect, Failure};
use tauri::ipc::Response;
use tauri::{AppHandle, State};

use crate::news;

/// Answers one request of the list in `api`. The answer is JSON text, passed on as it is.
///
/// What belongs to the approval window or to scripts is refused here, whoever asks.
#[tauri::command]
pub async fn ask(
    window: AppHandle,
    app: State<'_, Arc<App>>,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    if decides(&name) {
        return Err(Failure::new(Code::NotHere, format!("{name} belongs to the approval window")));
    }
    if api::is_for_scripts(&name) {
        return Err(Failure::new(Code::NotHere, format!("{name} is asked at the terminal")));
    }
    answer(&window, &app, name, body).await
}

/// Answers what only the approval window asks; the capability lets no other window call this.
#[tauri::command]
pub async fn approve(
    window: AppHandle,
    app: State<'_, Arc<App>>,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    if !decides(&name) {
        return Err(Failure::new(Code::NotHere, format!("{name} belongs to the main window")));
    }
    answer(&window, &app, name, body).await
}

fn decides(name: &str) -> bool {
    api::request(name).is_some_and(|request| request.effect == Effect::Decides)
}

async fn answer(
    window: &AppHandle,
    app: &State<'_, Arc<App>>,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    let engine = Arc::clone(app);
    let asked = name.clone();
    // The engine is synchronous; a long answer must not hold up the next one.
    let answered =
        tauri::async_runtime::spawn_blocking(move || api::answer_in_window(&engine, &asked, &body)).await;
    let answer = answered.map_err(|error| Failure::new(Code::Failed, error.to_string()))??;
    if let Some(request) = api::request(&name).filter(|request| request.effect == Effect::Writes) {
        news::tell(window, &Change { stale: request.tags.to_vec() });
    }
    Ok(Response::new(answer))
}
