//! The commands of the pages: one for the windows on workspaces, one for the window that decides. Each page is answered
//! by the engine of its own window.

use std::sync::Arc;

use api::{Audience, Change, Code, Effect, Failure, Tag};
use message::{Message, message};
use tauri::ipc::Response;
use tauri::{Manager, WebviewWindow};

use crate::windows::Windows;
use crate::{news, windows};

/// Answers what the page of a workspace may ask. The answer is JSON text, passed on as it is.
#[tauri::command]
pub async fn ask(window: WebviewWindow, name: String, body: String) -> Result<Response, Failure> {
    answer(&window, Audience::Page, name, body).await
}

/// Answers what the approval window may ask; the capability lets no other window call this.
#[tauri::command]
pub async fn approve(window: WebviewWindow, name: String, body: String) -> Result<Response, Failure> {
    answer(&window, Audience::Approval, name, body).await
}

async fn answer(
    window: &WebviewWindow,
    who: Audience,
    name: String,
    body: String,
) -> Result<Response, Failure> {
    let all = window.state::<Windows>();
    let main = all
        .of(window.label())
        .ok_or_else(|| Failure::new(Code::NotHere, message!("the window was closed.")))?;
    let engine = Arc::clone(&main.engine);
    let asked = name.clone();
    // The engine is synchronous; a long answer must not hold up the next one.
    let answered =
        tauri::async_runtime::spawn_blocking(move || api::answer(&engine, who, &asked, &body)).await;
    let answer = answered.map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))??;
    if let Some(request) = api::request(&name).filter(|request| request.effect == Effect::Writes) {
        // What is written may lie where other windows look, too.
        let others = all.all().into_iter().filter(|other| other.label != main.label);
        others.for_each(|other| other.engine.heard(request.tags));
        news::tell_all(window.app_handle(), &Change::of(request.tags));
        if request.tags.contains(&Tag::Workspace) {
            windows::entitle(window.app_handle());
        }
    }
    Ok(Response::new(answer))
}
