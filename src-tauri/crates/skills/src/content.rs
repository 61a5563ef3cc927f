use crate::{YamlReading, read_yaml};

/// The bytes of a `SKILL.md`, read as YAML once for all that look at them.
pub struct Content<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// What YAML reads in them.
    pub yaml: YamlReading,
}

impl<'a> Content<'a> {
    /// The same bytes with what YAML reads in them.
    pub fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, yaml: read_yaml(bytes) }
    }
}
