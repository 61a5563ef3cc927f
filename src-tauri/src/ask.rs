//! The commands of the pages: one for the main window, one for the window that decides.

use std::sync::Arc;

use api::{App, Audience, Change, Code, Effect, Failure};
use tauri::ipc::Response;
use tauri::{AppHandle, State};

use crate::news;

/// Answers what the page may ask. The answer is JSON text, passed on as it is.
#[tauri::command]
pub async fn ask(
    window: AppHandle,
    app: State<'_, Arc<App>>,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    answer(&window, &app, Audience::Page, name, body).await
}

/// Answers what the approval window may ask; the capability lets no other window call this.
#[tauri::command]
pub async fn approve(
    window: AppHandle,
    app: State<'_, Arc<App>>,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    answer(&window, &app, Audience::Approval, name, body).await
}

async fn answer(
    window: &AppHandle,
    app: &State<'_, Arc<App>>,
    who: Audience,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    let engine = Arc::clone(app);
    let asked = name.clone();
    // The engine is synchronous; a long answer must not hold up the next one.
    let answered =
        tauri::async_runtime::spawn_blocking(move || api::answer(&engine, who, &asked, &body)).await;
    let answer = answered.map_err(|error| Failure::new(Code::Failed, error.to_string()))??;
    if let Some(request) = api::request(&name).filter(|request| request.effect == Effect::Writes) {
        news::tell(window, &Change::of(request.tags));
    }
    Ok(Response::new(answer))
}
