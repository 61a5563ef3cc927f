use crate::{Skill, Standing};

/// One name that several skills claim: one wins, the others are hidden (pixir-contract §5.4, S0-28).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shadowing {
    /// The name.
    pub name: String,
    /// Short path of the winner.
    pub selected: String,
    /// Short paths of the others in rank order.
    pub shadowed: Vec<String>,
}

/// Sorts the skills by name, rank and path, gives each its standing, and tells what is shadowed.
pub(crate) fn settle(skills: &mut [Skill]) -> Vec<Shadowing> {
    skills.sort_by(|a, b| (a.name_bytes(), a.rank()).cmp(&(b.name_bytes(), b.rank())));
    skills.chunk_by_mut(|a, b| a.name_bytes() == b.name_bytes()).filter_map(settle_name).collect()
}

fn settle_name(same_name: &mut [Skill]) -> Option<Shadowing> {
    let (winner, others) = same_name.split_first_mut()?;
    if others.is_empty() {
        winner.standing = Standing::Wins { shadows: Vec::new() };
        return None;
    }
    let shadowed: Vec<String> = others.iter().map(|skill| skill.short_path.clone()).collect();
    for skill in others {
        skill.standing = Standing::Shadowed { by: winner.short_path.clone() };
    }
    winner.standing = Standing::Wins { shadows: shadowed.clone() };
    Some(Shadowing { name: winner.name.clone(), selected: winner.short_path.clone(), shadowed })
}
