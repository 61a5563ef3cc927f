use std::path::{Path, PathBuf};

use disk::{Contents, Digest, Stamp};

use crate::convention::GivenPart;
use crate::fence::body_size;
use crate::frontmatter::{first_words, frontmatter};
use crate::root::Root;
use crate::scope::Scope;

/// A folder with a `SKILL.md`, as one convention reads it. The body is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// The name it is called by; the folder's name when the file gives none. Bytes that are not UTF-8
    /// show as `U+FFFD`; [`Skill::name_bytes`] has them as written.
    pub name: String,
    /// What it is for; may be empty.
    pub description: String,
    /// Whether the catalog leaves it out. It can still be called by name.
    pub disable_model_invocation: bool,
    /// Whose it is.
    pub scope: Scope,
    /// The root it was found in.
    pub root: PathBuf,
    /// Its own folder, links not resolved.
    pub dir: PathBuf,
    /// Its `SKILL.md`.
    pub path: PathBuf,
    /// `<scope>:<folder>/SKILL.md`, unique among the skills of one look.
    pub short_path: String,
    /// SHA-256 of the file's bytes.
    pub content_hash: Digest,
    /// Size of the file in bytes.
    pub size: u64,
    /// Of these, what stands below the frontmatter, without the line breaks between the two.
    pub body_size: u64,
    /// Lines in the file; a last one without a line end counts.
    pub lines: u32,
    /// The state of the file when it was read.
    pub stamp: Stamp,
    /// Name and description as written, kept only when one of them is not UTF-8.
    pub(crate) written: Option<Box<Written>>,
}

/// Name and description in the file's own bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    name: Vec<u8>,
    description: Vec<u8>,
}

impl Skill {
    /// The name in the file's own bytes; equal names are told by these.
    pub fn name_bytes(&self) -> &[u8] {
        self.written.as_ref().map_or(self.name.as_bytes(), |written| &written.name)
    }

    /// The description in the file's own bytes.
    pub fn description_bytes(&self) -> &[u8] {
        self.written.as_ref().map_or(self.description.as_bytes(), |written| &written.description)
    }

    /// Bytes of it that a model is given.
    pub fn given_size(&self, given: GivenPart) -> u64 {
        match given {
            GivenPart::File => self.size,
            GivenPart::Body => self.body_size,
        }
    }

    /// The name of its folder.
    pub fn folder(&self) -> &str {
        self.dir.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// A file on its own, wherever it lies: the folder above its folder stands for the root of its scope.
    pub fn alone(file: &Path, contents: &Contents) -> Self {
        let dir = file.parent().unwrap_or(file).to_owned();
        let root = Root { scope: Scope::Repo, path: dir.parent().unwrap_or(&dir).to_owned() };
        let skill = Self::from_content(&root, dir, &contents.bytes, contents.stamp);
        Self { path: file.to_owned(), ..skill }
    }

    /// The same skill with other bytes in its file.
    pub fn rewritten(&self, content: &[u8]) -> Self {
        let root = Root { scope: self.scope, path: self.root.clone() };
        Self::from_content(&root, self.dir.clone(), content, self.stamp)
    }

    /// The same skill in a folder of another name, with these bytes in its file.
    pub(crate) fn moved(&self, folder: &str, content: &[u8]) -> Self {
        let root = Root { scope: self.scope, path: self.root.clone() };
        Self::from_content(&root, self.dir.with_file_name(folder), content, self.stamp)
    }

    /// A skill as a session recorded it: where its file stood, and the file's bytes. Nothing is read.
    pub fn recorded(root: &Root, file: &Path, content: &[u8]) -> Self {
        Self::from_content(root, file.parent().unwrap_or(file).to_owned(), content, Stamp::default())
    }

    /// The skill in folder `dir` of `root`, read from the bytes of its file.
    pub(crate) fn from_content(root: &Root, dir: PathBuf, content: &[u8], stamp: Stamp) -> Self {
        let folder = dir.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let read = frontmatter(content).unwrap_or_default();
        let name = read.text("name").unwrap_or(folder.as_bytes());
        let description = read.text("description").unwrap_or_else(|| first_words(content));
        Self {
            name: String::from_utf8_lossy(name).into_owned(),
            description: String::from_utf8_lossy(description).into_owned(),
            disable_model_invocation: read.disabled(),
            scope: root.scope,
            root: root.path.clone(),
            path: dir.join(FILE_NAME),
            short_path: format!("{}:{folder}/{FILE_NAME}", root.scope),
            content_hash: Digest::of(content),
            size: content.len() as u64,
            body_size: body_size(content) as u64,
            lines: line_count(content),
            stamp,
            written: written(name, description),
            dir,
        }
    }
}

/// The one file name that makes a folder a skill, in exactly this case.
pub(crate) const FILE_NAME: &str = "SKILL.md";

pub(crate) fn written(name: &[u8], description: &[u8]) -> Option<Box<Written>> {
    let valid = std::str::from_utf8(name).is_ok() && std::str::from_utf8(description).is_ok();
    (!valid).then(|| Box::new(Written { name: name.to_owned(), description: description.to_owned() }))
}

pub(crate) fn line_count(content: &[u8]) -> u32 {
    // Short runs keep the sum in a byte, which the compiler counts many at a time.
    let ends_in = |run: &[u8]| usize::from(run.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
    let ends: usize = content.chunks(255).map(ends_in).sum();
    let open = content.last().is_some_and(|&last| last != b'\n');
    u32::try_from(ends + usize::from(open)).unwrap_or(u32::MAX)
}
