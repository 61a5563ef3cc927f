//! One act on many skills as one plan: all of it or nothing, one line in the journal, one undo.

use message::{Message, message};

use super::change::{Act, Deed, Plan, Step, Trouble, deed};
use super::hiding::setting_hidden;
use super::plan::{Parts, copying, finish, moving, removing};
use crate::{Ruling, Scope, Skill};

/// Most skills of one plan.
pub const SKILLS: usize = 1_000;
/// Most skills that a plan of many names in its words.
const NAMED: usize = 3;

/// What is done to each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// Into the trash.
    Remove,
    /// Out of the catalog.
    Hide,
    /// Into the catalog again.
    Show,
    /// A second one in another scope.
    Copy(Scope),
    /// Into another scope.
    Move(Scope),
}

/// Does the same to many skills. One that it cannot be done to is left as it is, and named with the reason; refused
/// when nothing would be left to do, and for more than [`SKILLS`].
///
/// # Errors
///
/// [`Trouble::Refused`] as said above.
pub fn many(ruling: &Ruling, skills: &[&Skill], what: Many) -> Result<Plan, Trouble> {
    if skills.len() > SKILLS {
        return Trouble::refused(message!(
            "{count} skills are too many for one change; the limit is {skills}.",
            count = skills.len(),
            skills = SKILLS
        ));
    }
    let (mut steps, mut notes): Parts = Default::default();
    let (mut done, mut left) = (Vec::new(), Vec::new());
    for skill in skills {
        let parts = parts(ruling, skill, what).and_then(|parts| apart(parts, &steps));
        match parts {
            Ok((more, said)) => {
                steps.extend(more);
                notes.extend(said);
                done.push(skill.name.as_str());
            }
            Err(trouble) => {
                left.push(message!(
                    "{path} is not changed: {why}",
                    path = skill.short_path,
                    why => trouble.message()
                ));
            }
        }
    }
    if done.is_empty() {
        return Trouble::refused(
            left.into_iter().next().unwrap_or_else(|| message!("No skill is selected.")),
        );
    }
    left.append(&mut notes);
    let (act, deed) = deed(what, &done);
    finish(ruling, act, deed, steps, left)
}

fn parts(ruling: &Ruling, skill: &Skill, what: Many) -> Result<Parts, Trouble> {
    match what {
        Many::Remove => removing(ruling, skill),
        Many::Hide => setting_hidden(ruling, skill, Act::Hide),
        Many::Show => setting_hidden(ruling, skill, Act::Show),
        Many::Copy(scope) => copying(ruling, skill, scope),
        Many::Move(scope) => moving(ruling, skill, scope),
    }
}

/// The parts, when none of their places is in the way of what is planned already.
fn apart(parts: Parts, planned: &[Step]) -> Result<Parts, Trouble> {
    let meets = |one: &Step| {
        planned.iter().find(|other| one.path.starts_with(&other.path) || other.path.starts_with(&one.path))
    };
    match parts.0.iter().find_map(meets) {
        None => Ok(parts),
        Some(other) => Trouble::refused(message!(
            "{path} is already changed with another skill.",
            path = other.path.display()
        )),
    }
}

fn deed(what: Many, done: &[&str]) -> (Act, Deed) {
    let count = match done.len() {
        1 => message!("1 skill"),
        count => message!("{count} skills", count),
    };
    let named: Vec<String> = done.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let names = match done.len().saturating_sub(NAMED) {
        0 => Message::verbatim(named.join(", ")),
        more => message!("{names} and {more} more", names = named.join(", "), more),
    };
    match what {
        Many::Remove => (
            Act::Remove,
            deed!(
                "Would move {count} to the trash: {names}.",
                "moved {count} to the trash: {names}",
                count => count.clone(),
                names => names.clone()
            ),
        ),
        Many::Hide => (
            Act::Hide,
            deed!(
                "Would hide {count}: {names}.",
                "hid {count}: {names}",
                count => count.clone(),
                names => names.clone()
            ),
        ),
        Many::Show => (
            Act::Show,
            deed!(
                "Would unhide {count}: {names}.",
                "unhid {count}: {names}",
                count => count.clone(),
                names => names.clone()
            ),
        ),
        Many::Copy(scope) => (
            Act::Copy,
            deed!(
                "Would copy {count} to {scope}: {names}.",
                "copied {count} to {scope}: {names}",
                count => count.clone(),
                scope,
                names => names.clone()
            ),
        ),
        Many::Move(scope) => (
            Act::Move,
            deed!(
                "Would move {count} to {scope}: {names}.",
                "moved {count} to {scope}: {names}",
                count => count.clone(),
                scope,
                names => names.clone()
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use disk::Imprint;

    use super::super::change::Source;
    use super::*;

    #[test]
    fn a_place_above_or_below_one_that_is_planned_is_in_the_way() {
        let step = |path: &str| Step {
            path: path.into(),
            seen: Imprint::default(),
            after: Imprint::default(),
            text_before: None,
            text_after: None,
            source: Source::Nothing,
        };
        for (path, is_apart) in
            [("/a", false), ("/a/b", false), ("/a/b/c", false), ("/a/c", true), ("/a/bc", true)]
        {
            let out = apart((vec![step(path)], Vec::new()), &[step("/x"), step("/a/b")]);
            assert_eq!(out.is_ok(), is_apart, "{path}");
        }
    }
}
