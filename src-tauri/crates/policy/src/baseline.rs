//! What a team excuses, each bound to the bytes it was seen in.

use std::path::Path;

use disk::Digest;
use skills::{Field, Value, read_generated_document};

use crate::unread::{PolicyError, document, only, text};

/// What is excused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// In the order of the file.
    pub excuses: Vec<Excuse>,
}

/// One excuse. It holds for these bytes of this file alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excuse {
    /// The rule, as findings have it; of another scanner's, `TOOL/RULE`.
    pub rule: String,
    /// The file, from the workspace, with slashes.
    pub path: String,
    /// The bytes it was given for.
    pub digest: Digest,
    /// Where it stands, counted from 1.
    pub line: u32,
}

const KEYS: [&str; 4] = ["rule", "path", "sha256", "because"];

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    ///
    /// When it is no YAML, of another version, or an excuse is not whole: one without a hash would outlive its bytes.
    pub fn read(path: &Path, content: &str) -> Result<Self, PolicyError> {
        // A program may have written it, of everything that there was on the first day.
        let fields = document(path, read_generated_document(content), &["version", "excused"])?;
        let Some(field) = fields.iter().find(|field| field.key == "excused") else {
            return Ok(Self::default());
        };
        let Value::List(values) = &field.value else {
            return Err(PolicyError::new(path, field.line, "excused is not a list"));
        };
        let excuses = values.iter().map(|value| excuse(path, field.line, value)).collect::<Result<_, _>>()?;
        Ok(Self { excuses })
    }
}

fn excuse(path: &Path, line: u32, value: &Value) -> Result<Excuse, PolicyError> {
    let line = value.line().unwrap_or(line);
    let Value::Map(fields) = value else {
        return Err(PolicyError::new(path, line, "an excuse must be a mapping"));
    };
    only(path, fields, &KEYS)?;
    let get = |key: &str| -> Result<&Field, PolicyError> {
        let found = fields.iter().find(|field| field.key == key);
        found.ok_or_else(|| PolicyError::new(path, line, format!("this excuse has no {key}")))
    };
    let hash = get("sha256")?;
    let digest = Digest::parse(text(path, hash)?)
        .ok_or_else(|| PolicyError::new(path, hash.line, "sha256 is not 64 lowercase hexadecimal digits"))?;
    Ok(Excuse {
        rule: text(path, get("rule")?)?.to_owned(),
        path: text(path, get("path")?)?.to_owned(),
        digest,
        line,
    })
}

/// A baseline that excuses these: rule, path and bytes of each.
pub fn written(excused: &[(String, String, Digest)]) -> String {
    let quoted = |word: &str| serde_json::to_string(word).unwrap_or_default();
    let one = |(rule, path, digest): &(String, String, Digest)| {
        format!(
            "  - rule: {}\n    path: {}\n    sha256: {digest}\n    because: \"\"\n",
            quoted(rule),
            quoted(path)
        )
    };
    let list: String = excused.iter().map(one).collect();
    format!("version: 1\nexcused:{}{list}", if excused.is_empty() { " []\n" } else { "\n" })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use disk::Digest;

    use super::{Baseline, written};

    #[test]
    fn a_baseline_reads_back_what_it_was_written_as() {
        let excused = [("hooks".to_owned(), "a b/\"c\"\n/SKILL.md".to_owned(), Digest::of(b"x"))];
        let read = Baseline::read(Path::new("b.yaml"), &written(&excused)).unwrap();
        let [excuse] = read.excuses.as_slice() else { panic!("{read:?}") };
        let own = (excuse.rule.clone(), excuse.path.clone(), excuse.digest);
        assert_eq!((own, excuse.line), (excused[0].clone(), 3));
        assert_eq!(Baseline::read(Path::new("b"), &written(&[])), Ok(Baseline::default()));
        let many: Vec<_> =
            (0..5_000).map(|at| ("hooks".to_owned(), format!("{at}"), Digest::of(b"x"))).collect();
        assert_eq!(Baseline::read(Path::new("b"), &written(&many)).map(|read| read.excuses.len()), Ok(5_000));
    }

    #[test]
    fn an_excuse_that_is_bound_to_nothing_is_refused() {
        let check = |text: &str, words: &str| {
            let error = Baseline::read(Path::new("b.yaml"), text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        check("version: 1\nexcused:\n  - rule: a\n    path: b\n", "b.yaml:3: this excuse has no sha256");
        check("version: 1\nexcused:\n  - {rule: a, path: b, sha256: x}\n", "sha256 is not 64 lowercase");
        check("version: 1\nexcused:\n  - rule: a\n    rule: b\n", "b.yaml:4: rule is repeated");
        check("version: 1\nexcused: x\n", "excused is not a list");
        check("version: 1\nexcused: [x]\n", "an excuse must be a mapping");
        check("version: 1\nexcused:\n  - {rule: a, until: b}\n", "unknown key until");
    }
}
