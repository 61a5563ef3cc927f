//! How an import begins, and how it ends.

use ::import::{Import, NotBegun, Tools, Updated};
use ::skills::manage::{self, OriginSource};
use ::workspace::locked;
use message::message;

use super::{BeginImportAsk, BegunImport, ImportAsk, ImportFrom};
use crate::ledger::ledger;
use crate::{App, Code, Failure};
use views::wire::{Millis, Nothing, SkillAsk};

/// Begins an import; the person chooses a folder or file where one is needed.
pub(crate) fn begin_import(app: &App, ask: &BeginImportAsk) -> Result<BegunImport, Failure> {
    let source = match &ask.from {
        ImportFrom::Folder => app.host.choose_source_folder()?.map(|path| OriginSource::Folder { path }),
        ImportFrom::Archive => app.host.choose_source_file()?.map(|path| OriginSource::Archive { path }),
        ImportFrom::Repository { reference } => {
            let chosen = app.host.choose_source_folder()?;
            chosen.map(|path| OriginSource::Repository { path, reference: named(reference) })
        }
        ImportFrom::Git { address, reference } => {
            Some(OriginSource::Git { address: address.trim().to_owned(), reference: named(reference) })
        }
    };
    let import = source.map(|source| begin_at(app, source)).transpose()?;
    Ok(BegunImport { import })
}

fn named(reference: &Option<String>) -> Option<String> {
    reference.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Begins an import from a source that was named; returns its id. It goes on by itself: ask [`ImportAsk`] how far.
///
/// # Errors
///
/// [`Code::NotHere`] where there is no home folder to keep it in, and what the disk says when its quarantine
/// cannot be made. What goes wrong afterwards is told by [`ImportAsk`].
pub fn begin_at(app: &App, source: OriginSource) -> Result<String, Failure> {
    begin(app, source, None)
}

/// Looks at the source of an imported skill again.
pub(crate) fn begin_update(app: &App, ask: &SkillAsk) -> Result<BegunImport, Failure> {
    let ruling = app.workspace.ruling_with(&ask.id).ok_or_else(Failure::skill_gone)?;
    let skill = ruling.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let Some(origin) = manage::origin(&ledger(&app.workspace)?, &skill.dir)? else {
        return Err(Failure::new(
            Code::Refused,
            message!("Assay did not import {skill}.", skill = skill.short_path),
        )
        .hint(message!("Import it again, so that its source is recorded.")));
    };
    let source = origin.source.clone();
    if matches!(source, OriginSource::Served { .. }) {
        let words =
            message!("{skill} came from {source}.", skill = skill.short_path, source => source.message());
        let hint = message!(
            "Assay starts a server only if you ask: run `assay import --replace --mcp COMMAND` to update it."
        );
        return Err(Failure::new(Code::Refused, words).hint(hint));
    }
    let updated = Updated { skill: ask.id.clone(), name: skill.name.clone(), origin };
    begin(app, source, Some(updated)).map(|import| BegunImport { import: Some(import) })
}

fn begin(app: &App, source: OriginSource, updates: Option<Updated>) -> Result<String, Failure> {
    let surroundings = app.workspace.surroundings();
    let Some(kept) = surroundings.kept.as_deref() else {
        return Err(Failure::new(Code::NotHere, message!("cannot import: Assay has no data directory."))
            .hint(message!("Set HOME, so that imports can be checked in quarantine.")));
    };
    let tools = Tools {
        search: ::hydration::path_of(&surroundings.environment),
        environment: surroundings.environment.clone(),
        helper: surroundings.helper.clone(),
    };
    let import =
        Import::begin(source, updates, app.workspace.signers(), kept, tools, Millis::at(app.now()).0)
            .map_err(|not| match not {
                NotBegun::Quarantine(fault) => fault.into(),
                NotBegun::Thread(_) => Failure::broken(not.to_string()),
            })?;
    Ok(locked(&app.imports).keep(import))
}

/// Ends an import: what runs of it stops, and its quarantine goes.
pub(crate) fn end_import(app: &App, ask: &ImportAsk) -> Result<Nothing, Failure> {
    locked(&app.imports).forget(&ask.import);
    Ok(Nothing {})
}
