//! What a fork or a sub-agent copied from its parent. The copies stand first and begin with the parent's own
//! `session_meta`. Where they end is told by `subagent_history_start_ordinal`, by records that name their thread, or
//! by nothing but the first turn that is younger than the session: ids of threads and turns begin with their time
//! (UUID version 7). Read in the sources of Codex and of other readers; no fork was recorded. A fork of a paginated
//! thread copies nothing and names its `history_base`.

use super::super::dialect::InheritedHistory;
use super::Record;
use crate::members::Members;

#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    /// The session's own id, in a log that may hold copies.
    own: Option<String>,
    has_begun: bool,
    /// When the session began: what is older was copied.
    began: Option<String>,
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
                self.began = payload.text("timestamp");
                self.from_ordinal = payload.count("subagent_history_start_ordinal");
                return;
            }
        }
        let Some(own) = self.own.as_deref() else { return };
        let turn = payload.text("turn_id").filter(|_| record.kind != "response_item");
        if let (Some(from), Some(ordinal)) = (self.from_ordinal, line.count("ordinal")) {
            self.is_copying = ordinal < from;
        } else if line.text("timestamp").zip(self.began.as_ref()).is_some_and(|(time, began)| time < *began) {
            self.is_copying = true;
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

/// The history before a log's first line: a fork by reference names the session it was made from and the number of the
/// line it goes on from (recorded with 0.169.0), a paginated thread its `history_base`.
pub(super) fn base(meta: &Members<'_>) -> Option<InheritedHistory> {
    let own = meta.text("id");
    let page = meta.object("history_base").and_then(|base| {
        Some(InheritedHistory { session: base.text("thread_id")?, end: base.count("end_ordinal_exclusive") })
    });
    let fork = || {
        let end = meta.count("forked_from_ordinal_exclusive")?;
        Some(InheritedHistory { session: meta.text("forked_from_id")?, end: Some(end) })
    };
    // A session that names itself has no other history.
    page.or_else(fork).filter(|base| Some(&base.session) != own.as_ref())
}

/// Whether an id begins with its time.
fn is_timed(id: &str) -> bool {
    id.len() == 36 && id.as_bytes()[14] == b'7'
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::Copies;
    use crate::members::Members;

    const PARENT: &str = "019f1000-0000-7000-8000-000000000001";
    const CHILD: &str = "019f1000-9000-7000-8000-000000000002";

    /// Which lines behind the first are copies.
    fn copied(meta: &str, lines: &[&str]) -> Vec<bool> {
        let mut copies = Copies::default();
        let head = format!(r#"{{"type":"session_meta","payload":{{"id":"{CHILD}",{meta}}}}}"#);
        let mut learn = |number: u32, line: &str| {
            let line = Members::read(line).expect("an object");
            copies.learn(number, &line, &Record::of(&line));
            copies.is_copying()
        };
        learn(1, &head);
        (2..).zip(lines).map(|(number, line)| learn(number, line)).collect()
    }

    #[test]
    fn copies_end_where_the_log_says_or_where_its_ids_do() {
        let own = format!(r#"{{"type":"session_meta","payload":{{"id":"{PARENT}"}}}}"#);
        let thread =
            |id: &str| format!(r#"{{"type":"token_usage_record","payload":{{"thread_id":"{id}"}}}}"#);
        let turn = |id: &str| format!(r#"{{"type":"turn_context","payload":{{"turn_id":"{id}"}}}}"#);
        let (item, fork) = (r#"{"type":"response_item","payload":{}}"#, r#""forked_from_id":"x""#);
        let lines = [own.as_str(), item, &thread(PARENT), item, &thread(CHILD), item];
        assert_eq!(copied(fork, &lines), [true, true, true, true, false, false]);
        let (old, new) =
            (turn("019f1000-1000-7000-8000-00000000000a"), turn("019f1000-a000-7000-8000-00000000000b"));
        assert_eq!(copied(fork, &[&own, &old, item, &new, item]), [true, true, true, false, false]);
        let sub = r#""source":{"subagent":{}},"subagent_history_start_ordinal":2"#;
        let numbered =
            |ordinal: u64| format!(r#"{{"ordinal":{ordinal},"type":"response_item","payload":{{}}}}"#);
        assert_eq!(copied(sub, &[&numbered(1), &numbered(2), &numbered(3)]), [true, false, false]);
        // A session that is nobody's child has no copies, whatever its ids are like.
        assert_eq!(copied(r#""source":"cli""#, &[&old, item, &thread(PARENT)]), [false; 3]);
    }
}
