//! Whom a person trusts to say who signed a skill, and the key that evidence is signed with here. Both are files beside
//! Assay's settings; only the terminal changes what is trusted, where whoever types decides.

use std::path::PathBuf;

use ::signatures::{KEY_FILE, PublicKey, SigningKey, SigningKeyError, TrustStore};
use ::workspace::{Workspace, signers_path};
use disk::Digest;
use message::{Message, message};
use serde::Serialize;
use views::export::{BundleReport, SignerKind, verify_bundle_by};
use views::wire::Nothing;

use crate::{App, Code, Failure};

/// Bytes of a file that is to be trusted (4 MiB).
const LIMIT: u64 = 4 << 20;
/// Bytes of a bundle that are read (1 GiB).
const BUNDLE: u64 = 1 << 30;
/// Digits of a fingerprint that have to be named.
const NAMED: usize = 8;

/// Whom a person trusts to say who signed something.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignersReport {
    /// The file in which that is kept; nothing where nothing is kept.
    pub path: Option<String>,
    /// The certificates, in the order in which they were trusted.
    pub certificates: Vec<TrustedCertificate>,
    /// SHA-256 of each public key that is trusted without a certificate.
    pub keys: Vec<String>,
    /// Why the file cannot be read; then nobody is trusted.
    pub problem: Option<String>,
}

/// A certificate that a person trusts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrustedCertificate {
    /// Whose it says it is.
    pub subject: String,
    /// SHA-256 of it.
    pub fingerprint: String,
    /// The day from which it holds, such as `2026-04-01`.
    pub from: String,
    /// The last day on which it does.
    pub to: String,
    /// It says that it signed itself, as roots do. Chains end only at such a one.
    pub is_root: bool,
}

/// A change of whom a person trusts. It names a path, so it is no request: no page may ask for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignersChange {
    /// Trusts every certificate and public key of a file in PEM.
    Trust(PathBuf),
    /// Trusts the certificates and keys no more whose fingerprint begins so.
    Distrust(String),
}

/// Whom a person trusts to say who signed something.
pub(crate) fn signers_report(workspace: &Workspace, _: &Nothing) -> Result<SignersReport, Failure> {
    let path = signers_path(workspace.surroundings()).map(|path| workspace.shown(&path));
    let signers = workspace.signers();
    let (store, problem) = match signers.trusted() {
        Ok(store) => (store.clone(), None),
        Err(why) => (TrustStore::default(), Some(format!("{why}."))),
    };
    let certificates = store.certificates().iter().map(|certificate| {
        let [from, to] = certificate.days();
        TrustedCertificate {
            subject: certificate.subject(),
            fingerprint: certificate.fingerprint().to_string(),
            from,
            to,
            is_root: certificate.is_self_issued(),
        }
    });
    let keys = store.keys().iter().map(|key| key.id().to_string()).collect();
    Ok(SignersReport { path, certificates: certificates.collect(), keys, problem })
}

/// Changes whom a person trusts to say who signed something.
///
/// # Errors
///
/// [`Code::NotHere`] where nothing is kept, [`Code::Damaged`] when the file that is named or the one that is kept cannot
/// be read as certificates, [`Code::NotFound`] when nothing begins with the fingerprint, [`Code::WrongUse`] when fewer
/// than eight digits of it are named, and what the disk says.
pub fn change_signers(app: &App, change: &SignersChange) -> Result<(), Failure> {
    let workspace = &app.workspace;
    let path = signers_path(workspace.surroundings()).ok_or_else(nowhere)?;
    let signers = workspace.signers();
    let mut store =
        signers.trusted().map_err(|why| Failure::new(Code::Damaged, Message::of_error(why)))?.clone();
    match change {
        SignersChange::Trust(file) => {
            let read = disk::read(file, LIMIT)?;
            let other = TrustStore::from_pem(&read.bytes).map_err(|why| {
                Failure::new(
                    Code::Damaged,
                    message!("cannot trust `{file}`: {why}.", file = file.display(), why),
                )
            })?;
            if !store.add(other) {
                return Ok(());
            }
        }
        SignersChange::Distrust(beginning) => {
            let beginning = beginning.to_lowercase().replace(':', "");
            if beginning.len() < NAMED {
                let words = message!("pass at least {count} digits of the fingerprint.", count = NAMED);
                return Err(
                    Failure::new(Code::WrongUse, words).hint(message!("Run `assay signers` to list them."))
                );
            }
            if store.remove(&beginning) == 0 {
                let words =
                    message!("no trusted signer has a fingerprint that begins with {beginning}.", beginning);
                return Err(Failure::not_found(words).hint(message!("Run `assay signers` to list them.")));
            }
        }
    }
    if let Some(kept) = path.parent() {
        disk::make_private_folder(kept)?;
    }
    disk::write_private(&path, store.to_pem().as_bytes())?;
    app.heard(&[crate::Tag::Skills]);
    Ok(())
}

/// The key that evidence is signed with here; made on first use. Nothing where nothing is kept.
///
/// # Errors
///
/// [`Code::Damaged`] when the file is no key, [`Code::Refused`] when others may read it, and what the disk says.
pub fn signing_key(workspace: &Workspace) -> Result<Option<SigningKey>, Failure> {
    let Some(kept) = &workspace.surroundings().kept else { return Ok(None) };
    let failure = |why: SigningKeyError| match why {
        SigningKeyError::Fault(fault) => fault.into(),
        SigningKeyError::Damaged(_) => Failure::new(Code::Damaged, Message::of_error(why)),
        SigningKeyError::Open(_) => Failure::new(Code::Refused, Message::of_error(why)),
        SigningKeyError::NoRandom => Failure::new(Code::Failed, Message::of_error(why)),
    };
    SigningKey::kept_in(kept).map(Some).map_err(failure)
}

/// The public half of the key of this machine, to be given to whoever gets evidence from it; made on first use.
///
/// # Errors
///
/// As [`signing_key`], and [`Code::NotHere`] where nothing is kept.
pub fn own_key(app: &App) -> Result<PublicKey, Failure> {
    Ok(signing_key(&app.workspace)?.ok_or_else(nowhere)?.public().clone())
}

/// As [`verify_bundle`](views::export::verify_bundle), of a file, and whose key signed it, as far as a person here trusts it.
///
/// # Errors
///
/// As [`verify_bundle`](views::export::verify_bundle), and when the file cannot be read or has more than 1 GiB.
pub fn verify_file(workspace: &Workspace, file: &std::path::Path) -> Result<BundleReport, Failure> {
    verify_bundle_by(&disk::read(file, BUNDLE)?.bytes, &|key| whose_key(workspace, key))
}

/// Whose key it is that a bundle is signed with, as far as that is known here.
pub(crate) fn whose_key(workspace: &Workspace, id: &Digest) -> SignerKind {
    // A look makes no key: where there is none, it is not the one.
    let kept = workspace.surroundings().kept.as_ref().map(|kept| kept.join(KEY_FILE));
    let has_key = kept.is_some_and(|path| disk::look(&path).is_ok());
    let own = if has_key { signing_key(workspace).ok().flatten() } else { None };
    if own.is_some_and(|key| key.public().id() == *id) {
        return SignerKind::Own;
    }
    match workspace.signers().trusted() {
        Ok(store) if store.keys().iter().any(|key| key.id() == *id) => SignerKind::Trusted,
        _ => SignerKind::Unknown,
    }
}

fn nowhere() -> Failure {
    Failure::new(Code::NotHere, message!("no home folder, so no signers can be stored or trusted."))
}
