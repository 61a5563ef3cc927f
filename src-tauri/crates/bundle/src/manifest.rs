use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the part that lists all others.
pub const MANIFEST: &str = "manifest.json";

/// What a bundle holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the bundle; 1.
    pub version: u32,
    /// The program that made it, with its version.
    pub made_by: String,
    /// What it is about, in the words of whoever made it.
    pub about: Map<String, Value>,
    /// All parts but the manifest, in the order of their names.
    pub parts: Vec<PartRow>,
}

/// One part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartRow {
    /// Its name in the bundle.
    pub name: String,
    /// What it is, in a few words.
    pub what: String,
    /// Its bytes.
    pub bytes: u64,
    /// SHA-256 of its bytes, 64 hexadecimal digits.
    pub sha256: String,
}
