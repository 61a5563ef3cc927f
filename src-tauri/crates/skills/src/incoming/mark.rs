//! One file of what came in, as it was seen.

use std::path::PathBuf;

use disk::{Digest, Imprint, Matter};
use serde::{Deserialize, Serialize};

/// One file or link, to be known again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMark {
    /// Its path from the skill's folder.
    pub rel: PathBuf,
    /// SHA-256 of its bytes; of a link, of where it points.
    pub digest: String,
    /// Whether the system would run it.
    pub is_executable: bool,
    /// Whether it is a link.
    pub is_link: bool,
}

impl FileMark {
    /// Every file and link of an imprint.
    pub fn all(imprint: &Imprint) -> Vec<Self> {
        let mark = |part: &disk::Part| {
            let (digest, is_link) = match &part.matter {
                Matter::Folder => return None,
                Matter::File { digest, .. } => (*digest, false),
                Matter::Link(to) => (Digest::of(to.as_os_str().as_encoded_bytes()), true),
            };
            Some(Self {
                rel: part.rel.clone(),
                digest: digest.to_string(),
                is_executable: part.mode & 0o111 != 0,
                is_link,
            })
        };
        imprint.parts.iter().filter_map(mark).collect()
    }
}
