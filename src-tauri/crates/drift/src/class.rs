use std::collections::HashMap;
use std::path::{Path, PathBuf};

use disk::{Digest, Fault};
use skills::ReadStep;

use crate::agent::Writer;
use crate::body::body;
use crate::compare::{Comparison, Spaces, compare, compare_taken};
use crate::frontmatter::FrontmatterChange;
use crate::part::{mixed, part};
use crate::state::{Basis, Place, State, Why};
use crate::step::{Step, Steps, Taken};
use crate::whitespace::whitespace_only;

/// A snapshot as a session recorded it.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'r> {
    /// The skill's name then.
    pub name: &'r str,
    /// The name of its scope then.
    pub scope: &'r str,
    /// The `SKILL.md` it was read from.
    pub path: &'r Path,
    /// Whether that path is one of another machine, so that nothing follows from its absence here.
    pub elsewhere: bool,
    /// The file at that path, where it is none of the skills that are looked for, such as one of a plugin.
    pub beyond: Option<&'r Present>,
    /// Where that path is gone, the file at the same place in another version of what it belonged to, such as a plugin
    /// that was updated.
    pub other_version: Option<&'r Present>,
    /// The digest that was recorded with it.
    pub digest: Option<Digest>,
    /// The text that was recorded.
    pub kept: Kept<'r>,
    /// What who read the log did to get that text out of it.
    pub steps: &'r [ReadStep],
    /// Who recorded it, and so what may be filled in.
    pub writer: Writer,
    /// What the skill was called with; `None` if that is not known.
    pub arguments: Option<&'r str>,
}

/// How much of the file a session kept.
#[derive(Debug, Clone, Copy)]
pub enum Kept<'r> {
    /// Every byte, as Pixir does.
    Whole(&'r [u8]),
    /// The text behind the frontmatter only, perhaps without the blanks it begins with.
    Body(&'r [u8]),
    /// The same, perhaps without the blanks at its end too.
    TrimmedBody(&'r [u8]),
    /// Some of its lines.
    Part(&'r [u8]),
    /// All or some of its lines among others, and nothing tells them apart.
    Mixed(&'r [u8]),
    /// Nothing.
    Nothing,
}

impl<'r> Kept<'r> {
    /// What was kept.
    fn text(self) -> &'r [u8] {
        match self {
            Self::Whole(text)
            | Self::Body(text)
            | Self::TrimmedBody(text)
            | Self::Part(text)
            | Self::Mixed(text) => text,
            Self::Nothing => &[],
        }
    }
}

/// A skill that is on disk now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// Its name.
    pub name: String,
    /// The rank of its scope; the smallest wins.
    pub scope_rank: u8,
    /// The name of its scope.
    pub scope: String,
    /// Its `SKILL.md`, as found.
    pub path: PathBuf,
    /// The digest of that file; `None` if it could not be read.
    pub digest: Option<Digest>,
    /// Whether it is the one that answers to its name.
    pub wins: bool,
}

/// Everything that is on disk now, found by path, by digest and by the name it answers to.
#[derive(Debug, Clone, Default)]
pub struct Now {
    present: Vec<Present>,
    by_path: HashMap<PathBuf, usize>,
    by_digest: HashMap<Digest, Vec<usize>>,
    winners: HashMap<String, usize>,
}

/// The state of a snapshot and what goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The state.
    pub state: State,
    /// What the comparison rests on.
    pub basis: Basis,
    /// What was done to both texts before it.
    pub steps: Steps,
    /// What the snapshot was compared with, or where its bytes are now.
    pub now: Option<Place>,
    /// The skill that answers to the recorded name today (U-07).
    pub winner: Option<Place>,
}

/// What a comparison found: no state if the texts are equal after the steps.
pub(crate) struct Found {
    pub basis: Basis,
    pub state: Option<State>,
    pub steps: Steps,
    /// What was compared in place of both whole texts.
    pub taken: Option<(Taken, Taken)>,
}

/// Says what became of a snapshot. The first row that holds decides:
///
/// | what holds | state | basis |
/// |---|---|---|
/// | no text was recorded; a digest was recorded and does not fit | unverifiable | nothing |
/// | the recorded path is there and cannot be read | unverifiable | nothing |
/// | the recorded path has the recorded text, and another skill has the name | shadowed_now | as kept |
/// | the recorded path has the recorded text | identical | as kept |
/// | the file's body with its places filled in, some of them with nothing by the agent's mistake | changed_by_agent | template |
/// | the file's body with its places filled in | filled | template |
/// | the recorded path has the same words | whitespace_only | as kept |
/// | the recorded path has the same body bytes | frontmatter_only | as kept |
/// | only lines were recorded, and the file has few of them, or they do not hold all of it | unverifiable | nothing |
/// | the recorded path has anything else | body_changed | as kept |
/// | the bytes are elsewhere, with the same name, in another scope | moved_scope | as kept |
/// | the bytes are elsewhere | renamed | as kept |
/// | no path was recorded, or one of another machine | unverifiable | nothing |
/// | another version of what the path belonged to has the recorded text | in_another_version | as kept |
/// | another version has another text | as for the recorded path | as kept |
/// | otherwise | deleted | as kept |
///
/// "As kept" is how much of the file was recorded; a whole text rests on its digest if one was recorded. Text and file
/// are compared after the [`Steps`] that go with the verdict: of a whole text every byte counts, of a body what stands
/// behind the frontmatter. Only a whole text is looked for elsewhere.
///
/// Of several places that hold the bytes the one with the same name comes first, then the same scope, then
/// a winner, then the smaller rank, then the smaller path. `read` gives the bytes of a `SKILL.md` named in `now`;
/// it is called at most once, and not at all when the digests answer the question.
pub fn classify(
    recorded: &Recorded<'_>,
    now: &Now,
    read: &dyn Fn(&Path) -> Result<Vec<u8>, Fault>,
) -> Verdict {
    let there = now.at(recorded.path).or(recorded.beyond);
    let mut place = there.map(Present::place);
    let found = match (intact(recorded), there) {
        (Err(why), _) => Found::undecided(recorded, why),
        (Ok(sound), Some(present)) => {
            let mut found = at_its_path(recorded, sound, present, read);
            found.state = Some(found.state.unwrap_or_else(|| unchanged(present, now)));
            found
        }
        (Ok(sound), None) => match sound.digest.and_then(|digest| now.holding(&digest, recorded)) {
            Some(present) => {
                place = Some(present.place());
                let state = elsewhere(recorded, present);
                Found { state: Some(state), ..sound.with_itself(recorded) }
            }
            None if recorded.path.as_os_str().is_empty() => Found::undecided(recorded, Why::NoPlace),
            None if recorded.elsewhere => Found::undecided(recorded, Why::OtherMachine),
            None => match recorded.other_version {
                Some(present) => {
                    place = Some(present.place());
                    let mut found = at_its_path(recorded, sound, present, read);
                    found.state.get_or_insert_with(|| State::InAnotherVersion { to: present.place() });
                    found
                }
                None => {
                    let steps = Steps::of_recorded(recorded.steps, &Taken::of(sound.text));
                    Found { basis: sound.basis, state: Some(State::Deleted), steps, taken: None }
                }
            },
        },
    };
    Verdict {
        state: found.state.unwrap_or(State::Identical),
        basis: found.basis,
        steps: found.steps,
        now: place,
        winner: now.winner(recorded.name).map(Present::place),
    }
}

/// Recorded text that may be relied on.
#[derive(Clone, Copy)]
pub(crate) struct Sound<'r> {
    text: &'r [u8],
    basis: Basis,
    /// The digest of the file it is the whole of.
    digest: Option<Digest>,
}

pub(crate) fn intact<'r>(recorded: &Recorded<'r>) -> Result<Sound<'r>, Why> {
    let (text, basis) = match recorded.kept {
        Kept::Nothing => return Err(Why::NoText),
        // A digest that goes with a part is one of the file, or of nothing that is known.
        Kept::Part(text) | Kept::Mixed(text) => return Ok(Sound { text, basis: Basis::Part, digest: None }),
        Kept::Whole(text) if recorded.digest.is_some() => (text, Basis::Digest),
        Kept::Whole(text) => (text, Basis::WholeText),
        Kept::Body(text) => (text, Basis::Body),
        Kept::TrimmedBody(text) => (text, Basis::TrimmedBody),
    };
    let is_whole = basis.is_whole();
    if !is_whole && recorded.digest.is_none() {
        return Ok(Sound { text, basis, digest: None });
    }
    let digest = Digest::of(text);
    if recorded.digest.is_some_and(|recorded| recorded != digest) {
        return Err(Why::Mismatch);
    }
    Ok(Sound { text, basis, digest: is_whole.then_some(digest) })
}

impl Sound<'_> {
    /// Compared with the same bytes on disk.
    fn with_itself(self, recorded: &Recorded<'_>) -> Found {
        let text = Taken::of(self.text);
        let steps = Steps::of(recorded.steps, &text, &text);
        Found { basis: self.basis, state: None, steps, taken: None }
    }
}

impl Found {
    pub(crate) fn undecided(recorded: &Recorded<'_>, why: Why) -> Self {
        let steps = recorded.steps.iter().copied().map(|step| Step::Read { step }).collect();
        let steps = Steps { recorded: steps, file: Vec::new() };
        Self { basis: Basis::Nothing, state: Some(State::Unverifiable(why)), steps, taken: None }
    }

    /// After what was done to both texts.
    pub(crate) fn after(
        recorded: &Recorded<'_>,
        (basis, state): (Basis, Option<State>),
        (ours, theirs): (Taken, Taken),
    ) -> Self {
        let steps = Steps::of(recorded.steps, &ours, &theirs);
        Self { basis, state, steps, taken: Some((ours, theirs)) }
    }
}

pub(crate) fn at_its_path(
    recorded: &Recorded<'_>,
    sound: Sound<'_>,
    present: &Present,
    read: &dyn Fn(&Path) -> Result<Vec<u8>, Fault>,
) -> Found {
    if sound.digest.is_some() && present.digest == sound.digest {
        return sound.with_itself(recorded);
    }
    let disk = match read(&present.path) {
        Ok(disk) => disk,
        Err(fault) => return Found::undecided(recorded, Why::Unreadable(fault.to_string())),
    };
    against(recorded, sound, &disk)
}

fn against(recorded: &Recorded<'_>, sound: Sound<'_>, disk: &[u8]) -> Found {
    match sound.basis {
        Basis::Part if matches!(recorded.kept, Kept::Mixed(_)) => mixed(recorded, sound.text, disk),
        Basis::Part => part(recorded, sound.text, disk),
        Basis::Body | Basis::TrimmedBody => body(recorded, sound.text, sound.basis, disk),
        _ if sound.text == disk => sound.with_itself(recorded),
        basis => {
            let steps = Steps::of(recorded.steps, &Taken::of(sound.text), &Taken::of(disk));
            Found { basis, state: Some(changed(sound.text, disk)), steps, taken: None }
        }
    }
}

/// Finds the changed lines between what a session recorded and a file, as [`classify`] does: of a body or a part they
/// are those of the file that it can have come from. What an agent leaves out or adds is no change. Lines keep the
/// numbers that they have in their text.
pub fn compare_recorded(recorded: &Recorded<'_>, disk: &[u8], spaces: Spaces) -> Comparison {
    let taken = intact(recorded).ok().and_then(|sound| against(recorded, sound, disk).taken);
    match taken {
        Some((ours, theirs)) => compare_taken(&ours, &theirs, spaces),
        None => compare(recorded.kept.text(), disk, spaces),
    }
}

fn unchanged(present: &Present, now: &Now) -> State {
    match now.winner(&present.name) {
        Some(winner) if winner.path != present.path => State::ShadowedNow { by: winner.place() },
        _ => State::Identical,
    }
}

/// How a text differs from the one that stands in its place.
pub(crate) fn changed(recorded: &[u8], disk: &[u8]) -> State {
    let comparison = compare(recorded, disk, Spaces::Compared);
    if let Some(kinds) = whitespace_only(&comparison.left, &comparison.right) {
        return State::WhitespaceOnly(kinds);
    }
    let front = !comparison.frontmatter.changes.is_empty();
    let frontmatter = front.then(|| FrontmatterChange::of(&comparison.fields));
    match frontmatter {
        Some(change) if comparison.body.changes.is_empty() => State::FrontmatterOnly(change),
        frontmatter => {
            let body = comparison.body.count();
            State::BodyChanged { added: body.added, removed: body.removed, frontmatter }
        }
    }
}

pub(crate) fn elsewhere(recorded: &Recorded<'_>, present: &Present) -> State {
    if present.name == recorded.name && present.scope != recorded.scope && !recorded.scope.is_empty() {
        return State::MovedScope { from: recorded.scope.to_owned(), to: present.place() };
    }
    let from = Place {
        name: recorded.name.to_owned(),
        scope: recorded.scope.to_owned(),
        path: recorded.path.to_path_buf(),
    };
    State::Renamed { from, to: present.place() }
}

impl Present {
    pub(crate) fn place(&self) -> Place {
        Place { name: self.name.clone(), scope: self.scope.clone(), path: self.path.clone() }
    }
}

impl Now {
    /// Sorts what is present. Of two entries with one path the first counts.
    pub fn of(present: Vec<Present>) -> Self {
        let mut now = Self { present, ..Self::default() };
        for (at, skill) in now.present.iter().enumerate() {
            now.by_path.entry(skill.path.clone()).or_insert(at);
            if let Some(digest) = skill.digest {
                now.by_digest.entry(digest).or_default().push(at);
            }
            if skill.wins {
                now.winners.entry(skill.name.clone()).or_insert(at);
            }
        }
        now
    }

    fn at(&self, path: &Path) -> Option<&Present> {
        self.by_path.get(path).map(|at| &self.present[*at])
    }

    pub(crate) fn winner(&self, name: &str) -> Option<&Present> {
        self.winners.get(name).map(|at| &self.present[*at])
    }

    fn holding(&self, digest: &Digest, recorded: &Recorded<'_>) -> Option<&Present> {
        let order = |skill: &&Present| {
            let strange = (skill.name != recorded.name, skill.scope != recorded.scope);
            (strange, !skill.wins, skill.scope_rank, skill.path.clone())
        };
        self.by_digest.get(digest)?.iter().map(|at| &self.present[*at]).min_by_key(order)
    }
}

#[cfg(test)]
mod tests;
