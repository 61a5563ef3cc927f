//! An import as the page sees it.

use ::import::{Found, Import, Stage, upstream};
use ::skills::incoming::{Doubt, Weight};
use ::skills::manage::{self, ChangedBy};
use ::workspace::{MANAGED, Workspace};

use super::{
    DivergenceRow, DivergenceWho, DoubtRow, DoubtWeight, ImportAsk, ImportSkillRow, ImportView, OriginState,
    ServedFileRow, UpdateView,
};
use crate::landing::{not_landed, remembered};
use crate::{App, Failure};
use views::wire::{SignatureFact, SkillScope};

/// Most skills, and most files of an update, in one answer.
const ROWS: usize = 500;

/// How far an import is, and what it found.
pub(crate) fn import(app: &App, ask: &ImportAsk) -> Result<ImportView, Failure> {
    let import = remembered(app, &ask.import)?;
    let (mut view, skills) = {
        let state = import.state();
        let view = ImportView {
            source: import.origin.source.message(),
            stage: state.stage,
            why: state.why.clone(),
            files: state.files,
            bytes: state.bytes,
            commit: state.commit.clone(),
            archive: state.archive.clone(),
            doubts: state.doubts.iter().map(doubt_row).collect(),
            skills: Vec::new(),
            omitted: 0,
            update: None,
        };
        (view, state.skills.clone())
    };
    if view.stage != Stage::Ready {
        return Ok(view);
    }
    match import.updates {
        None => {
            let rows = skills.iter().take(ROWS).zip(0..);
            view.skills =
                rows.map(|(found, number)| skill_row(&app.workspace, &import, (found, number))).collect();
            view.omitted = skills.len().saturating_sub(ROWS) as u32;
        }
        Some(_) => match update(&app.workspace, &import) {
            Ok((row, update)) => {
                view.skills = vec![row];
                view.update = Some(update);
            }
            Err(failure) => {
                view.stage = Stage::Failed;
                view.why = Some(failure.message);
            }
        },
    }
    Ok(view)
}

fn skill_row(workspace: &Workspace, import: &Import, (found, number): (&Found, u32)) -> ImportSkillRow {
    let ruling = workspace.ruling(MANAGED);
    let inspected = &found.inspected;
    let same_name = ruling.skills().filter(|skill| skill.name == inspected.name);
    let is_taken = |scope: &SkillScope| {
        let roots = ruling.roots.iter().filter(|look| look.scope == scope.scope());
        let mut places = roots.filter_map(|look| Some(look.path.as_ref()?.join(&found.folder)));
        !found.folder.is_empty() && places.any(|place| disk::look_at_entry(&place).is_ok())
    };
    let scopes = [SkillScope::Repo, SkillScope::User, SkillScope::PixirGlobal];
    let served = |mark: &manage::ServedMark| ServedFileRow {
        uri: mark.uri.clone(),
        sha256: mark.digest.clone(),
        size: mark.size,
    };
    ImportSkillRow {
        skill: number,
        name: inspected.name.clone(),
        description: inspected.description.clone(),
        rel: found.rel.display().to_string(),
        folder: found.folder.clone(),
        files: inspected.files.len() as u32,
        bytes: inspected.bytes,
        refused: inspected.doubts.iter().any(|doubt| doubt.weight == Weight::Refuses),
        doubts: inspected.doubts.iter().map(doubt_row).collect(),
        signature: found.signature.as_ref().map(SignatureFact::from),
        served: import.state().served_of(found).iter().map(served).collect(),
        holders: same_name.map(|skill| skill.short_path.clone()).collect(),
        taken: scopes.into_iter().filter(is_taken).collect(),
    }
}

fn doubt_row(doubt: &Doubt) -> DoubtRow {
    DoubtRow {
        weight: match doubt.weight {
            Weight::Refuses => DoubtWeight::Refuses,
            Weight::Warns => DoubtWeight::Warns,
        },
        rule: doubt.rule.to_owned(),
        at: doubt.at.clone(),
        line: doubt.line,
        message: doubt.words.clone(),
    }
}

fn update(workspace: &Workspace, import: &Import) -> Result<(ImportSkillRow, UpdateView), Failure> {
    let (updated, found) = upstream(import).map_err(not_landed)?;
    let ruling = workspace.ruling_with(&updated.skill).ok_or_else(Failure::skill_gone)?;
    let skill = ruling.skill(&updated.skill).ok_or_else(Failure::skill_gone)?;
    let divergences = manage::divergences(&updated.origin, &skill.dir, &found.dir)
        .map_err(|trouble| Failure::broken(trouble.to_string()))?;
    let is = |who: &[ChangedBy]| divergences.iter().any(|one| who.contains(&one.by));
    // What both changed to the same bytes was changed by both.
    let both = is(&[ChangedBy::Both, ChangedBy::Alike]);
    let (here, there) = (both || is(&[ChangedBy::Here]), both || is(&[ChangedBy::There]));
    let rows = divergences.iter().take(ROWS).map(|one| DivergenceRow {
        rel: one.rel.display().to_string(),
        by: match one.by {
            ChangedBy::Here => DivergenceWho::Here,
            ChangedBy::There => DivergenceWho::There,
            ChangedBy::Both => DivergenceWho::Both,
            ChangedBy::Alike => DivergenceWho::Alike,
        },
        is_here: one.is_here,
        is_there: one.is_there,
    });
    let view = UpdateView {
        skill: updated.skill.clone(),
        name: updated.name.clone(),
        state: match (here, there) {
            (false, false) => OriginState::Neither,
            (true, false) => OriginState::Here,
            (false, true) => OriginState::There,
            (true, true) => OriginState::Both,
        },
        files: rows.collect(),
        omitted: divergences.len().saturating_sub(ROWS) as u32,
    };
    Ok((skill_row(workspace, import, (&found, 0)), view))
}
