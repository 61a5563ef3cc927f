//! The skills made of code that are installed here.

use ::skills::{Convention, Visibility};
use engine::{CodeSkill, Installed, Roster, built_ins, roster};
use message::message;

use super::AssayAudit;
use crate::access::Switches;
use crate::{App, Code, Failure};

/// Every skill made of code, also those that are off.
pub(crate) fn all_built_ins(app: &App) -> Installed<'_> {
    let mut found = Installed::default();
    let audit: Box<dyn CodeSkill + '_> = Box::new(AssayAudit { app });
    let of_engine = built_ins().into_iter().map(|(skill, _)| -> Box<dyn CodeSkill + '_> { skill });
    for skill in of_engine.chain([audit]) {
        // Their names and tools are all different; a test sees to it.
        let _ = found.install(skill);
    }
    found
}

/// The skills made of code that are on.
pub(crate) fn installed(app: &App) -> Installed<'_> {
    let switches = Switches::of(&app.workspace);
    let mut found = all_built_ins(app);
    found.retain(|skill| switches.is_on(skill.name()));
    found
}

/// Skills of both kinds by Assay's own convention, with the look at the disk there is now.
pub(crate) fn merged(app: &App, visibility: &Visibility) -> Roster {
    let ruling = app.workspace.ruling_seen(Convention::Merged, visibility);
    roster(&ruling, &installed(app), visibility)
}

/// Complains about names that are no built-in skill's.
///
/// # Errors
///
/// [`Code::WrongUse`] at the first name that is none, with those that are.
pub fn check_built_ins(app: &App, named: &[String]) -> Result<(), Failure> {
    let all = all_built_ins(app);
    let known: Vec<&str> = all.skills().map(|(_, skill)| skill.name()).collect();
    match named.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Failure::new(Code::WrongUse, message!("{name} is not a built-in skill.", name))
            .hint(message!("Available: {known}.", known = known.join(", ")))),
    }
}
