//! Evidence is written to Assay's companion log of the session, before anything is released.

use serde_json::Value;
use sessions::{Companion, Draft, Event, Output, SessionId, keep_output};

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
        let id = match &request.wish.turn {
            Some(turn) => turn.session.clone(),
            None => SessionId::parse(NO_SESSION.as_bytes()).map_err(|bad| bad.to_string())?,
        };
        let mut companion =
            Companion::open(kept, &request.wish.ground.workspace, &id).map_err(|fault| fault.to_string())?;
        companion.append(draft, (self.clock)()).map_err(|error| error.to_string())
    }
}

const NOWHERE: &str = "there is no home folder to keep it in";
