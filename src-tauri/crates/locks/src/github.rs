//! Where a skill came from as `gh skill` writes it into its frontmatter, below `metadata`.

use std::path::Path;

use skills::{Field, Value, read_yaml};

use crate::lock::{Entry, Lock, Origin, Proof, Target, Tool, shown};
use crate::skills_cli::is_git_name;

/// Most bytes of a `SKILL.md` that are looked at: 1 MiB.
const LIMIT: u64 = 1 << 20;

/// What the frontmatter of the skill in this folder says; nothing where it says nothing, or cannot be read, which the
/// checks of skills tell.
pub(crate) fn read(place: &Path) -> Option<Lock> {
    let path = place.join("SKILL.md");
    let content = disk::read(&path, LIMIT).ok()?.bytes;
    let read = read_yaml(&content);
    let Value::Map(metadata) = &read.field("metadata")?.value else { return None };
    let field = |key: &str| metadata.iter().rev().find(|field| field.key == key);
    let word = |key: &str| field(key).and_then(|field| field.value.text()).filter(|text| !text.is_empty());
    let (source, proof) = match (word("github-repo"), word("github-tree-sha"), word("local-path")) {
        (Some(repository), Some(tree), _) if is_git_name(tree) => (repository, Proof::Tree(tree.to_owned())),
        (Some(repository), Some(tree), _) => (
            repository,
            Proof::Nothing(format!("github-tree-sha is {}, which is not a Git hash", shown(tree))),
        ),
        (Some(repository), None, _) => {
            (repository, Proof::Nothing("its frontmatter holds no github-tree-sha".to_owned()))
        }
        (None, _, Some(path)) => {
            (path, Proof::Nothing("gh skill records no hash for a local folder".to_owned()))
        }
        (None, ..) => return None,
    };
    let line = ["github-tree-sha", "github-repo", "local-path"].iter().find_map(|key| field(key));
    let entry = Entry {
        name: shown(place.file_name()?.to_str()?),
        line: line.map(|Field { line, .. }| *line),
        origin: Origin {
            other_sources: Vec::new(),
            source: shown(source),
            reference: word("github-pinned").or(word("github-ref")).map(shown),
        },
        targets: vec![Target { place: place.to_owned(), proof }],
    };
    Some(Lock { path, tool: Tool::Github, entries: vec![entry] })
}

/// Whether `gh skill` wrote this tree into the skill's frontmatter, so that its `SKILL.md` has other bytes than the one
/// in the tree.
pub(crate) fn wrote(skill: &[u8], tree: &str) -> bool {
    let read = read_yaml(skill);
    let Some(Field { value: Value::Map(metadata), .. }) = read.field("metadata") else { return false };
    metadata.iter().any(|field| field.key == "github-tree-sha" && field.value.text() == Some(tree))
}
