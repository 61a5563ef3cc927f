//! What can be set, what is in force, and where each comes from; and what this program is.

mod folders;

use ::hydration::Source;
use ::workspace::MANAGED;
use message::{Message, Template, message, template};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::access::read_setting;
use crate::{App, Code, Failure};
use views::wire::{Nothing, PlaceRow, SourceFact};

pub use folders::{FoldersChange, FoldersReport, change_folders};

pub(crate) use folders::folders_report;

/// Where the size of everything in the windows is kept.
const TEXT_SIZE: &str = "text-size.json";
/// Where it is kept what becomes of Assay when its last window is closed.
const STAYING: &str = "staying.json";
/// The smallest and the largest, in percent.
const SIZES: std::ops::RangeInclusive<u16> = 80..=200;
/// The most bytes of such a file.
const CHOICE_FILE: u64 = 1 << 10;
/// The words for the default that holds while such a file cannot be read.
const USUAL: Template = template!("the default holds");

/// What is in force here beside what has a request of its own: the mode, trust, visibility, built-ins, the index.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingsView {
    /// The version of this program.
    pub version: String,
    /// The commit it was built from; nothing while it is developed, and outside a checkout.
    pub commit: Option<String>,
    /// The page that lists releases, an https address; nothing where the system brings what is newer, and while it is
    /// developed. Assay itself never asks it.
    pub releases: Option<String>,
    /// Whose rules decide, and of which release they are.
    pub rules: String,
    /// The home folder, when one is known.
    pub home: Option<String>,
    /// Where Assay keeps what is its own.
    pub kept: Option<String>,
    /// The skill roots, in the order in which they win.
    pub roots: Vec<PlaceRow>,
    /// Where skills are looked for as well, because a person said so.
    pub folders: FoldersReport,
    /// Where logs of Pixir are looked for.
    pub places: Vec<PlaceRow>,
    /// Every agent whose sessions are read.
    pub sources: Vec<SourceFact>,
    /// What a source of fresh facts may take and keep.
    pub limits: LimitsFact,
    /// The variables of the environment that a declared command gets, and whether each is set here.
    pub passed: Vec<PassedFact>,
}

/// What a source of fresh facts may take and keep: the built-in values. A skill asks for others within the bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LimitsFact {
    /// Milliseconds a source may take that does not say.
    pub time_ms: u64,
    /// The most milliseconds one may ask for.
    pub time_most_ms: u64,
    /// Bytes kept of a source that does not say.
    pub bytes: u64,
    /// The most bytes one may ask to keep.
    pub bytes_most: u64,
    /// The most requests that wait at once.
    pub waiting_most: u32,
}

/// A variable that a declared command gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PassedFact {
    /// Its name; the value is never shown.
    pub name: String,
    /// It is set.
    pub set: bool,
}

/// What is in force, and where it comes from.
pub(crate) fn settings(app: &App, _: &Nothing) -> Result<SettingsView, Failure> {
    let workspace = &app.workspace;
    let text = |path: &std::path::PathBuf| path.display().to_string();
    let surroundings = workspace.surroundings();
    let is_set = |name: &str| surroundings.environment.iter().any(|(known, _)| known == name);
    let passed = |name: &&str| PassedFact { name: (*name).to_owned(), set: is_set(name) };
    Ok(SettingsView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: app.host.commit().map(str::to_owned),
        releases: app.host.releases().map(str::to_owned),
        rules: crate::app::RULES.to_owned(),
        home: surroundings.home.as_ref().map(text),
        kept: surroundings.kept.as_ref().map(text),
        roots: views::wire::skill_places(&workspace.ruling(MANAGED)),
        folders: folders_report(workspace, &Nothing {})?,
        places: views::wire::log_places(&workspace.logs()),
        sources: ::sessions::Source::ALL.iter().map(|source| SourceFact::from(*source)).collect(),
        limits: LimitsFact {
            time_ms: Source::TIMEOUT.as_millis() as u64,
            time_most_ms: Source::LONGEST.as_millis() as u64,
            bytes: Source::KEEP,
            bytes_most: Source::KEEP_MOST,
            waiting_most: ::hydration::desk::QUEUE as u32,
        },
        passed: ::hydration::PASSED.iter().map(passed).collect(),
    })
}

/// How large everything in the windows is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextSize {
    /// In percent, 80 to 200.
    pub percent: u16,
}

/// How large everything is drawn: as it was chosen, else 100 %.
pub(crate) fn text_size(app: &App, _: &Nothing) -> Result<TextSize, Failure> {
    Ok(app.text_size())
}

/// Draws everything in this size from now on, in every window and after the next start.
pub(crate) fn set_text_size(app: &App, ask: &TextSize) -> Result<TextSize, Failure> {
    let chosen = TextSize { percent: ask.percent.clamp(*SIZES.start(), *SIZES.end()) };
    app.host.set_zoom(chosen.percent)?;
    app.keep(TEXT_SIZE, &chosen, "the size")?;
    Ok(chosen)
}

/// What shall become of Assay when its last window is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Staying {
    /// It stays as long as agents are connected, and a status icon leads back to the window.
    pub stays: bool,
}

/// What becomes of Assay when its last window is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StayingView {
    /// It stays as long as agents are connected, and a status icon leads back to the window.
    pub stays: bool,
    /// Why it ends all the same, in a sentence.
    pub problem: Option<Message>,
}

/// What becomes of Assay when its last window is closed.
pub(crate) fn staying(app: &App, _: &Nothing) -> Result<StayingView, Failure> {
    let stays = app.stays();
    Ok(StayingView { stays, problem: app.host.why_not_stay().filter(|_| stays) })
}

/// Chooses what becomes of it; where nothing would lead back to a window, it goes on ending.
pub(crate) fn set_staying(app: &App, ask: &Staying) -> Result<StayingView, Failure> {
    app.host.stay(ask.stays)?;
    app.keep(STAYING, ask, "the selection")?;
    staying(app, &Nothing {})
}

impl App {
    /// Whether a person chose that Assay stays when its last window is closed.
    pub fn stays(&self) -> bool {
        self.kept::<Staying>(STAYING).is_some_and(|one| one.stays)
    }

    /// How large everything is drawn. What cannot be read, or is no size, counts as none chosen.
    pub fn text_size(&self) -> TextSize {
        let chosen = self.kept::<TextSize>(TEXT_SIZE);
        chosen.filter(|one| SIZES.contains(&one.percent)).unwrap_or(TextSize { percent: 100 })
    }

    /// A choice that was kept in a file of its own; nothing where it cannot be read.
    fn kept<T: DeserializeOwned>(&self, file: &str) -> Option<T> {
        read_setting(self.workspace.surroundings(), file, CHOICE_FILE, &USUAL.message()).ok()?
    }

    /// Returns the faults of the files that keep the choices of this module.
    pub(crate) fn choice_faults(&self) -> Vec<Failure> {
        let surroundings = self.workspace.surroundings();
        let size = read_setting::<TextSize>(surroundings, TEXT_SIZE, CHOICE_FILE, &USUAL.message());
        let staying = read_setting::<Staying>(surroundings, STAYING, CHOICE_FILE, &USUAL.message());
        [size.err(), staying.err()].into_iter().flatten().collect()
    }

    /// Keeps a choice, which `what` names, in a file of its own; nowhere without a folder of Assay's.
    fn keep<T: Serialize + DeserializeOwned>(
        &self,
        file: &str,
        choice: &T,
        what: &str,
    ) -> Result<(), Failure> {
        let Some(kept) = &self.workspace.surroundings().kept else { return Ok(()) };
        // A file that cannot be read is not overwritten.
        read_setting::<T>(self.workspace.surroundings(), file, CHOICE_FILE, &USUAL.message())?;
        let json = serde_json::to_vec(choice).map_err(Failure::broken)?;
        disk::make_folder(kept).and_then(|()| disk::write_atomic(&kept.join(file), &json)).map_err(|fault| {
            Failure::new(Code::Failed, message!("cannot store {what}: {fault}.", what, fault))
        })
    }
}
