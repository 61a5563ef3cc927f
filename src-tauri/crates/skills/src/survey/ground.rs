//! The disk as it is, or as it will be once the steps of a plan are taken. Paths given to it are real: no link
//! is on the way to their last part.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use disk::{Cause, Contents, Entry, Fault, Imprint, Kind, Matter, Stamp};

use crate::expand::expand;
use crate::manage::{Source, Step, settled};

/// What a walk reads from.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    after: Option<&'a Taken<'a>>,
}

/// Steps that are taken for done. A walk asks of every place that they may change which of them is about it.
pub(crate) struct Taken<'a> {
    steps: &'a [Step],
    /// The last step at each place.
    at: HashMap<&'a Path, usize>,
    /// Their places and every folder around one, with the steps there and below, in their order.
    around: HashMap<&'a Path, Vec<usize>>,
}

impl<'a> Taken<'a> {
    pub fn of(steps: &'a [Step]) -> Self {
        let (mut at, mut around) = (HashMap::new(), HashMap::<_, Vec<usize>>::new());
        for (number, step) in steps.iter().enumerate() {
            at.insert(step.path.as_path(), number);
            step.path.ancestors().for_each(|folder| around.entry(folder).or_default().push(number));
        }
        Self { steps, at, around }
    }
}

/// Most links that are followed one after the other, as systems have it.
const HOPS: u8 = 40;

/// Where a link leads.
pub(crate) struct Target {
    pub real: PathBuf,
    pub kind: Kind,
}

impl<'a> Ground<'a> {
    /// The disk as it is.
    pub fn now() -> Self {
        Self { after: None }
    }

    /// The disk as the steps will leave it.
    pub fn after(taken: &'a Taken<'a>) -> Self {
        Self { after: Some(taken) }
    }

    /// Whether it is the disk as steps will leave it, not as it is.
    pub fn is_ahead(self) -> bool {
        self.after.is_some()
    }

    /// Whether a step is about a place or something in it, or takes the place along.
    pub fn touches(self, place: &Path) -> bool {
        self.after.is_some_and(|taken| taken.around.contains_key(place)) || self.covers(place)
    }

    /// Whether a step decides what stands at a place.
    pub fn covers(self, place: &Path) -> bool {
        self.covering(place).is_some()
    }

    /// The real path of a root, also of one that is not there.
    pub fn real(self, root: &Path) -> PathBuf {
        let real = self.resolved(root, HOPS).ok().or_else(|| settled(root).ok());
        real.unwrap_or_else(|| root.to_owned())
    }

    /// The names in a folder, sorted by their bytes; `known` are those that a look has seen there.
    pub fn list(self, folder: &Path, known: Option<&[Entry]>) -> Result<Vec<Entry>, Fault> {
        if let Some((step, rel)) = self.covering(folder) {
            return listed(step, rel, folder);
        }
        let on_disk = || known.map_or_else(|| disk::list(folder), |known| Ok(known.to_vec()));
        let Some((taken, below)) = self.after.and_then(|taken| Some((taken, taken.around.get(folder)?)))
        else {
            return on_disk();
        };
        let below: Vec<&Step> = below.iter().map(|number| &taken.steps[*number]).collect();
        let comes = below.iter().any(|step| !step.after.is_nothing());
        let mut entries = match on_disk() {
            Err(fault) if !(comes && fault.cause == Cause::Missing) => return Err(fault),
            listed => listed.unwrap_or_default(),
        };
        for step in below {
            let Ok(rel) = step.path.strip_prefix(folder) else { continue };
            let Some(name) = rel.iter().next() else { continue };
            let is_itself = rel.iter().count() == 1;
            if is_itself {
                entries.retain(|entry| entry.name != name);
            }
            let kind = if is_itself { top(&step.after) } else { Some(Kind::Folder) };
            let known = entries.iter().any(|entry| entry.name == name);
            if let Some(kind) = kind.filter(|_| !known && !step.after.is_nothing()) {
                entries.push(Entry { name: name.to_owned(), kind });
            }
        }
        entries.sort_by(|a, b| a.name.as_encoded_bytes().cmp(b.name.as_encoded_bytes()));
        Ok(entries)
    }

    /// Where a link leads, and what stands there.
    pub fn follow(self, link: &Path) -> Result<Target, Fault> {
        let real = self.resolved(link, HOPS)?;
        let kind = match self.covering(&real) {
            None => disk::look(&real)?.kind,
            Some((step, rel)) => {
                let part = step.after.parts.iter().find(|part| part.rel == rel);
                part.map(|part| kind_of(&part.matter)).ok_or_else(|| missing(&real))?
            }
        };
        Ok(Target { real, kind })
    }

    /// The state of a folder; nothing for one that the steps change, or that is not there.
    pub fn folder_stamp(self, folder: &Path) -> Option<Stamp> {
        let is_changed = self.after.is_some_and(|taken| taken.around.contains_key(folder));
        if is_changed { None } else { self.stamp(folder) }
    }

    /// The state of a file; nothing for what is not there yet.
    pub fn stamp(self, file: &Path) -> Option<Stamp> {
        if self.covering(file).is_some() {
            return None;
        }
        disk::look(file).ok().map(|look| look.stamp)
    }

    /// A whole file of at most `limit` bytes.
    pub fn read(self, file: &Path, limit: u64) -> Result<Contents, Fault> {
        let Some((step, rel)) = self.covering(file) else { return disk::read(file, limit) };
        let bytes = match &step.source {
            Source::File(bytes) if rel.as_os_str().is_empty() => bytes,
            Source::Folder { files, .. } => written(files, rel).ok_or_else(|| missing(file))?,
            Source::Copy { from, instead } => match written(instead, rel) {
                Some(bytes) => bytes,
                None => {
                    // A path with nothing joined to it ends in a slash, which no file has.
                    let from = if rel.as_os_str().is_empty() { from.clone() } else { from.join(rel) };
                    let read = disk::read(&from, limit)?;
                    return Ok(Contents { stamp: Stamp::default(), ..read });
                }
            },
            Source::File(_) | Source::Nothing => return Err(missing(file)),
        };
        let size = bytes.len() as u64;
        if size > limit {
            return Err(Fault { path: file.to_owned(), cause: Cause::TooLarge { size, limit } });
        }
        Ok(Contents { bytes: bytes.clone(), stamp: Stamp::default() })
    }

    /// A path with every link resolved, one step after the other: a link may lead to what the steps put there.
    fn resolved(self, path: &Path, hops: u8) -> Result<PathBuf, Fault> {
        if self.after.is_none() {
            return disk::canonical(path);
        }
        if hops == 0 {
            return Err(Fault { path: path.to_owned(), cause: Cause::Loop });
        }
        let place = settled(path).unwrap_or_else(|_| path.to_owned());
        let to = match self.covering(&place) {
            None => match disk::link_target(&place) {
                Ok(to) => to,
                Err(_) => return disk::canonical(&place),
            },
            Some((step, rel)) => {
                match step.after.parts.iter().find(|part| part.rel == rel).map(|part| &part.matter) {
                    Some(Matter::Link(to)) => to.clone(),
                    Some(_) => return Ok(place),
                    None => return Err(missing(path)),
                }
            }
        };
        self.resolved(&expand(&to, place.parent().unwrap_or(&place), None), hops - 1)
    }

    /// The step that decides what stands at a path, and the path from there. Later steps decide over earlier
    /// ones.
    fn covering<'p>(self, path: &'p Path) -> Option<(&'a Step, &'p Path)> {
        let taken = self.after?;
        let last = path.ancestors().filter_map(|place| taken.at.get(place)).max()?;
        let step = &taken.steps[*last];
        Some((step, path.strip_prefix(&step.path).ok()?))
    }
}

fn listed(step: &Step, rel: &Path, folder: &Path) -> Result<Vec<Entry>, Fault> {
    let part = step.after.parts.iter().find(|part| part.rel == rel);
    match part.map(|part| &part.matter) {
        Some(Matter::Folder) => {}
        Some(_) => return Err(Fault { path: folder.to_owned(), cause: Cause::NotAFolder }),
        None => return Err(missing(folder)),
    }
    let inside = step.after.parts.iter().filter(|part| part.rel.parent() == Some(rel));
    let entry = |part: &disk::Part| {
        Some(Entry { name: part.rel.file_name()?.to_owned(), kind: kind_of(&part.matter) })
    };
    Ok(inside.filter_map(entry).collect())
}

fn top(imprint: &Imprint) -> Option<Kind> {
    imprint.parts.first().map(|part| kind_of(&part.matter))
}

fn kind_of(matter: &Matter) -> Kind {
    match matter {
        Matter::Folder => Kind::Folder,
        Matter::File { .. } => Kind::File,
        Matter::Link(_) => Kind::Link,
    }
}

fn written<'f>(files: &'f [(PathBuf, Vec<u8>)], rel: &Path) -> Option<&'f Vec<u8>> {
    files.iter().find(|(path, _)| path == rel).map(|(_, bytes)| bytes)
}

fn missing(path: &Path) -> Fault {
    Fault { path: path.to_owned(), cause: Cause::Missing }
}
