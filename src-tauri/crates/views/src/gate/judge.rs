//! Rule by rule: what breaks it, what cannot be checked, what is excused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ::drift::Verdict;
use ::policy::{Baseline, Policy, Scan, Scanned, SignerFacts, Stage, ToolVerdict};
use ::skills::{Field, strict_frontmatter, unread_files};
use ::workspace::Workspace;
use ::workspace::checks::{Reach, of_skill};
use disk::Digest;

use super::distance::{Distance, recorded_part};
use super::facts::{Files, One};
use super::granted::{is_tools, tools};
use super::report::{FallenExcuse, GateReport, GateRow, ScanBinding};
use crate::locks::{LockState, is_locked, locks_below, row_words};
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
    pub fn sources_and_locks(&mut self) {
        let (sources, locked) = (&self.policy.sources, self.policy.locked);
        if sources.is_none() && locked.is_none() {
            return;
        }
        let locks = locks_below(self.workspace);
        for row in &locks.rows {
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
                }
                for source in
                    std::iter::once(&row.source).filter(|one| !one.is_empty()).chain(&row.other_sources)
                {
                    let Err(why) = sources.check(source) else { continue };
                    let words = format!("{} comes from {source}, {why}.", row.name);
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
            for one in self.files.skills.values().filter(|one| !is_locked(&locks.rows, &one.place)) {
                let words = format!("{} is in no lock file.", one.skill.name);
                let row = self.row("locked", line, words, Some(one.skill.path.clone()));
                self.report.broken.push(row);
            }
        }
    }

    /// What Assay's own rules and other scanners find.
    pub fn findings(&mut self, scans: &[Scan]) {
        let Some(forbidden) = &self.policy.findings else { return };
        for one in self.files.skills.values() {
            self.not_read(one, forbidden.line);
            for said in of_skill(&one.skill, &one.content, Reach::Folder, one.signature.as_ref()) {
                let finding = &said.finding;
                if forbidden.forbids(None, finding.rule, finding.severity) {
                    let row = self.row(
                        "findings",
                        forbidden.line,
                        finding.text.to_string(),
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

    /// What Assay's own rules did not read of a skill: frontmatter that agents may read otherwise, and files.
    fn not_read(&mut self, one: &One, policy_line: u32) {
        let path = &one.skill.path;
        if let Err(why) = strict_frontmatter(&one.content) {
            let words = format!("Cannot be checked: the frontmatter of {} {}.", one.skill.name, why.reason);
            let row = self.row("findings", policy_line, words, Some(path.clone()));
            self.report.unchecked.push(GateRow { line: Some(why.line), ..row });
        }
        for (rel, why) in unread_files(&one.skill) {
            let words = format!("Cannot be checked: {why}");
            let row = self.row("findings", policy_line, words, Some(one.skill.dir.join(rel)));
            self.report.unchecked.push(row);
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
        // A skill may be reached by a link, and a scanner name its files by their real paths.
        let places: BTreeSet<&Path> = files.skills.values().map(|one| one.place.as_path()).collect();
        let is_of_skill = |rel: &str| {
            let file = files.at(rel);
            let is_known = |above: &Path| folders.contains(above) || places.contains(above);
            let is_real = || disk::canonical(&file).is_ok_and(|file| file.ancestors().any(is_known));
            file.ancestors().any(is_known) || is_real()
        };
        let in_skills: BTreeSet<_> = scan.looked_at.iter().filter(|(rel, _)| is_of_skill(rel)).collect();
        for (rel, then) in in_skills.into_iter().filter(|(rel, _)| !told.contains(rel)) {
            if self.digest_of(rel).is_none_or(|now| now != *then) {
                let words = "Cannot be checked: it changed since the scan; scan again.";
                let file = Some(self.files.at(rel));
                let row = self.row("findings", policy_line, words.to_owned(), file);
                self.report.unchecked.push(GateRow { scan: Some(ScanBinding::Stale), ..row });
            }
        }
    }

    fn scanned(&mut self, one: &Scanned, policy_line: u32) -> ScanBinding {
        let now = one.path.as_deref().and_then(|rel| self.digest_of(rel));
        // Where several hashes were written down of one file, some of them are of other bytes.
        let binding = match (one.digests.as_slice(), now) {
            ([], _) => ScanBinding::Unbound,
            (digests, Some(now)) if digests.iter().all(|then| *then == now) => ScanBinding::Bound,
            _ => ScanBinding::Stale,
        };
        let file = one.path.as_deref().map(|rel| self.files.at(rel));
        let words = match binding {
            ScanBinding::Bound => format!("{}: {}", one.tool, one.words),
            ScanBinding::Unbound => {
                format!("{}, without a hash of the scanned bytes: {}", one.tool, one.words)
            }
            ScanBinding::Stale => {
                format!("Cannot be checked: changed since {} found this; scan again. {}", one.tool, one.words)
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
            let session = snapshot.latest().map(|used| used.session.clone()).unwrap_or_default();
            let recorded = (snapshot.name.as_str(), session.as_str());
            let standing = &snapshot.standing;
            self.drifted(recorded, &snapshot.place(), &standing.verdict, (most, line));
            // Another file may answer to the name by now.
            if let Some(taken) = &standing.taken
                && let Some(now) = &taken.now
            {
                self.drifted(recorded, &now.path, taken, (most, line));
            }
        }
    }

    /// One file against the text that a session recorded of its skill.
    fn drifted(
        &mut self,
        (name, session): (&str, &str),
        file: &Path,
        verdict: &Verdict,
        (most, line): (Stage, u32),
    ) {
        if self.files.rel(file).is_none() {
            return;
        }
        let state = &verdict.state;
        let row = |judge: &Self, words| judge.row("drift", line, words, Some(file.to_owned()));
        match Distance::of(verdict) {
            Distance::Between(least, _) if least > most => {
                let word = state.word().replace('_', " ");
                let words = format!("{name} is {word} since session {session} recorded it: {state}.");
                let row = row(self, words);
                self.report.broken.push(row);
            }
            Distance::Between(_, furthest) if furthest > most => {
                let part = recorded_part(verdict.basis);
                let words = format!(
                    "Cannot be checked: session {session} recorded {part}, so the rest of {name} may have changed."
                );
                let row = row(self, words);
                self.report.unchecked.push(row);
            }
            Distance::Unknown => {
                let words =
                    format!("Cannot be checked: {name} cannot be compared with session {session} ({state}).");
                let row = row(self, words);
                self.report.unchecked.push(row);
            }
            Distance::Between(..) | Distance::NoFile => {}
        }
    }

    /// The tools that skills grant themselves.
    pub fn tools(&mut self) {
        if self.policy.tools.is_none() {
            return;
        }
        for one in self.files.skills.values() {
            match strict_frontmatter(&one.content) {
                Ok(fields) => {
                    fields.iter().filter(|field| is_tools(field)).for_each(|field| self.granted(one, field));
                }
                Err(why) => {
                    let words = format!("the frontmatter of {} {}", one.skill.name, why.reason);
                    self.unknown_tools(one, Some(why.line), &words);
                }
            }
        }
    }

    fn granted(&mut self, one: &One, field: &Field) {
        let Some(allowed) = &self.policy.tools else { return };
        let (name, line) = (&one.skill.name, Some(field.line));
        let granted = match tools(&field.value) {
            Ok(granted) => granted,
            Err(why) => return self.unknown_tools(one, line, &format!("the allowed-tools of {name} {why}")),
        };
        for tool in granted {
            match allowed.judge(&tool) {
                ToolVerdict::Allowed => {}
                ToolVerdict::NotAllowed => {
                    let words = format!("{name} grants itself {tool}, which is not allowed.");
                    let row = self.row("tools", allowed.line, words, Some(one.skill.path.clone()));
                    self.excusable(GateRow { line, finding: Some(TOOLS.to_owned()), ..row });
                }
                ToolVerdict::Unclear(why) => {
                    self.unknown_tools(one, line, &format!("{name} grants itself {tool}, but {why}"));
                }
            }
        }
    }

    fn unknown_tools(&mut self, one: &One, line: Option<u32>, why: &str) {
        let policy_line = self.policy.tools.as_ref().map_or(1, |rule| rule.line);
        let words = format!("Cannot be checked: {why}, so its granted tools are unknown.");
        let row = self.row("tools", policy_line, words, Some(one.skill.path.clone()));
        self.report.unchecked.push(GateRow { line, ..row });
    }

    /// Who signed skills, by what is trusted on this machine.
    pub fn signers(&mut self) {
        let Some(allowed) = &self.policy.signers else { return };
        for one in self.files.skills.values() {
            let name = &one.skill.name;
            let verdict = one.signature.as_ref().map(SignatureFact::from);
            let identity = one.signature.as_ref().and_then(|found| found.identity.as_ref());
            let (is_unchecked, words) = match &verdict {
                None => (false, format!("{name} is not signed.")),
                Some(fact) => match (fact.verdict, identity) {
                    (SignatureVerdict::Unchanged, Some(identity)) => {
                        let signer = SignerFacts {
                            spki: identity.spki,
                            subject: identity.subject.as_deref(),
                            issuer: identity.issuer,
                        };
                        if allowed.allows(&signer) {
                            continue;
                        }
                        (false, format!("{name} is signed by {identity}, which is not allowed."))
                    }
                    (SignatureVerdict::Unchanged, None) => {
                        (true, format!("Cannot be checked: the signer of {name} is unknown."))
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
                None => "The file does not exist.",
                Some(now) if now != excuse.digest => "The file has changed.",
                Some(_) => "It has no such finding.",
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
