//! The skills an agent may see: what its convention makes of the disk, what a person trusts and lets be seen.

use ::workspace::Workspace;
use disk::Digest;
use engine::{Offered, PathsKey, Ready, Task};
use hydration::SkillOrigin;
use skills::{Allowed, Claim, Convention, Gate, Ruling, Scope, Trust, Visibility};

use super::skill_origin::skill_origin;
use super::trust::trusted;

/// How one agent sees skills: by whose rules, and which names it was given (S2-24). It keeps that for as long as it
/// is served; what a person hides from all agents in the meantime is hidden from it too.
#[derive(Debug, Clone)]
pub struct Sight {
    /// By whose rules.
    pub convention: Convention,
    /// The names it was given.
    pub only: Allowed,
}

impl Sight {
    /// Of an agent that was given every name.
    pub fn whole(convention: Convention) -> Self {
        Self { convention, only: Allowed::All }
    }

    /// What it may see as of now.
    pub(crate) fn visibility(&self, workspace: &Workspace) -> Visibility {
        let seen = workspace.visibility();
        Visibility { allowed: seen.allowed.and(&self.only), ..seen }
    }

    /// The skills as of now.
    pub(crate) fn ruling(&self, workspace: &Workspace) -> Ruling {
        workspace.ruling_seen(self.convention, &self.visibility(workspace))
    }
}

/// The skills of one convention as of now.
pub(crate) fn ruling(workspace: &Workspace, convention: Convention) -> Ruling {
    Sight::whole(convention).ruling(workspace)
}

/// What the model may call: all that the catalog names. What the user called stays its own although the
/// catalog hides it; what a person has since switched off, denied or no longer trusts does not.
pub(crate) fn for_model(ruling: &Ruling, task: &Task) -> Vec<Offered> {
    offered(ruling, |claim| claim.is_listed() || claim.is_visible() && task.held(&key(claim)).is_some())
}

/// What the model may call before a task has taken anything in.
pub(crate) fn listed(ruling: &Ruling) -> Vec<Offered> {
    offered(ruling, Claim::is_listed)
}

/// What the user may call by name: also what is hidden from the model (S3-35).
pub(crate) fn for_user(ruling: &Ruling) -> Vec<Offered> {
    offered(ruling, Claim::is_visible)
}

/// Whether the hooks of a skill may do anything as far as trust goes: those of a project only when it is trusted,
/// whatever the convention lets in.
fn hooks_trusted(workspace: &Workspace, skill: &Offered) -> bool {
    skill.scope != Scope::Repo.name() || hooks_need_trust(workspace, Scope::Repo).1
}

/// Returns whether the hooks of an active skill may do anything, `content` being the digest of its `SKILL.md`.
pub(crate) fn hooks_ready(workspace: &Workspace, skill: &Offered, content: &Digest) -> Ready {
    match skill_origin(workspace.surroundings(), &skill.dir, content) {
        SkillOrigin::Server => Ready::FromServer,
        SkillOrigin::Unknown => Ready::UnknownOrigin,
        SkillOrigin::Local if hooks_trusted(workspace, skill) => Ready::Yes,
        SkillOrigin::Local => Ready::NotTrusted,
    }
}

/// Whether hooks of skills of a scope wait for trust, and whether the project is trusted.
pub(crate) fn hooks_need_trust(workspace: &Workspace, scope: Scope) -> (bool, bool) {
    let is_trusted = trusted(workspace.surroundings(), &workspace.folder()) == Trust::Trusted;
    (scope == Scope::Repo, is_trusted)
}

/// The folders, links resolved, of skills that are kept from agents: those that wait for trust under a convention, and
/// those whose name may not be seen, wherever any agent looks for skills.
pub(crate) fn unseen_folders(workspace: &Workspace, sight: &Sight) -> Vec<std::path::PathBuf> {
    let (seen, own) = (sight.visibility(workspace), sight.ruling(workspace));
    let waiting = own.claims.iter().filter(|claim| claim.state == skills::State::HeldBack);
    let wins = workspace.wins();
    let barred = wins.matrix().rulings.iter().flat_map(|ruling| &ruling.claims);
    let barred =
        barred.filter(|claim| seen.bars(&claim.key).or_else(|| seen.bars(&claim.skill.name)).is_some());
    let mut found: Vec<_> =
        waiting.chain(barred).filter_map(|claim| disk::canonical(&claim.skill.dir).ok()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// How many skills of the project wait for trust under a convention.
pub(crate) fn held_back(convention: Convention, ruling: &Ruling) -> usize {
    let waits = |claim: &&Claim| claim.state == skills::State::HeldBack;
    match convention.rules().trust {
        Gate::Open => 0,
        Gate::UntilTrusted => ruling.claims.iter().filter(waits).count(),
    }
}

// Of several files of one key the first stands for them.
fn offered(ruling: &Ruling, is_seen: impl Fn(&Claim) -> bool) -> Vec<Offered> {
    let paths = match ruling.convention {
        Convention::Pixir => PathsKey::MeansNothing,
        _ => PathsKey::Guards,
    };
    let mut found: Vec<Offered> = Vec::new();
    for claim in ruling.claims.iter().filter(|claim| is_seen(claim)) {
        let id = key(claim);
        if found.iter().all(|known| known.id != id) {
            found.push(Offered {
                id,
                name: claim.skill.name.clone(),
                description: claim.skill.description.clone(),
                scope: claim.skill.scope.name().to_owned(),
                root: claim.skill.root.clone(),
                dir: claim.skill.dir.clone(),
                path: claim.skill.path.clone(),
                short_path: claim.skill.short_path.clone(),
                paths,
            });
        }
    }
    found
}

/// What an agent calls a skill by. A name that cannot be a folder's gets the id that is made of it.
pub(crate) fn key(claim: &Claim) -> String {
    let is_odd = |at: char| at.is_control() || "/\\:*?\"<>|".contains(at);
    if claim.key.contains(is_odd) {
        skills::id(&claim.key).unwrap_or_else(|| claim.key.clone())
    } else {
        claim.key.clone()
    }
}
