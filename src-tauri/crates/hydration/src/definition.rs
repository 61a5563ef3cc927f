use disk::Digest;

use crate::{Source, Surface};

/// What names the form of the bytes below; it changes when they do.
const FORM: &str = "assay context source 1";

/// The digest of what a source says: id, title, surface, flags, limits and folder. Where it is declared does
/// not count, so a list that moves from the frontmatter to its own file keeps its digests.
///
/// Every part goes in with its length before it, so two definitions that differ never give the same bytes.
pub fn definition_hash(source: &Source) -> Digest {
    let mut bytes = Vec::new();
    part(&mut bytes, FORM);
    part(&mut bytes, &source.id);
    part(&mut bytes, &source.title);
    part(&mut bytes, source.surface.word());
    match &source.surface {
        Surface::Run(words) => {
            part(&mut bytes, &words.len().to_string());
            words.iter().for_each(|word| part(&mut bytes, word));
        }
        Surface::Shell(text) | Surface::Read(text) | Surface::Resource(text) => part(&mut bytes, text),
    }
    part(&mut bytes, if source.read_only { "read only" } else { "may write" });
    part(&mut bytes, if source.auto { "auto" } else { "on request" });
    part(&mut bytes, &source.timeout.as_millis().to_string());
    part(&mut bytes, &source.max_bytes.to_string());
    part(&mut bytes, &source.cwd);
    Digest::of(&bytes)
}

fn part(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::definition_hash;
    use crate::{Blocked, Origin, Source, Surface};

    fn plain() -> Source {
        Source {
            id: "diff".into(),
            title: "The changes".into(),
            surface: Surface::Run(vec!["git".into(), "diff".into()]),
            read_only: true,
            auto: false,
            timeout: Source::TIMEOUT,
            max_bytes: Source::KEEP,
            cwd: String::new(),
            origin: Origin::File,
            line: 3,
            blocked: None,
        }
    }

    #[test]
    fn every_part_of_a_definition_counts() {
        let run = |words: &[&str]| Surface::Run(words.iter().map(|&word| word.into()).collect());
        let changed = [
            plain(),
            Source { id: "dif".into(), ..plain() },
            Source { title: String::new(), ..plain() },
            Source { surface: run(&["git", "di", "ff"]), ..plain() },
            Source { surface: run(&["git diff"]), ..plain() },
            Source { surface: run(&["git", "diff", ""]), ..plain() },
            Source { surface: Surface::Shell("git diff".into()), ..plain() },
            Source { surface: Surface::Read("git diff".into()), ..plain() },
            Source { surface: Surface::Resource("git diff".into()), ..plain() },
            Source { read_only: false, ..plain() },
            Source { auto: true, ..plain() },
            Source { timeout: Duration::from_millis(9_999), ..plain() },
            Source { max_bytes: 1_000, ..plain() },
            Source { cwd: "a".into(), ..plain() },
        ];
        let mut digests: Vec<_> = changed.iter().map(definition_hash).collect();
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), changed.len());
    }

    #[test]
    fn where_it_is_declared_does_not() {
        let moved =
            Source { line: 99, origin: Origin::Frontmatter, blocked: Some(Blocked::Unseen), ..plain() };
        assert_eq!(definition_hash(&moved), definition_hash(&plain()));
    }

    /// Grants are bound to this digest: a change of it forgets them all, and must be meant.
    #[test]
    fn the_form_stays() {
        let digest = definition_hash(&plain()).to_string();
        assert_eq!(digest, "931a1f47bef75b9692f4c1b6918d35b675d8e165940c73efbc506de0a03b25cd");
    }
}
