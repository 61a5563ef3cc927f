//! What scripts may ask about skills.

use ::skills::{ActivatedBy, Claim, Convention, Ruling, SkillError, Trust, Unit, View};
use ::workspace::{MANAGED, Workspace};
use message::message;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::by_convention;
use crate::convention::{Reconstructed, named};
use crate::skills::SkillsReportAsk;
use crate::wire::{
    ListingFact, Nothing, ProblemRow, RecordedListing, ShadowingRow, SkillListing, SwitchFact,
};
use crate::{Code, Failure};

/// One file of one skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillReportAsk {
    /// The skill's name; the winner answers.
    pub name: String,
    /// A path from the skill's folder; empty means SKILL.md.
    pub resource: String,
    /// The agent whose rules decide; Pixir when absent.
    #[serde(default)]
    pub convention: Option<String>,
}

/// An activation that would be recorded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActivationReportAsk {
    /// The skill's name; the winner answers.
    pub name: String,
    /// `user` or `model`.
    pub by: String,
}

/// The catalog under a budget.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CatalogReportAsk {
    /// How much the entries may have, in what the agent measures them in; the agent's own when absent. For
    /// conventions of Assay's own, bytes of the whole text.
    pub budget: Option<u32>,
    /// Whose catalog; Pixir's when absent.
    #[serde(default)]
    pub convention: Option<String>,
    /// Whether the project counts as trusted, where that matters.
    #[serde(default)]
    pub trust: Trust,
    /// How it is written: `xml`, `xml-ref`, which is what the reference tool prints, or `bullets`; as the convention
    /// itself writes it when absent.
    #[serde(default)]
    pub form: Option<String>,
}

/// A prompt.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct InvokedAsk {
    /// The text a user typed.
    pub text: String,
}

/// Discovery, as the convention gives it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillsReport {
    /// The convention, such as `pixir`.
    pub convention: String,
    /// What is known of the difference to the agent itself; nothing where there is none.
    pub reconstructed: Option<Reconstructed>,
    /// The winners, in the convention's order.
    pub skills: Vec<SkillReportRow>,
    /// Those that lose, are held back or are no skills to it, which the convention itself does not list.
    pub shadowed: Vec<SkillReportRow>,
    /// Collisions.
    pub warnings: Vec<ShadowingRow>,
    /// What is odd under the roots.
    pub problems: Vec<ProblemRow>,
    /// How much of them the model is shown.
    pub listing: ListingFact,
}

/// One skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillReportRow {
    /// The name.
    pub name: String,
    /// The description as the agent's list has it: some cut it, some take it away when the list is full.
    pub description: String,
    /// The description as the file has it, where the list has less of it.
    pub written: Option<String>,
    /// The scope.
    pub scope: String,
    /// The scope again, as Pixir writes it.
    pub source: String,
    /// The root.
    pub root: String,
    /// The skill's folder.
    pub dir: String,
    /// Its SKILL.md.
    pub path: String,
    /// `<scope>:<folder>/SKILL.md`.
    pub short_path: String,
    /// SHA-256 of the file.
    pub content_hash: String,
    /// The catalog leaves it out.
    pub disable_model_invocation: bool,
    /// How it stands: `wins`, `kept`, `unsettled`, `shadowed`, `same_file`, `held_back`, `if_trusted`, `off` or `invalid`.
    pub state: String,
    /// Why it does not win, where the convention's rules say it in words.
    pub why: Option<String>,
    /// The setting of the agent that keeps it from the skill, wholly or in part.
    pub switched: Option<SwitchFact>,
    /// How much of it the listing says: `whole`, `part`, `cut` or `not`.
    pub listing: SkillListing,
}

/// The bytes of a file of a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillFileReport {
    /// The skill's name.
    pub skill: String,
    /// The path from its folder, as Pixir records it.
    pub path: String,
    /// The file, absolute.
    pub abs_path: String,
    /// The text; bytes that are not UTF-8 show as U+FFFD.
    pub content: String,
    /// SHA-256 of the bytes.
    pub content_hash: String,
    /// Bytes of the file.
    pub content_bytes: u64,
    /// Viewing this path activates the skill.
    pub activates: bool,
}

/// The ten fields of Pixir's `skill_activation`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the fields are Pixir's and named in its contract")]
pub struct ActivationFields {
    pub name: String,
    pub description: String,
    pub scope: String,
    pub source: String,
    pub root: String,
    pub path: String,
    pub short_path: String,
    pub content_hash: String,
    pub content: String,
    pub activated_by: String,
}

/// An activation and the text the model would get.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillActivationReport {
    /// What would be recorded.
    pub activation: ActivationFields,
    /// What would be sent.
    pub rendered: String,
}

/// The catalog's text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CatalogReport {
    /// What the model is shown: to the byte for Pixir; for other agents their list alone.
    pub text: String,
    /// What is known of the difference to what the agent itself shows; nothing where there is none.
    pub reconstructed: Option<Reconstructed>,
    /// The hash Pixir would record for it; other conventions have none.
    pub index_hash: Option<String>,
    /// What the model is told to do when a skill fits, where Assay draws the list itself; Pixir's text says it, and
    /// other programs have words of their own.
    pub instruction: Option<String>,
    /// Bytes of the entries before the cut.
    pub body_bytes: u64,
    /// What they take of the budget before the cut, in its unit; in bytes where there is none.
    pub size: u64,
    /// What the skills take of it that the agent brings along.
    pub brought: u64,
    /// How much all of them may have; nothing where the agent has no limit.
    pub budget: Option<u64>,
    /// What that is counted in: `bytes`, `characters`, `columns` or `tokens`.
    pub unit: Option<String>,
    /// Where that is known from.
    pub budget_source: String,
    /// Names that are not in it; for Pixir, not wholly.
    pub left_out: Vec<String>,
    /// Names that are in it without their description.
    pub without_description: Vec<String>,
    /// Names of which it has the beginning of the description.
    pub shortened: Vec<String>,
    /// The last list that a session of the agent recorded in this folder.
    pub recorded: Option<RecordedListing>,
}

/// Names a prompt mentions.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct InvokedReport {
    /// Every name mentioned, in Pixir's order, each once, whether or not there is such a skill.
    pub names: Vec<String>,
    /// Of these, the names of skills that would be activated.
    pub activated: Vec<String>,
}

/// Workflow templates of all winners.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TemplatesReport {
    /// The templates, as Pixir lists them.
    pub templates: Vec<TemplateReport>,
    /// Collisions, then templates that are broken.
    pub warnings: Vec<TemplatesWarning>,
}

/// One workflow template.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TemplateReport {
    /// Its id, unique within the skill.
    pub id: String,
    /// `<skill>/<id>`.
    pub template_id: String,
    /// Its name; the id when it has none.
    pub name: String,
    /// Its description; may be empty.
    pub description: String,
    /// The version of the format.
    pub version: u64,
    /// The skill it belongs to.
    pub skill: String,
    /// Whose skill that is.
    pub scope: String,
    /// The same, as Pixir has it twice.
    pub source: String,
    /// The file.
    pub path: String,
    /// `<scope>:<folder>/workflows/<file>`.
    pub short_path: String,
    /// The declared parameters, as written.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub parameters: Map<String, Value>,
    /// The workflow with its placeholders, as written.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub workflow: Map<String, Value>,
}

/// What stands in the way of a template.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum TemplatesWarning {
    /// A skill that another one shadows: its templates are not listed.
    Shadowing(ShadowingRow),
    /// A file that is no template.
    Broken(BrokenTemplate),
}

/// A file that is no template.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BrokenTemplate {
    /// `invalid_workflow_template`.
    pub kind: String,
    /// The skill it belongs to.
    pub skill: String,
    /// The file, by its path from the skill's folder.
    pub path: String,
    /// What is wrong, in Pixir's words.
    pub message: String,
    /// What it is about.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub details: Map<String, Value>,
}

/// The skills that lie in files, by the rules of a convention.
///
/// # Errors
///
/// [`Code::WrongUse`] when no convention has that name.
pub fn skills_in_files(workspace: &Workspace, ask: &SkillsReportAsk) -> Result<SkillsReport, Failure> {
    let convention = named(ask.convention.as_deref())?;
    if convention != Convention::Pixir {
        return Ok(by_convention::skills(workspace, convention, ask.trust));
    }
    let ruling = workspace.ruling(MANAGED);
    let rows = ruling.claims.iter().zip(0..).map(|(claim, at)| row(claim, ruling.listing(at).into()));
    let (skills, shadowed) = rows.partition(|row| row.state == "wins");
    Ok(SkillsReport {
        convention: "pixir".to_owned(),
        reconstructed: None,
        skills,
        shadowed,
        listing: crate::skills::fact(workspace, convention, &ruling.catalog),
        warnings: ruling.warnings.iter().map(ShadowingRow::from).collect(),
        problems: crate::wire::problems(workspace, &ruling),
    })
}

fn row(claim: &Claim, listing: SkillListing) -> SkillReportRow {
    let skill = &claim.skill;
    SkillReportRow {
        listing,
        state: claim.state.name().to_owned(),
        why: None,
        switched: None,
        name: skill.name.clone(),
        description: skill.description.clone(),
        written: None,
        scope: skill.scope.name().to_owned(),
        source: skill.scope.name().to_owned(),
        root: skill.root.display().to_string(),
        dir: skill.dir.display().to_string(),
        path: skill.path.display().to_string(),
        short_path: skill.short_path.clone(),
        content_hash: skill.content_hash.to_string(),
        disable_model_invocation: skill.disable_model_invocation,
    }
}

/// A file of a skill as Pixir's own tool would read it, of the skill that an agent uses.
///
/// # Errors
///
/// Those of [`skill_file`].
pub fn skill_file_report(workspace: &Workspace, ask: &SkillReportAsk) -> Result<SkillFileReport, Failure> {
    let ruling = workspace.ruling(named(ask.convention.as_deref())?);
    let view = viewed(&ruling, ask)?;
    Ok(SkillFileReport {
        skill: view.skill.name.clone(),
        path: view.path.clone(),
        abs_path: view.abs_path.display().to_string(),
        content: String::from_utf8_lossy(&view.bytes).into_owned(),
        content_hash: disk::Digest::of(&view.bytes).to_string(),
        content_bytes: view.bytes.len() as u64,
        activates: view.activates,
    })
}

/// Exactly the bytes of a file of a skill, for a door that can pass on bytes that are no text.
///
/// # Errors
///
/// [`Code::NotFound`] when there is no such skill or file,
/// [`Code::Refused`] when the path leads out of the skill, and what the disk says when
/// it cannot be read or has more than 16 MiB.
pub fn skill_file(workspace: &Workspace, ask: &SkillReportAsk) -> Result<Vec<u8>, Failure> {
    let ruling = workspace.ruling(named(ask.convention.as_deref())?);
    Ok(viewed(&ruling, ask)?.bytes)
}

/// Returns the known names that differ from `name` by a typing error or contain it, at most three.
fn similar(name: &str, known: &[String]) -> String {
    let is_near = |known: &&String| {
        !name.is_empty()
            && (known.contains(name)
                || name.contains(known.as_str())
                || distance(name, known) <= 1 + name.len() / 5)
    };
    known.iter().filter(is_near).take(3).cloned().collect::<Vec<_>>().join(", ")
}

/// Returns the number of letters to insert, remove or replace to turn one name into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, known) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *known);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

fn viewed<'a>(ruling: &'a Ruling, ask: &SkillReportAsk) -> Result<View<'a>, Failure> {
    ::skills::view(ruling, &ask.name, &ask.resource).map_err(|error| match error {
        SkillError::UnknownSkill { name, known } => {
            let near = similar(&name, &known);
            let near = if near.is_empty() { near } else { format!("Similar: {near}. ") };
            Failure::not_found(message!("skill `{name}` not found.", name))
                .hint(message!("{near}Run `assay skills` to list all.", near))
        }
        SkillError::NoSuchFile { name, path } => {
            Failure::not_found(message!("skill `{name}` has no file `{path}`.", name, path))
        }
        SkillError::Outside { path } => Failure::new(
            Code::Refused,
            message!("`{path}` is outside the skill's folder, where Pixir reads nothing.", path),
        ),
        SkillError::Unreadable(fault) => fault.into(),
    })
}

/// What an activation would record and send.
///
/// # Errors
///
/// [`Code::WrongUse`] when `by` is neither user nor model, [`Code::Damaged`]
/// when the file is not UTF-8, and else as [`skill_file`].
pub fn activation_report(
    workspace: &Workspace,
    ask: &ActivationReportAsk,
) -> Result<SkillActivationReport, Failure> {
    let by = match ask.by.as_str() {
        "user" => ActivatedBy::User,
        "model" => ActivatedBy::Model,
        other => {
            return Err(Failure::new(
                Code::WrongUse,
                message!("invalid activator `{other}`; use user or model.", other),
            ));
        }
    };
    let ruling = workspace.ruling(MANAGED);
    let file = SkillReportAsk { name: ask.name.clone(), resource: String::new(), convention: None };
    let view = viewed(&ruling, &file)?;
    if std::str::from_utf8(&view.bytes).is_err() {
        let words = message!(
            "`{abs_path}` is not UTF-8: Pixir cannot record its activation.",
            abs_path = view.abs_path.display()
        );
        return Err(Failure::new(Code::Damaged, words).hint(message!("Save the file as UTF-8.")));
    }
    let fields = ::skills::activation(view.skill, &view.bytes, by);
    Ok(SkillActivationReport {
        rendered: fields.wrapped(),
        activation: ActivationFields {
            name: fields.name,
            description: fields.description,
            scope: fields.scope,
            source: fields.source,
            root: fields.root,
            path: fields.path,
            short_path: fields.short_path,
            content_hash: fields.content_hash.to_string(),
            content: String::from_utf8_lossy(&fields.content).into_owned(),
            activated_by: fields.activated_by.name().to_owned(),
        },
    })
}

/// The catalog.
///
/// # Errors
///
/// [`Code::WrongUse`] when no convention, or no form of a catalog, has that name.
pub fn catalog_report(workspace: &Workspace, ask: &CatalogReportAsk) -> Result<CatalogReport, Failure> {
    let convention = named(ask.convention.as_deref())?;
    if convention != Convention::Pixir || ask.form.is_some() {
        return by_convention::catalog(workspace, convention, ask);
    }
    let budget = ask.budget.map_or(::skills::BUDGET, |budget| budget as usize);
    let catalog = ::skills::catalog_within(&workspace.ruling(MANAGED), budget);
    let left_out = catalog.entries.iter().filter(|entry| !entry.is_whole);
    Ok(CatalogReport {
        reconstructed: None,
        unit: Some(Unit::Bytes.name().to_owned()),
        budget_source: convention.rules().budget.source.text().to_owned(),
        without_description: Vec::new(),
        shortened: Vec::new(),
        left_out: left_out.map(|entry| entry.name.clone()).collect(),
        index_hash: Some(catalog.index_hash),
        instruction: None,
        body_bytes: catalog.body_bytes as u64,
        size: catalog.body_bytes as u64,
        brought: 0,
        budget: Some(budget as u64),
        text: catalog.text,
        recorded: None,
    })
}

/// Mentions.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn invoked_report(workspace: &Workspace, ask: &InvokedAsk) -> Result<InvokedReport, Failure> {
    let ruling = workspace.ruling(MANAGED);
    let names = ::skills::mentions(&ask.text);
    let activated = names.iter().filter(|name| ruling.winner(name).is_some()).cloned().collect();
    Ok(InvokedReport { names, activated })
}

/// Workflow templates.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn templates_report(workspace: &Workspace, _: &Nothing) -> Result<TemplatesReport, Failure> {
    let ruling = workspace.ruling(MANAGED);
    let (templates, broken) = ::skills::templates(&ruling);
    let collisions = ruling.warnings.iter().map(|warning| {
        TemplatesWarning::Shadowing(ShadowingRow {
            name: warning.name.clone(),
            selected: warning.selected.clone(),
            shadowed: warning.shadowed.clone(),
        })
    });
    let broken = broken.into_iter().map(|warning| {
        TemplatesWarning::Broken(BrokenTemplate {
            kind: "invalid_workflow_template".to_owned(),
            skill: warning.skill,
            path: warning.path,
            message: warning.message.to_owned(),
            details: warning.details,
        })
    });
    let template = |template: ::skills::Template| TemplateReport {
        id: template.id,
        template_id: template.template_id,
        name: template.name,
        description: template.description,
        version: 1,
        skill: template.skill,
        scope: template.scope.name().to_owned(),
        source: template.scope.name().to_owned(),
        path: template.path.display().to_string(),
        short_path: template.short_path,
        parameters: template.parameters,
        workflow: template.workflow,
    };
    Ok(TemplatesReport {
        templates: templates.into_iter().map(template).collect(),
        warnings: collisions.chain(broken).collect(),
    })
}
