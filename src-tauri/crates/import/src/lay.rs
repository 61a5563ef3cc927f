//! The entries of a source laid into quarantine: surveyed by their names, and only then written, confined and counted.

use std::path::Path;
use std::sync::Arc;

use disk::{Fault, Folder};
use execution::NotFetched;
use message::{Message, message};
use signatures::{FILE_NAME, Verdict};
use skills::incoming::{Candidate, Doubt, Entry, EntryKind, Links, MOST_BYTES, Weight, inspect, survey};
use skills::manage::is_name;

use crate::{Found, Import, Stage};

/// Why an import ended without skills.
pub(crate) enum Ended {
    Refused(Vec<Doubt>),
    Stopped,
    Failed(Message),
}

/// Bytes of what a link says.
const TARGET: u64 = 4_096;

/// Something with entries that can be read one by one.
pub(crate) trait Reading {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt>;
}

/// Writes what the survey lets through, skill by skill, and looks at each.
pub(crate) fn lay_out(
    import: &Import,
    entries: &[Entry],
    modes: &[u32],
    reading: &mut dyn Reading,
    stem: &str,
) -> Result<(), Ended> {
    let survey = survey(entries);
    if survey.doubts.iter().any(|doubt| doubt.weight == Weight::Refuses) {
        return Err(Ended::Refused(survey.doubts));
    }
    import.tell(|state| state.doubts = survey.doubts);
    let place = import.quarantine.path().join("skills");
    disk::make_new_folder(&place, 0o700)?;
    let mut left = MOST_BYTES;
    let mut laid = Vec::new();
    for (candidate, number) in survey.skills.iter().zip(0_usize..) {
        // The folder's own name is a stranger's; a number is not.
        let dir = place.join(number.to_string());
        disk::make_new_folder(&dir, 0o755)?;
        let doubts = lay_skill(import, candidate, (entries, modes), reading, &dir, &mut left)?;
        laid.push((candidate, dir, doubts));
    }
    import.tell(|state| state.stage = Stage::Looking);
    for (candidate, dir, doubts) in laid {
        if import.stop.is_wished() {
            return Err(Ended::Stopped);
        }
        let mut inspected = inspect(&dir, &hydration::secret::lines)?;
        inspected.doubts.splice(0..0, doubts);
        let own =
            candidate.rel.file_name().map_or(stem.to_owned(), |name| name.to_string_lossy().into_owned());
        let folder = [own, inspected.name.clone()].into_iter().find(|name| is_name(name)).unwrap_or_default();
        let signature = import.signers.verify(&dir);
        if let Some(found) = signature.as_ref().filter(|found| found.verdict == Verdict::Changed) {
            inspected.doubts.push(Doubt::warns(
                "signature-changed",
                FILE_NAME,
                Message::verbatim(found.to_string()),
            ));
        }
        let found = Found { rel: candidate.rel.clone(), folder, dir, inspected, signature };
        import.tell(|state| state.skills.push(Arc::new(found)));
    }
    Ok(())
}

fn lay_skill(
    import: &Import,
    candidate: &Candidate,
    (entries, modes): (&[Entry], &[u32]),
    reading: &mut dyn Reading,
    dir: &Path,
    left: &mut u64,
) -> Result<Vec<Doubt>, Ended> {
    let yard = Folder::open(dir)?;
    let (mut doubts, mut links) = (Vec::new(), Vec::new());
    for (number, rel) in &candidate.entries {
        if import.stop.is_wished() {
            return Err(Ended::Stopped);
        }
        let name = String::from_utf8_lossy(&entries[*number].name).into_owned();
        let named = |doubt: Doubt| Ended::Refused(vec![Doubt { at: name.clone(), ..doubt }]);
        match entries[*number].kind {
            EntryKind::Folder => yard.lay_folder(rel)?,
            EntryKind::Link => {
                let target = reading.read(*number, TARGET).map_err(named)?;
                links.push((rel, String::from_utf8(target), name));
            }
            EntryKind::Special => {}
            EntryKind::File => {
                let bytes = reading.read(*number, *left).map_err(named)?;
                *left -= (bytes.len() as u64).min(*left);
                let mode = if modes[*number] & 0o111 == 0 { 0o644 } else { 0o755 };
                yard.lay_file(rel, &bytes, mode)?;
                import.tell(|state| {
                    state.files += 1;
                    state.bytes += bytes.len() as u64;
                });
            }
        }
    }
    let told = links.iter().filter_map(|(rel, target, _)| Some((rel.as_path(), target.as_ref().ok()?)));
    let all = Links::of(told.map(|(rel, target)| (rel, Path::new(target))));
    // Last, so that nothing is ever written through one.
    for (rel, target, name) in &links {
        let Ok(target) = target else {
            let words = message!("It is a link, and its target is not UTF-8.");
            doubts.push(Doubt::refuses("link-out", name, words));
            continue;
        };
        match all.doubt(rel, Path::new(target)) {
            None => {
                yard.lay_link(rel, Path::new(target))?;
                import.tell(|state| state.files += 1);
            }
            Some(doubt) => doubts.push(Doubt { at: name.clone(), ..doubt }),
        }
    }
    Ok(doubts)
}

/// The end of an import of which nothing lands, for one reason.
pub(crate) fn refused(rule: &'static str, at: &str, words: Message) -> Ended {
    Ended::Refused(vec![Doubt::refuses(rule, at, words)])
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::Failed(message!("{fault}.", fault => fault.message()))
    }
}

impl From<NotFetched> for Ended {
    fn from(not: NotFetched) -> Self {
        match not {
            NotFetched::Stopped => Self::Stopped,
            NotFetched::Refused(words) => Self::Failed(Message::of_error(words)),
            NotFetched::Failed(words) => Self::Failed(Message::of_error(words)),
        }
    }
}
