//! A recorded body against the file's.

use crate::class::{Found, Recorded};
use crate::compare::{Spaces, compare_taken};
use crate::frontmatter::values;
use crate::lines::Text;
use crate::state::{Basis, State, Why};
use crate::step::{Step, Taken};
use crate::template::{self, Given, No};
use crate::whitespace::whitespace_only;

/// How the body that `recorded` has stands to the one of the file.
pub(crate) fn body(recorded: &Recorded<'_>, text: &[u8], basis: Basis, disk: &[u8]) -> Found {
    let mut ours = Taken::of(text).without_mark();
    let mut theirs = Taken::of(disk).without_mark().without_frontmatter();
    if recorded.writer.reads_crlf_as_lf() {
        theirs = theirs.with_lf();
    }
    if recorded.writer.adds_words() && !theirs.bytes.trim_ascii_end().ends_with(ours.bytes.trim_ascii_end()) {
        ours = ours.without_call(recorded.arguments);
    }
    // Some agents take off only line breaks, and do not say so: what is blank on both sides is not told apart.
    (ours, theirs) = (ours.without_beginning(), theirs.without_beginning());
    if basis == Basis::TrimmedBody {
        (ours, theirs) = (ours.without_end(), theirs.without_end());
    }
    if ours.bytes == theirs.bytes {
        return Found::after(recorded, (basis, None), (ours, theirs));
    }
    if let Some(template) = filled(recorded, disk, ours.clone(), theirs.clone()) {
        return template;
    }
    let (left, right) = (Text::of(&ours.bytes), Text::of(&theirs.bytes));
    if let Some(kinds) = whitespace_only(&left, &right) {
        return Found::after(recorded, (basis, Some(State::WhitespaceOnly(kinds))), (ours, theirs));
    }
    (ours, theirs) = (ours.without_end(), theirs.without_end());
    let count = compare_taken(&ours, &theirs, Spaces::Compared).count();
    let state = State::BodyChanged { added: count.added, removed: count.removed, frontmatter: None };
    Found::after(recorded, (basis, Some(state)), (ours, theirs))
}

/// A body may begin with dashes; a blank line keeps them from being taken for a fence.
pub(crate) fn behind_blank(text: &[u8]) -> Vec<u8> {
    [b"\n", text, b"\n"].concat()
}

/// The verdict if the file is a template and all but its places is the same.
fn filled(recorded: &Recorded<'_>, disk: &[u8], ours: Taken, theirs: Taken) -> Option<Found> {
    let ours = ours.with_lf().without_end();
    let theirs = theirs.with_lf().without_end();
    let whole = Text::of(disk);
    let names = values(&whole, "arguments");
    let given = Given { writer: recorded.writer, names: &names, arguments: recorded.arguments };
    let (file, text) = (String::from_utf8_lossy(&theirs.bytes), String::from_utf8_lossy(&ours.bytes));
    let (basis, state, theirs) = match template::filled(&file, &text, theirs.lines_before + 1, given) {
        Err(No::Match) => return None,
        Err(No::TooMany) => (Basis::Nothing, State::Unverifiable(Why::TooManyPlaces), theirs),
        Ok(holes) => {
            let theirs = theirs.noting(Step::Filled { places: holes.len() });
            let is_blanked = holes.iter().any(|hole| hole.blanked);
            let state = if is_blanked { State::ChangedByAgent(holes) } else { State::Filled(holes) };
            (Basis::Template, state, theirs)
        }
    };
    Some(Found::after(recorded, (basis, Some(state)), (ours, theirs)))
}
