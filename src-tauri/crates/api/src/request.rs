use crate::{Audience, Tag};

/// What a request may do to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Only looks.
    Reads,
    /// Changes something Assay keeps.
    Writes,
    /// Hands something to another program.
    Runs,
}

/// One line of the list.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// Its name, as every door says it.
    pub name: &'static str,
    /// Who may ask it.
    pub audience: &'static [Audience],
    /// What it may do.
    pub effect: Effect,
    /// What its answer is made of, or what it makes stale.
    pub tags: &'static [Tag],
}

impl Request {
    /// Whether its answer is made of what lies in the open workspace, and of nothing else that would be worth telling.
    pub(crate) fn is_of_the_workspace(&self) -> bool {
        let has = |tags: &[Tag]| tags.iter().any(|tag| self.tags.contains(tag));
        let beside =
            ["workspace", "mode", "approvals", "decision"].contains(&self.name) || has(&[Tag::Index]);
        self.effect == Effect::Reads && has(&[Tag::Workspace, Tag::Skills, Tag::Sessions]) && !beside
    }
}
