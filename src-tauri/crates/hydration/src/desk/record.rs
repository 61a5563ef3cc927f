//! Evidence is written before anything is released: to the session's own log when Assay hosts it, to Assay's
//! companion log beside it when not.

use std::path::Path;
use std::time::SystemTime;

use disk::Fault;
use serde_json::Value;
use sessions::{CannotAppend, Companion, Draft, Event, Hosted, Output, Owner, SessionId, keep_output};

use crate::Request;
use crate::desk::Desk;
use crate::evidence::{Refusal, Sent, hydration, refusal};

/// The companion of requests that were made for no session.
pub const NO_SESSION: &str = "no-session";

impl Desk {
    pub(super) fn record_release<'a>(
        &self,
        request: &Request,
        text: &str,
        sent: impl FnOnce(Output) -> Sent<'a>,
    ) -> Result<(Event, Value), String> {
        let kept = self.kept.as_deref().ok_or(NOWHERE)?;
        let output = keep_output(kept, text).map_err(|fault| fault.to_string())?;
        let proof = hydration(request, &sent(output));
        let draft = Draft::hydration(&proof);
        let evidence = Value::Object(draft.data.clone());
        let event = self.append(request, &draft)?;
        Ok((event, evidence))
    }

    pub(super) fn record_refusal(&self, request: &Request, said: &Refusal<'_>) -> Result<(), String> {
        self.append(request, &refusal(request, said)).map(drop)
    }

    // The SKILL.md that a grant was given for, so that a later question can show what changed.
    pub(super) fn keep_skill(&self, request: &Request) {
        let content = &request.wish.prepared.skill.content;
        if let (Some(kept), Ok(text)) = (&self.kept, std::str::from_utf8(content)) {
            let _ = sessions::keep_text(kept, text);
        }
    }

    fn append(&self, request: &Request, draft: &Draft) -> Result<Event, String> {
        let kept = self.kept.as_deref().ok_or(NOWHERE)?;
        let (workspace, now) = (&request.wish.ground.workspace, (self.clock)());
        let appended = match &request.wish.turn {
            Some(turn) if turn.owner == Owner::Assay => {
                Hosted::open(kept, workspace, &turn.session).map(|mut log| log.append(draft, now))
            }
            Some(turn) => in_companion(kept, workspace, &turn.session, draft, now),
            None => {
                let id = SessionId::parse(NO_SESSION.as_bytes()).map_err(|bad| bad.to_string())?;
                in_companion(kept, workspace, &id, draft, now)
            }
        };
        appended.map_err(|fault| fault.to_string())?.map_err(|error| error.to_string())
    }
}

fn in_companion(
    kept: &Path,
    workspace: &Path,
    id: &SessionId,
    draft: &Draft,
    now: SystemTime,
) -> Result<Result<Event, CannotAppend>, Fault> {
    Companion::open(kept, workspace, id).map(|mut companion| companion.append(draft, now))
}

const NOWHERE: &str = "there is no home folder to keep it in";
