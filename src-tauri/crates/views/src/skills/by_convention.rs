//! What scripts may ask about conventions other than Pixir's.

use std::collections::HashMap;

use ::skills::{
    Claim, Convention, Costs, Renderer, Ruling, Shown, State, Trust, Unit, Visibility, listed, render,
};
use ::workspace::{Drawn, Entry, Workspace};
use message::message;
use serde::{Deserialize, Serialize};

use crate::convention::reconstructed;
use crate::skills::{
    CatalogReport, CatalogReportAsk, SkillReportRow, SkillsReport, fact, limit, recorded, said_with,
};
use crate::wire::{ShadowingRow, SwitchFact, WhyUnused, problems};
use crate::{Code, Failure};

/// Whose skills, by which rules.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct SkillsReportAsk {
    /// The convention; Pixir's when absent.
    pub convention: Option<String>,
    /// Whether the project counts as trusted whatever a person said, where that matters.
    pub trust: Trust,
}

/// Discovery by another convention than Pixir's.
pub(super) fn skills(workspace: &Workspace, convention: Convention, trust: Trust) -> SkillsReport {
    let ruling = ruled(workspace, convention, trust);
    let room = limit(workspace, convention).map_or(usize::MAX, |limit| limit.amount);
    let catalog = Drawn::within(&ruling, room);
    let drawn: HashMap<usize, &Entry> = catalog.entries.iter().map(|entry| (entry.claim, entry)).collect();
    let rows =
        ruling.claims.iter().zip(0..).map(|(claim, at)| {
            (claim.is_visible(), row(workspace, convention, claim, drawn.get(&at).copied()))
        });
    let (used, others): (Vec<_>, Vec<_>) = rows.partition(|(is_used, _)| *is_used);
    SkillsReport {
        convention: convention.name().to_owned(),
        reconstructed: reconstructed(convention.rules()),
        skills: used.into_iter().map(|(_, row)| row).collect(),
        shadowed: others.into_iter().map(|(_, row)| row).collect(),
        listing: fact(workspace, convention, &catalog),
        warnings: ruling.warnings.iter().map(ShadowingRow::from).collect(),
        problems: problems(workspace, &ruling),
    }
}

/// The catalog of another convention than Pixir's, or in another form.
pub(super) fn catalog(
    workspace: &Workspace,
    convention: Convention,
    ask: &CatalogReportAsk,
) -> Result<CatalogReport, Failure> {
    let ruling = ruled(workspace, convention, ask.trust);
    let rules = convention.rules();
    // A form of its own has no agent's limit.
    let limit = limit(workspace, convention).filter(|_| ask.form.is_none());
    let renderer = ask.form.as_deref().map_or(Ok(rules.renderer), named_form)?;
    let own = limit.map_or(usize::MAX, |limit| limit.amount);
    let entries = listed(&ruling);
    let costs = Costs::of(renderer, &entries);
    let rendered = render(renderer, &entries, ask.budget.map_or(own, |budget| budget as usize));
    let named = |is: fn(&Shown) -> bool| {
        let of = entries.iter().zip(&rendered.shown).filter(|(_, shown)| is(shown));
        of.map(|(entry, _)| entry.key.to_owned()).collect()
    };
    Ok(CatalogReport {
        reconstructed: reconstructed(rules),
        instruction: said_with(convention, &rendered.text),
        without_description: named(|shown| *shown == Shown::Nothing),
        shortened: named(|shown| matches!(shown, Shown::Beginning(_))),
        text: rendered.text,
        index_hash: None,
        body_bytes: rendered.whole_bytes as u64,
        size: costs.entries.iter().sum::<usize>() as u64,
        brought: costs.brought(renderer) as u64,
        budget: ask.budget.map(u64::from).or(limit.map(|limit| limit.amount as u64)),
        // What has no limit of its own is cut by bytes where somebody gives it one.
        unit: limit
            .map(|limit| limit.unit)
            .or(ask.budget.map(|_| Unit::Bytes))
            .map(|unit| unit.name().to_owned()),
        budget_source: rules.budget.source.text().to_owned(),
        left_out: rendered.left_out,
        recorded: recorded(workspace, convention),
    })
}

fn named_form(form: &str) -> Result<Renderer, Failure> {
    Renderer::named(form).ok_or_else(|| {
        let known = Renderer::NAMED.map(Renderer::name).join(", ");
        let words = message!("{form} is not a catalog form.", form);
        Failure::new(Code::WrongUse, words).hint(message!("Possible values: {known}.", known))
    })
}

fn ruled(workspace: &Workspace, convention: Convention, trust: Trust) -> Ruling {
    // What a person said here decides only where Assay serves; another program's trust is its own secret.
    let seen = if convention.is_assays() { seen_with(workspace, trust) } else { Visibility::whole(trust) };
    workspace.ruling_seen(convention, &seen)
}

/// What may be seen where a project counts as trusted although nobody said so, if `trust` says that.
pub fn seen_with(workspace: &Workspace, trust: Trust) -> Visibility {
    let seen = workspace.visibility();
    let trust = if trust == Trust::Trusted { Trust::Trusted } else { seen.trust };
    Visibility { trust, ..seen }
}

fn row(
    workspace: &Workspace,
    convention: Convention,
    claim: &Claim,
    drawn: Option<&Entry>,
) -> SkillReportRow {
    let if_trusted = claim.state == State::HeldBack && !convention.is_assays();
    let (state, why) = if if_trusted {
        let words = format!("used if {} trusts this project, which Assay cannot see", convention.label());
        ("if_trusted", Some(words))
    } else {
        (claim.state.name(), WhyUnused::of(workspace, claim).map(|why| why.to_string()))
    };
    let listing = drawn.map(|entry| entry.listing).unwrap_or_default().into();
    let cut = drawn.and_then(|entry| entry.shortened.clone());
    SkillReportRow {
        name: claim.key.clone(),
        written: cut.is_some().then(|| claim.skill.description.clone()),
        description: cut.unwrap_or_else(|| claim.skill.description.clone()),
        scope: claim.skill.scope.name().to_owned(),
        source: claim.skill.scope.name().to_owned(),
        root: claim.skill.root.display().to_string(),
        dir: claim.skill.dir.display().to_string(),
        path: claim.skill.path.display().to_string(),
        short_path: claim.skill.short_path.clone(),
        content_hash: claim.skill.content_hash.to_string(),
        disable_model_invocation: claim.hidden,
        state: state.to_owned(),
        why,
        switched: SwitchFact::of(workspace, claim),
        listing,
    }
}
