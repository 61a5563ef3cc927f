//! Evidence is written before anything is released: to the session's own log when Assay hosts it, to Assay's
//! companion log beside it, or, where a person switched that on, to Pixir's log under its lease.

use std::path::Path;

use serde_json::Value;
use sessions::{Accepts, Companion, Draft, Event, Hosted, Output, SessionId, append_to, hold, keep_output};

use crate::desk::Desk;
use crate::evidence::{Refusal, Sent, agreement, hydration, refusal};
use crate::{Allowed, ForTurn, Keeping, Request};

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

    pub(super) fn record_agreement(&self, request: &Request, allowed: &Allowed) -> Result<Event, String> {
        self.append(request, &agreement(request, allowed))
    }

    pub(super) fn record_refusal(&self, request: &Request, said: &Refusal<'_>) -> Result<(), String> {
        self.append(request, &refusal(request, said)).map(drop)
    }

    // The SKILL.md that was allowed, so that a later question can show what changed.
    pub(super) fn keep_skill(&self, request: &Request) {
        let content = &request.wish.prepared.skill.content;
        if let (Some(kept), Ok(text)) = (&self.kept, std::str::from_utf8(content)) {
            let _ = sessions::keep_text(kept, text);
        }
    }

    fn append(&self, request: &Request, draft: &Draft) -> Result<Event, String> {
        let kept = self.kept.as_deref().ok_or(NOWHERE)?;
        let no_session = || SessionId::parse(NO_SESSION.as_bytes()).expect("letters and - make an id");
        let Some(turn) = &request.wish.turn else {
            return self.in_companion(kept, &request.wish.ground.workspace, &no_session(), draft);
        };
        match turn.keeping {
            Keeping::OwnLog => {
                let mut log =
                    Hosted::open(kept, &turn.workspace, &turn.session).map_err(|fault| fault.to_string())?;
                log.append(draft, (self.clock)()).map_err(|error| error.to_string())
            }
            Keeping::PixirsLog => self.in_pixirs_log(kept, turn, draft).or_else(|why| {
                // Such as a Pixir that works on the session right now; said where it is found instead.
                let mut draft = draft.clone();
                draft.data.insert("not_in_session_log".to_owned(), Value::from(why));
                self.in_companion(kept, &turn.workspace, &turn.session, &draft)
            }),
            Keeping::Companion => self.in_companion(kept, &turn.workspace, &turn.session, draft),
        }
    }

    fn in_companion(
        &self,
        kept: &Path,
        workspace: &Path,
        id: &SessionId,
        draft: &Draft,
    ) -> Result<Event, String> {
        let mut companion = Companion::open(kept, workspace, id).map_err(|fault| fault.to_string())?;
        companion.append(draft, (self.clock)()).map_err(|error| error.to_string())
    }

    // The lease is held for as long as the log is read and one line is written.
    fn in_pixirs_log(&self, kept: &Path, turn: &ForTurn, draft: &Draft) -> Result<Event, String> {
        let mut held =
            hold(kept, &turn.workspace, &turn.session, self.clock).map_err(|why| why.to_string())?;
        let appended = append_to(&mut held, std::slice::from_ref(draft), Accepts::HydrationType);
        // What cannot be given back now is given back at the next start.
        let _ = held.release();
        let event = appended.map_err(|why| why.to_string())?.pop();
        event.ok_or_else(|| "cannot read back the written line".to_owned())
    }
}

const NOWHERE: &str = "no home folder to store it in";
