//! A source asked for from the window.

use ::hydration::{Asker, AskerDoor};
use message::message;

use super::{HydrateAsk, RequestedView};
use crate::desk::{Purpose, aim};
use crate::{App, Failure};

/// Asks for a source from the window. What needs a person waits in the approval window.
pub(crate) fn hydrate(app: &App, ask: &HydrateAsk) -> Result<RequestedView, Failure> {
    let convention = views::convention::named(ask.convention.as_deref())?;
    let skill = app.workspace.skill(&ask.skill).ok_or_else(Failure::skill_gone)?;
    let asker = Asker {
        door: AskerDoor::Window,
        name: "Assay’s window".to_owned(),
        version: String::new(),
        connection: None,
    };
    let session = ask
        .session
        .as_ref()
        .map(|key| app.workspace.session(key).ok_or_else(Failure::session_gone))
        .transpose()?;
    let purpose = session.as_deref().map(|session| Purpose { session, turn: ask.turn });
    let wish = aim(&app.workspace, convention, &skill.path, &ask.source).wish(
        &app.workspace,
        asker,
        purpose.as_ref(),
    )?;
    let ticket = app.desk.submit(wish);
    let ended = ticket.ended().map(|ended| match ended {
        ::hydration::Ended::Released(_) => message!("It ran and was recorded."),
        ::hydration::Ended::Agreed(_) => message!("It was allowed and recorded."),
        ::hydration::Ended::Refused(refused) => refused.why,
    });
    Ok(RequestedView { id: ticket.id.clone(), ended })
}
