//! `assay signers`: whom a person trusts to say who signed a skill, and the key that evidence is signed with here.

use std::path::PathBuf;

use api::signers::{SignersChange, SignersReport, change_signers, own_key};
use api::wire::Nothing;
use api::{App, Failure, Scripts};
use clap::Args;

use crate::screen::{Printed, print};
use crate::telling::{current_folder, print_json, tell};
use crate::text;

/// The changes to make; none to list the signers.
#[derive(Debug, Args)]
pub struct Signers {
    /// Trust the certificates and public keys in this PEM file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["distrust", "own_key"])]
    trust: Option<PathBuf>,
    /// Stop trusting the signer with this fingerprint prefix
    #[arg(long, value_name = "FINGERPRINT", conflicts_with = "own_key")]
    distrust: Option<String>,
    /// Print the public key that signs evidence on this machine
    #[arg(long)]
    own_key: bool,
}

/// Changes whom a person trusts, or tells it.
pub fn signers(app: &App, wanted: &Signers, as_json: bool) -> Result<u8, Failure> {
    if wanted.own_key {
        let key = own_key(app)?;
        if as_json {
            return print_json(&serde_json::json!({ "id": key.id().to_string(), "pem": key.to_pem() }));
        }
        print(&Printed::Bytes(key.to_pem().into_bytes()));
        return Ok(0);
    }
    // Paths are typed from the current folder, not from the workspace.
    let here = current_folder()?;
    let trust = wanted.trust.as_ref().map(|file| SignersChange::Trust(here.join(file)));
    let change = trust.or_else(|| wanted.distrust.clone().map(SignersChange::Distrust));
    change.map_or(Ok(()), |change| change_signers(app, &change))?;
    let report: SignersReport = Scripts(app).signers_report(&Nothing {})?;
    tell(as_json, &report, text::signers::signers)?;
    Ok(u8::from(report.problem.is_some()))
}
