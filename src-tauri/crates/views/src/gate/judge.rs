//! Rule by rule: what breaks it, what cannot be checked, what is excused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use ::drift::State;
use ::policy::{Baseline, Policy, Scan, Scanned, Stage};
use ::skills::read_yaml;
use ::workspace::Workspace;
use ::workspace::checks::{Reach, of_skill};
use disk::Digest;

use super::facts::Files;
use super::granted::tools;
use super::report::{FallenExcuse, GateReport, GateRow, ScanBinding};
use crate::Failure;
use crate::locks::{LockState, LocksAsk, locks_report, row_words};
use crate::wire::{SignatureFact, SignatureVerdict};

/// The rule by which tools that a skill grants itself are excused.
const TOOLS: &str = "allowed-tools";

pub(super) struct Judge<'j> {
    workspace: &'j Workspace,
    policy: &'j Policy,
    baseline: &'j Baseline,
    files: &'j Files,
    report: GateReport,
    // The places in the baseline of what excused something.
    used: BTreeSet<usize>,
    digests: BTreeMap<String, Option<Digest>>,
}

impl<'j> Judge<'j> {
    pub fn new(
        workspace: &'j Workspace,
        policy: &'j Policy,
        baseline: &'j Baseline,
        files: &'j Files,
    ) -> Self {
        let (report, used, digests) = (GateReport::default(), BTreeSet::new(), BTreeMap::new());
        Self { workspace, policy, baseline, files, report, used, digests }
    }

    fn row(&self, rule: &str, policy_line: u32, message: String, file: Option<PathBuf>) -> GateRow {
        GateRow {
            rule: rule.to_owned(),
            policy_line,
            finding: None,
            message,
            path: file.as_deref().map(|file| self.workspace.shown(file)),
            line: None,
            scan: None,
            bound: None,
            file,
        }
    }

    /// What cannot be looked at, told by the first rule that would have.
    pub fn unread(&mut self) {
        let policy = self.policy;
        let rules = [
            ("findings", policy.findings.as_ref().map(|rule| rule.line)),
            ("locked", policy.locked),
            ("tools", policy.tools.as_ref().map(|rule| rule.line)),
            ("signers", policy.signers.as_ref().map(|rule| rule.line)),
        ];
        let Some((rule, line)) = rules.into_iter().find_map(|(rule, line)| Some((rule, line?))) else {
            return;
        };
        for (path, why) in &self.files.unread {
            let row = self.row(rule, line, format!("Cannot be checked: {why}"), Some(path.clone()));
            self.report.unchecked.push(row);
        }
    }

    /// Where skills come from, and whether they are as locked.
    pub fn sources_and_locks(&mut self) -> Result<(), Failure> {
        let (sources, locked) = (&self.policy.sources, self.policy.locked);
        if sources.is_none() && locked.is_none() {
            return Ok(());
        }
        let locks = locks_report(self.workspace, &LocksAsk { folder: Some(String::new()) })?;
        let mut known = BTreeSet::new();
        for row in &locks.rows {
            known.extend(row.paths.1.as_deref().and_then(|place| disk::canonical(place).ok()));
            let told = |judge: &Self, rule, line, words| {
                let row_of = judge.row(rule, line, words, Some(row.paths.0.clone()));
                GateRow { line: row.line, ..row_of }
            };
            // What a site publishes comes from here.
            if let Some(sources) = sources.as_ref().filter(|_| row.tool != "well-known") {
                if row.source.is_empty() {
                    let words =
                        format!("Cannot be checked: the lock does not say where {} comes from.", row.name);
                    let row = told(self, "sources", sources.line, words);
                    self.report.unchecked.push(row);
                } else if !sources.allows_source(&row.source) {
                    let words = format!("{} comes from {}, which is not allowed.", row.name, row.source);
                    let row = told(self, "sources", sources.line, words);
                    self.report.broken.push(row);
                }
            }
            let Some(line) = locked else { continue };
            let told = told(self, "locked", line, row_words(row));
            match row.state {
                LockState::AsLocked => {}
                LockState::Unchecked => self.report.unchecked.push(told),
                LockState::Changed | LockState::Differs | LockState::Missing => self.report.broken.push(told),
            }
        }
        let line = locked.or(sources.as_ref().map(|sources| sources.line)).unwrap_or(1);
        for error in &locks.errors {
            let rule = if locked.is_some() { "locked" } else { "sources" };
            let row = self.row(rule, line, error.message.clone(), Some(error.file.clone()));
            self.report.unchecked.push(GateRow { line: error.line, ..row });
        }
        if let Some(line) = locked {
            for one in self.files.skills.iter().filter(|(place, _)| !known.contains(*place)) {
                let words = format!("{} stands in no lock.", one.1.skill.name);
                let row = self.row("locked", line, words, Some(one.1.skill.path.clone()));
                self.report.broken.push(row);
            }
        }
        Ok(())
    }

    /// What Assay's own rules and other scanners find.
    pub fn findings(&mut self, scans: &[Scan]) {
        let Some(forbidden) = &self.policy.findings else { return };
        for one in self.files.skills.values() {
            for said in of_skill(&one.skill, &one.content, Reach::Folder, one.signature.as_ref()) {
                let finding = &said.finding;
                if forbidden.forbids(None, finding.rule, finding.severity) {
                    let row = self.row(
                        "findings",
                        forbidden.line,
                        finding.message.clone(),
                        Some(said.path(&one.skill)),
                    );
                    let row = GateRow { line: finding.line, finding: Some(finding.rule.to_owned()), ..row };
                    self.excusable(row);
                }
            }
        }
        for scan in scans {
            let mut stale = BTreeSet::new();
            let forbids = |one: &&Scanned| forbidden.forbids(Some(&one.tool), &one.rule, one.level);
            for one in scan.found.iter().filter(forbids) {
                if self.scanned(one, forbidden.line) == ScanBinding::Stale {
                    stale.extend(one.path.clone());
                }
            }
            self.not_scanned(scan, &stale, forbidden.line);
        }
    }

    /// What a scan says nothing of: where it did not end, and skills that it saw with other bytes.
    fn not_scanned(&mut self, scan: &Scan, told: &BTreeSet<String>, policy_line: u32) {
        for words in &scan.unfinished {
            let words = format!("Cannot be checked: {words} Scan again.");
            let row = self.row("findings", policy_line, words, Some(scan.path.clone()));
            self.report.unchecked.push(row);
        }
        let files = self.files;
        let folders = files.folders();
        let is_of_skill = |rel: &str| files.at(rel).ancestors().any(|above| folders.contains(above));
        let in_skills = scan.looked_at.iter().filter(|(rel, _)| is_of_skill(rel));
        for (rel, then) in in_skills.filter(|(rel, _)| !told.contains(rel)) {
            if self.digest_of(rel).is_some_and(|now| now != *then) {
                let words =
                    "Cannot be checked: it was scanned with other bytes than are there now; scan again.";
                let file = Some(self.files.at(rel));
                let row = self.row("findings", policy_line, words.to_owned(), file);
                self.report.unchecked.push(GateRow { scan: Some(ScanBinding::Stale), ..row });
            }
        }
    }

    fn scanned(&mut self, one: &Scanned, policy_line: u32) -> ScanBinding {
        let now = one.path.as_deref().and_then(|rel| self.digest_of(rel));
        let binding = match (one.digest, now) {
            (Some(then), Some(now)) if then == now => ScanBinding::Bound,
            (Some(_), _) => ScanBinding::Stale,
            (None, _) => ScanBinding::Unbound,
        };
        let file = one.path.as_deref().map(|rel| self.files.at(rel));
        let words = match binding {
            ScanBinding::Bound => format!("{}: {}", one.tool, one.words),
            ScanBinding::Unbound => {
                format!("{}, of bytes it wrote no hash of: {}", one.tool, one.words)
            }
            ScanBinding::Stale => {
                format!(
                    "Cannot be checked: {} found this in other bytes than are there now; scan again. {}",
                    one.tool, one.words
                )
            }
        };
        let row = GateRow {
            finding: Some(format!("{}/{}", one.tool, one.rule)),
            line: one.line,
            scan: Some(binding),
            ..self.row("findings", policy_line, words, file)
        };
        if binding == ScanBinding::Stale {
            self.report.unchecked.push(row);
        } else {
            self.excusable(row);
        }
        binding
    }

    fn digest_of(&mut self, rel: &str) -> Option<Digest> {
        let files = self.files;
        *self.digests.entry(rel.to_owned()).or_insert_with(|| files.digest(rel))
    }

    /// Takes what breaks a rule, unless the baseline excuses it in these bytes.
    fn excusable(&mut self, mut row: GateRow) {
        let rel = row.file.as_deref().and_then(|file| self.files.rel(file));
        let digest = rel.as_deref().and_then(|rel| self.digest_of(rel));
        row.bound = row.finding.clone().zip(rel).zip(digest).map(|((rule, rel), digest)| (rule, rel, digest));
        let excuse = row.bound.as_ref().and_then(|(rule, rel, digest)| {
            let is_its =
                |one: &::policy::Excuse| one.rule == *rule && one.path == *rel && one.digest == *digest;
            self.baseline.excuses.iter().position(is_its)
        });
        match excuse {
            Some(at) => {
                self.used.insert(at);
                self.report.excused.push(row);
            }
            None => self.report.broken.push(row),
        }
    }

    /// How far the text on disk is from the last one that a session recorded.
    pub fn drift(&mut self) {
        let Some((most, line)) = self.policy.drift else { return };
        let joined = self.workspace.joined();
        for snapshot in joined.snapshots().filter(|one| one.is_last) {
            let file = snapshot.place();
            if self.files.rel(&file).is_none() {
                continue;
            }
            let state = &snapshot.standing.verdict.state;
            let session = snapshot.latest().map(|used| used.session.clone()).unwrap_or_default();
            match stage(state) {
                Some(Some(stage)) if stage > most => {
                    let words = format!(
                        "{} is {} since session {session} recorded it: {state}.",
                        snapshot.name,
                        state.word().replace('_', " "),
                    );
                    let row = self.row("drift", line, words, Some(file));
                    self.report.broken.push(row);
                }
                None => {
                    let words = format!(
                        "Cannot be checked: how {} stands to what session {session} recorded ({state}).",
                        snapshot.name
                    );
                    let row = self.row("drift", line, words, Some(file));
                    self.report.unchecked.push(row);
                }
                Some(_) => {}
            }
        }
    }

    /// The tools that skills grant themselves.
    pub fn tools(&mut self) {
        let Some(allowed) = &self.policy.tools else { return };
        for one in self.files.skills.values() {
            let read = read_yaml(&one.content);
            let is_unread = read.stage.is_none() && one.content.starts_with(b"---");
            let granted = match read.field(TOOLS) {
                _ if is_unread => Err("its frontmatter cannot be read"),
                Some(field) => tools(&field.value).ok_or("its allowed-tools is a mapping"),
                None => Ok(Vec::new()),
            };
            let line = read.field(TOOLS).map(|field| field.line);
            let path = Some(one.skill.path.clone());
            match granted {
                Err(why) => {
                    let words =
                        format!("Cannot be checked: {why}, so what {} grants is not known.", one.skill.name);
                    let row = self.row("tools", allowed.line, words, path);
                    self.report.unchecked.push(GateRow { line, ..row });
                }
                Ok(granted) => {
                    for tool in granted.iter().filter(|tool| !allowed.allows(tool)) {
                        let words = format!("{} grants itself {tool}, which is not allowed.", one.skill.name);
                        let row = self.row("tools", allowed.line, words, path.clone());
                        self.excusable(GateRow { line, finding: Some(TOOLS.to_owned()), ..row });
                    }
                }
            }
        }
    }

    /// Who signed skills, by what is trusted on this machine.
    pub fn signers(&mut self) {
        let Some(allowed) = &self.policy.signers else { return };
        for one in self.files.skills.values() {
            let name = &one.skill.name;
            let verdict = one.signature.as_ref().map(SignatureFact::from);
            let (is_unchecked, words) = match &verdict {
                None => (false, format!("{name} is not signed.")),
                Some(fact) => match (fact.verdict, &fact.signer) {
                    (SignatureVerdict::Unchanged, Some(signer)) if allowed.allows(signer) => continue,
                    (SignatureVerdict::Unchanged, Some(signer)) => {
                        (false, format!("{name} is signed by {signer}, who is not allowed."))
                    }
                    (SignatureVerdict::Unchanged, None) => {
                        (true, format!("Cannot be checked: who signed {name} is not told."))
                    }
                    (SignatureVerdict::Changed | SignatureVerdict::NotTrusted, _) => {
                        (false, format!("{name}: {}", fact.words))
                    }
                    (SignatureVerdict::Unverifiable, _) => {
                        (true, format!("{name} cannot be checked: {}", fact.words))
                    }
                },
            };
            let row = self.row("signers", allowed.line, words, Some(one.skill.path.clone()));
            if is_unchecked { self.report.unchecked.push(row) } else { self.report.broken.push(row) }
        }
    }

    pub fn done(mut self) -> GateReport {
        for (at, excuse) in self.baseline.excuses.iter().enumerate() {
            if self.used.contains(&at) {
                continue;
            }
            let why = match self.digest_of(&excuse.path) {
                None => "The file is gone.",
                Some(now) if now != excuse.digest => "The file has other bytes now.",
                Some(_) => "Nothing that it excuses is found there.",
            };
            self.report.fallen.push(FallenExcuse {
                finding: excuse.rule.clone(),
                path: excuse.path.clone(),
                line: excuse.line,
                why: why.to_owned(),
            });
        }
        let place = |row: &GateRow| (row.path.clone(), row.line, row.finding.clone());
        self.report.broken.sort_by_key(place);
        self.report.unchecked.sort_by_key(place);
        self.report.excused.sort_by_key(place);
        self.report
    }
}

/// How far a text is; an inner nothing where there is no file to be far from, an outer one where it cannot be told.
fn stage(state: &State) -> Option<Option<Stage>> {
    match state {
        State::Identical
        | State::Renamed { .. }
        | State::MovedScope { .. }
        | State::ShadowedNow { .. }
        | State::Filled(_)
        | State::ChangedByAgent(_) => Some(Some(Stage::Identical)),
        State::WhitespaceOnly(_) => Some(Some(Stage::WhitespaceOnly)),
        State::FrontmatterOnly(_) => Some(Some(Stage::FrontmatterOnly)),
        State::BodyChanged { .. } => Some(Some(Stage::BodyChanged)),
        State::Deleted => Some(None),
        State::Unverifiable(_) => None,
    }
}
