//! The evidence bundle of a session: what was recorded, what was compared, and digests of all of it.

use ::drift::{Spaces, unified};
use ::sessions::Source;
use ::workspace::{Activated, Session, Workspace};
use bundle::{Part, pack};
use disk::Digest;
use message::{Message, message};
use serde::Serialize;
use serde_json::{Map, Value, json};
use signatures::SigningKey;

use super::cleaning::Cleaning;
use super::excerpt::Excerpt;
use super::retold::{Retold, Text, decision};
use super::{RemovedRow, TurnRange, page};
use crate::drift::sides;
use crate::wire::Integrity;
use crate::{Code, Failure};

/// What a bundle was found to be, or what was packed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundleReport {
    /// The session it is about.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// The program that made it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub made_by: String,
    /// Its parts.
    pub parts: u32,
    /// Something was taken out of it.
    pub redacted: bool,
    /// What was taken out, by part and rule.
    pub removed: Vec<RemovedRow>,
    /// What is not as it should be, in sentences; nothing when all is.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub findings: Vec<String>,
    /// What was compared, in sentences.
    pub proved: Vec<String>,
    /// What a bundle does not prove, in sentences.
    pub limits: Vec<String>,
    /// SHA-256 of the public key that it is signed with; nothing where it is not signed.
    pub signed_by: Option<String>,
    /// Whose key that is, as far as it is known here.
    pub signer: Option<SignerKind>,
}

/// Whose key a bundle is signed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SignerKind {
    /// The one of this machine.
    Own,
    /// One that a person trusts here.
    Trusted,
    /// One that is not known here.
    Unknown,
}

/// A bundle and what is in it.
pub struct Made {
    /// The zip.
    pub bytes: Vec<u8>,
    /// What it holds.
    pub report: BundleReport,
}

pub(super) const MADE_BY: &str = concat!("assay ", env!("CARGO_PKG_VERSION"));
pub(super) const LOG: &str = "session/log.ndjson";
pub(super) const COMPANION: &str = "session/companion.ndjson";
pub(super) const TEXT: &str = "session/session.md";
pub(super) const DECISIONS: &str = "decisions.json";
pub(super) const REDACTION: &str = "redaction.json";
pub(super) const INDEX: &str = "index.html";
const UNSIGNED: &str = "The digests show that the parts are those that were packed. They do not show who packed them, or when: nothing here is signed.";
const SIGNED: &str = "The signature shows that the owner of the key packed these parts. It does not show who \
 owns the key or when they were packed.";
const LIMITS: [&str; 3] = [
    "A log belongs to the user: nothing here shows that it was not changed before it was packed.",
    "Differences are against the files on the disk of the machine that packed this, as they were then.",
    "Of a skill only the SKILL.md was recorded. Its other files are not here.",
];

/// The same of a session that its agent keeps in no file of lines.
const MADE: &str = "The agent stores this session in a database or in a file that it rewrites; Assay derived \
 the lines here from it.";
/// The same of agents that record no hashes.
const COMPUTED: &str = "The agent does not record hashes of all skill texts: a hash marked computed was \
 computed from the text in the log and proves nothing about the log.";

/// What the bundle of a session does not prove.
pub(super) fn limits(source: Source, lines_made: bool, is_signed: bool) -> Vec<&'static str> {
    let first = if is_signed { SIGNED } else { UNSIGNED };
    let made = lines_made.then_some(MADE);
    let computed = (!source.is_envelope()).then_some(COMPUTED);
    std::iter::once(first).chain(LIMITS).chain(made).chain(computed).collect()
}

/// The parts so far, and what is taken out of them.
struct Packing {
    parts: Vec<Part>,
    cleaning: Cleaning,
}

impl Packing {
    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        let what = what(name).unwrap_or_default().to_owned();
        self.parts.push(Part { name: name.to_owned(), what, bytes });
    }

    fn add_text(&mut self, name: &str, bytes: &[u8]) {
        let bytes = if self.cleaning.is_on() {
            self.cleaning.text(name, &String::from_utf8_lossy(bytes)).into_bytes()
        } else {
            bytes.to_vec()
        };
        self.add(name, bytes);
    }
}

/// Packs the evidence of a session, signed where there is a key. The same session, log, disk and key give the same bytes.
///
/// All that can be made of the lines of the log is made of them as they are packed, so that whoever verifies the
/// bundle makes the same of them.
///
/// # Errors
///
/// [`Code::NotFound`] when there is no such session or turn, [`Code::Failed`] when the parts have more than 1
/// GiB together, and what the disk says when the log cannot be read.
pub fn bundle_of(
    workspace: &Workspace,
    id: &str,
    turns: Option<TurnRange>,
    redact: bool,
    key: Option<&SigningKey>,
) -> Result<Made, Failure> {
    let session = crate::sessions::by_id(workspace, id)?;
    let mut packing = Packing { parts: Vec::new(), cleaning: Cleaning::new(workspace, redact) };
    let Recorded { mut about, retold, activations } = recorded(&session, turns, &mut packing)?;
    let rows = snapshots(workspace, &session, &retold, &activations, &mut packing)?;
    about.insert("snapshots".to_owned(), Value::Array(rows));
    let limits = limits(session.place.source, session.place.source.is_made(&session.path), key.is_some());
    about.insert("signed".to_owned(), Value::Bool(key.is_some()));
    about.insert("limits".to_owned(), json!(limits));
    let redaction = redaction(packing.cleaning.is_on(), &packing.cleaning.removed());
    packing.add(REDACTION, redaction);
    packing.parts.sort_by(|a, b| a.name.cmp(&b.name));
    let html = index(&retold.title(), &about, &packing.parts, &limits);
    packing.add(INDEX, html.into_bytes());
    let report = BundleReport {
        session: id.to_owned(),
        made_by: MADE_BY.to_owned(),
        parts: packing.parts.len() as u32,
        redacted: redact,
        removed: packing.cleaning.removed(),
        findings: Vec::new(),
        proved: Vec::new(),
        limits: limits.into_iter().map(str::to_owned).collect(),
        signed_by: key.map(|key| key.public().id().to_string()),
        signer: key.map(|_| SignerKind::Own),
    };
    let bytes = pack(packing.parts, MADE_BY, about, key)
        .map_err(|why| Failure::new(Code::Failed, Message::of_error(why)))?;
    Ok(Made { bytes, report })
}

/// What the logs say of the whole.
struct Recorded {
    about: Map<String, Value>,
    retold: Retold,
    activations: Vec<Activated>,
}

// What the logs hold.
fn recorded(session: &Session, turns: Option<TurnRange>, packing: &mut Packing) -> Result<Recorded, Failure> {
    let read = session.read();
    let excerpt = Excerpt::of(session, read, turns)?;
    let (original, lines) = excerpt.log(LOG, &mut Cleaning::off())?;
    let digest = Digest::of(&original).to_string();
    let log = if packing.cleaning.is_on() { excerpt.log(LOG, &mut packing.cleaning)?.0 } else { original };
    let source = session.place.source;
    let retold = Retold::of(LOG, source, log.clone())?;
    packing.add(LOG, log);
    let (companion, own_lines) = excerpt.companion(COMPANION, &mut packing.cleaning)?;
    let numbered = |found: Vec<(u32, Value)>, log: &str, lines: &[u32]| -> Vec<Value> {
        let line = |at: u32| lines.get(at as usize - 1).copied().unwrap_or(at);
        found.iter().map(|(at, event)| decision(log, line(*at), event)).collect()
    };
    let mut decisions = numbered(retold.decisions(), "session", &lines);
    if !companion.is_empty() {
        let own = Retold::of(COMPANION, Source::Pixir, companion.clone())?.decisions();
        decisions.extend(numbered(own, "companion", &own_lines));
        packing.add(COMPANION, companion);
    }
    packing.add(TEXT, retold.markdown(&session.id, turns).into_bytes());
    let about = json!({
        "session": session.id,
        "agent": source.rules().name,
        "lines_made": source.is_made(&session.path),
        "turns": turns,
        "turns_in_session": read.turns.turns().len(),
        "lines_in_log": read.log.lines(),
        "lines_here": lines.len(),
        "lines_unread": read.log.unread().len(),
        "last_line_unfinished": read.log.unfinished().is_some(),
        "log_sha256_as_recorded": digest,
        "redacted": packing.cleaning.is_on(),
        "decisions": decisions.len(),
    });
    packing.add(DECISIONS, format!("{:#}\n", Value::Array(decisions)).into_bytes());
    let about = if let Value::Object(about) = about { about } else { Map::new() };
    let activations: Vec<Activated> = excerpt.activations().cloned().collect();
    // One that only names a skill has the hash of the text before it once the whole log is known.
    let same = |(one, other): (&Activated, &Activated)| {
        one.name == other.name && (one.hash == other.hash || one.is_by_name())
    };
    if retold.activations.len() != activations.len()
        || !(packing.cleaning.is_on() || retold.activations.iter().zip(&activations).all(same))
    {
        return Err(Failure::new(
            Code::WrongUse,
            message!("these turns cannot be read without the lines before them."),
        )
        .hint(message!(
            "Pack the whole session; in logs of agents other than Pixir a line may need earlier ones."
        )));
    }
    Ok(Recorded { about, retold, activations })
}

fn snapshots(
    workspace: &Workspace,
    session: &Session,
    retold: &Retold,
    activations: &[Activated],
    packing: &mut Packing,
) -> Result<Vec<Value>, Failure> {
    let mut rows = Vec::new();
    for text in retold.texts() {
        let Some(activated) = activations.get(text.first) else {
            return Err(Failure::broken("the redaction removed an activation from the log"));
        };
        let sides = sides(workspace, &session.key, activated.line)?;
        let diff = sides.disk.as_ref().and_then(|disk| {
            let comparison = sides.against(disk, Spaces::Compared);
            let left = format!("recorded {}:{}", session.id, activated.seq);
            let diff = unified(&comparison, &left, &format!("disk {}", disk.path.display()));
            (!diff.is_empty()).then(|| {
                packing.add_text(&text.diff(), &diff);
                text.diff()
            })
        });
        let state = word_of(&sides.drift.state);
        rows.push(row(&text, &word_of(&Integrity::from(activated.integrity)), diff.as_deref(), &state));
        packing.add(&text.part(), text.content);
    }
    Ok(rows)
}

/// What the manifest says of a text.
pub(super) fn row(text: &Text, integrity: &str, diff: Option<&str>, state: &str) -> Value {
    json!({
        "name": text.name, "path": text.path, "sha256": text.hash, "integrity": integrity,
        "part": text.part(), "seqs": text.seqs, "diff": diff, "against_disk": state,
    })
}

/// The page, of all parts but itself.
pub(super) fn index(title: &str, about: &Map<String, Value>, parts: &[Part], limits: &[&str]) -> String {
    let rows: Vec<_> = parts
        .iter()
        .map(|part| (part.name.clone(), part.what.clone(), Digest::of(&part.bytes).to_string()))
        .collect();
    page::page(&page::Facts { title, about, parts: &rows, limits })
}

/// What was taken out, as a part.
pub(super) fn redaction(is_on: bool, removed: &[RemovedRow]) -> Vec<u8> {
    let report = json!({
        "redacted": is_on,
        "rules": "likely secrets, home folders and e-mail addresses; not a proof that nothing is left",
        "removed": removed,
    });
    format!("{report:#}\n").into_bytes()
}

/// What a part is, by its name; none for a name that no part has.
pub(super) fn what(name: &str) -> Option<&'static str> {
    Some(match name {
        LOG => "the lines of the log",
        COMPANION => "what Assay recorded beside the log",
        TEXT => "the session as text",
        DECISIONS => "permissions and released context",
        REDACTION => "redacted parts",
        INDEX => "summary for a browser",
        name if name.starts_with("snapshots/") => "a recorded SKILL.md",
        name if name.starts_with("diffs/") => "the difference to the disk",
        _ => return None,
    })
}

// The word the wire has for a state.
pub(super) fn word_of(state: &impl Serialize) -> String {
    let value = serde_json::to_value(state).unwrap_or_default();
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
