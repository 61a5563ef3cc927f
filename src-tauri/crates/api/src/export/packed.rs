//! The evidence bundle of a session: what was recorded, what was compared, and digests of all of it.

use ::drift::{Spaces, compare, unified};
use ::sessions::{EventKind, Log};
use bundle::{Part, Verified, pack, verify};
use disk::Digest;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::cleaning::Cleaning;
use super::excerpt::Excerpt;
use super::{RemovedRow, TurnRange, markdown, page};
use crate::drift::sides;
use crate::logs::{Activated, Session};
use crate::{App, Code, Failure};

/// What a bundle was found to be, or what was packed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BundleReport {
    /// The session it is about.
    pub session: String,
    /// The program that made it.
    pub made_by: String,
    /// Its parts.
    pub parts: u32,
    /// Something was taken out of it.
    pub redacted: bool,
    /// What was taken out, by part and rule.
    pub removed: Vec<RemovedRow>,
    /// What is not as it should be, in sentences; nothing when all is.
    pub findings: Vec<String>,
    /// What was compared, in sentences.
    pub proved: Vec<String>,
    /// What a bundle does not prove, in sentences.
    pub limits: Vec<String>,
}

/// A bundle and what is in it.
pub struct Made {
    /// The zip.
    pub bytes: Vec<u8>,
    /// What it holds.
    pub report: BundleReport,
}

const MADE_BY: &str = concat!("assay ", env!("CARGO_PKG_VERSION"));
const LOG: &str = "session/log.ndjson";
const LIMITS: [&str; 4] = [
    "The digests show that the parts are those that were packed. They do not show who packed them, or when.",
    "A log is a file of its owner: nothing here shows that it was not changed before it was packed.",
    "Differences are against the files on the disk of the machine that packed this, as they were then.",
    "Of a skill only the SKILL.md was recorded. Its other files are not here.",
];

/// One activation's text among the parts.
struct Snapshot {
    part: String,
    name: String,
    path: String,
    hash: String,
    integrity: String,
    seqs: Vec<String>,
    diff: Option<String>,
    state: String,
}

/// What the logs say of the whole.
struct Recorded {
    about: Map<String, Value>,
    title: String,
    activations: Vec<Activated>,
}

/// The parts so far, and what is taken out of them.
struct Packing {
    parts: Vec<Part>,
    cleaning: Cleaning,
}

impl Packing {
    fn add(&mut self, name: &str, what: &str, bytes: Vec<u8>) {
        self.parts.push(Part { name: name.to_owned(), what: what.to_owned(), bytes });
    }

    fn add_text(&mut self, name: &str, what: &str, bytes: &[u8]) {
        let bytes = if self.cleaning.is_on() {
            self.cleaning.text(name, &String::from_utf8_lossy(bytes)).into_bytes()
        } else {
            bytes.to_vec()
        };
        self.add(name, what, bytes);
    }
}

/// Packs the evidence of a session. The same session, log and disk give the same bytes.
pub fn bundle_of(app: &App, id: &str, turns: Option<TurnRange>, redact: bool) -> Result<Made, Failure> {
    let session = crate::report::by_id(app, id)?;
    let mut packing = Packing { parts: Vec::new(), cleaning: Cleaning::new(app, redact) };
    let Recorded { mut about, title, activations } = recorded(&session, turns, &mut packing)?;
    let snapshots = snapshots(app, &session, &activations, &mut packing)?;
    let rows: Vec<Value> = snapshots.iter().map(Snapshot::row).collect();
    about.insert("snapshots".to_owned(), Value::Array(rows));
    about.insert("limits".to_owned(), json!(LIMITS));
    let redaction = redaction(&packing.cleaning);
    packing.add("redaction.json", "what was taken out", redaction);
    let html = page::page(&page::Facts {
        title: &title,
        about: &about,
        parts: &rows_of(&packing.parts),
        limits: &LIMITS,
    });
    packing.add("index.html", "all this, to be read in a browser", html.into_bytes());
    let report = BundleReport {
        session: id.to_owned(),
        made_by: MADE_BY.to_owned(),
        parts: packing.parts.len() as u32,
        redacted: redact,
        removed: packing.cleaning.removed(),
        findings: Vec::new(),
        proved: Vec::new(),
        limits: LIMITS.map(str::to_owned).to_vec(),
    };
    let bytes =
        pack(packing.parts, MADE_BY, about).map_err(|why| Failure::new(Code::Failed, why.to_string()))?;
    Ok(Made { bytes, report })
}

// What the logs hold. Nothing else is asked meanwhile: another look at the log would wait for this one's end.
fn recorded(session: &Session, turns: Option<TurnRange>, packing: &mut Packing) -> Result<Recorded, Failure> {
    let read = session.read();
    let excerpt = Excerpt::of(session, &read, turns)?;
    let original = excerpt.log(LOG, &mut Cleaning::off())?;
    let digest = Digest::of(&original).to_string();
    let log = if packing.cleaning.is_on() { excerpt.log(LOG, &mut packing.cleaning)? } else { original };
    packing.add(LOG, "the lines of the log", log);
    let companion = excerpt.companion("session/companion.ndjson", &mut packing.cleaning)?;
    if !companion.is_empty() {
        packing.add("session/companion.ndjson", "what Assay recorded beside the log", companion);
    }
    packing.add_text("session/session.md", "the session as text", markdown::markdown(&excerpt).as_bytes());
    let decisions = decisions(&excerpt, &mut packing.cleaning)?;
    let about = json!({
        "session": session.id,
        "turns": turns,
        "turns_in_session": read.turns.turns().len(),
        "lines_in_log": read.log.lines(),
        "lines_unread": read.log.unread().len(),
        "last_line_unfinished": read.log.unfinished().is_some(),
        "log_sha256_as_recorded": digest,
        "redacted": packing.cleaning.is_on(),
        "decisions": decisions.len(),
    });
    let decisions = format!("{:#}\n", Value::Array(decisions));
    packing.add("decisions.json", "permissions and released context", decisions.into_bytes());
    let title = packing.cleaning.text("index.html", &read.title);
    let about = if let Value::Object(about) = about { about } else { Map::new() };
    Ok(Recorded { about, title, activations: excerpt.activations().cloned().collect() })
}

fn snapshots(
    app: &App,
    session: &Session,
    activations: &[Activated],
    packing: &mut Packing,
) -> Result<Vec<Snapshot>, Failure> {
    let mut snapshots: Vec<Snapshot> = Vec::new();
    for activated in activations {
        let same = |one: &&mut Snapshot| one.hash == activated.hash && one.name == activated.name;
        if let Some(known) = snapshots.iter_mut().find(same) {
            known.seqs.push(activated.seq.clone());
            continue;
        }
        let sides = sides(app, &session.key, activated.line)?;
        let hash = word(activated.hash.get(..12).unwrap_or("no-hash"));
        let stem = format!("{:03}-{}-{hash}", snapshots.len() + 1, word(&activated.name));
        let part = format!("snapshots/{stem}.md");
        packing.add_text(&part, "a recorded SKILL.md", &sides.recorded);
        let diff = sides.disk.as_ref().and_then(|disk| {
            let comparison = compare(&sides.recorded, &disk.bytes, Spaces::Compared);
            let left = format!("recorded {}:{}", session.id, activated.seq);
            let diff = unified(&comparison, &left, &format!("disk {}", disk.path.display()));
            let name = format!("diffs/{stem}.diff");
            (!diff.is_empty()).then(|| {
                packing.add_text(&name, "the difference to the disk", &diff);
                name
            })
        });
        snapshots.push(Snapshot {
            part,
            name: activated.name.clone(),
            path: packing.cleaning.text("manifest.json", &activated.path.display().to_string()),
            hash: activated.hash.clone(),
            integrity: word_of(&activated.integrity),
            seqs: vec![activated.seq.clone()],
            diff,
            state: word_of(&app.joined().drift_of(activated).state),
        });
    }
    Ok(snapshots)
}

impl Snapshot {
    fn row(&self) -> Value {
        json!({
            "name": self.name, "path": self.path, "sha256": self.hash, "integrity": self.integrity,
            "part": self.part, "seqs": self.seqs, "diff": self.diff, "against_disk": self.state,
        })
    }
}

fn rows_of(parts: &[Part]) -> Vec<(String, String, String)> {
    parts
        .iter()
        .map(|part| (part.name.clone(), part.what.clone(), Digest::of(&part.bytes).to_string()))
        .collect()
}

fn decisions(excerpt: &Excerpt<'_>, cleaning: &mut Cleaning) -> Result<Vec<Value>, Failure> {
    let mut found = Vec::new();
    let mut take = |log: &Log, where_: &str, is_wanted: &dyn Fn(u32) -> bool| -> Result<(), Failure> {
        for position in 0..log.len() {
            let Some(row) = log.at(position).filter(|row| is_wanted(row.line())) else { continue };
            let is_decision = log.event(position).is_some_and(|event| {
                matches!(event.kind, EventKind::PermissionDecision(_) | EventKind::Hydration(_))
            });
            if let Some(bytes) = log.raw(row.line()).filter(|_| is_decision)
                && let Ok(mut event) = serde_json::from_slice::<Value>(&bytes?)
            {
                cleaning.value("decisions.json", &mut event);
                found.push(json!({ "log": where_, "line": row.line(), "event": event }));
            }
        }
        Ok(())
    };
    take(&excerpt.read.log, "session", &|line| excerpt.holds(line))?;
    if let Some(log) = excerpt.read.evidence.companion().and_then(::sessions::Companion::log) {
        take(log, "companion", &|_| true)?;
    }
    Ok(found)
}

fn redaction(cleaning: &Cleaning) -> Vec<u8> {
    let report = json!({
        "redacted": cleaning.is_on(),
        "rules": "likely secrets, home folders, e-mail addresses; a help, and no proof that nothing is left",
        "removed": cleaning.removed(),
    });
    format!("{report:#}\n").into_bytes()
}

/// Compares a bundle with its manifest, and what it holds of skills with what was recorded.
pub fn verify_bundle(bytes: &[u8]) -> Result<BundleReport, Failure> {
    let verified = verify(bytes).map_err(|not| {
        Failure::new(Code::Damaged, format!("this is no evidence bundle: {not}"))
            .hint("assay bundle SESSION --to FILE makes one")
    })?;
    let about = &verified.manifest.about;
    let redacted = about.get("redacted") == Some(&Value::Bool(true));
    let mut findings: Vec<String> = verified.findings.iter().map(|finding| format!("{finding}.")).collect();
    let mut proved = vec![format!(
        "{} of {} parts are as the manifest says.",
        verified.parts.len(),
        verified.manifest.parts.len()
    )];
    if redacted {
        proved.push(
            "Texts were redacted, so they are not compared with the hashes that were recorded.".to_owned(),
        );
    } else {
        compare_snapshots(&verified, &mut findings, &mut proved);
    }
    Ok(BundleReport {
        session: about.get("session").and_then(Value::as_str).unwrap_or_default().to_owned(),
        made_by: verified.manifest.made_by.clone(),
        parts: verified.manifest.parts.len() as u32,
        redacted,
        removed: Vec::new(),
        findings,
        proved,
        limits: LIMITS.map(str::to_owned).to_vec(),
    })
}

// The manifest is no witness: the texts are taken from the lines of the log and hashed anew.
fn compare_snapshots(verified: &Verified, findings: &mut Vec<String>, proved: &mut Vec<String>) {
    let part = |name: &str| verified.parts.iter().find(|part| part.name == name);
    let Some(log) = part(LOG) else {
        findings.push(format!("{LOG} is not there as it was packed, so no text can be compared with it."));
        return;
    };
    let recorded: Vec<(String, String)> = log
        .bytes
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
        .filter(|event| event["type"] == "skill_activation")
        .filter_map(|event| {
            let text = |key: &str| event["data"][key].as_str().map(str::to_owned);
            Some((text("content_hash").unwrap_or_default(), text("content")?))
        })
        .collect();
    let mut same = 0;
    for row in verified.manifest.about.get("snapshots").and_then(Value::as_array).into_iter().flatten() {
        let (name, hash) =
            (row["part"].as_str().unwrap_or_default(), row["sha256"].as_str().unwrap_or_default());
        let Some(text) = part(name) else { continue };
        match recorded.iter().find(|(recorded, content)| recorded == hash && content.as_bytes() == text.bytes)
        {
            None => findings.push(format!("{name} is not the text of any activation in {LOG}.")),
            Some(_) if Digest::of(&text.bytes).to_string() == hash => same += 1,
            Some(_) if row["integrity"] == "verified" => {
                findings.push(format!("{name} is said to be verified, and its hash is another."));
            }
            Some(_) => proved.push(format!("{name} is as recorded, and its recorded hash does not fit it.")),
        }
    }
    proved.push(format!("{same} recorded texts have the hashes that the log recorded for them."));
}

// A word for a part's name.
fn word(text: &str) -> String {
    let fits = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let word: String = text.chars().map(fits).take(40).collect();
    if word.is_empty() { "unnamed".to_owned() } else { word }
}

// The word the wire has for a state.
fn word_of(state: &impl Serialize) -> String {
    let value = serde_json::to_value(state).unwrap_or_default();
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
