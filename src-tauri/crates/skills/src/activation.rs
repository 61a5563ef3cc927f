use disk::Digest;

use crate::Skill;
use crate::catalog::escaped;

/// Who asked for a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActivatedBy {
    /// The user's text named it.
    User,
    /// The model viewed its `SKILL.md`.
    Model,
}

impl ActivatedBy {
    /// The word a session's log has.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Model => "model",
        }
    }
}

/// The ten fields that Pixir 0.1.12 records when it takes a skill in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivationFields {
    /// The skill's name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its scope.
    pub scope: String,
    /// The same as `scope` in this version of Pixir.
    pub source: String,
    /// The root it lies in.
    pub root: String,
    /// Its `SKILL.md`.
    pub path: String,
    /// Its short path.
    pub short_path: String,
    /// SHA-256 of `content`.
    pub content_hash: Digest,
    /// The whole file.
    pub content: Vec<u8>,
    /// Who asked for it.
    pub activated_by: ActivatedBy,
}

/// What the text for the model is made of. A recorded activation may lack any of these.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wrapping<'a> {
    /// The skill's name.
    pub name: Option<&'a str>,
    /// Where it came from; when missing, `scope` stands in.
    pub source: Option<&'a str>,
    /// Whose it is.
    pub scope: Option<&'a str>,
    /// Its `SKILL.md`.
    pub path: Option<&'a str>,
    /// The recorded digest.
    pub content_hash: Option<&'a str>,
    /// The recorded file.
    pub content: Option<&'a [u8]>,
}

/// What Pixir would record if `skill` were taken in with `content` as its file.
pub fn activation(skill: &Skill, content: &[u8], activated_by: ActivatedBy) -> ActivationFields {
    ActivationFields {
        name: skill.name.clone(),
        description: skill.description.clone(),
        scope: skill.scope.name().to_owned(),
        source: skill.scope.name().to_owned(),
        root: skill.root.to_string_lossy().into_owned(),
        path: skill.path.to_string_lossy().into_owned(),
        short_path: skill.short_path.clone(),
        content_hash: Digest::of(content),
        content: content.to_owned(),
        activated_by,
    }
}

impl ActivationFields {
    /// The text the model is sent for this activation.
    pub fn wrapped(&self) -> String {
        wrapped(&Wrapping {
            name: Some(&self.name),
            source: Some(&self.source),
            scope: Some(&self.scope),
            path: Some(&self.path),
            content_hash: Some(&self.content_hash.to_string()),
            content: Some(&self.content),
        })
    }
}

/// The text the model is sent for an activation. The content is not escaped: a
/// skill that writes the closing tag ends the wrapping early. Bytes that are not UTF-8 are replaced.
pub fn wrapped(parts: &Wrapping<'_>) -> String {
    let attribute = |value: Option<&str>| escaped(value.unwrap_or_default()).replace('"', "&quot;");
    format!(
        "<skill name=\"{}\" source=\"{}\" path=\"{}\" content_sha256=\"{}\">\n{}\n</skill>",
        attribute(parts.name),
        attribute(parts.source.or(parts.scope)),
        attribute(parts.path),
        attribute(parts.content_hash),
        String::from_utf8_lossy(parts.content.unwrap_or_default()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_escaped_and_the_content_is_not() {
        let check = |parts: Wrapping<'_>, expected: &str| assert_eq!(wrapped(&parts), expected);
        check(
            Wrapping { name: Some("a\"<&>'"), content: Some(b"<b>&</skill>"), ..Wrapping::default() },
            "<skill name=\"a&quot;&lt;&amp;&gt;'\" source=\"\" path=\"\" content_sha256=\"\">\n<b>&</skill>\n</skill>",
        );
        let both = Wrapping { source: Some("user"), scope: Some("repo"), ..Wrapping::default() };
        check(both, "<skill name=\"\" source=\"user\" path=\"\" content_sha256=\"\">\n\n</skill>");
        let scope = Wrapping { scope: Some("repo"), content: Some(b"\n x \n"), ..Wrapping::default() };
        check(scope, "<skill name=\"\" source=\"repo\" path=\"\" content_sha256=\"\">\n\n x \n\n</skill>");
    }
}
