use std::path::PathBuf;

use crate::Refusal;

/// A skill that this task may see. Who wins, what is trusted, denied or disabled was settled before; a skill that
/// is not among the offered ones does not exist for the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// What it is called by, and its folder in the task's private place.
    pub id: String,
    /// The name as it is written.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Whose it is, in one word.
    pub scope: String,
    /// The root it was found in.
    pub root: PathBuf,
    /// Its folder, absolute.
    pub dir: PathBuf,
    /// Its `SKILL.md`, absolute.
    pub path: PathBuf,
    /// Scope and folder, for people.
    pub short_path: String,
    /// What `paths` in its file does.
    pub paths: PathsKey,
}

/// What `paths` in the frontmatter of a skill does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathsKey {
    /// It says for which files the skill may be taken in (S4-64).
    Guards,
    /// Nothing: Pixir knows no such key.
    MeansNothing,
}

/// The offered skill of that id, or else of that written name.
pub(crate) fn find<'a>(visible: &'a [Offered], asked: &str) -> Result<&'a Offered, Refusal> {
    let asked = asked.trim();
    if asked.is_empty() {
        return Err(Refusal::NameMissing);
    }
    let by = |same: fn(&Offered) -> &str| visible.iter().find(|skill| same(skill) == asked);
    by(|skill| &skill.id)
        .or_else(|| by(|skill| &skill.name))
        .ok_or_else(|| Refusal::Unknown { name: asked.to_owned(), visible: ids(visible) })
}

fn ids(visible: &[Offered]) -> Vec<String> {
    let mut ids: Vec<_> = visible.iter().map(|skill| skill.id.clone()).collect();
    ids.sort();
    ids
}
