//! The rules by which tools make one hash of a folder, or of a file.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use disk::{Digest, Hashing};
use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};
use sha1::{Digest as _, Sha1};

use crate::tree::{Leaf, Matter};

/// The rule of `npx skills`: path and bytes of every file, in the order JavaScript's `localeCompare` puts the paths
/// into. Links are passed over, and so is what lies in a folder named `.git` or `node_modules`; whether a file may be
/// run does not count.
pub(crate) fn folder(leaves: &[Leaf]) -> Option<Digest> {
    let order = collator()?;
    let mut files = files(leaves, &|part| part == ".git" || part == "node_modules");
    files.sort_by(|(a, _), (b, _)| order.compare(a, b));
    Some(of_all(&files))
}

/// The rule of APM for a package: path and bytes of every file, in the order of the paths' bytes. Links are passed over,
/// and so are folders named `.git` and `__pycache__`, and the mark `.apm-pin` that APM itself leaves at the top.
pub(crate) fn package(leaves: &[Leaf]) -> Digest {
    let mut files = files(leaves, &|part| part == ".git" || part == "__pycache__");
    files.retain(|(rel, _)| *rel != ".apm-pin");
    files.sort_by_key(|(rel, _)| *rel);
    of_all(&files)
}

/// The rule of APM for one file: its bytes; of a text in UTF-8 without a zero byte, CR LF counts as LF.
pub(crate) fn file(bytes: &[u8]) -> Digest {
    let is_text = !bytes.contains(&0) && str::from_utf8(bytes).is_ok();
    if !is_text {
        return Digest::of(bytes);
    }
    let mut hashing = Hashing::default();
    let mut rest = bytes;
    while let Some(at) = rest.windows(2).position(|two| two == b"\r\n") {
        hashing.add(&rest[..at]);
        rest = &rest[at + 1..];
    }
    hashing.add(rest);
    hashing.digest()
}

/// The rule by which `npx skills` hashes what a site served as single files: path and bytes of each, a zero byte behind
/// both, in the order of JavaScript's `sort`.
pub(crate) fn served(leaves: &[Leaf]) -> Digest {
    let mut files = files(leaves, &|_| false);
    files.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    let mut hashing = Hashing::default();
    for (rel, bytes) in files {
        [rel.as_bytes(), b"\0", bytes, b"\0"].iter().for_each(|part| hashing.add(part));
    }
    hashing.digest()
}

/// The name that git gives a folder with these files; folders named `.git` do not count.
pub(crate) fn tree(leaves: &[Leaf]) -> String {
    let mut top = Node::default();
    for leaf in leaves.iter().filter(|leaf| !leaf.rel.split('/').any(|part| part == ".git")) {
        let (mode, name) = match &leaf.matter {
            Matter::File { bytes, is_executable: false } => ("100644", object("blob", bytes)),
            Matter::File { bytes, is_executable: true } => ("100755", object("blob", bytes)),
            Matter::Link(to) => ("120000", object("blob", to.as_os_str().as_encoded_bytes())),
        };
        top.put(&leaf.rel, mode, name);
    }
    top.name().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn object(kind: &str, bytes: &[u8]) -> [u8; 20] {
    let mut hashing = Sha1::new();
    hashing.update(format!("{kind} {}\0", bytes.len()));
    hashing.update(bytes);
    hashing.finalize().into()
}

/// A folder as git has it.
#[derive(Default)]
struct Node {
    // By name; that of a folder ends with a slash, as git sorts them.
    entries: BTreeMap<String, Entry>,
}

enum Entry {
    Blob(&'static str, [u8; 20]),
    Folder(Node),
}

impl Node {
    fn put(&mut self, rel: &str, mode: &'static str, name: [u8; 20]) {
        match rel.split_once('/') {
            None => {
                self.entries.insert(rel.to_owned(), Entry::Blob(mode, name));
            }
            Some((folder, rest)) => {
                let below = self
                    .entries
                    .entry(format!("{folder}/"))
                    .or_insert_with(|| Entry::Folder(Self::default()));
                if let Entry::Folder(below) = below {
                    below.put(rest, mode, name);
                }
            }
        }
    }

    fn name(&self) -> [u8; 20] {
        let mut bytes = Vec::new();
        for (name, entry) in &self.entries {
            let (mode, object) = match entry {
                Entry::Blob(mode, name) => (*mode, *name),
                Entry::Folder(below) => ("40000", below.name()),
            };
            bytes.extend(format!("{mode} {}\0", name.trim_end_matches('/')).bytes());
            bytes.extend(object);
        }
        object("tree", &bytes)
    }
}

/// The files by path and bytes, but for those with a folder of a name that is passed over.
fn files<'l>(leaves: &'l [Leaf], passes_over: &dyn Fn(&str) -> bool) -> Vec<(&'l str, &'l [u8])> {
    let is_kept = |rel: &str| {
        let folders = rel.rsplit_once('/').map_or("", |(folders, _)| folders);
        !folders.split('/').any(passes_over)
    };
    let file = |leaf: &'l Leaf| match &leaf.matter {
        Matter::File { bytes, .. } if is_kept(&leaf.rel) => Some((leaf.rel.as_str(), bytes.as_slice())),
        _ => None,
    };
    leaves.iter().filter_map(file).collect()
}

fn of_all(files: &[(&str, &[u8])]) -> Digest {
    let mut hashing = Hashing::default();
    for (rel, bytes) in files {
        hashing.add(rel.as_bytes());
        hashing.add(bytes);
    }
    hashing.digest()
}

/// The order of `localeCompare` where no locale is set, which is that of English: the root order of CLDR.
fn collator() -> Option<CollatorBorrowed<'static>> {
    Collator::try_new(CollatorPreferences::default(), CollatorOptions::default()).ok()
}

/// Whether two paths have no fixed order for `npx skills`, so that its hash of them is not fixed either.
pub(crate) fn has_ties(leaves: &[Leaf]) -> bool {
    let Some(order) = collator() else { return true };
    let mut rels: Vec<&str> = leaves.iter().map(|leaf| leaf.rel.as_str()).collect();
    rels.sort_by(|a, b| order.compare(a, b));
    rels.windows(2).any(|two| order.compare(two[0], two[1]) == Ordering::Equal)
}
