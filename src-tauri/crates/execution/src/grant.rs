//! A remembered yes. It is for bytes, not for names: it covers a request only when every part is the same.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::SystemTime;

use disk::Digest;

/// One thing a grant is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The skill's SKILL.md.
    Skill,
    /// The declaration of the source.
    Source,
    /// Every argument, in order.
    Command,
    /// The path the program resolves to.
    Program,
    /// That program's bytes.
    ProgramBytes,
    /// The bytes of the script it runs, or of the file it reads.
    Script,
    /// The workspace and the folder in it.
    Place,
    /// The permission mode.
    Mode,
    /// A folder with all in it, by its path.
    Folder(String),
    /// A file or a link, by its path: named by the command, started by it, or in a folder that is bound.
    File(String),
}

impl Part {
    /// The name it is kept under.
    pub fn word(&self) -> String {
        let word = match self {
            Self::Folder(path) => return format!("{FOLDER}{path}"),
            Self::File(path) => return format!("{FILE}{path}"),
            Self::Skill => "skill",
            Self::Source => "source",
            Self::Command => "command",
            Self::Program => "program",
            Self::ProgramBytes => "program_bytes",
            Self::Script => "script",
            Self::Place => "place",
            Self::Mode => "mode",
        };
        word.to_owned()
    }

    /// The part of that name.
    pub fn parse(word: &str) -> Option<Self> {
        if let Some(path) = word.strip_prefix(FOLDER) {
            return Some(Self::Folder(path.to_owned()));
        }
        if let Some(path) = word.strip_prefix(FILE) {
            return Some(Self::File(path.to_owned()));
        }
        Self::NAMELESS.into_iter().find(|part| part.word() == word)
    }

    const NAMELESS: [Self; 8] = [
        Self::Skill,
        Self::Source,
        Self::Command,
        Self::Program,
        Self::ProgramBytes,
        Self::Script,
        Self::Place,
        Self::Mode,
    ];
}

const FOLDER: &str = "folder:";
const FILE: &str = "file:";

/// What a person decided on, part by part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bound(Vec<(Part, Digest)>);

impl Bound {
    /// Binds one more part. Parts are hashed, so the grant keeps no text of theirs.
    pub fn with(mut self, part: Part, bytes: &[u8]) -> Self {
        self.set(part, Digest::of(bytes));
        self
    }

    /// Binds a part whose bytes were hashed before.
    pub fn with_digest(mut self, part: Part, digest: Digest) -> Self {
        self.set(part, digest);
        self
    }

    fn set(&mut self, part: Part, digest: Digest) {
        self.0.retain(|(known, _)| *known != part);
        self.0.push((part, digest));
        self.0.sort_unstable_by(|(part, _), (other, _)| part.cmp(other));
    }

    /// The parts, in a fixed order.
    pub fn parts(&self) -> &[(Part, Digest)] {
        &self.0
    }

    /// One digest for all parts.
    pub fn digest(&self) -> Digest {
        let lines: Vec<_> = self.0.iter().map(|(part, digest)| format!("{} {digest}", part.word())).collect();
        Digest::of(lines.join("\n").as_bytes())
    }

    /// The parts in which this differs from an older one, a missing part included.
    pub fn changed_since(&self, older: &Self) -> Vec<Part> {
        let of = |bound: &Self, part: &Part| {
            bound.0.iter().find(|(known, _)| known == part).map(|(_, digest)| *digest)
        };
        let all: BTreeSet<&Part> = self.0.iter().chain(&older.0).map(|(part, _)| part).collect();
        let differ: Vec<&Part> = all.into_iter().filter(|part| of(self, part) != of(older, part)).collect();
        // A folder differs by what is in it; that is better told by its name.
        let is_told = |part: &&Part| {
            match part {
            Part::Folder(folder) => differ.iter().any(
                |part| matches!(part, Part::File(file) if Path::new(file).starts_with(folder) && file != folder),
            ),
            _ => false,
        }
        };
        differ.iter().filter(|part| !is_told(part)).map(|part| (*part).clone()).collect()
    }
}

/// How long a grant holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lifetime {
    /// The one request it was given for.
    Once,
    /// Until this writer of this session ends. A resumed session has another writer, so it is asked again.
    Session {
        /// The session.
        session: String,
        /// Who held its lease, or the connection that asked.
        writer: String,
    },
    /// While every part stays the same.
    Bytes,
    /// While every part stays the same; and only output with this digest, of all bytes that were read, is
    /// covered. Any other waits for a person.
    Output(Digest),
}

/// A yes that is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Its id: `grt_` and 16 hexadecimal digits.
    pub id: String,
    /// What it is for.
    pub bound: Bound,
    /// How long it holds.
    pub lifetime: Lifetime,
    /// When it was given.
    pub given: SystemTime,
    /// How often it was used, the first time included.
    pub used: u32,
    /// When it was last used.
    pub last_used: SystemTime,
}

impl Grant {
    /// Whether it lets these bytes run for this writer of a session. One part that differs, and it does not.
    /// What comes of the run is asked of [`Grant::covers_output`].
    pub fn covers(&self, bound: &Bound, at: Option<(&str, &str)>) -> bool {
        let in_force = match &self.lifetime {
            Lifetime::Once => false,
            Lifetime::Session { session, writer } => at == Some((session, writer)),
            Lifetime::Bytes | Lifetime::Output(_) => true,
        };
        in_force && self.bound == *bound
    }

    /// Whether output of which all bytes have this digest may leave with nobody looking at it.
    pub fn covers_output(&self, raw: Digest) -> bool {
        match &self.lifetime {
            Lifetime::Once => false,
            Lifetime::Session { .. } | Lifetime::Bytes => true,
            Lifetime::Output(seen) => *seen == raw,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use disk::Digest;

    use super::{Bound, Grant, Lifetime, Part};

    fn parts() -> Vec<Part> {
        let named = [Part::Folder("/s".to_owned()), Part::File("/t/a b".to_owned())];
        Part::NAMELESS.into_iter().chain(named).collect()
    }

    fn bound() -> Bound {
        parts().into_iter().fold(Bound::default(), |bound, part| {
            let bytes = part.word().into_bytes();
            bound.with(part, &bytes)
        })
    }

    fn grant(lifetime: Lifetime) -> Grant {
        let id = "grt_0".to_owned();
        Grant { id, bound: bound(), lifetime, given: UNIX_EPOCH, used: 1, last_used: UNIX_EPOCH }
    }

    #[test]
    fn one_changed_byte_ends_a_grant_and_is_named() {
        let grant = grant(Lifetime::Bytes);
        assert!(grant.covers(&bound(), None));
        for part in parts() {
            let other = bound().with(part.clone(), b"else");
            assert!(!grant.covers(&other, None), "{part:?}");
            assert_eq!(other.changed_since(&grant.bound), [part]);
            assert_ne!(other.digest(), grant.bound.digest());
        }
        let fewer = Bound::default().with(Part::Skill, b"skill");
        assert!(!grant.covers(&fewer, None));
        assert_eq!(fewer.changed_since(&grant.bound).len(), 9);
    }

    #[test]
    fn a_grant_for_a_session_ends_with_its_writer() {
        let lifetime = Lifetime::Session { session: "s".to_owned(), writer: "w".to_owned() };
        let grant = grant(lifetime);
        assert!(grant.covers(&bound(), Some(("s", "w"))));
        assert!(!grant.covers(&bound(), Some(("s", "resumed"))));
        assert!(!grant.covers(&bound(), Some(("t", "w"))));
        assert!(!grant.covers(&bound(), None));
    }

    #[test]
    fn a_grant_for_once_covers_nothing_later() {
        assert!(!grant(Lifetime::Once).covers(&bound(), None));
    }

    #[test]
    fn a_grant_for_one_output_lets_it_run_and_covers_that_output_alone() {
        let (seen, other) = (Digest::of(b"seen"), Digest::of(b"other"));
        let grant = grant(Lifetime::Output(seen));
        assert!(grant.covers(&bound(), None) && grant.covers_output(seen) && !grant.covers_output(other));
        assert!(self::grant(Lifetime::Bytes).covers_output(other));
    }

    #[test]
    fn parts_are_told_by_their_names() {
        for part in parts() {
            assert_eq!(Part::parse(&part.word()), Some(part));
        }
    }
}
