//! What is dropped onto the window is opened as what it is, once, and nothing else is.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use api::export::{bundle_into, skills_into};
use api::import::DroppedView;
use api::wire::Nothing;
use api::{App, Code, Failure, Host, Page};
use tests::room::Room;

const LONG: &str = "20260918T141102-7be41d";

/// A desktop onto whose window something was dropped.
#[derive(Clone, Default)]
struct Desktop(Arc<Mutex<Option<PathBuf>>>);

impl Host for Desktop {
    fn choose_folder(&self) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }

    fn choose_file(&self, _: &str) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }

    fn open_link(&self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn show_approvals(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn take_dropped(&self) -> Option<PathBuf> {
        self.0.lock().expect("one test").take()
    }
}

struct Window {
    room: Room,
    app: App,
    desktop: Desktop,
}

impl Window {
    fn open() -> Self {
        let (room, desktop) = (Room::example(), Desktop::default());
        let app = App::new(room.surroundings.clone(), Box::new(desktop.clone()));
        Self { room, app, desktop }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.room.surroundings.home.as_ref().expect("the example has one").join(name)
    }

    fn drop(&self, path: &Path) -> Result<DroppedView, Failure> {
        *self.desktop.0.lock().expect("one test") = Some(path.to_owned());
        Page(&self.app).open_dropped(&Nothing {})
    }
}

#[test]
fn a_log_and_a_bundle_of_it_are_told_apart_by_what_they_are() {
    let window = Window::open();
    let log = PathBuf::from(window.room.session(&window.room.key(LONG)).path);
    let opened = window.drop(&log).expect("a log of this workspace");
    let DroppedView::Session { key } = opened else { panic!("{opened:?}") };
    assert_eq!(key, window.room.key(LONG));

    let file = window.at("evidence.zip");
    bundle_into(&window.room.app.workspace, LONG, None, false, &file).expect("a bundle");
    let opened = window.drop(&file).expect("a bundle");
    let DroppedView::Bundle { file, report } = opened else { panic!("{opened:?}") };
    assert_eq!((file.as_str(), report.session.as_str()), ("evidence.zip", LONG));
    assert_eq!(report.findings, Vec::<String>::new());
}

#[test]
fn skills_in_a_zip_come_into_quarantine_and_change_nothing() {
    let window = Window::open();
    let file = window.at("skills.zip");
    skills_into(&window.room.app.workspace, &["release-notes".to_owned()], Some(&file)).expect("a zip");
    let opened = window.drop(&file).expect("a zip");
    assert!(matches!(&opened, DroppedView::Import { import } if !import.is_empty()), "{opened:?}");
}

#[test]
fn a_folder_is_the_workspace_from_then_on_and_is_opened_once() {
    let window = Window::open();
    let folder = window.at("elsewhere");
    disk::make_folder(&folder).expect("a folder");
    assert!(matches!(window.drop(&folder), Ok(DroppedView::Workspace)));
    let now = Page(&window.app).workspace(&Nothing {}).expect("it is open");
    assert_eq!(Path::new(&now.path), disk::canonical(&folder).expect("it is there"));
    assert!(matches!(Page(&window.app).open_dropped(&Nothing {}), Ok(DroppedView::Nothing)));
}

#[test]
fn what_is_none_of_these_is_refused_in_words() {
    let window = Window::open();
    for (name, bytes) in [("notes.txt", "notes"), ("log.ndjson", "{}"), ("run.desktop", "[Desktop Entry]")] {
        let file = window.at(name);
        disk::write_atomic(&file, bytes.as_bytes()).expect("a file");
        let failure = window.drop(&file).expect_err(name);
        assert_eq!(failure.code, Code::Refused, "{failure}");
        assert!(failure.message.text.contains(name), "{failure}");
    }
    assert_eq!(window.drop(&window.at("gone.zip")).expect_err("it is gone").code, Code::NotFound);
}
