//! What each entry takes of an agent's budget while nothing is cut, in what the agent counts.

use super::{around, claude_code, codex, copilot, piece};
use crate::Listed;
use crate::convention::Renderer;

/// What a catalog would take uncut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Costs {
    /// What is taken before any entry: words around the list, and the skills that come with the agent.
    pub own: usize,
    /// What each entry takes, in order.
    pub entries: Vec<usize>,
}

impl Costs {
    /// Of these entries.
    pub fn of(renderer: Renderer, entries: &[Listed<'_>]) -> Self {
        let of_each = |cost: fn(&Listed<'_>) -> usize| entries.iter().map(cost).collect();
        match renderer {
            _ if entries.is_empty() => Self::default(),
            Renderer::ClaudeCode => {
                Self { own: claude_code::own_cost(), entries: of_each(claude_code::cost) }
            }
            Renderer::Codex => Self { own: codex::own_cost(entries), entries: of_each(codex::cost) },
            Renderer::Copilot => Self { own: 0, entries: of_each(copilot::cost) },
            _ => {
                let (before, after) = around(renderer, entries);
                let entries = entries.iter().map(|entry| piece(renderer, entry).len()).collect();
                Self { own: before.len() + after.len(), entries }
            }
        }
    }

    /// Of what is taken before any entry, what the skills take that come with the agent.
    pub fn brought(&self, renderer: Renderer) -> usize {
        if matches!(renderer, Renderer::ClaudeCode | Renderer::Codex) { self.own } else { 0 }
    }

    /// All of it.
    pub fn total(&self) -> usize {
        self.own + self.entries.iter().sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shown, render};

    #[test]
    fn what_the_entries_cost_is_exactly_what_has_to_fit() {
        let keys: Vec<String> = (0..40).map(|number| format!("skill-{number:02}")).collect();
        let paths: Vec<String> = keys.iter().map(|key| format!("/s/{key}/SKILL.md")).collect();
        let entries: Vec<_> = keys
            .iter()
            .zip(&paths)
            .map(|(key, path)| Listed::at(key, "Does one thing, and 日本 too", path.as_ref()))
            .collect();
        for renderer in [
            Renderer::Xml,
            Renderer::XmlRef,
            Renderer::Bullets,
            Renderer::Unescaped,
            Renderer::Escaped,
            Renderer::ClaudeCode,
            Renderer::Codex,
            Renderer::Copilot,
        ] {
            let costs = Costs::of(renderer, &entries);
            let all_whole =
                |budget| render(renderer, &entries, budget).shown.iter().all(|one| *one == Shown::Whole);
            assert_eq!(costs.entries.len(), entries.len());
            assert!(all_whole(costs.total()), "{renderer:?}: {} is enough", costs.total());
            // Codex shortens its own descriptions along with the others, the longest ones first.
            let less = if renderer == Renderer::Codex { costs.own } else { 1 };
            assert!(!all_whole(costs.total() - less), "{renderer:?}: {less} less is too little");
        }
    }
}
