//! Whether a bundle proves what it says: every part that follows from others is made of them again and compared.
//!
//! The manifest is no witness: whoever forges a part can redo its digest. What counts is what the lines of the log
//! say, and that all else says the same.

use std::collections::BTreeSet;

use ::sessions::Source;
use bundle::{Finding, Part, SIGNATURE, Verified, verify};
use disk::Digest;
use message::message;
use serde_json::{Value, json};

use super::packed::{
    COMPANION, DECISIONS, INDEX, LOG, MADE_BY, REDACTION, TEXT, index, limits, redaction, row, what, word_of,
};
use super::retold::{Retold, Text, decision};
use super::{BundleReport, RemovedRow, SignerKind, TurnRange};
use crate::wire::Integrity;
use crate::{Code, Failure};

/// What stands where something was taken out of a text.
const TAKEN_OUT: [&str; 3] = ["[secret]", "[e-mail]", "~"];

/// Compares a bundle with its manifest, and all of it with the lines of its log.
///
/// # Errors
///
/// [`Code::Damaged`] when it is no evidence bundle at all. What is wrong in one is a finding, no error.
pub fn verify_bundle(bytes: &[u8]) -> Result<BundleReport, Failure> {
    verify_bundle_by(bytes, &|_| SignerKind::Unknown)
}

/// As [`verify_bundle`], by somebody who can say `whose` the key is that it is signed with.
///
/// # Errors
///
/// As [`verify_bundle`].
pub fn verify_bundle_by(
    bytes: &[u8],
    whose: &dyn Fn(&Digest) -> SignerKind,
) -> Result<BundleReport, Failure> {
    let verified = verify(bytes).map_err(|not| {
        Failure::new(Code::Damaged, message!("not an evidence bundle: {not}.", not))
            .hint(message!("Run `assay bundle SESSION --to FILE` to create one."))
    })?;
    let about = &verified.manifest.about;
    let redacted = about.get("redacted") == Some(&Value::Bool(true));
    let mut proving = Proving {
        findings: verified.findings.iter().map(|finding| format!("{finding}.")).collect(),
        proved: vec![format!(
            "{} of {} parts match the manifest.",
            verified.parts.len(),
            verified.manifest.parts.len()
        )],
        verified: &verified,
        redacted,
    };
    if redacted {
        let words = "Redacted texts are not compared with their recorded hashes.";
        proving.proved.push(words.to_owned());
    }
    proving.all()?;
    if verified.manifest.made_by != MADE_BY && !proving.findings.is_empty() {
        let made_by = &verified.manifest.made_by;
        let words = format!("was made by {made_by}; this is {MADE_BY}, which may create different parts");
        proving.find("manifest.json", &words);
    }
    let mut limits: Vec<String> = proving.limits().into_iter().map(str::to_owned).collect();
    proving.signature();
    let Proving { findings, mut proved, .. } = proving;
    let signed_by = verified.signed_by;
    let signer = signed_by.as_ref().map(whose);
    if let (Some(key), Some(signer)) = (&signed_by, signer) {
        let signed = |with: &str| format!("Every part and the manifest are signed with {with} ({key}).");
        match signer {
            SignerKind::Own => proved.push(signed("the key of this machine")),
            SignerKind::Trusted => proved.push(signed("a trusted key")),
            SignerKind::Unknown => limits.push(format!(
                "Signed with an unknown key ({key}): this only shows that nothing was changed since."
            )),
        }
    }
    Ok(BundleReport {
        session: about.get("session").and_then(Value::as_str).unwrap_or_default().to_owned(),
        made_by: verified.manifest.made_by.clone(),
        parts: verified.manifest.parts.len() as u32,
        redacted,
        removed: Vec::new(),
        findings,
        proved,
        limits,
        signed_by: signed_by.map(|key| key.to_string()),
        signer,
    })
}

struct Proving<'a> {
    verified: &'a Verified,
    redacted: bool,
    findings: Vec<String>,
    proved: Vec<String>,
}

impl<'a> Proving<'a> {
    fn all(&mut self) -> Result<(), Failure> {
        let Some(log) = self.part(LOG) else {
            self.find(LOG, "is missing or changed, so nothing can be compared with it");
            return Ok(());
        };
        let retold = Retold::of(LOG, self.source(), log.bytes.clone())?;
        let companion = self.part(COMPANION);
        let companion =
            companion.map(|part| Retold::of(COMPANION, Source::Pixir, part.bytes.clone())).transpose()?;
        let chosen = self.chosen();
        self.same(TEXT, retold.markdown(self.session(), chosen).as_bytes());
        self.decisions(&retold, companion.as_ref());
        self.redaction();
        let texts = retold.texts();
        self.counts(&retold, log, chosen);
        self.snapshots(&retold, &texts);
        self.names(&texts);
        let others: Vec<Part> =
            self.verified.parts.iter().filter(|part| part.name != INDEX).cloned().collect();
        let html = index(&retold.title(), &self.verified.manifest.about, &others, &self.limits());
        self.same(INDEX, html.as_bytes());
        Ok(())
    }

    fn part(&self, name: &str) -> Option<&'a Part> {
        self.verified.parts.iter().find(|part| part.name == name)
    }

    fn find(&mut self, part: &str, words: &str) {
        self.findings.push(format!("{part} {words}."));
    }

    fn about(&self, key: &str) -> &'a Value {
        self.verified.manifest.about.get(key).unwrap_or(&Value::Null)
    }

    fn session(&self) -> &'a str {
        self.about("session").as_str().unwrap_or_default()
    }

    /// The agent that wrote the lines; one that is not known reads no line.
    fn source(&self) -> Source {
        self.about("agent").as_str().and_then(Source::named).unwrap_or(Source::Pixir)
    }

    fn limits(&self) -> Vec<&'static str> {
        let is = |key| self.about(key) == &Value::Bool(true);
        limits(self.source(), is("lines_made"), is("signed"))
    }

    /// A bundle that says that it is signed and is not was signed once.
    fn signature(&mut self) {
        let is_bad = self.verified.findings.iter().any(|finding| matches!(finding, Finding::Signature(_)));
        let says = self.about("signed") == &Value::Bool(true);
        if says != self.verified.signed_by.is_some() && !is_bad {
            let words = if says {
                "is missing, but listed in the manifest"
            } else {
                "exists, but is not listed in the manifest"
            };
            self.find(SIGNATURE, words);
        }
    }

    fn chosen(&self) -> Option<TurnRange> {
        serde_json::from_value(self.about("turns").clone()).ok().flatten()
    }

    /// A part that follows from the log, byte for byte. One that was changed is named already.
    fn same(&mut self, name: &str, wanted: &[u8]) {
        let is_named = |finding: &Finding| match finding {
            Finding::Changed { name: changed, .. } | Finding::Unreadable(changed, _) => changed == name,
            _ => false,
        };
        match self.part(name) {
            Some(part) if part.bytes == wanted => {
                self.proved.push(format!("{name} matches the other parts."));
            }
            Some(_) => self.find(name, "does not match the other parts"),
            None if self.verified.findings.iter().any(is_named) => {}
            None => self.find(name, "is missing, but every bundle has it"),
        }
    }

    fn decisions(&mut self, retold: &Retold, companion: Option<&Retold>) {
        let Some(part) = self.part(DECISIONS) else { return self.same(DECISIONS, b"") };
        let told: Vec<Value> = serde_json::from_slice(&part.bytes).unwrap_or_default();
        // Of an excerpt the lines have other numbers than in the whole log; their order is the same.
        let line = |at: usize, own: u32| match told.get(at).and_then(|one| one["line"].as_u64()) {
            Some(line) if line >= u64::from(own) => u32::try_from(line).unwrap_or(own),
            _ => own,
        };
        let logs = [("session", Some(retold)), ("companion", companion)];
        let all = logs.into_iter().flat_map(|(log, retold)| {
            retold
                .into_iter()
                .flat_map(move |retold| retold.decisions().into_iter().map(move |one| (log, one)))
        });
        let wanted: Vec<Value> =
            all.enumerate().map(|(at, (log, (own, event)))| decision(log, line(at, own), &event)).collect();
        if *self.about("decisions") != json!(wanted.len()) {
            self.find("manifest.json", "has a different number of decisions than the logs");
        }
        self.same(DECISIONS, format!("{:#}\n", Value::Array(wanted)).as_bytes());
    }

    fn redaction(&mut self) {
        let Some(part) = self.part(REDACTION) else { return self.same(REDACTION, b"") };
        let told: Value = serde_json::from_slice(&part.bytes).unwrap_or_default();
        let rows: Vec<RemovedRow> = serde_json::from_value(told["removed"].clone()).unwrap_or_default();
        if !self.redacted && !rows.is_empty() {
            self.find(REDACTION, "lists redactions, but the manifest lists none");
        }
        if self.redacted && rows.is_empty() {
            self.find(REDACTION, "lists no redactions, so everything must match the recorded texts");
            self.redacted = false;
        }
        let is_on = self.about("redacted") == &Value::Bool(true);
        self.same(REDACTION, &redaction(is_on, &rows));
    }

    fn counts(&mut self, retold: &Retold, log: &Part, chosen: Option<TurnRange>) {
        let number = |key: &str| self.about(key).as_u64();
        let here = log.bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        let turns = retold.turns.turns().len() as u64;
        let unread = retold.log.unread().len() as u64;
        let mut wrong = Vec::new();
        let mut check = |key: &str, is_right: bool| {
            if !is_right {
                wrong.push(format!("has {} for {key}, but {LOG} does not", self.about(key)));
            }
        };
        check("lines_here", number("lines_here") == Some(here));
        // A log may have empty lines, which are not packed.
        check("lines_in_log", number("lines_in_log").is_some_and(|lines| lines >= here));
        let whole = chosen.is_none();
        check(
            "lines_unread",
            number("lines_unread").is_some_and(|all| if whole { all == unread } else { all >= unread }),
        );
        check(
            "turns_in_session",
            match chosen {
                None => number("turns_in_session") == Some(turns),
                Some(range) => number("turns_in_session").is_some_and(|all| all >= u64::from(range.to)),
            },
        );
        if !self.redacted {
            let digest = Digest::of(&log.bytes).to_string();
            check("log_sha256_as_recorded", self.about("log_sha256_as_recorded") == digest.as_str());
        }
        check("agent", self.about("agent").as_str().and_then(Source::named).is_some());
        check("lines_made", self.about("lines_made").is_boolean());
        check("limits", *self.about("limits") == json!(self.limits()));
        check("turns", self.about("turns").is_null() || chosen.is_some());
        check("last_line_unfinished", self.about("last_line_unfinished").is_boolean());
        check("redacted", self.about("redacted").is_boolean());
        // Bundles of before there were signatures do not say.
        check("signed", self.about("signed").is_boolean() || self.about("signed").is_null());
        for key in self.verified.manifest.about.keys().filter(|key| !ABOUT.contains(&key.as_str())) {
            wrong.push(format!("has the unknown key {key:?}"));
        }
        wrong.iter().for_each(|words| self.find("manifest.json", words));
    }

    /// Every text of the log has its row and its part, and no row or part says anything else.
    fn snapshots(&mut self, retold: &Retold, texts: &[Text]) {
        let rows = self.about("snapshots").as_array().map(Vec::as_slice).unwrap_or_default();
        if rows.len() != texts.len() {
            let words = format!("names {} recorded texts, but {LOG} has {}", rows.len(), texts.len());
            self.find("manifest.json", &words);
        }
        let mut same = 0;
        for (at, text) in texts.iter().enumerate() {
            let part = text.part();
            let Some(told) = rows.get(at) else {
                self.find(&part, "is a recorded text missing from the manifest");
                continue;
            };
            let is_whole = !self.redacted
                || !TAKEN_OUT.iter().any(|mark| String::from_utf8_lossy(&text.content).contains(mark));
            let integrity = word_of(&Integrity::from(retold.activations[text.first].integrity));
            // Where something was taken out, what the hash said before cannot be said again.
            let said = told["integrity"].as_str().filter(|_| !is_whole).unwrap_or(&integrity);
            let (diff, state) = (told["diff"].as_str(), told["against_disk"].as_str().unwrap_or_default());
            if *told != row(text, said, diff, state) {
                self.find(&part, &format!("does not match the manifest for text {} in {LOG}", at + 1));
            }
            match self.part(&part) {
                Some(found) if found.bytes != text.content => {
                    self.find(&part, &format!("is not the text of any activation in {LOG}"));
                }
                Some(_) if is_whole && integrity == "verified" => same += 1,
                Some(_) if integrity == "computed" => {
                    self.proved.push(format!("{part} is as recorded; no hash of it is recorded."));
                }
                Some(_) if integrity == "none" => {
                    self.proved.push(format!("{part} is empty: the log names the skill and holds no text."));
                }
                Some(_) if is_whole => {
                    self.proved.push(format!("{part} is as recorded, but its recorded hash does not match."));
                }
                Some(_) => {}
                None => self.find(&part, "is missing or changed"),
            }
            if let Some(diff) = diff {
                self.difference(text, diff);
            }
        }
        self.proved.push(format!("{same} recorded texts match their recorded hashes."));
    }

    /// What a difference says of the recorded side. The other side was on a disk that is not here.
    fn difference(&mut self, text: &Text, name: &str) {
        match self.part(name) {
            _ if name != text.diff() => self.find(name, "is not the difference of its text"),
            None => self.find(name, "is missing or changed"),
            // What was taken out of a text is taken out of its difference by itself.
            Some(part) if !self.redacted && !fits(&part.bytes, &text.content) => {
                self.find(name, "is not a difference of the recorded text");
            }
            Some(_) => {}
        }
    }

    /// Only parts that a bundle has, and each called what it is.
    fn names(&mut self, texts: &[Text]) {
        let always = [LOG, COMPANION, TEXT, DECISIONS, REDACTION, INDEX].map(str::to_owned);
        let wanted: BTreeSet<String> =
            always.into_iter().chain(texts.iter().flat_map(|text| [text.part(), text.diff()])).collect();
        let named: BTreeSet<&str> = self
            .about("snapshots")
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|row| row["diff"].as_str())
            .collect();
        for row in &self.verified.manifest.parts {
            if !wanted.contains(&row.name) {
                self.find(&row.name, "is not a part of a bundle of this log");
            } else if row.name.starts_with("diffs/") && !named.contains(row.name.as_str()) {
                self.find(&row.name, "is a difference without a recorded text");
            } else if what(&row.name) != Some(row.what.as_str()) {
                self.find(&row.name, "has another kind in the manifest");
            }
        }
    }
}

/// All that a manifest says of the whole.
const ABOUT: [&str; 15] = [
    "session",
    "agent",
    "lines_made",
    "turns",
    "turns_in_session",
    "lines_in_log",
    "lines_here",
    "lines_unread",
    "last_line_unfinished",
    "log_sha256_as_recorded",
    "redacted",
    "signed",
    "decisions",
    "snapshots",
    "limits",
];

/// Whether every line that a unified diff has of its left side stands in a text at the place it names.
fn fits(diff: &[u8], text: &[u8]) -> bool {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let mut at = None;
    for line in diff.split_inclusive(|byte| *byte == b'\n') {
        let left = match line.first() {
            Some(b'@') => {
                at = place(line);
                if at.is_none() {
                    return false;
                }
                continue;
            }
            Some(b' ' | b'-') if at.is_some() => &line[1..],
            _ => continue,
        };
        let own = at.and_then(|at| lines.get(at)).copied().unwrap_or_default();
        // The last line may have no end; a diff gives it one.
        if left != own && left.strip_suffix(b"\n") != Some(own) {
            return false;
        }
        at = at.map(|at| at + 1);
    }
    true
}

/// The first line of the left side, counted from 0, of `@@ -3,4 +3,5 @@`.
fn place(head: &[u8]) -> Option<usize> {
    let words = std::str::from_utf8(head).ok()?.strip_prefix("@@ -")?;
    let (left, _) = words.split_once(' ')?;
    match left.split_once(',') {
        Some((line, "0")) => line.parse().ok(),
        Some((line, _)) => line.parse::<usize>().ok()?.checked_sub(1),
        None => left.parse::<usize>().ok()?.checked_sub(1),
    }
}
