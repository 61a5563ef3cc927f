//! One look at all skills through the rules. What has not changed since the last is not read again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::UNIX_EPOCH;

use disk::{Fault, HeldFolder};
use skills::{Claim, Convention, Finding, FindingText, FolderState, Quote, RuleSource, SKILL_LIMIT, Skill};

use super::found::{Checked, ChecksLook, Found, Kept, Said};
use super::said::{Reach, of_skill};
use crate::locked::{is_fresh, locked};
use crate::{MANAGED, Seen, Signers, Workspace};

/// Most pairs of descriptions that are told.
const PAIRS: usize = 20;
/// So many skills are looked at sooner than a second thread has begun.
const ALONE: usize = 32;

impl Workspace {
    /// Returns the findings of the skills that an agent reads, as of now or as of less than a second ago where nothing was
    /// said to have changed since.
    pub fn checked(&self, convention: Convention) -> Arc<Checked> {
        let (ruling, now) = (self.ruling(convention), self.now());
        let mut looks = locked(&self.checks);
        let look = looks.entry(convention).or_default();
        if let Some((at, checked)) = &look.last
            && is_fresh(*at, now)
            && Arc::ptr_eq(&checked.of, &ruling)
        {
            return Arc::clone(checked);
        }
        let signers = self.signers();
        let roots = ruling.roots.iter().filter_map(|root| root.path.as_deref());
        let bases: HashMap<&Path, Result<HeldFolder, Fault>> =
            roots.map(|root| (root, HeldFolder::open(root))).collect();
        let said = |_, claim: &Claim| {
            let skill = &claim.skill;
            said_of(skill, &bases[skill.root.as_path()], &signers, look.kept.get(&skill.path))
        };
        let all = disk::in_threads(&ruling.claims, ALONE, said);
        let ChecksLook { last, kept: before, .. } = look;
        let is_known = |(skill, kept): (&Skill, &Result<Arc<Kept>, _>)| {
            let known = before.get(&skill.path).zip(kept.as_ref().ok());
            known.is_some_and(|(known, kept)| Arc::ptr_eq(known, kept))
        };
        if let Some((at, checked)) = last
            && Arc::ptr_eq(&checked.of, &ruling)
            && ruling.skills().zip(&all).all(is_known)
        {
            *at = now;
            return Arc::clone(checked);
        }
        let now_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
        // A second change within the same moment would leave the same stamp.
        let rests = |kept: &&Arc<Kept>| now_ns - kept.state.changed_ns >= 2_000_000_000;
        let kept = ruling.skills().zip(&all).filter_map(|(skill, kept)| {
            kept.as_ref().ok().filter(rests).map(|kept| (skill.path.clone(), Arc::clone(kept)))
        });
        *before = kept.collect();
        let mut found = places(&ruling);
        for ((skill, kept), at) in ruling.skills().zip(&all).zip(0..) {
            match kept {
                Ok(kept) => {
                    let own = kept.said.iter().filter(|said| holds_for(convention, said.finding.rule));
                    found.extend(own.map(|said| of_said(at, skill, said)));
                }
                Err(fault) => found.push(of_fault(Some(at), &skill.path, fault)),
            }
        }
        drop(looks);
        found.extend(self.overlapping(&ruling).iter().cloned());
        let checked = ruling.count();
        let checked = Arc::new(Checked { of: ruling, found, checked });
        locked(&self.checks).entry(convention).or_default().last = Some((now, Arc::clone(&checked)));
        checked
    }

    /// Descriptions that say much the same, of the skills that the model chooses among; of two, it is
    /// said of the one that stands behind.
    pub fn overlapping(&self, ruling: &Arc<Seen>) -> Arc<Vec<Found>> {
        let mut looks = locked(&self.checks);
        let look = looks.entry(ruling.convention).or_default();
        if let Some((of, found)) = &look.overlaps
            && Arc::ptr_eq(of, ruling)
        {
            return Arc::clone(found);
        }
        let found = Arc::new(overlapping(ruling));
        look.overlaps = Some((Arc::clone(ruling), Arc::clone(&found)));
        found
    }
}

/// Returns whether a rule is about what an agent makes of a skill: rules of Pixir are about Pixir alone.
pub fn holds_for(convention: Convention, rule: &str) -> bool {
    convention == MANAGED || skills::lint_rule(rule).is_none_or(|rule| rule.source != RuleSource::Pixir)
}

/// What is wrong with places where skills lie.
pub fn places(ruling: &Seen) -> Vec<Found> {
    // What the content of a file is like, its own checks say better.
    let about_places = ruling.problems.iter().filter(|problem| problem.code != "not_utf8");
    let found = about_places.map(|problem| {
        let rule = skills::lint_rule(&problem.code.replace('_', "-"));
        Found {
            skill: None,
            path: problem.path.clone(),
            rel: None,
            finding: Finding {
                rule: rule.map_or("unreadable", |rule| rule.id),
                severity: rule.map_or(skills::Severity::Error, |rule| rule.severity),
                line: None,
                text: FindingText::OfPlace { message: problem.message.clone() },
            },
            mend: OnceLock::new(),
        }
    });
    found.collect()
}

fn overlapping(ruling: &Seen) -> Vec<Found> {
    let shown: Vec<usize> = (0..ruling.claims.len()).filter(|at| ruling.claims[*at].is_listed()).collect();
    let texts: Vec<&str> = shown.iter().map(|at| ruling.claims[*at].skill.description.as_str()).collect();
    let told = |at: usize, beside: usize| {
        let (skill, other) = (&ruling.claims[at].skill, &ruling.claims[beside].skill);
        let (name, path) = (Quote::whole(&other.name), Quote::whole(&other.short_path));
        Found {
            skill: Some(at),
            path: skill.path.clone(),
            rel: Some(super::said::MAIN.into()),
            finding: Finding::by_rule(
                "description-overlap",
                None,
                FindingText::DescriptionOverlap { name, path },
            ),
            mend: OnceLock::new(),
        }
    };
    skills::overlaps(&texts, PAIRS).into_iter().map(|pair| told(shown[pair.other], shown[pair.one])).collect()
}

fn of_said(at: usize, skill: &Skill, said: &Said) -> Found {
    Found {
        skill: Some(at),
        path: said.path(skill),
        rel: Some(said.rel.clone()),
        finding: said.finding.clone(),
        mend: OnceLock::new(),
    }
}

/// A file that went, or may not be read any more.
pub fn of_fault(skill: Option<usize>, path: &Path, fault: &Fault) -> Found {
    let text = FindingText::Unreadable { fault: Quote::whole(fault.to_string()) };
    let finding = Finding::by_rule("unreadable", None, text);
    let rel = Some(super::said::MAIN.into());
    Found { skill, path: path.to_owned(), rel, finding, mend: OnceLock::new() }
}

fn said_of(
    skill: &Skill,
    base: &Result<HeldFolder, Fault>,
    signers: &Signers,
    before: Option<&Arc<Kept>>,
) -> Result<Arc<Kept>, Fault> {
    let base = base.as_ref().map_err(Fault::clone)?;
    let still = |kept: &&Arc<Kept>| kept.signers == signers.digest && kept.state.holds(skill, base);
    if let Some(kept) = before.filter(still) {
        return Ok(Arc::clone(kept));
    }
    let (state, opened) = FolderState::opened(skill, base)?;
    let (from_root, mut buffer) = (skill.path.strip_prefix(&skill.root).unwrap_or(&skill.path), Vec::new());
    let (content, _) = base.read(from_root, SKILL_LIMIT, &mut buffer)?;
    let signature = signers.verify(&skill.dir);
    let said = of_skill(skill, content, Reach::Opened(&opened), signature.as_ref());
    Ok(Arc::new(Kept { state, signers: signers.digest, said }))
}
