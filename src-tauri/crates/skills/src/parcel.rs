//! A skill's files as they are handed on: nothing outside its folder, and nothing that is not said.

use std::path::{Component, Path, PathBuf};

use disk::{Folder, Kind, Leaf};

use crate::Skill;
use crate::incoming::{DEEPEST, End, Links, MOST_BYTES, MOST_ENTRIES, is_passed_over};

/// One file, folder or link of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// Its path from the skill's folder, with `/` between folders.
    pub rel: String,
    /// Unix permission bits.
    pub mode: u32,
    /// What it is.
    pub matter: ParcelMatter,
}

/// What a [`Parcel`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParcelMatter {
    /// A folder.
    Folder,
    /// A file of these bytes.
    File(Vec<u8>),
    /// A link to somewhere in the skill's folder.
    Link(String),
}

/// Everything in a skill's folder, in order, at most what an import takes in again. `.git` and `node_modules` are
/// left out. The error is a sentence: a link that leads out, a name that is not UTF-8, a device, too much.
///
/// # Errors
///
/// As said above; a sentence.
pub fn parcels(skill: &Skill) -> Result<Vec<Parcel>, String> {
    let folder = Folder::open(&skill.dir).map_err(|fault| fault.to_string())?;
    let links = links(&folder, &skill.dir);
    let mut packing =
        Packing { folder: &folder, dir: &skill.dir, links, left: MOST_BYTES, parcels: Vec::new() };
    packing.below(Path::new(""))?;
    Ok(packing.parcels)
}

/// Every link in the folder: where one leads, all of them decide.
fn links(folder: &Folder, dir: &Path) -> Links {
    let (leaves, _) = folder.tree(MOST_ENTRIES, DEEPEST + 2);
    let links = leaves.into_iter().filter(|leaf| leaf.kind == Kind::Link);
    let targets = links.filter_map(|leaf| Some((disk::link_target(&dir.join(&leaf.rel)).ok()?, leaf.rel)));
    let targets: Vec<_> = targets.collect();
    Links::of(targets.iter().map(|(to, rel)| (rel.as_path(), to.as_path())))
}

struct Packing<'p> {
    folder: &'p Folder,
    dir: &'p Path,
    links: Links,
    left: u64,
    parcels: Vec<Parcel>,
}

impl Packing<'_> {
    fn below(&mut self, at: &Path) -> Result<(), String> {
        let leaves = self.folder.list(at).map_err(|fault| fault.to_string())?;
        for leaf in leaves {
            let name = leaf.rel.file_name().unwrap_or_default().to_string_lossy();
            if leaf.kind == Kind::Folder && is_passed_over(&name) {
                continue;
            }
            if self.parcels.len() >= MOST_ENTRIES || leaf.rel.iter().count() > DEEPEST + 1 {
                return Err(format!(
                    "{} has more than {MOST_ENTRIES} files, or some more than {DEEPEST} folders deep",
                    self.dir.display()
                ));
            }
            let matter = self.matter(&leaf)?;
            let is_folder = matter == ParcelMatter::Folder;
            self.parcels.push(Parcel { rel: self.named(&leaf.rel)?, mode: leaf.mode, matter });
            if is_folder {
                self.below(&leaf.rel)?;
            }
        }
        Ok(())
    }

    fn matter(&mut self, leaf: &Leaf) -> Result<ParcelMatter, String> {
        let shown = self.dir.join(&leaf.rel);
        match leaf.kind {
            Kind::Folder => Ok(ParcelMatter::Folder),
            Kind::File => {
                let read = self.folder.read(&leaf.rel, self.left).map_err(|fault| match fault.cause {
                    disk::Cause::TooLarge { .. } => {
                        format!("{} has more than {MOST_BYTES} bytes in total", self.dir.display())
                    }
                    _ => fault.to_string(),
                })?;
                self.left -= (read.bytes.len() as u64).min(self.left);
                Ok(ParcelMatter::File(read.bytes))
            }
            Kind::Link => {
                let target = disk::link_target(&shown).map_err(|fault| fault.to_string())?;
                match target.to_str().filter(|_| self.links.end(&leaf.rel, &target) == End::Inside) {
                    Some(text) => Ok(ParcelMatter::Link(text.to_owned())),
                    None => Err(format!(
                        "{} is a link to {}, outside the skill’s folder or back to itself; replace the link \
                         with the file, or delete the link",
                        shown.display(),
                        target.display()
                    )),
                }
            }
            Kind::Other(what) => {
                Err(format!("{} is a {what}, which an archive cannot hold", shown.display()))
            }
        }
    }

    fn named(&self, rel: &Path) -> Result<String, String> {
        let parts: Option<Vec<&str>> = rel
            .components()
            .map(|part| match part {
                Component::Normal(part) => part.to_str(),
                _ => None,
            })
            .collect();
        let parts = parts.filter(|parts| !parts.iter().any(|part| part.contains('\\')));
        let shown: PathBuf = self.dir.join(rel);
        parts.map(|parts| parts.join("/")).ok_or_else(|| {
            format!("{} has a name that is not UTF-8 or has a backslash; rename it first", shown.display())
        })
    }
}
