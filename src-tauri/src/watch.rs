//! Listens for rumours that files changed.
//!
//! A rumour only causes a second look: its content is never trusted, and a look every five seconds
//! finds what no rumour told. The first rumour is passed on at once, so that a live log grows on
//! screen without delay; those of the next 30 ms are gathered into one.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use api::{App, Change, Tag, Watched};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tauri::AppHandle;

use crate::{background, news};

const GATHER: Duration = Duration::from_millis(30);
const BACKSTOP: Duration = Duration::from_secs(5);
/// How long work in the background rests when there is none; the index leaves the first screen alone for as long.
const REST: Duration = Duration::from_secs(2);
/// How often the page is told how far the index is.
const INDEX_NEWS: Duration = Duration::from_millis(300);
/// Between two slices of a long log, so that whoever wants it comes in between.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts listening; ends with the app.
pub fn start(window: AppHandle, app: Arc<App>) {
    let (own, engine) = (window.clone(), Arc::clone(&app));
    std::thread::spawn(move || listen(&own, &engine));
    let (own, engine) = (window.clone(), Arc::clone(&app));
    std::thread::spawn(move || validate(&own, &engine));
    std::thread::spawn(move || index(&window, &app));
}

// Long logs are read in full and the index follows on threads of their own: a rumour never waits for them.

fn validate(window: &AppHandle, app: &App) {
    background::enter();
    loop {
        match app.validate_some() {
            Some(true) => tell(window, app, &[Tag::Sessions]),
            Some(false) => std::thread::sleep(PAUSE),
            None => std::thread::sleep(REST),
        }
    }
}

fn index(window: &AppHandle, app: &App) {
    background::enter();
    std::thread::sleep(REST);
    let mut told: Option<Instant> = None;
    loop {
        let step = app.everywhere().index_some();
        let is_due = told.is_none_or(|told| told.elapsed() >= INDEX_NEWS);
        match step {
            Some(_) if is_due => {
                told = Some(Instant::now());
                news::tell(window, &Change { stale: vec![Tag::Index] });
            }
            Some(_) => {}
            None => {
                if told.take().is_some() {
                    news::tell(window, &Change { stale: vec![Tag::Index] });
                }
                std::thread::sleep(REST);
            }
        }
    }
}

fn listen(window: &AppHandle, app: &App) {
    let (sender, rumours) = channel();
    let mut watch = Watch::new(sender);
    watch.follow(app.watched());
    loop {
        match rumours.recv_timeout(BACKSTOP) {
            Ok(tag) => {
                tell(window, app, &[tag]);
                let more = gather(&rumours, Instant::now() + GATHER);
                tell(window, app, &more);
                watch.follow(app.watched());
            }
            Err(RecvTimeoutError::Timeout) => {
                tell(window, app, &app.look_for_changes());
                watch.follow(app.watched());
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn tell(window: &AppHandle, app: &App, stale: &[Tag]) {
    if stale.is_empty() {
        return;
    }
    app.heard(stale);
    news::tell(window, &Change { stale: stale.to_vec() });
}

fn gather(rumours: &Receiver<Tag>, until: Instant) -> Vec<Tag> {
    let mut stale = Vec::new();
    while let Ok(tag) = rumours.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if !stale.contains(&tag) {
            stale.push(tag);
        }
    }
    stale
}

struct Watch {
    sender: Sender<Tag>,
    // A watcher is made anew when the places change; dropping the old one ends its watches.
    watcher: Option<RecommendedWatcher>,
    places: Vec<Watched>,
}

impl Watch {
    fn new(sender: Sender<Tag>) -> Self {
        Self { sender, watcher: None, places: Vec::new() }
    }

    fn follow(&mut self, places: Vec<Watched>) {
        if self.places == places && self.watcher.is_some() {
            return;
        }
        let sender = self.sender.clone();
        let known = places.clone();
        let made = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            for tag in concerned(&known, event) {
                let _ = sender.send(tag);
            }
        });
        let mut folders: Vec<_> = places.iter().map(|place| &place.folder).collect();
        folders.dedup();
        // Without a watcher the backstop still looks every five seconds.
        self.watcher = made.ok().map(|mut watcher| {
            for folder in folders {
                let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
            }
            watcher
        });
        self.places = places;
    }
}

// A lost or overflowing queue may have swallowed anything, so it concerns everything.
fn concerned(places: &[Watched], event: notify::Result<notify::Event>) -> Vec<Tag> {
    let Ok(event) = event else { return vec![Tag::Skills, Tag::Sessions] };
    if event.need_rescan() {
        return vec![Tag::Skills, Tag::Sessions];
    }
    if event.kind.is_access() {
        return Vec::new();
    }
    let told = places.iter().filter(|place| event.paths.iter().any(|path| place.concerns(path)));
    let mut tags: Vec<Tag> = told.map(|place| place.tag).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}
