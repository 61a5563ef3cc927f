use std::collections::HashMap;
use std::path::{Path, PathBuf};

use disk::{Digest, Fault};

use crate::compare::{Spaces, compare};
use crate::frontmatter::FrontmatterChange;
use crate::lines::Text;
use crate::state::{BodyNow, Place, State, Why};
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
    /// The digest that was recorded with it.
    pub digest: Option<Digest>,
    /// The text that was recorded.
    pub kept: Kept<'r>,
}

/// How much of the file a session kept.
#[derive(Debug, Clone, Copy)]
pub enum Kept<'r> {
    /// Every byte, as Pixir does (pixir-contract §3.4).
    Whole(&'r [u8]),
    /// The text behind the frontmatter only.
    Body(&'r [u8]),
    /// Nothing.
    Nothing,
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
    /// What the snapshot was compared with, or where its bytes are now.
    pub now: Option<Place>,
    /// The skill that answers to the recorded name today (U-07).
    pub winner: Option<Place>,
}

/// Says what became of a snapshot. The first row that holds decides:
///
/// | what holds | state |
/// |---|---|
/// | no text was recorded; a digest was recorded and does not fit; a whole text without a digest | unverifiable |
/// | the recorded path is there and cannot be read | unverifiable |
/// | only the body was recorded, and the recorded path is there / is gone | body_comparable_only / deleted |
/// | the recorded path has the recorded bytes, and another skill has the name | shadowed_now |
/// | the recorded path has the recorded bytes | identical |
/// | the recorded path has the same words | whitespace_only |
/// | the recorded path has the same body bytes | frontmatter_only |
/// | the recorded path has anything else | body_changed |
/// | the bytes are elsewhere, with the same name, in another scope | moved_scope |
/// | the bytes are elsewhere | renamed |
/// | otherwise | deleted |
///
/// Of several places that hold the bytes the one with the same name comes first, then the same scope, then
/// a winner, then the smaller rank, then the smaller path. `read` gives the bytes of a `SKILL.md` named in `now`;
/// it is called at most once, and not at all when the digests answer the question.
pub fn classify(
    recorded: &Recorded<'_>,
    now: &Now,
    read: &dyn Fn(&Path) -> Result<Vec<u8>, Fault>,
) -> Verdict {
    let there = now.at(recorded.path);
    let mut verdict = Verdict {
        state: State::Deleted,
        now: there.map(Present::place),
        winner: now.winner(recorded.name).map(Present::place),
    };
    verdict.state = match (intact(recorded), there) {
        (Err(why), _) => State::Unverifiable(why),
        (Ok(text), Some(present)) => at_its_path(text, present, now, read),
        (Ok(Sound::Whole(_, digest)), None) => match now.holding(&digest, recorded) {
            None => State::Deleted,
            Some(present) => {
                verdict.now = Some(present.place());
                elsewhere(recorded, present)
            }
        },
        (Ok(Sound::Body(_)), None) => State::Deleted,
    };
    verdict
}

/// Recorded text that may be relied on.
#[derive(Clone, Copy)]
enum Sound<'r> {
    Whole(&'r [u8], Digest),
    Body(&'r [u8]),
}

fn intact<'r>(recorded: &Recorded<'r>) -> Result<Sound<'r>, Why> {
    match (recorded.kept, recorded.digest) {
        (Kept::Nothing, _) => Err(Why::NoText),
        (Kept::Whole(bytes) | Kept::Body(bytes), Some(digest)) if Digest::of(bytes) != digest => {
            Err(Why::Mismatch)
        }
        (Kept::Whole(_), None) => Err(Why::NoDigest),
        (Kept::Whole(bytes), Some(digest)) => Ok(Sound::Whole(bytes, digest)),
        (Kept::Body(bytes), _) => Ok(Sound::Body(bytes)),
    }
}

fn at_its_path(
    text: Sound<'_>,
    present: &Present,
    now: &Now,
    read: &dyn Fn(&Path) -> Result<Vec<u8>, Fault>,
) -> State {
    if let Sound::Whole(_, digest) = text
        && present.digest == Some(digest)
    {
        return unchanged(present, now);
    }
    match (read(&present.path), text) {
        (Err(fault), _) => State::Unverifiable(Why::Unreadable(fault.to_string())),
        (Ok(bytes), Sound::Body(body)) => State::BodyComparableOnly(body_now(body, &bytes)),
        (Ok(bytes), Sound::Whole(whole, _)) if bytes == whole => unchanged(present, now),
        (Ok(bytes), Sound::Whole(whole, _)) => changed(whole, &bytes),
    }
}

fn unchanged(present: &Present, now: &Now) -> State {
    match now.winner(&present.name) {
        Some(winner) if winner.path != present.path => State::ShadowedNow { by: winner.place() },
        _ => State::Identical,
    }
}

fn changed(recorded: &[u8], disk: &[u8]) -> State {
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

fn body_now(body: &[u8], disk: &[u8]) -> BodyNow {
    let whole = Text::of(disk);
    let behind = whole.frontmatter().unwrap_or_default();
    let there = whole.lines(behind..whole.count()).trim_ascii();
    let body = body.trim_ascii();
    if there == body {
        return BodyNow::Equal;
    }
    // A body may begin with dashes; a blank line keeps them from being taken for a fence.
    let comparison = compare(&behind_blank(body), &behind_blank(there), Spaces::Compared);
    if whitespace_only(&comparison.left, &comparison.right).is_some() {
        return BodyNow::WhitespaceOnly;
    }
    let count = comparison.count();
    BodyNow::Changed { added: count.added, removed: count.removed }
}

fn behind_blank(text: &[u8]) -> Vec<u8> {
    [b"\n", text, b"\n"].concat()
}

fn elsewhere(recorded: &Recorded<'_>, present: &Present) -> State {
    if present.name == recorded.name && present.scope != recorded.scope {
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
    fn place(&self) -> Place {
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

    fn winner(&self, name: &str) -> Option<&Present> {
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

    use super::{Kept, Now, Present, Recorded, classify};

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

    /// `a` was recorded in the scope `user` at `/u/a`; gives the state and what stands behind it.
    fn state(kept: Kept<'_>, digest: Option<Digest>, skills: &[Skill<'_>]) -> (String, String) {
        let reads = Cell::new(0);
        let read = |path: &Path| {
            reads.set(reads.get() + 1);
            let text = skills.iter().find(|skill| Path::new(skill.2) == path).and_then(|skill| skill.3);
            text.map(|text| text.as_bytes().to_vec()).ok_or(Fault { path: path.into(), cause: Cause::Denied })
        };
        let recorded = Recorded { name: "a", scope: "user", path: Path::new("/u/a"), digest, kept };
        let verdict = classify(&recorded, &now(skills), &read);
        assert!(reads.get() <= 1, "one read at most");
        (verdict.state.word().into(), verdict.state.to_string())
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
        check(whole, None, here, "no hash was recorded");
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

    #[test]
    fn a_recorded_body_is_compared_with_the_body() {
        let body = "One.\nTwo.\n";
        let check = |kept: &str, skills: &[Skill<'_>], word: &str, detail: &str| {
            assert_eq!(state(Kept::Body(kept.as_bytes()), None, skills), (word.into(), detail.into()));
        };
        let here: &[Skill<'_>] = &[("a", "user", "/u/a", Some(WHOLE))];
        check(body, here, "body_comparable_only", "body equal, frontmatter not recorded");
        check("One. \nTwo.", here, "body_comparable_only", "body whitespace only, frontmatter not recorded");
        check("One.\n", here, "body_comparable_only", "body +1 −0, frontmatter not recorded");
        check("---\nOne.\n---\n", here, "body_comparable_only", "body +1 −2, frontmatter not recorded");
        check(body, &[], "deleted", "the log holds the last copy");
    }

    #[test]
    fn the_skill_that_answers_today_is_named() {
        let skills = now(&[("a", "user", "/u/a", Some("x\n")), ("a", "repo", "/r/a", Some("y\n"))]);
        let digest = Some(Digest::of(b"z\n"));
        let recorded = Recorded {
            name: "a",
            scope: "user",
            path: Path::new("/gone"),
            digest,
            kept: Kept::Whole(b"z\n"),
        };
        let verdict = classify(&recorded, &skills, &|_| unreachable!("nothing is there to read"));
        assert_eq!(verdict.winner.unwrap().path, Path::new("/r/a"));
        assert_eq!((verdict.state.word(), verdict.now), ("deleted", None));
    }
}
