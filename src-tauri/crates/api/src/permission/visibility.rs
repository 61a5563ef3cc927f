//! Which skills a person lets agents see in a project: names switched off, names denied, and the list of what
//! is allowed at all. It holds for every agent that gets its skills through Assay, whatever its convention; an agent
//! that reads the disk itself does not know of it. Nothing of a skill is changed by it.

use ::skills::{Allowed, id, is_same_name};
use ::workspace::Workspace;
use message::{Message, message};
use serde::{Deserialize, Serialize};

use crate::access::{Loosening, MoreVisible, SETTINGS, VisibleNames, project, visible_names};
use crate::{Code, Failure};
use views::wire::{Nothing, SwitchWord};

/// What agents may see of the open project's skills.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisibilityView {
    /// The project's folder, links resolved: what the settings are for.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub project: String,
    /// The names that are allowed; absent when every name is. With `*` among them every name is, too.
    pub allowed: Option<Vec<VisibleName>>,
    /// Whether the list, where there is one, keeps any name out.
    pub allows_all: bool,
    /// Names a person switched off.
    pub disabled: Vec<VisibleName>,
    /// Names a person denies.
    pub denied: Vec<VisibleName>,
    /// Whether a plain read of a visible skill's file takes the skill in (S3-27).
    pub file_reads: SwitchWord,
    /// Why what was kept about it cannot be read; agents see no skill then.
    pub problem: Option<Message>,
}

/// A name of such a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VisibleName {
    /// As it was written.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// Some agent here calls a skill by it.
    pub found: bool,
}

/// Changes what agents may see.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetVisibilityAsk {
    /// One after the other; all of them or none.
    pub changes: Vec<VisibilityChange>,
}

/// One change. Names mean the skills whose ids they make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VisibilityChange {
    /// Switches a name off.
    Disable {
        /// The name.
        name: String,
    },
    /// Takes that back.
    Enable {
        /// The name.
        name: String,
    },
    /// Denies a name.
    Deny {
        /// The name.
        name: String,
    },
    /// Takes that back.
    Permit {
        /// The name.
        name: String,
    },
    /// Allows every name: there is no list any more.
    AllowAll,
    /// Allows these names alone; none of them allows nothing, `*` among them everything.
    AllowOnly {
        /// The names.
        names: Vec<String>,
    },
    /// Puts a name on the list; where there is none it begins with this name alone.
    List {
        /// The name.
        name: String,
    },
    /// Takes a name off the list, which stays a list when it was the last.
    Unlist {
        /// The name.
        name: String,
    },
    /// Lets a plain read of a visible skill's file take the skill in, or takes that back. Off at first.
    FileReads {
        /// How it shall stand.
        switch: SwitchWord,
    },
    /// Forgets everything about this project.
    Forget,
}

/// Most names of one list.
const NAMES: usize = 1_000;
/// Most letters of a name.
const NAME: usize = 200;

/// What agents may see of the open project's skills.
pub(crate) fn visibility(workspace: &Workspace, _: &Nothing) -> Result<VisibilityView, Failure> {
    let folder = workspace.folder();
    let project = project(&folder);
    let (kept, problem) = match SETTINGS.of(workspace.surroundings(), &project) {
        Ok(kept) => (kept, None),
        Err(failure) => (VisibleNames::default(), Some(failure.message)),
    };
    let wins = workspace.wins();
    let known: std::collections::HashSet<String> =
        wins.matrix().rows.iter().map(|row| id(&row.name).unwrap_or_else(|| row.name.clone())).collect();
    let told = |names: Vec<String>| -> Vec<VisibleName> {
        let found = |name: &str| name == "*" || known.contains(&id(name).unwrap_or_else(|| name.to_owned()));
        names.into_iter().map(|name| VisibleName { found: found(&name), name }).collect()
    };
    Ok(VisibilityView {
        project: project.display().to_string(),
        allows_all: Allowed::of(kept.allowed.as_deref()) == Allowed::All,
        allowed: kept.allowed.map(told),
        disabled: told(kept.disabled),
        denied: told(kept.denied),
        file_reads: kept.file_reads.unwrap_or(SwitchWord::Off),
        problem,
    })
}

/// Changes what agents may see of the open project's skills.
pub(crate) fn set_visibility(
    workspace: &Workspace,
    ask: &SetVisibilityAsk,
) -> Result<VisibilityView, Failure> {
    SETTINGS.change_own(workspace, |kept: &mut VisibleNames| {
        ask.changes.iter().try_for_each(|change| make(kept, change))
    })?;
    visibility(workspace, &Nothing {})
}

/// What is asked before agents may see more; nothing where they would not.
pub(crate) fn loosens(
    workspace: &Workspace,
    changes: &[VisibilityChange],
) -> Result<Option<Loosening>, Failure> {
    let before = visible_names(workspace.surroundings(), &workspace.folder())?;
    let mut after = before.clone();
    changes.iter().try_for_each(|change| make(&mut after, change))?;
    let more = widened(&before, &after);
    Ok((!more.is_empty()).then_some(Loosening::Visibility { more }))
}

/// What agents may see or do afterwards that they could not before.
fn widened(before: &VisibleNames, after: &VisibleNames) -> Vec<MoreVisible> {
    let gone = |before: &[String], after: &[String]| -> Vec<String> {
        before.iter().filter(|name| !after.iter().any(|other| is_same_name(other, name))).cloned().collect()
    };
    let enabled =
        gone(&before.disabled, &after.disabled).into_iter().map(|name| MoreVisible::Enabled { name });
    let permitted =
        gone(&before.denied, &after.denied).into_iter().map(|name| MoreVisible::Permitted { name });
    let mut more: Vec<MoreVisible> = enabled.chain(permitted).collect();
    match (Allowed::of(before.allowed.as_deref()), Allowed::of(after.allowed.as_deref())) {
        (Allowed::Only(_), Allowed::All) => more.push(MoreVisible::All),
        (Allowed::Only(before), Allowed::Only(after)) => {
            more.extend(gone(&after, &before).into_iter().map(|name| MoreVisible::Allowed { name }));
        }
        (Allowed::All, _) => {}
    }
    if after.file_reads == Some(SwitchWord::On) && before.file_reads != after.file_reads {
        more.push(MoreVisible::FileReads);
    }
    more
}

fn make(kept: &mut VisibleNames, change: &VisibilityChange) -> Result<(), Failure> {
    match change {
        VisibilityChange::Disable { name } => add(&mut kept.disabled, name)?,
        VisibilityChange::Enable { name } => remove(&mut kept.disabled, name),
        VisibilityChange::Deny { name } => add(&mut kept.denied, name)?,
        VisibilityChange::Permit { name } => remove(&mut kept.denied, name),
        VisibilityChange::AllowAll => kept.allowed = None,
        VisibilityChange::AllowOnly { names } => {
            let mut list = Vec::new();
            names.iter().try_for_each(|name| add(&mut list, name))?;
            kept.allowed = Some(list);
        }
        VisibilityChange::List { name } => add(kept.allowed.get_or_insert_default(), name)?,
        VisibilityChange::Unlist { name } => {
            if let Some(list) = &mut kept.allowed {
                remove(list, name);
            }
        }
        VisibilityChange::FileReads { switch } => {
            // Off is what holds where nothing was said.
            kept.file_reads = Some(*switch).filter(|switch| *switch == SwitchWord::On);
        }
        VisibilityChange::Forget => *kept = VisibleNames::default(),
    }
    Ok(())
}

fn add(list: &mut Vec<String>, name: &str) -> Result<(), Failure> {
    let name = name.trim();
    let wrong = |why| Err(Failure::new(Code::WrongUse, why));
    if name.is_empty() || name.chars().count() > NAME || name.chars().any(char::is_control) {
        return wrong(message!(
            "a skill name has 1 to {limit} characters on one line, not {name}.",
            limit = NAME,
            name = format!("{name:?}")
        ));
    }
    if list.iter().any(|known| is_same_name(known, name)) {
        return Ok(());
    }
    if list.len() >= NAMES {
        return wrong(message!("a list holds at most {limit} names; remove some first.", limit = NAMES));
    }
    list.push(name.to_owned());
    Ok(())
}

fn remove(list: &mut Vec<String>, name: &str) {
    list.retain(|known| !is_same_name(known, name.trim()));
}

#[cfg(test)]
mod tests {
    use super::{MoreVisible, SwitchWord, VisibilityChange, VisibleNames, make, widened};

    fn after(changes: &[VisibilityChange]) -> VisibleNames {
        let mut kept = VisibleNames::default();
        changes.iter().for_each(|change| make(&mut kept, change).expect("a name"));
        kept
    }

    #[test]
    fn a_change_and_what_takes_it_back_leave_nothing() {
        let name = || "Repo Survey".to_owned();
        let other = || "repo-survey".to_owned();
        use VisibilityChange::{
            AllowAll, AllowOnly, Deny, Disable, Enable, FileReads, Forget, List, Permit, Unlist,
        };
        let reads = |switch| FileReads { switch };
        assert_eq!(after(&[reads(SwitchWord::On), reads(SwitchWord::Off)]), VisibleNames::default());
        assert_eq!(after(&[reads(SwitchWord::On)]).file_reads, Some(SwitchWord::On));
        assert_eq!(after(&[Disable { name: name() }, Enable { name: other() }]), VisibleNames::default());
        assert_eq!(after(&[Deny { name: name() }, Permit { name: other() }]), VisibleNames::default());
        assert_eq!(after(&[AllowOnly { names: vec![name()] }, AllowAll]), VisibleNames::default());
        assert_eq!(
            after(&[Disable { name: name() }, Deny { name: name() }, Forget]),
            VisibleNames::default()
        );
        // An empty list is a list: nothing is allowed.
        let emptied = after(&[List { name: name() }, Unlist { name: other() }]);
        assert_eq!(emptied.allowed, Some(Vec::new()));
        assert_eq!(after(&[Unlist { name: name() }]).allowed, None);
    }

    #[test]
    fn only_what_shows_agents_more_is_asked_about() {
        use VisibilityChange::{AllowAll, AllowOnly, Deny, Disable, Enable, FileReads, Forget, List, Unlist};
        let (a, b) = (|| "a".to_owned(), || "b".to_owned());
        let more = |before: &[VisibilityChange], change: VisibilityChange| {
            let before = after(before);
            let mut then = before.clone();
            make(&mut then, &change).expect("a change");
            widened(&before, &then)
        };
        let on = || FileReads { switch: SwitchWord::On };
        let only_a = || AllowOnly { names: vec![a()] };
        for (before, tightens) in [
            (vec![], Disable { name: a() }),
            (vec![], Deny { name: a() }),
            (vec![], only_a()),
            (vec![], List { name: a() }),
            (vec![only_a()], Unlist { name: a() }),
            (vec![only_a()], List { name: "A".to_owned() }),
            (vec![AllowOnly { names: vec![a(), "*".to_owned()] }], AllowAll),
            (vec![on()], FileReads { switch: SwitchWord::Off }),
            (vec![], Forget),
        ] {
            assert_eq!(more(&before, tightens.clone()), [], "{tightens:?}");
        }
        let enabled = [MoreVisible::Enabled { name: a() }];
        assert_eq!(more(&[Disable { name: a() }], Enable { name: a() }), enabled);
        assert_eq!(more(&[Deny { name: a() }], Forget), [MoreVisible::Permitted { name: a() }]);
        let allowed = [MoreVisible::Allowed { name: b() }];
        assert_eq!(more(&[only_a()], List { name: b() }), allowed);
        assert_eq!(more(&[only_a()], AllowOnly { names: vec![b()] }), allowed);
        for everything in [AllowAll, List { name: "*".to_owned() }, Forget] {
            assert_eq!(more(&[only_a()], everything), [MoreVisible::All]);
        }
        assert_eq!(more(&[], on()), [MoreVisible::FileReads]);
    }

    #[test]
    fn a_name_stands_once_and_is_a_name() {
        let twice = [
            VisibilityChange::Disable { name: " a ".to_owned() },
            VisibilityChange::Disable { name: "A".to_owned() },
        ];
        assert_eq!(after(&twice).disabled, ["a"]);
        for name in ["", "  ", "a\nb", &"x".repeat(201)] {
            let wrong = make(&mut VisibleNames::default(), &VisibilityChange::Deny { name: name.to_owned() });
            assert!(wrong.is_err(), "{name:?}");
        }
    }
}
