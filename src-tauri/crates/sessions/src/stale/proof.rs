//! What writes and other texts prove about a text that was given.

use crate::TextKept;
use crate::event::Activation;
use crate::source::writes::Wrote;

/// A text that a session was given.
pub(super) struct Given {
    pub position: usize,
    pub record: u32,
    pub name: String,
    pub path: Option<String>,
    /// What stands behind the frontmatter; none where that is not known whole.
    pub text: Option<String>,
    /// The agent sent no text and said that the last one holds.
    pub is_by_name: bool,
    /// A tool printed it.
    pub is_read: bool,
    /// The agent fills in places, so that two texts may be of one file.
    pub fills: bool,
}

/// What a call wrote to a file.
pub(super) struct Write {
    pub position: usize,
    pub record: u32,
    pub path: String,
    pub wrote: Wrote,
}

impl Given {
    pub fn is_at(&self, path: &str) -> bool {
        self.path.as_deref() == Some(path)
    }

    /// Whether it gives the text of another delivery of the same file.
    fn is_text_of(&self, other: &Self) -> bool {
        self.path.is_some() && self.path == other.path && self.text == other.text
    }
}

/// What was given of a file behind its frontmatter, with nothing that does not come from there.
pub(super) fn text_before(activation: &Activation) -> Option<String> {
    let text = activation.content.as_deref()?;
    let own = match activation.kept {
        TextKept::Whole => body(text),
        TextKept::Body | TextKept::TrimmedBody => plain(text),
        TextKept::Part | TextKept::Mixed | TextKept::Nothing => return None,
    };
    let called = activation.arguments.as_deref().map(|words| format!("ARGUMENTS: {}", plain(words)));
    let shorter = called.and_then(|called| Some(own.strip_suffix(&called)?.trim_end().to_owned()));
    Some(shorter.unwrap_or(own))
}

/// Line ends and blanks at both ends do not tell texts apart: agents change them.
fn plain(text: &str) -> String {
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n").trim().to_owned()
}

/// What stands behind the frontmatter of a file.
fn body(file: &str) -> String {
    let file = file.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let behind = file.strip_prefix("---\n").and_then(|rest| {
        let end = rest.match_indices("\n---").map(|(at, _)| at + 4);
        let mut ends = end.filter(|at| matches!(rest.as_bytes().get(*at), None | Some(b'\n' | b' ')));
        ends.next().map(|at| rest[at..].trim_start_matches(' '))
    });
    plain(behind.unwrap_or(&file))
}

/// Whether an agent that fills in places gives this text as it stands.
fn has_places(text: &str) -> bool {
    text.contains('$') || text.contains("!`") || text.contains("```!")
}

/// The record of the write that the text is from before.
///
/// A write counts where it changed what is known of the file: the text had been given or written before it, or holds
/// what the write replaced. One that nothing is known of, and one that makes the file what was given, ends it.
pub(super) fn by_writes(one: &Given, before: &[Given], writes: &[&Write]) -> Option<u32> {
    let text = one.text.as_deref()?;
    let given =
        |write: &Write| before.iter().any(|given| given.position < write.position && one.is_text_of(given));
    let mut file: Option<String> = None;
    let mut proof = None;
    for write in writes {
        let was_it = given(write) || file.as_deref().is_some_and(|file| body(file) == text);
        let newer = was_it.then_some(write.record).or(proof);
        proof = match &write.wrote {
            Wrote::Untold => None,
            Wrote::Text(now) if one.fills && has_places(now) => None,
            Wrote::Text(now) if body(now) == text => None,
            Wrote::Text(_) => newer,
            Wrote::End(end) if plain(end).is_empty() => proof,
            Wrote::End(end) if text.ends_with(&plain(end)) => None,
            Wrote::End(_) => newer,
            Wrote::Place { old, new } => {
                let (old, new) = (old.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
                let holds = |part: &str| !part.trim().is_empty() && text.contains(part);
                match (holds(&old), holds(&new)) {
                    (true, false) => Some(write.record),
                    (_, true) => None,
                    (false, false) => proof,
                }
            }
        };
        file = after(file, &write.wrote);
    }
    proof
}

/// The file behind a write.
fn after(file: Option<String>, wrote: &Wrote) -> Option<String> {
    match wrote {
        Wrote::Text(text) => Some(text.clone()),
        Wrote::End(text) => file.map(|file| file + text),
        Wrote::Place { old, new } => file.map(|file| file.replace(old.as_str(), new)),
        Wrote::Untold => None,
    }
}

/// The record of another text of the same file that was given since this one was, where nothing was written since.
/// An agent that fills in places gives many texts of one file; what a tool printed of it was the file's all the same.
pub(super) fn by_texts(one: &Given, before: &[Given], writes: &[&Write]) -> Option<u32> {
    let text = one.text.as_deref()?;
    let last = before.iter().rev().find(|given| given.path == one.path && given.text.is_some())?;
    let is_other = one.path.is_some() && last.text.as_deref() != Some(text);
    let is_comparable = !one.fills || last.is_read;
    let given_before = before.iter().any(|given| given.position < last.position && one.is_text_of(given));
    let untouched = writes.iter().all(|write| write.position < last.position);
    (is_other && is_comparable && given_before && untouched).then_some(last.record)
}
