//! A source laid into quarantine: fetched, surveyed by its names, and only then written, confined and counted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::signatures::{FILE_NAME, Verdict};
use ::skills::incoming::{
    Candidate, DEEPEST, Doubt, Entry, EntryKind, Links, MOST_BYTES, MOST_ENTRIES, Weight, inspect,
    is_passed_over, skill_folders, survey,
};
use ::skills::manage::is_name;
use bundle::{ListedKind, NotUnpacked};
use disk::{Digest, Fault, Folder, Kind};
use execution::{Fetch, NotFetched, Remote};

use super::ImportSource;
use super::quarantine::{Found, Import};
use super::view::ImportStage;

/// Why an import ended without skills.
pub(super) enum Ended {
    Refused(Vec<Doubt>),
    Stopped,
    Failed(String),
}

/// What the fetching of a repository needs.
pub(super) struct Tools {
    pub search: Vec<PathBuf>,
    pub environment: Vec<(String, String)>,
    pub helper: PathBuf,
}

/// Bytes of an archive that are read: as many as it may unpack to.
const ARCHIVE: u64 = MOST_BYTES;
/// Names of a folder that are looked at in search of skills.
const SEEN: usize = 100_000;
/// Bytes of what a link says.
const TARGET: u64 = 4_096;

/// Something with entries that can be read one by one.
trait Reading {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt>;
}

/// Lays a source into the quarantine of an import, and looks at what lies there.
pub(super) fn lay(import: &Import, source: &ImportSource, tools: &Tools) -> Result<(), Ended> {
    match source {
        ImportSource::Folder(path) => lay_folder(import, path),
        ImportSource::Archive(path) => {
            let bytes = disk::read(path, ARCHIVE)?.bytes;
            let digest = Digest::of(&bytes).to_string();
            import.tell(|state| state.archive = Some(digest));
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            lay_archive(import, bytes, &stem.unwrap_or_default())
        }
        ImportSource::Repository(path, reference) => {
            let path = disk::canonical(path)?;
            lay_git(import, Remote::Folder(&path), reference.as_deref(), tools)
        }
        ImportSource::Git(address, reference) => {
            lay_git(import, Remote::Address(address), reference.as_deref(), tools)
        }
    }
}

fn lay_git(import: &Import, from: Remote<'_>, reference: Option<&str>, tools: &Tools) -> Result<(), Ended> {
    let place = import.quarantine.path().join("git");
    disk::make_new_folder(&place, 0o700)?;
    let (search, environment, helper) = (&*tools.search, &*tools.environment, &*tools.helper);
    let fetch = Fetch { from, reference, place: &place, search, environment, helper };
    let fetched = execution::fetch(fetch, &import.stop)?;
    import.tell(|state| state.commit = Some(fetched.commit.clone()));
    let names = fetched.names(&import.stop)?;
    let folders = skill_folders(names.iter().map(Vec::as_slice));
    if folders.is_empty() {
        return Err(refused("no-skill", "", "There is no skill in it: no folder has a SKILL.md."));
    }
    let bytes = fetched.archive(&folders, ARCHIVE + (16 << 20), &import.stop)?;
    let _ = disk::clear(&place);
    let stem = match from {
        Remote::Folder(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
        Remote::Address(address) => address.rsplit('/').find(|part| !part.is_empty()).map(str::to_owned),
    };
    let stem = stem.unwrap_or_default();
    lay_archive(import, bytes, stem.strip_suffix(".git").unwrap_or(&stem))
}

struct Archive {
    opened: bundle::Opened,
    sizes: Vec<u64>,
}

impl Reading for Archive {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt> {
        let claimed = self.sizes[entry];
        let lies =
            || Doubt::refuses("lying-size", "", format!("It says it has {claimed} bytes and has others."));
        match self.opened.unpacked(entry, claimed.min(most)) {
            Ok(bytes) if bytes.len() as u64 == claimed => Ok(bytes),
            Ok(_) | Err(NotUnpacked::TooLarge) => Err(lies()),
            Err(NotUnpacked::Damaged(why)) => {
                Err(Doubt::refuses("damaged", "", format!("It cannot be unpacked: {why}.")))
            }
        }
    }
}

fn lay_archive(import: &Import, bytes: Vec<u8>, stem: &str) -> Result<(), Ended> {
    import.tell(|state| state.stage = ImportStage::Laying);
    let mut opened = bundle::open(bytes).map_err(|why| Ended::Failed(format!("It is no zip: {why}.")))?;
    if opened.len() > MOST_ENTRIES {
        let words = format!("It has {} entries; at most {MOST_ENTRIES} are taken in.", opened.len());
        return Err(refused("too-many", "", words));
    }
    if opened.has_twins() {
        return Err(refused(
            "same-name",
            "",
            "Two of its entries have one name; programs differ in which they take.",
        ));
    }
    if opened.has_overlaps() {
        return Err(refused("bomb", "", "Several of its entries are made of the same packed bytes."));
    }
    let (mut entries, mut modes) = (Vec::new(), Vec::new());
    for at in 0..opened.len() {
        let listed =
            opened.listed(at).map_err(|why| refused("damaged", "", format!("Entry {at}: {why}.")))?;
        if listed.is_encrypted {
            let name = String::from_utf8_lossy(&listed.name).into_owned();
            return Err(refused("encrypted", &name, "It is locked by a password."));
        }
        modes.push(listed.mode);
        entries.push(Entry {
            name: listed.name,
            kind: match listed.kind {
                ListedKind::File => EntryKind::File,
                ListedKind::Folder => EntryKind::Folder,
                ListedKind::Link => EntryKind::Link,
                ListedKind::Special => EntryKind::Special,
            },
            size: listed.size,
            packed: Some(listed.packed),
        });
    }
    let sizes = entries.iter().map(|entry| entry.size).collect();
    lay_out(import, &entries, &modes, &mut Archive { opened, sizes }, stem)
}

struct FolderReading {
    folder: Folder,
    rels: Vec<PathBuf>,
    kinds: Vec<EntryKind>,
    path: PathBuf,
}

impl Reading for FolderReading {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt> {
        let rel = &self.rels[entry];
        let unreadable =
            |fault: Fault| Doubt::refuses("unreadable", "", format!("It cannot be read: {fault}."));
        if self.kinds[entry] == EntryKind::Link {
            let target = disk::link_target(&self.path.join(rel)).map_err(unreadable)?;
            return Ok(target.into_os_string().into_encoded_bytes());
        }
        self.folder.read(rel, most).map(|read| read.bytes).map_err(unreadable)
    }
}

fn lay_folder(import: &Import, path: &Path) -> Result<(), Ended> {
    import.tell(|state| state.stage = ImportStage::Laying);
    // A link to the folder is followed once, here.
    let path = disk::canonical(path)?;
    let folder = Folder::open(&path)?;
    let mut walk =
        Walk { import, folder: &folder, seen: 0, entries: Vec::new(), modes: Vec::new(), rels: Vec::new() };
    walk.search(Path::new(""))?;
    let (entries, modes, rels) = (walk.entries, walk.modes, walk.rels);
    let stem = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let kinds = entries.iter().map(|entry| entry.kind).collect();
    let mut reading = FolderReading { folder, rels, kinds, path };
    lay_out(import, &entries, &modes, &mut reading, &stem)
}

/// A walk through a folder in search of skills; only what belongs to one becomes an entry.
struct Walk<'w> {
    import: &'w Import,
    folder: &'w Folder,
    seen: usize,
    entries: Vec<Entry>,
    modes: Vec<u32>,
    rels: Vec<PathBuf>,
}

impl Walk<'_> {
    fn search(&mut self, at: &Path) -> Result<(), Ended> {
        let leaves = self.list(at)?;
        let is_skill = |leaf: &disk::Leaf| {
            leaf.rel.file_name().is_some_and(|name| name == "SKILL.md")
                && matches!(leaf.kind, Kind::File | Kind::Link)
        };
        if leaves.iter().any(is_skill) {
            return self.take(leaves);
        }
        for leaf in leaves.into_iter().filter(|leaf| leaf.kind == Kind::Folder) {
            if leaf.rel.iter().count() <= DEEPEST {
                self.search(&leaf.rel)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, leaves: Vec<disk::Leaf>) -> Result<(), Ended> {
        for leaf in leaves {
            let kind = match leaf.kind {
                Kind::File => EntryKind::File,
                Kind::Folder => EntryKind::Folder,
                Kind::Link => EntryKind::Link,
                Kind::Other(_) => EntryKind::Special,
            };
            let parts: Vec<&[u8]> = leaf.rel.iter().map(std::ffi::OsStr::as_encoded_bytes).collect();
            self.entries.push(Entry { name: parts.join(&b'/'), kind, size: leaf.size, packed: None });
            self.modes.push(leaf.mode);
            self.rels.push(leaf.rel.clone());
            // One more than may come in is enough to say so.
            if self.entries.len() > MOST_ENTRIES {
                return Ok(());
            }
            if kind == EntryKind::Folder && leaf.rel.iter().count() <= DEEPEST + 1 {
                let inside = self.list(&leaf.rel)?;
                self.take(inside)?;
            }
        }
        Ok(())
    }

    fn list(&mut self, at: &Path) -> Result<Vec<disk::Leaf>, Ended> {
        if self.import.stop.is_wished() {
            return Err(Ended::Stopped);
        }
        let mut leaves = self.folder.list(at)?;
        leaves.retain(|leaf| {
            let name = leaf.rel.file_name().unwrap_or_default().to_string_lossy();
            leaf.kind != Kind::Folder || !is_passed_over(&name)
        });
        self.seen += leaves.len();
        if self.seen > SEEN {
            let words = format!("It holds more than {SEEN} names. Choose the skill’s own folder.");
            return Err(refused("too-many", "", words));
        }
        Ok(leaves)
    }
}

/// Writes what the survey lets through, skill by skill, and looks at each.
fn lay_out(
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
    import.tell(|state| state.stage = ImportStage::Looking);
    for (candidate, dir, doubts) in laid {
        if import.stop.is_wished() {
            return Err(Ended::Stopped);
        }
        let mut inspected = inspect(&dir, &::hydration::secret::lines)?;
        inspected.doubts.splice(0..0, doubts);
        let own =
            candidate.rel.file_name().map_or(stem.to_owned(), |name| name.to_string_lossy().into_owned());
        let folder = [own, inspected.name.clone()].into_iter().find(|name| is_name(name)).unwrap_or_default();
        let signature = import.signers.verify(&dir);
        if let Some(found) = signature.as_ref().filter(|found| found.verdict == Verdict::Changed) {
            inspected.doubts.push(Doubt::warns("signature-changed", FILE_NAME, found.to_string()));
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
            let words = "It is a link, and where it leads is not UTF-8.";
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

fn refused(rule: &'static str, at: &str, words: impl Into<String>) -> Ended {
    Ended::Refused(vec![Doubt::refuses(rule, at, words)])
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::Failed(format!("{fault}."))
    }
}

impl From<NotFetched> for Ended {
    fn from(not: NotFetched) -> Self {
        match not {
            NotFetched::Stopped => Self::Stopped,
            NotFetched::Refused(words) => Self::Failed(words),
            NotFetched::Failed(words) => Self::Failed(format!("{}.", words.trim_end_matches('.'))),
        }
    }
}
