//! What a fork copied from its parent. The copies stand first, begin with the parent's own `session_meta`, and nothing
//! marks their end but the first turn that is younger than the session: ids of threads and turns begin with their
//! time (UUID version 7). From 0.149 on records name their thread. Read in the sources of Codex and seen in logs whose
//! ids are made so; no fork was recorded.

use super::Record;
use crate::members::Members;

#[derive(Debug, Default)]
pub(super) struct Copies {
    /// The session's own id, in a log that may hold copies.
    own: Option<String>,
    has_begun: bool,
    /// The first number of the lines that a sub-agent wrote itself, where the log tells.
    from_ordinal: Option<u64>,
    is_copying: bool,
    /// The number of the first event of the last line that was copied.
    last: u32,
}

impl Copies {
    pub fn learn(&mut self, first: u32, line: &Members<'_>, record: &Record<'_>) {
        let payload = &record.payload;
        if record.kind == "session_meta" {
            if self.has_begun {
                self.is_copying |= self.own.is_some() && payload.text("id") != self.own;
            } else {
                self.has_begun = true;
                let is_child = payload.raw("forked_from_id").or(payload.raw("parent_thread_id")).is_some()
                    || payload.object("source").is_some();
                self.own = payload.text("id").filter(|_| is_child);
                self.from_ordinal = payload.count("subagent_history_start_ordinal");
                return;
            }
        }
        let Some(own) = self.own.as_deref() else { return };
        let turn = payload.text("turn_id").filter(|_| record.kind != "response_item");
        if let (Some(from), Some(ordinal)) = (self.from_ordinal, line.count("ordinal")) {
            self.is_copying = ordinal < from;
        } else if let Some(thread) = payload.text("thread_id") {
            self.is_copying = thread != own;
        } else if let Some(turn) = turn {
            self.is_copying = is_timed(&turn) && is_timed(own) && turn.as_str() < own;
        }
        if self.is_copying {
            self.last = first;
        }
    }

    pub fn is_copying(&self) -> bool {
        self.is_copying
    }

    pub fn last(&self) -> u32 {
        self.last
    }
}

/// Whether an id begins with its time.
fn is_timed(id: &str) -> bool {
    id.len() == 36 && id.as_bytes()[14] == b'7'
}
