use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use disk::{Digest, Fault};

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
    /// The digest that was recorded with it.
    pub digest: Option<Digest>,
    /// The text that was recorded.
    pub kept: Kept<'r>,
    /// What who read the log did to get that text out of it.
    pub steps: &'r [&'static str],
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
            None => {
                let steps = Steps::of_recorded(recorded.steps, &Taken::of(sound.text));
                Found { basis: sound.basis, state: Some(State::Deleted), steps, taken: None }
            }
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
        let steps = recorded.steps.iter().copied().map(Step::Read).collect();
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

/// What stands behind the state's name: [`State`]'s own words, then what they do not reach because it was not recorded.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = match (&self.state, self.basis) {
            (_, Basis::Digest | Basis::WholeText | Basis::Template | Basis::Nothing) => "",
            (State::Identical, Basis::Part) => {
                return f.write_str("this part is unchanged; only a part was recorded");
            }
            (State::Identical, _) => return f.write_str("the body is unchanged; only the body was recorded"),
            (State::Deleted, Basis::Part) => return f.write_str("the log holds the last copy of a part"),
            (State::Deleted, _) => return f.write_str("the log holds the last copy of the body"),
            (_, Basis::Part) => "; only a part was recorded",
            (_, _) => "; only the body was recorded",
        };
        write!(f, "{}{missing}", self.state)
    }
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
mod tests {
    use std::cell::Cell;
    use std::path::{Path, PathBuf};

    use disk::{Cause, Digest, Fault};

    use super::{Kept, Now, Present, Recorded, Verdict, classify};
    use crate::{Basis, Writer};

    const WHOLE: &str = "---\nname: a\ndescription: d\n---\n\nOne.\nTwo.\n";

    /// A skill on disk: name, scope, path and text (`None` cannot be read). The scope gives the rank.
    type Skill<'s> = (&'s str, &'s str, &'s str, Option<&'s str>);

    fn now(skills: &[Skill<'_>]) -> Now {
        let rank =
            |scope: &str| ["repo", "user", "pixir-global"].iter().position(|name| *name == scope).unwrap();
        let wins = |name: &str, scope: &str| {
            skills.iter().filter(|skill| skill.0 == name).all(|skill| rank(skill.1) >= rank(scope))
        };
        let present = |&(name, scope, path, text): &Skill<'_>| Present {
            name: name.into(),
            scope_rank: u8::try_from(rank(scope)).unwrap(),
            scope: scope.into(),
            path: PathBuf::from(path),
            digest: text.map(|text| Digest::of(text.as_bytes())),
            wins: wins(name, scope),
        };
        Now::of(skills.iter().map(present).collect())
    }

    /// What was recorded of `a` in the scope `user` at `/u/a`.
    fn recorded(kept: Kept<'_>, digest: Option<Digest>) -> Recorded<'_> {
        Recorded {
            name: "a",
            scope: "user",
            path: Path::new("/u/a"),
            elsewhere: false,
            beyond: None,
            digest,
            kept,
            steps: &[],
            writer: Writer::default(),
            arguments: None,
        }
    }

    fn verdict(recorded: &Recorded<'_>, skills: &[Skill<'_>]) -> Verdict {
        let reads = Cell::new(0);
        let read = |path: &Path| {
            reads.set(reads.get() + 1);
            let text = skills.iter().find(|skill| Path::new(skill.2) == path).and_then(|skill| skill.3);
            text.map(|text| text.as_bytes().to_vec()).ok_or(Fault { path: path.into(), cause: Cause::Denied })
        };
        let verdict = classify(recorded, &now(skills), &read);
        assert!(reads.get() <= 1, "one read at most");
        verdict
    }

    /// The state and what stands behind it.
    fn state(kept: Kept<'_>, digest: Option<Digest>, skills: &[Skill<'_>]) -> (String, String) {
        let verdict = verdict(&recorded(kept, digest), skills);
        (verdict.state.word().into(), verdict.to_string())
    }

    fn check(skills: &[Skill<'_>], word: &str, detail: &str) {
        let digest = Some(Digest::of(WHOLE.as_bytes()));
        let found = state(Kept::Whole(WHOLE.as_bytes()), digest, skills);
        assert_eq!(found, (word.into(), detail.into()), "{skills:?}");
    }

    #[test]
    fn what_cannot_be_relied_on_is_never_compared() {
        let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(WHOLE))];
        let whole = Kept::Whole(WHOLE.as_bytes());
        let check = |kept, digest, skills: &[Skill<'_>], detail: &str| {
            assert_eq!(state(kept, digest, skills), ("unverifiable".into(), detail.into()));
        };
        let other = Some(Digest::of(b"other"));
        check(Kept::Nothing, other, here, "no text was recorded");
        check(whole, other, here, "recorded hash does not match recorded text");
        check(whole, other, &[], "recorded hash does not match recorded text");
        check(Kept::Body(b"One.\nTwo.\n"), other, here, "recorded hash does not match recorded text");
        let digest = Some(Digest::of(WHOLE.as_bytes()));
        let fault = Fault { path: "/u/a".into(), cause: Cause::Denied }.to_string();
        check(whole, digest, &[("a", "user", "/u/a", None)], &fault);
    }

    #[test]
    fn the_recorded_path_is_looked_at_first() {
        let check_at = |text: &str, word, detail| check(&[("a", "user", "/u/a", Some(text))], word, detail);
        check_at(WHOLE, "identical", "");
        check_at(&WHOLE.replace('\n', "\r\n"), "whitespace_only", "LF to CRLF");
        check_at(&WHOLE.replace("One.", "  One. "), "whitespace_only", "trailing blanks, indentation");
        check_at(&WHOLE.replace(": d", ": e"), "frontmatter_only", "description");
        check_at(&WHOLE.replace(": d\n", ": d\nlicense: MIT\n"), "frontmatter_only", "license");
        check_at(&WHOLE.replace("Two.\n", "Two!\nThree.\n"), "body_changed", "+2 −1");
        check_at(&WHOLE.replace(": d", ": e").replace("Two.\n", ""), "body_changed", "+0 −1");
        // A changed frontmatter beside a body that differs in whitespace is a changed body.
        check_at(&WHOLE.replace(": d", ": e").replace("Two.", "Two. "), "body_changed", "+1 −1");
        // The recorded bytes elsewhere do not hide that the file was changed.
        let copied = [("a", "user", "/u/a", Some("new\n")), ("a", "repo", "/r/a", Some(WHOLE))];
        check(&copied, "body_changed", "+1 −3");
    }

    #[test]
    fn equal_bytes_that_no_longer_answer_are_shadowed() {
        check(
            &[("a", "user", "/u/a", Some(WHOLE)), ("a", "repo", "/r/a", Some("x\n"))],
            "shadowed_now",
            "by repo",
        );
        check(
            &[("a", "user", "/u/a", Some(WHOLE)), ("a", "repo", "/r/a", Some(WHOLE))],
            "shadowed_now",
            "by repo",
        );
        check(
            &[("a", "user", "/u/a", Some(WHOLE)), ("a", "pixir-global", "/g/a", Some("x\n"))],
            "identical",
            "",
        );
        // Other bytes are other bytes, shadowed or not.
        let both = [("a", "user", "/u/a", Some("x\n")), ("a", "repo", "/r/a", Some("y\n"))];
        check(&both, "body_changed", "+1 −3");
    }

    #[test]
    fn bytes_that_left_their_path_are_looked_for() {
        check(&[], "deleted", "the log holds the last copy");
        check(&[("a", "user", "/u/b", Some("x\n"))], "deleted", "the log holds the last copy");
        check(&[("a", "user", "/u/b", Some(WHOLE))], "renamed", "now at /u/b");
        check(&[("b", "user", "/u/b", Some(WHOLE))], "renamed", "now b");
        check(&[("b", "repo", "/r/b", Some(WHOLE))], "renamed", "now b");
        check(&[("a", "repo", "/r/a", Some(WHOLE))], "moved_scope", "from user to repo");
        // The same name counts for more than the same scope, and a winner for more than a loser.
        check(
            &[("b", "user", "/u/b", Some(WHOLE)), ("a", "repo", "/r/a", Some(WHOLE))],
            "moved_scope",
            "from user to repo",
        );
        check(
            &[("a", "pixir-global", "/g/a", Some(WHOLE)), ("a", "repo", "/r/a", Some(WHOLE))],
            "moved_scope",
            "from user to repo",
        );
    }

    /// What was done to the two texts, in words.
    fn steps(verdict: &Verdict) -> (String, String) {
        let told =
            |steps: &[crate::Step]| steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        (told(&verdict.steps.recorded), told(&verdict.steps.file))
    }

    #[test]
    fn a_whole_text_without_a_digest_is_compared_as_a_whole() {
        let whole = recorded(Kept::Whole(WHOLE.as_bytes()), None);
        let check = |skills: &[Skill<'_>], word, detail: &str| {
            let verdict = verdict(&whole, skills);
            assert_eq!((verdict.state.word(), verdict.to_string().as_str()), (word, detail));
            assert_eq!(verdict.basis, Basis::WholeText);
        };
        check(&[("a", "user", "/u/a", Some(WHOLE))], "identical", "");
        check(&[("a", "user", "/u/a", Some("x\n"))], "body_changed", "+1 −3");
        check(&[("a", "repo", "/r/a", Some(WHOLE))], "moved_scope", "from user to repo");
        check(&[], "deleted", "the log holds the last copy");
    }

    #[test]
    fn a_recorded_body_is_compared_with_the_body() {
        let check = |kept: &str, disk: &str, word: &str, detail: &str| {
            let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(disk))];
            let found = verdict(&recorded(Kept::Body(kept.as_bytes()), None), here);
            assert_eq!((found.state.word(), found.to_string().as_str()), (word, detail), "{kept:?}");
            assert_eq!(found.basis, Basis::Body);
        };
        let same = "the body is unchanged; only the body was recorded";
        check("One.\nTwo.\n", WHOLE, "identical", same);
        check("One.\nTwo.\n", &WHOLE.replace(": d", ": other"), "identical", same);
        check("\n\nOne.\nTwo.\n", WHOLE, "identical", same);
        check("One.\nTwo.", WHOLE, "whitespace_only", "final newline; only the body was recorded");
        check("One. \nTwo.\n", WHOLE, "whitespace_only", "trailing blanks; only the body was recorded");
        let crlf = WHOLE.replace('\n', "\r\n");
        check("One.\nTwo.\n", &crlf, "whitespace_only", "LF to CRLF; only the body was recorded");
        check("One.\n", WHOLE, "body_changed", "+1 −0; only the body was recorded");
        check("---\nOne.\n---\n", WHOLE, "body_changed", "+1 −2; only the body was recorded");
        let gone = state(Kept::Body(b"One.\n"), None, &[]);
        assert_eq!(gone, ("deleted".into(), "the log holds the last copy of the body".into()));
        let trimmed = state(Kept::TrimmedBody(b"One.\nTwo."), None, &[("a", "user", "/u/a", Some(WHOLE))]);
        assert_eq!(trimmed, ("identical".into(), same.into()));
    }

    #[test]
    fn what_was_done_to_both_texts_is_told_in_plain_words() {
        let check = |kept: Kept<'_>, source: &str, disk: &str, ours: &str, theirs: &str| {
            let mut recorded = recorded(kept, None);
            (recorded.steps, recorded.writer) =
                (&["the line of the folder was taken off"], Writer::named(source, None));
            let told = steps(&verdict(&recorded, &[("a", "user", "/u/a", Some(disk))]));
            let ours = ["the line of the folder was taken off", ours].join(", ");
            assert_eq!(told, (ours.trim_end_matches(", ").to_owned(), theirs.to_owned()));
        };
        let front = "frontmatter removed";
        let beginning = "leading whitespace removed";
        let end = "trailing whitespace removed";
        check(Kept::Whole(WHOLE.as_bytes()), "codex", WHOLE, "", "unchanged");
        check(Kept::Body(b"One.\nTwo.\n"), "gemini", WHOLE, "", &[front, beginning].join(", "));
        check(Kept::TrimmedBody(b"One.\nTwo."), "gemini", WHOLE, "", &[front, beginning, end].join(", "));
        let crlf = WHOLE.replace('\n', "\r\n");
        let kept = [front, beginning, "CRLF kept"].join(", ");
        check(Kept::Body(b"One.\r\nTwo.\r\n"), "gemini", &crlf, "CRLF kept", &kept);
        let lf = [front, "CRLF changed to LF", beginning].join(", ");
        check(Kept::Body(b"One.\nTwo.\n"), "copilot-cli", &crlf, "", &lf);
        let marked = format!("\u{feff}{WHOLE}");
        let mark = ["byte order mark removed", front, beginning].join(", ");
        check(Kept::Body(b"One.\nTwo.\n"), "gemini", &marked, "", &mark);
        check(Kept::Part(b"Two.\n"), "codex", WHOLE, end, &["only line 7", end].join(", "));
    }

    #[test]
    fn a_part_is_looked_for_in_the_file() {
        let file = "---\nname: a\ndescription: d\n---\n\nOne.\nTwo.\nThree.\nFour.\n";
        let check = |part: &str, word: &str, detail: &str, basis: Basis| {
            let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(file))];
            let found = verdict(&recorded(Kept::Part(part.as_bytes()), Some(Digest::of(b"other"))), here);
            let found = (found.state.word(), found.to_string(), found.basis);
            assert_eq!(found, (word, detail.to_owned(), basis), "{part:?}");
        };
        let same =
            |part| check(part, "identical", "this part is unchanged; only a part was recorded", Basis::Part);
        same("One.\nTwo.\n");
        same("One.\nTwo.");
        same("---\nname: a\n");
        same(file);
        let changed = |part, word, detail| check(part, word, detail, Basis::Part);
        changed("One.\n2.\nThree.\n", "body_changed", "+1 −1; only a part was recorded");
        changed("0.\nTwo.\nThree.\n", "body_changed", "+1 −1; only a part was recorded");
        changed("One.\r\nTwo.\r\n", "whitespace_only", "CRLF to LF; only a part was recorded");
        changed(
            "---\nname: a\ndescription: e\n---\n\nOne.\n",
            "frontmatter_only",
            "description; only a part was recorded",
        );
        let unknown = |part| {
            check(part, "unverifiable", "the recorded lines may not be from the file", Basis::Nothing);
        };
        unknown("total 8\nOne.\nsome\n");
        unknown("\n\n");
    }

    #[test]
    fn a_file_among_other_output_is_found_or_not_decided() {
        let check = |text: &str, word: &str, ours: &str| {
            let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(WHOLE))];
            let found = verdict(&recorded(Kept::Mixed(text.as_bytes()), None), here);
            assert_eq!((found.state.word(), steps(&found).0.as_str()), (word, ours), "{text:?}");
        };
        let end = "trailing whitespace removed";
        check(&format!("before\n{WHOLE}behind\n"), "identical", &["only lines 2 to 8", end].join(", "));
        check("before\nOne.\nTwo.\nbehind\n", "unverifiable", "");
        check("", "unverifiable", "");
    }

    #[test]
    fn what_the_agent_filled_in_is_no_edit() {
        let file = "---\nname: a\narguments: [topic]\n---\n\nOn $topic:\n!`date`\nawk '{print $1}'\n";
        let check = |text: &str, arguments, release: &str, word: &str, detail: &str, basis: Basis| {
            let mut recorded = recorded(Kept::Body(text.as_bytes()), None);
            recorded.writer = Writer::named("claude-code", Some(release));
            recorded.arguments = arguments;
            let found = verdict(&recorded, &[("a", "user", "/u/a", Some(file))]);
            let found = (found.state.word(), found.to_string(), found.basis);
            assert_eq!(found, (word, detail.to_owned(), basis), "{text:?}");
        };
        let kept = "On birds:\nMon\nawk '{print $1}'\n";
        check(kept, Some("birds"), "2.1.330", "filled", "except $topic, !`date`", Basis::Template);
        let blanked = "On birds:\nMon\nawk '{print }'\n";
        check(blanked, Some("birds"), "2.1.36", "changed_by_agent", "$1 removed", Basis::Template);
        let changed = "+3 −3; only the body was recorded";
        check(blanked, Some("birds"), "2.1.330", "body_changed", changed, Basis::Body);
        check(
            kept,
            Some("bees"),
            "2.1.330",
            "body_changed",
            "+2 −2; only the body was recorded",
            Basis::Body,
        );
    }

    #[test]
    fn a_path_of_another_machine_is_not_called_gone() {
        let mut recorded = recorded(Kept::Whole(WHOLE.as_bytes()), None);
        recorded.elsewhere = true;
        let check = |skills: &[Skill<'_>], word: &str, detail: &str| {
            let found = verdict(&recorded, skills);
            assert_eq!((found.state.word(), found.to_string().as_str()), (word, detail));
        };
        check(&[], "unverifiable", "the recorded path is on another machine");
        check(&[("a", "user", "/u/b", Some(WHOLE))], "renamed", "now at /u/b");
        check(&[("a", "user", "/u/a", Some("x\n"))], "body_changed", "+1 −3");
    }

    #[test]
    fn the_skill_that_answers_today_is_named() {
        let skills = now(&[("a", "user", "/u/a", Some("x\n")), ("a", "repo", "/r/a", Some("y\n"))]);
        let gone = Path::new("/gone");
        let recorded = Recorded { path: gone, ..recorded(Kept::Whole(b"z\n"), Some(Digest::of(b"z\n"))) };
        let verdict = classify(&recorded, &skills, &|_| unreachable!("nothing is there to read"));
        assert_eq!(verdict.winner.unwrap().path, Path::new("/r/a"));
        assert_eq!((verdict.state.word(), verdict.now), ("deleted", None));
    }
}
