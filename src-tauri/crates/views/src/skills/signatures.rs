//! What scripts may ask about signatures of skills.

use std::path::Path;

use ::workspace::{MANAGED, Signers, Workspace};
use message::message;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::wire::SignatureFact;

/// Whose signatures to check.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignaturesAsk {
    /// Names of skills, or folders, absolute or from the workspace; every skill of the workspace when empty.
    pub skills: Vec<String>,
}

/// Signatures of skills.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignaturesReport {
    /// The skills that have one, in the order of the list of skills, or as they were asked for.
    pub signed: Vec<SignedSkillRow>,
    /// Skills without one.
    pub unsigned: u32,
    /// Certificates and keys that a person trusts to say who signed.
    pub trusted: u32,
}

/// A skill with a signature.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignedSkillRow {
    /// Its name, or what it was asked for by.
    pub name: String,
    /// Its folder, as people write it.
    pub path: String,
    /// What its signature comes to.
    pub signature: SignatureFact,
}

/// Checks the signatures of skills, offline, by what a person trusts.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when something that was named is no skill and no folder, or has no
/// signature.
pub fn signatures_report(workspace: &Workspace, ask: &SignaturesAsk) -> Result<SignaturesReport, Failure> {
    let (ruling, signers) = (workspace.ruling(MANAGED), workspace.signers());
    let trusted = signers.trusted().map_or(0, |store| store.certificates().len() + store.keys().len()) as u32;
    let mut report = SignaturesReport { signed: Vec::new(), unsigned: 0, trusted };
    if ask.skills.is_empty() {
        for skill in ruling.skills() {
            match row(workspace, &signers, &skill.name, &skill.dir) {
                Some(row) => report.signed.push(row),
                None => report.unsigned += 1,
            }
        }
    }
    for wanted in &ask.skills {
        let mut folders: Vec<_> =
            ruling.skills().filter(|skill| skill.name == *wanted).map(|skill| skill.dir.clone()).collect();
        if folders.is_empty() {
            folders.push(workspace.folder().join(wanted));
        }
        for folder in folders {
            if !disk::look(&folder).is_ok_and(|look| look.kind == disk::Kind::Folder) {
                let words = message!("`{wanted}` is neither a skill of this workspace nor a folder.", wanted);
                return Err(Failure::not_found(words).hint(message!("Run `assay skills` to list all.")));
            }
            report.signed.push(row(workspace, &signers, wanted, &folder).ok_or_else(|| {
                let words = message!("`{folder}` has no signature.", folder = workspace.shown(&folder));
                Failure::not_found(words).hint(message!(
                    "A signed skill has a file {file_name}.",
                    file_name = ::signatures::FILE_NAME
                ))
            })?);
        }
    }
    Ok(report)
}

fn row(workspace: &Workspace, signers: &Signers, name: &str, folder: &Path) -> Option<SignedSkillRow> {
    let signature = SignatureFact::from(&signers.verify(folder)?);
    Some(SignedSkillRow { name: name.to_owned(), path: workspace.shown(folder), signature })
}
