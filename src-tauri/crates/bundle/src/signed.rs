//! The signature of a bundle: a DSSE envelope with an in-toto statement about every part and the manifest, which any
//! verifier of such envelopes reads.

use disk::Digest;
use serde_json::json;
use signatures::{Envelope, PublicKey, SigningKey};

use crate::{MANIFEST, Manifest};

/// The name of the part that signs all others. It is listed nowhere, since it is made last.
pub const SIGNATURE: &str = "signature.json";

const STATEMENT: &str = "https://in-toto.io/Statement/v1";
const PREDICATE: &str = "urn:assay:evidence:v1";
/// Bytes of a signature: it names every part.
pub(crate) const LIMIT: u64 = 32 << 20;

/// The signature of a bundle with this manifest, as it stands in it.
pub(crate) fn sign(manifest: &Manifest, written: &[u8], key: &SigningKey) -> Result<String, String> {
    let envelope = Envelope::sign(statement(manifest, written, key.public()).as_bytes(), key);
    serde_json::to_string(&envelope).map_err(|error| error.to_string())
}

/// The key that a bundle is signed with. Whose that is, nothing here tells.
pub(crate) fn verify(signature: &[u8], manifest: &Manifest, written: &[u8]) -> Result<PublicKey, String> {
    let whole = disk::unique_json(signature).map_err(|error| error.to_string())?;
    let envelope: Envelope = serde_json::from_value(whole).map_err(|error| error.to_string())?;
    if serde_json::to_vec(&envelope).ok().as_deref() != Some(signature) {
        return Err("it is not in Assay's format, so other programs may read it differently".to_owned());
    }
    let payload = envelope.payload().map_err(|error| error.to_string())?;
    let signed = disk::unique_json(&payload).map_err(|error| format!("signed content: {error}"))?;
    let key = signed["predicate"]["public_key"].as_str().unwrap_or_default();
    let key = PublicKey::from_pem(key).map_err(|error| error.to_string())?;
    if !envelope.is_signed_with(&key).map_err(|error| error.to_string())? {
        return Err("its signature does not match its content".to_owned());
    }
    if payload != statement(manifest, written, &key).as_bytes() {
        return Err("it signs a different manifest".to_owned());
    }
    Ok(key)
}

/// What is signed: the manifest and every part, by name and digest, and the key to check it with.
fn statement(manifest: &Manifest, written: &[u8], key: &PublicKey) -> String {
    let subject = |name: &str, sha256: &str| json!({ "name": name, "digest": { "sha256": sha256 } });
    let parts = manifest.parts.iter().map(|row| subject(&row.name, &row.sha256));
    let own = subject(MANIFEST, &Digest::of(written).to_string());
    json!({
        "_type": STATEMENT,
        "subject": std::iter::once(own).chain(parts).collect::<Vec<_>>(),
        "predicateType": PREDICATE,
        "predicate": { "made_by": manifest.made_by, "public_key": key.to_pem() },
    })
    .to_string()
}
