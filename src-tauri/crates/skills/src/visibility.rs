//! What a task or an agent may see of the skills that win. Pure arguments: what a person chose is stored
//! where the doors are.

use serde::{Deserialize, Serialize};

use crate::id::id;

/// What may be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visibility {
    /// Whether a person trusts the project.
    pub trust: Trust,
    /// Names a person switched off.
    pub disabled: Vec<String>,
    /// Names a permission denies.
    pub denied: Vec<String>,
    /// Names that are allowed at all.
    pub allowed: Allowed,
}

/// Whether a person trusts the project; where nobody was asked, nobody does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// A person does.
    Trusted,
    /// Nobody was asked, or it was taken back.
    #[default]
    Untrusted,
}

/// Which names are allowed (S2-20 to S2-23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Allowed {
    /// Every one.
    All,
    /// These; none when there are none.
    Only(Vec<String>),
}

/// Why a skill that won is not seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Barred {
    /// It was switched off.
    Disabled,
    /// A permission denies it.
    Denied,
    /// It stands on no list of what is allowed.
    NotAllowed,
}

impl Allowed {
    /// The list as an agent's settings have it: none allows all, and so does one with `*` in it.
    pub fn of(list: Option<&[String]>) -> Self {
        match list {
            None => Self::All,
            Some(names) if names.iter().any(|name| name.trim() == "*") => Self::All,
            Some(names) => Self::Only(names.to_vec()),
        }
    }

    /// What this list and another allow both.
    pub fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::All, allowed) | (allowed, Self::All) => allowed.clone(),
            (Self::Only(names), Self::Only(others)) => {
                let in_both = |name: &&String| others.iter().any(|other| is_same_name(other, name));
                Self::Only(names.iter().filter(in_both).cloned().collect())
            }
        }
    }
}

impl Visibility {
    /// Everything is seen, in a project that is trusted so far.
    pub fn whole(trust: Trust) -> Self {
        Self { trust, disabled: Vec::new(), denied: Vec::new(), allowed: Allowed::All }
    }

    /// Why a skill of that name is not seen; nothing when it is. Names are compared as ids.
    pub fn bars(&self, name: &str) -> Option<Barred> {
        let is_in = |list: &[String]| list.iter().any(|listed| is_same_name(listed, name));
        if is_in(&self.disabled) {
            Some(Barred::Disabled)
        } else if is_in(&self.denied) {
            Some(Barred::Denied)
        } else {
            match &self.allowed {
                Allowed::Only(names) if !is_in(names) => Some(Barred::NotAllowed),
                _ => None,
            }
        }
    }
}

/// Whether a name on a list means a skill of that name: they make one id, or are the same where they make none.
pub fn is_same_name(listed: &str, name: &str) -> bool {
    match (id(listed), id(name)) {
        (Some(listed), Some(name)) => listed == name,
        _ => listed == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s2_20_s2_21_s2_22_s2_23_the_allowlist_says_which_names_are_seen() {
        let check = |list: Option<&[&str]>, seen: &[&str]| {
            let list: Option<Vec<String>> =
                list.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
            let visibility =
                Visibility { allowed: Allowed::of(list.as_deref()), ..Visibility::whole(Trust::Trusted) };
            let names = ["repo-survey", "safe-edit", "技能"];
            let found: Vec<_> = names.into_iter().filter(|name| visibility.bars(name).is_none()).collect();
            assert_eq!(found, seen, "{list:?}");
        };
        check(None, &["repo-survey", "safe-edit", "技能"]);
        check(Some(&[]), &[]);
        check(Some(&["*"]), &["repo-survey", "safe-edit", "技能"]);
        check(Some(&["*", "a"]), &["repo-survey", "safe-edit", "技能"]);
        check(Some(&["Repo Survey"]), &["repo-survey"]);
        check(Some(&["技能", "nothing"]), &["技能"]);
    }

    #[test]
    fn s2_24_of_two_lists_only_what_both_allow_is_seen() {
        let only = |names: &[&str]| Allowed::Only(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(Allowed::All.and(&Allowed::All), Allowed::All);
        assert_eq!(Allowed::All.and(&only(&["a"])), only(&["a"]));
        assert_eq!(only(&["a"]).and(&Allowed::All), only(&["a"]));
        assert_eq!(only(&["Repo Survey", "b"]).and(&only(&["c", "repo-survey"])), only(&["Repo Survey"]));
        assert_eq!(only(&["a"]).and(&only(&[])), only(&[]));
    }

    #[test]
    fn disabled_goes_before_denied_and_both_before_the_allowlist() {
        let names = |name: &str| vec![name.to_owned()];
        let all = Visibility {
            disabled: names("a"),
            denied: vec!["a".to_owned(), "B".to_owned()],
            allowed: Allowed::Only(names("c")),
            ..Visibility::whole(Trust::Trusted)
        };
        assert_eq!(all.bars("a"), Some(Barred::Disabled));
        assert_eq!(all.bars("b"), Some(Barred::Denied));
        assert_eq!(all.bars("c"), None);
        assert_eq!(all.bars("d"), Some(Barred::NotAllowed));
    }
}
