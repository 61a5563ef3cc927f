//! A recorded text on its way back to disk: whether it may, and where to.

use std::path::{Component, Path, PathBuf};

use ::drift::{NotRestored, restored};
use ::sessions::TextIntegrity;
use ::skills::manage::{self, Plan};
use ::skills::{Ruling, SKILL_LIMIT, Scope};
use ::workspace::{Workspace, convention_of};
use message::{Message, message};

use super::plans::Refusal;
use super::{RestorePlace, Unverified, Way};
use crate::Failure;
use views::drift::{Sides, sides};
use views::wire::{Integrity, SkillScope, TextKept};

/// A plan with where else it could lead.
pub(crate) struct Restoring {
    pub plan: Result<Plan, Refusal>,
    pub places: Vec<RestorePlace>,
    /// The recorded bytes.
    pub recorded: Vec<u8>,
}

/// Plans to restore the snapshot of an activation.
pub(crate) fn restore(
    workspace: &Workspace,
    key: &str,
    line: u32,
    to: Option<SkillScope>,
    unverified: Unverified,
) -> Result<Restoring, Failure> {
    let (sides, session) =
        (sides(workspace, key, line)?, workspace.session(key).ok_or_else(Failure::session_gone)?);
    let ruling = workspace.ruling(convention_of(session.place.source));
    let activated = &sides.activated;
    let folder = folder_of(&activated.path);
    let usual = usual_place(&ruling, &activated.path, sides.disk.as_ref().map(|disk| disk.path.as_path()));
    let in_scope = |scope: Scope| {
        let root = ruling.roots.iter().find(|look| look.scope == scope)?.path.clone()?;
        Some(root.join(folder.as_ref()?).join("SKILL.md"))
    };
    let target = match to {
        Some(scope) => in_scope(scope.scope()),
        None => usual,
    };
    let scopes = [SkillScope::Repo, SkillScope::User, SkillScope::PixirGlobal];
    let places = scopes
        .into_iter()
        .filter_map(|scope| {
            let own = target.as_ref().filter(|path| scope_of(&ruling, path) == Some(scope.scope())).cloned();
            let chosen = own.is_some();
            let path = own.or_else(|| in_scope(scope.scope()))?;
            Some(RestorePlace { scope, path: workspace.shown(&path), chosen })
        })
        .collect();
    let whole = target.as_ref().map(|path| whole_text(&sides, path));
    let (recorded, cannot) = match whole {
        Some(Ok(text)) => (text, None),
        Some(Err(why)) => (sides.recorded, Some(why)),
        None => (sides.recorded, None),
    };
    let plan = match (target, cannot) {
        _ if !activated.kept => Err(Refusal::of(message!(
            "The log does not hold the text of this activation, so there is nothing to restore."
        ))),
        (_, Some(why)) => Err(Refusal::of(why)),
        _ if activated.integrity != TextIntegrity::Verified && unverified == Unverified::Refused => {
            Err(Refusal { way: Some(Way::Accept), ..Refusal::of(unproven(activated.integrity.into())) })
        }
        (None, None) => Err(Refusal {
            way: Some(Way::Scope),
            ..Refusal::of(message!(
                "{name} was recorded at {path}, which is outside the skill roots of this workspace. Select a scope for it.",
                name = activated.name,
                path = activated.path.display()
            ))
        }),
        (Some(path), None) => {
            let id = &session.id;
            let version = match activated.turn {
                Some(turn) => message!("turn {turn} of {id}", turn, id),
                None => message!("an activation of {id}", id),
            };
            let plan = manage::restore(&ruling, &path, &recorded, &version);
            plan.map(|plan| with_bundled(&ruling, &path, with_frontmatter(activated.text, plan)))
                .map_err(Refusal::from)
        }
    };
    Ok(Restoring { plan, places, recorded })
}

/// The file as it would be with the recorded text: of a body, what stands at a place now with that body in it.
fn whole_text(sides: &Sides, path: &Path) -> Result<Vec<u8>, Message> {
    let activated = &sides.activated;
    let is_trimmed = match activated.text {
        TextKept::Whole => return Ok(sides.recorded.clone()),
        TextKept::Body => false,
        TextKept::TrimmedBody => true,
        TextKept::Part | TextKept::Mixed => {
            return Err(message!(
                "Only lines of the file were recorded, so the whole body cannot be restored. Open the diff and \
                 copy what you need."
            ));
        }
        TextKept::Nothing => return Err(message!("The log does not hold the text of this activation.")),
    };
    let Ok(file) = disk::read(path, SKILL_LIMIT) else {
        return Err(message!(
            "Only the body was recorded, and the file with its frontmatter is deleted or unreadable. Create a \
             skill with a name and a description of your own, and copy the body from the diff."
        ));
    };
    let body = String::from_utf8_lossy(&sides.recorded);
    restored(&file.bytes, &body, is_trimmed, sides.writer, activated.arguments.as_deref()).map_err(|why| match why {
        NotRestored::HasPlaces => {
            message!("The file has placeholders, and the recorded text has the values that the agent filled in. \
             Restoring it would lose the placeholders. Open the diff and copy what you need.")
        }
        NotRestored::WasCalled => {
            message!("The skill was called with arguments that the agent may have filled in anywhere in the recorded \
             text. Open the diff and copy what you need.")
        }
    })
}

/// What is said where only a body comes back.
fn with_frontmatter(kept: TextKept, mut plan: Plan) -> Plan {
    if kept != TextKept::Whole {
        plan.notes.push(message!("Only the body was recorded; the frontmatter stays as it is now."));
    }
    plan
}

fn unproven(integrity: Integrity) -> Message {
    match integrity {
        Integrity::Mismatch => {
            message!(
                "The recorded hash does not match the recorded text, so it is not proven that the model was given \
             this text."
            )
        }
        _ => {
            message!("No hash was recorded with this text, so it is not proven that the model was given it.")
        }
    }
}

/// The file it is compared with; else the recorded place when that lies in a known root.
fn usual_place(ruling: &Ruling, recorded: &Path, compared: Option<&Path>) -> Option<PathBuf> {
    if scope_of(ruling, recorded).is_some() && folder_of(recorded).is_some() {
        return Some(recorded.to_owned());
    }
    let is_skill = |path: &&Path| ruling.skills().any(|skill| skill.path == **path);
    compared.filter(is_skill).map(Path::to_owned)
}

/// The scope whose root a `SKILL.md` lies in, one folder deep.
fn scope_of(ruling: &Ruling, path: &Path) -> Option<Scope> {
    let root = path.parent()?.parent()?;
    let is_plain = path.components().all(|part| !matches!(part, Component::ParentDir | Component::CurDir));
    let look = ruling.roots.iter().find(|look| look.path.as_deref() == Some(root) && is_plain)?;
    Some(look.scope)
}

/// The name of the folder of a recorded path, which is hostile text: one plain name or nothing.
fn folder_of(path: &Path) -> Option<String> {
    let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
    let name = path.parent().filter(|_| is_skill)?.components().next_back()?;
    match name {
        Component::Normal(name) => name.to_str().map(str::to_owned),
        _ => None,
    }
}

fn with_bundled(ruling: &Ruling, path: &Path, mut plan: Plan) -> Plan {
    let skill = ruling.skills().find(|skill| skill.path == path);
    let beside = skill.and_then(|skill| ::skills::resources(skill).ok());
    plan.notes.push(match beside.map(|(files, more)| files.len() + more) {
        Some(0) => message!("Only SKILL.md was recorded. There are no other files now."),
        Some(1) => message!("Only SKILL.md was recorded; 1 bundled file was not, and stays as it is now."),
        Some(count) => {
            message!(
                "Only SKILL.md was recorded; {count} bundled files were not, and stay as they are now.",
                count
            )
        }
        None => message!("Only SKILL.md was recorded; its bundled files were not, and are not restored."),
    });
    plan
}
