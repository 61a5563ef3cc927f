//! How an import begins, and how it ends.

use std::path::PathBuf;
use std::sync::Arc;

use ::skills::manage::{self, Origin, OriginSource};
use ::workspace::MANAGED;

use super::lay::{Ended, Tools, lay};
use super::quarantine::{Import, Quarantine, Updated};
use super::view::{BegunImport, ImportStage};
use super::{BeginImportAsk, ImportAsk, ImportFrom, ImportSource};
use crate::ledger::ledger;
use crate::{App, Code, Failure};
use views::wire::{Millis, Nothing, SkillAsk};

/// Begins an import; the person chooses a folder or file where one is needed.
pub(crate) fn begin_import(app: &App, ask: &BeginImportAsk) -> Result<BegunImport, Failure> {
    let source = match &ask.from {
        ImportFrom::Folder => app.host.choose_source_folder()?.map(ImportSource::Folder),
        ImportFrom::Archive => app.host.choose_source_file()?.map(ImportSource::Archive),
        ImportFrom::Repository { reference } => {
            let chosen = app.host.choose_source_folder()?;
            chosen.map(|path| ImportSource::Repository(path, named(reference)))
        }
        ImportFrom::Git { address, reference } => {
            Some(ImportSource::Git(address.trim().to_owned(), named(reference)))
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
pub fn begin_at(app: &App, source: ImportSource) -> Result<String, Failure> {
    begin(app, source, None)
}

/// Looks at the source of an imported skill again.
pub(crate) fn begin_update(app: &App, ask: &SkillAsk) -> Result<BegunImport, Failure> {
    let ruling = app.workspace.ruling(MANAGED);
    let skill = ruling.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let Some(origin) = manage::origin(&ledger(&app.workspace)?, &skill.dir)? else {
        return Err(Failure::new(Code::Refused, format!("Assay did not import {}", skill.short_path))
            .hint("import it again; then its source is known"));
    };
    let source = match origin.source.clone() {
        OriginSource::Folder { path } => ImportSource::Folder(path),
        OriginSource::Archive { path } => ImportSource::Archive(path),
        OriginSource::Repository { path, reference } => ImportSource::Repository(path, reference),
        OriginSource::Git { address, reference } => ImportSource::Git(address, reference),
    };
    let updated = Updated { skill: ask.id.clone(), name: skill.name.clone(), origin };
    begin(app, source, Some(updated)).map(|import| BegunImport { import: Some(import) })
}

fn begin(app: &App, source: ImportSource, updates: Option<Updated>) -> Result<String, Failure> {
    let Some(kept) = app.workspace.surroundings().kept.as_deref() else {
        return Err(Failure::new(
            Code::NotHere,
            "nothing can be imported here: Assay has no folder of its own",
        )
        .hint("set HOME, so that what comes in can be looked at before it lands"));
    };
    let origin = Origin {
        path: PathBuf::new(),
        source: recorded(&source),
        rel: PathBuf::new(),
        commit: None,
        archive: None,
        at_ms: Millis::at(app.now()).0,
        files: Vec::new(),
    };
    let import = Arc::new(Import::new(origin, updates, app.workspace.signers(), Quarantine::below(kept)?));
    let environment = app.workspace.surroundings().environment.clone();
    let tools = Tools {
        search: ::hydration::path_of(&environment),
        environment,
        helper: app.workspace.surroundings().helper.clone(),
    };
    let working = Arc::clone(&import);
    let work = move || {
        let ended = lay(&working, &source, &tools);
        working.tell(|state| match ended {
            Ok(()) => state.stage = ImportStage::Ready,
            Err(Ended::Refused(doubts)) => {
                state.stage = ImportStage::Refused;
                state.doubts = doubts;
                state.skills.clear();
            }
            Err(Ended::Stopped) => state.stage = ImportStage::Stopped,
            Err(Ended::Failed(why)) => {
                state.stage = ImportStage::Failed;
                state.why = why;
            }
        });
    };
    std::thread::Builder::new()
        .name("import".into())
        .spawn(work)
        .map_err(|error| Failure::broken(&format!("the import cannot be begun: {error}")))?;
    Ok(app.keep_import(import))
}

fn recorded(source: &ImportSource) -> OriginSource {
    match source.clone() {
        ImportSource::Folder(path) => OriginSource::Folder { path },
        ImportSource::Archive(path) => OriginSource::Archive { path },
        ImportSource::Repository(path, reference) => OriginSource::Repository { path, reference },
        ImportSource::Git(address, reference) => OriginSource::Git { address, reference },
    }
}

/// Ends an import: what runs of it stops, and its quarantine goes.
pub(crate) fn end_import(app: &App, ask: &ImportAsk) -> Result<Nothing, Failure> {
    app.forget_import(&ask.import);
    Ok(Nothing {})
}
