//! A snapshot against other files than the one it came from.

use std::path::Path;

use disk::Fault;

use crate::class::{Found, Now, Present, Recorded, Verdict, at_its_path, elsewhere, intact};
use crate::state::{Place, State, Why};

type Reads<'r> = &'r dyn Fn(&Path) -> Result<Vec<u8>, Fault>;

/// How a snapshot stands to the file that would be taken now under its name, where that is another one than the file
/// it came from and than the one that is known to hold its text.
pub fn taken_now(recorded: &Recorded<'_>, now: &Now, verdict: &Verdict, read: Reads<'_>) -> Option<Verdict> {
    let winner = now.winner(recorded.name).filter(|winner| winner.path != recorded.path)?;
    if verdict.now.as_ref().is_some_and(|place| place.path == winner.path) {
        return None;
    }
    let found = beside(recorded, winner, read)?;
    Some(Verdict {
        state: found.state.unwrap_or(State::Identical),
        basis: found.basis,
        steps: found.steps,
        now: Some(winner.place()),
        winner: None,
    })
}

/// The files of the recorded name among these whose text is the recorded one, of a body what stands behind the
/// frontmatter.
pub fn holding<'p>(recorded: &Recorded<'_>, among: &'p [Present], read: Reads<'_>) -> Vec<&'p Present> {
    let holds = |present: &&Present| {
        present.name == recorded.name
            && present.path != recorded.path
            && beside(recorded, present, read).is_some_and(|found| found.state.is_none())
    };
    among.iter().filter(holds).collect()
}

fn beside(recorded: &Recorded<'_>, present: &Present, read: Reads<'_>) -> Option<Found> {
    let sound = intact(recorded).ok()?;
    Some(at_its_path(recorded, sound, present, read))
}

impl Verdict {
    /// Whether the recorded text is that of the file it was compared with, whatever answers to the name.
    pub fn holds(&self) -> bool {
        match &self.state {
            State::Identical
            | State::Renamed { .. }
            | State::MovedScope { .. }
            | State::ShadowedNow { .. }
            | State::InAnotherVersion { .. }
            | State::Filled(_)
            | State::ChangedByAgent(_) => true,
            State::WhitespaceOnly(_)
            | State::FrontmatterOnly(_)
            | State::BodyChanged { .. }
            | State::Deleted
            | State::Unverifiable(_) => false,
        }
    }

    /// The verdict once a file is known that holds the text: of a snapshot whose own file is not here, that it is
    /// there now.
    pub fn found_at(self, recorded: &Recorded<'_>, present: &Present, read: Reads<'_>) -> Self {
        let is_gone =
            matches!(self.state, State::Deleted | State::Unverifiable(Why::OtherMachine | Why::NoPlace));
        let Some(found) = beside(recorded, present, read).filter(|_| is_gone) else { return self };
        let place: Place = present.place();
        Self {
            state: elsewhere(recorded, present),
            basis: found.basis,
            steps: found.steps,
            now: Some(place),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{holding, taken_now};
    use crate::{Kept, Now, Present, Recorded, Writer, classify};

    const BODY: &str = "# Notes\n\nWrite short notes.\n";

    fn file(body: &str) -> Vec<u8> {
        format!("---\nname: notes\ndescription: d\n---\n\n{body}").into_bytes()
    }

    fn present(path: &str, wins: bool) -> Present {
        let (scope, scope_rank) = if wins { ("user", 0) } else { ("project", 1) };
        Present {
            name: "notes".into(),
            scope_rank,
            scope: scope.into(),
            path: path.into(),
            digest: None,
            wins,
        }
    }

    fn recorded(path: &Path) -> Recorded<'_> {
        Recorded {
            name: "notes",
            scope: "",
            path,
            elsewhere: false,
            beyond: None,
            other_version: None,
            digest: None,
            kept: Kept::Body(BODY.as_bytes()),
            steps: &[],
            writer: Writer::default(),
            arguments: None,
        }
    }

    /// What is said of a body from `/p` where these files are: its own verdict, that of the file that would be taken
    /// now, and the files among `/x` and `/y` that hold it.
    fn check(files: &[(&str, &str)], present_at: &[Present], expected: (&str, Option<&str>, &[&str])) {
        let read = |path: &Path| {
            let body = files.iter().find(|(at, _)| Path::new(at) == path).map_or("", |(_, body)| *body);
            Ok(file(body))
        };
        let recorded = recorded(Path::new("/p"));
        let now = Now::of(present_at.to_vec());
        let verdict = classify(&recorded, &now, &read);
        let taken = taken_now(&recorded, &now, &verdict, &read);
        let among = [present("/x", false), present("/y", false)];
        let found: Vec<PathBuf> =
            holding(&recorded, &among, &read).iter().map(|one| one.path.clone()).collect();
        let taken = taken.as_ref().map(|taken| taken.state.word());
        let of: Vec<PathBuf> = expected.2.iter().map(PathBuf::from).collect();
        assert_eq!((verdict.state.word(), taken, found), (expected.0, expected.1, of), "{files:?}");
    }

    #[test]
    fn the_file_it_came_from_and_the_one_taken_now_are_compared_each() {
        let both = [present("/p", false), present("/u", true)];
        check(&[("/p", BODY), ("/u", "Other.\n")], &both, ("shadowed_now", Some("body_changed"), &[]));
        check(&[("/p", "Other.\n"), ("/u", BODY)], &both, ("body_changed", Some("identical"), &[]));
        check(&[("/u", "Other.\n")], &both[1..], ("deleted", Some("body_changed"), &[]));
        check(&[("/p", BODY)], &[present("/p", true)], ("identical", None, &[]));
    }

    #[test]
    fn a_body_is_found_behind_another_frontmatter() {
        check(&[("/y", BODY)], &[], ("deleted", None, &["/y"]));
        check(&[("/p", "Other.\n"), ("/x", BODY)], &[present("/p", true)], ("body_changed", None, &["/x"]));
        let read = |_: &Path| Ok(file(BODY));
        let recorded = recorded(Path::new("/p"));
        let gone = classify(&recorded, &Now::default(), &read);
        let moved = gone.found_at(&recorded, &present("/y", false), &read);
        assert_eq!(moved.to_string(), "now at /y; only the body was recorded");
        let unknown = Recorded { path: Path::new(""), ..recorded };
        let nowhere = classify(&unknown, &Now::default(), &read);
        assert_eq!(nowhere.to_string(), "the log does not name the file");
        assert!(nowhere.found_at(&unknown, &present("/y", false), &read).holds());
    }
}
