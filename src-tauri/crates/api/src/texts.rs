//! Texts of skills that a person has Assay save from the sessions of other agents, which delete them after some weeks.
//! Nothing is saved before she says so; what is saved is hers to see and to delete.

mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ::index::Recorded;
use ::sessions::{ArchivedText, Source, TextArchive};
use ::workspace::{Workspace, convention_of, locked};
use disk::Cause;
use message::message;
use serde::{Deserialize, Serialize};

use crate::{App, Code, Failure};
use views::window;
use views::wire::{DriftFact, Millis, Nothing, ProblemRow, TextWindow};

pub use view::{DeleteTextsAsk, SaveTextsAsk, SavedTextAsk, SavedTextRow, SavedTextsView, Saving};

const FILE: &str = "saved-texts.json";
/// Bytes of that file.
const LIMIT: u64 = 4 << 20;

/// What a person said.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Choice {
    on: bool,
    /// Texts she deleted: they are not saved again while their log is still there.
    without: BTreeSet<String>,
}

/// A text that a log of another agent holds or held.
struct Text {
    archived: ArchivedText,
    is_saved: bool,
    /// Some log holds it still.
    has_log: bool,
}

/// What is saved, and what could be.
pub(crate) fn saved_texts(app: &App, _: &Nothing) -> Result<SavedTextsView, Failure> {
    let archive = archive(&app.workspace)?;
    let (texts, problems) = texts(app, &archive)?;
    let mut drift = drift(app, &texts);
    let row = |(id, text): (String, Text)| drift.remove(&id).map(|drift| SavedTextRow::of(id, text, drift));
    let mut rows: Vec<SavedTextRow> = texts.into_iter().filter_map(row).collect();
    rows.sort_by(|a, b| (&a.name, b.last, &a.id).cmp(&(&b.name, a.last, &b.id)));
    let bytes = |rows: &mut dyn Iterator<Item = &SavedTextRow>| rows.map(|row| row.bytes).sum();
    Ok(SavedTextsView {
        saving: if choice(&app.workspace)?.on { Saving::On } else { Saving::Off },
        folder: archive.folder().display().to_string(),
        saved_bytes: bytes(&mut rows.iter().filter(|row| row.saved.is_some())),
        unsaved_bytes: bytes(&mut rows.iter().filter(|row| row.saved.is_none())),
        texts: rows,
        problems,
    })
}

/// Begins or ends to save texts. What is saved already stays.
pub(crate) fn save_texts(app: &App, ask: &SaveTextsAsk) -> Result<SavedTextsView, Failure> {
    change(&app.workspace, |choice| choice.on = ask.saving == Saving::On)?;
    app.save_seen_texts()?;
    saved_texts(app, &Nothing {})
}

/// Deletes saved texts for good.
pub(crate) fn delete_texts(app: &App, ask: &DeleteTextsAsk) -> Result<SavedTextsView, Failure> {
    let archive = archive(&app.workspace)?;
    let all = || archive.list().map(|(texts, _)| texts.into_iter().map(|(id, _)| id).collect());
    let ids: Vec<String> = if ask.ids.is_empty() { all()? } else { ask.ids.clone() };
    for id in &ids {
        if !archive.holds(id) {
            return Err(Failure::not_found(message!("saved text `{id}` not found.", id))
                .hint(message!("Run `assay texts` to list all.")));
        }
    }
    change(&app.workspace, |choice| choice.without.extend(ids.iter().cloned()))?;
    ids.iter().try_for_each(|id| archive.delete(id))?;
    saved_texts(app, &Nothing {})
}

/// The lines of a saved text.
pub(crate) fn saved_text(workspace: &Workspace, ask: &SavedTextAsk) -> Result<TextWindow, Failure> {
    let text = archive(workspace)?.get(&ask.id)?;
    let text =
        text.ok_or_else(|| Failure::not_found(message!("saved text `{id}` not found.", id = ask.id)))?;
    Ok(window::whole_lines(&text.text, ask.from, ask.count))
}

impl App {
    /// Returns the fault of the file that says which texts are saved.
    pub(crate) fn saved_texts_fault(&self) -> Option<Failure> {
        self.workspace.surroundings().kept.as_ref()?;
        choice(&self.workspace).err()
    }

    /// Saves the texts that are not saved yet, where a person said so; whether there were any.
    fn save_seen_texts(&self) -> Result<bool, Failure> {
        let choice = choice(&self.workspace)?;
        if !choice.on {
            return Ok(false);
        }
        let archive = archive(&self.workspace)?;
        let mut saved = false;
        for (id, text) in seen(self)? {
            if !archive.holds(&id) && !choice.without.contains(&id) {
                archive.save(&text)?;
                saved = true;
            }
        }
        Ok(saved)
    }

    /// The same, once for each state of the index: as long as that is what it was, so are the texts.
    pub(crate) fn save_new_texts(&self) -> Result<bool, Failure> {
        if !choice(&self.workspace)?.on {
            return Ok(false);
        }
        let revision = Some(self.everywhere().listed()?.revision);
        if *locked(&self.saved_texts) == revision {
            return Ok(false);
        }
        let saved = self.save_seen_texts()?;
        *locked(&self.saved_texts) = revision;
        Ok(saved)
    }
}

/// The texts that logs of other agents record, by their ids in the archive; what was recorded last comes last.
fn seen(app: &App) -> Result<Vec<(String, ArchivedText)>, Failure> {
    let everywhere = app.everywhere();
    let (listed, texts) = (everywhere.listed()?, everywhere.recorded_texts());
    let sessions: BTreeMap<i64, _> = listed.sessions.iter().map(|facts| (facts.number, facts)).collect();
    let saved = Millis::at(app.now()).0;
    let text = |one: &Recorded| {
        let session = sessions.get(&one.session)?;
        let text = texts.get(one.content.as_deref()?)?;
        let source = one.source.rules().name;
        let archived = ArchivedText {
            source: source.to_owned(),
            release: one.release.clone(),
            workspace: session.workspace.clone(),
            session: session.id.clone(),
            name: one.name.clone(),
            scope: one.scope.clone(),
            path: one.path.clone(),
            root: one.root.clone(),
            hash: one.hash.clone(),
            integrity: one.integrity,
            kept: one.kept,
            arguments: one.arguments.clone(),
            at: one.at,
            saved,
            text,
        };
        Some((TextArchive::id(source, &one.name, &one.path, &archived.text), archived))
    };
    let mut seen: Vec<_> =
        listed.recorded.iter().filter(|one| !one.source.is_envelope()).filter_map(text).collect();
    seen.sort_by_key(|(_, text)| text.at);
    Ok(seen)
}

type Texts = BTreeMap<String, Text>;

fn texts(app: &App, archive: &TextArchive) -> Result<(Texts, Vec<ProblemRow>), Failure> {
    let (saved, faults) = archive.list()?;
    let saved =
        saved.into_iter().map(|(id, archived)| (id, Text { archived, is_saved: true, has_log: false }));
    let mut texts: Texts = saved.collect();
    for (id, archived) in seen(app)? {
        let at = archived.at;
        let known = texts.entry(id).or_insert(Text { archived, is_saved: false, has_log: true });
        (known.has_log, known.archived.at) = (true, known.archived.at.max(at));
    }
    let problem = |fault: disk::Fault| ProblemRow {
        path: fault.path.display().to_string(),
        code: "damaged_text".to_owned(),
        message: message!("{fault}. Delete the file if you do not need it.", fault),
    };
    Ok((texts, faults.into_iter().map(problem).collect()))
}

/// How each text stands against the file on disk now, by the rules of its agent in its workspace.
fn drift(app: &App, texts: &Texts) -> BTreeMap<String, DriftFact> {
    let mut of_workspace: BTreeMap<&str, Vec<(&String, &ArchivedText)>> = BTreeMap::new();
    for (id, text) in texts {
        of_workspace.entry(&text.archived.workspace).or_default().push((id, &text.archived));
    }
    let mut facts = BTreeMap::new();
    for (workspace, own) in of_workspace {
        let recorded: Vec<Recorded> = own.iter().map(|(_, text)| as_recorded(text)).collect();
        let judged: Vec<_> = recorded.iter().map(|one| (convention_of(one.source), one)).collect();
        let text = |at: usize| Some(own[at].1.text.clone());
        let judged = app.everywhere().standing(Path::new(workspace), &judged, &text);
        facts.extend(own.iter().map(|(id, _)| (*id).clone()).zip(judged));
    }
    facts
}

fn as_recorded(text: &ArchivedText) -> Recorded {
    Recorded {
        session: 0,
        source: Source::named(&text.source).unwrap_or(Source::Assay),
        name: text.name.clone(),
        scope: text.scope.clone(),
        path: text.path.clone(),
        root: text.root.clone(),
        hash: text.hash.clone(),
        content: None,
        integrity: text.integrity,
        kept: text.kept,
        arguments: text.arguments.clone(),
        release: text.release.clone(),
        at: text.at,
    }
}

fn archive(workspace: &Workspace) -> Result<TextArchive, Failure> {
    workspace.surroundings().kept.as_deref().map(TextArchive::below).ok_or_else(nowhere)
}

fn nowhere() -> Failure {
    Failure::new(Code::NotHere, message!("no home folder to save texts in."))
}

fn choice(workspace: &Workspace) -> Result<Choice, Failure> {
    let file = workspace.surroundings().kept.as_deref().ok_or_else(nowhere)?.join(FILE);
    match disk::read(&file, LIMIT) {
        // A link that leads nowhere stands where a choice was.
        Err(fault) if fault.cause == Cause::Missing && disk::look_at_entry(&file).is_err() => {
            Ok(Choice::default())
        }
        Err(fault) => Err(fault.into()),
        Ok(contents) => serde_json::from_slice(&contents.bytes).map_err(|error| {
            let words = message!(
                "{file} is corrupt: {error}; no texts are saved until it is repaired.",
                file = file.display(),
                error
            );
            Failure::new(Code::Failed, words).hint(message!("Repair or delete it."))
        }),
    }
}

fn change(workspace: &Workspace, make: impl FnOnce(&mut Choice)) -> Result<(), Failure> {
    let data = workspace.surroundings().kept.as_deref().ok_or_else(nowhere)?;
    let mut choice = choice(workspace)?;
    make(&mut choice);
    disk::make_private_folder(data)?;
    let written = serde_json::to_vec_pretty(&choice).map_err(Failure::broken)?;
    Ok(disk::write_private(&data.join(FILE), &written)?)
}
