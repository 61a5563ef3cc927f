//! Listens for rumours that files changed.
//!
//! A rumour only causes a second look: its content is never trusted, and a look every five seconds
//! finds what no rumour told. The first rumour is passed on at once, so that a live log grows on
//! screen without delay; those of the next 30 ms are gathered into one.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use api::{App, Change, Tag};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tauri::AppHandle;

use crate::news;

const GATHER: Duration = Duration::from_millis(30);
const BACKSTOP: Duration = Duration::from_secs(5);

/// Starts listening; ends with the app.
pub fn start(window: AppHandle, app: Arc<App>) {
    std::thread::spawn(move || listen(&window, &app));
}

fn listen(window: &AppHandle, app: &App) {
    let (sender, rumours) = channel();
    let mut watch = Watch::new(sender);
    loop {
        watch.follow(app.watched());
        let Some(mut stale) = next(&rumours) else { return };
        let until = Instant::now() + GATHER;
        if !stale.is_empty() {
            tell(window, app, &stale);
            stale = gather(&rumours, until);
        } else {
            stale = app.look_for_changes();
        }
        if !stale.is_empty() {
            tell(window, app, &stale);
        }
    }
}

fn tell(window: &AppHandle, app: &App, stale: &[Tag]) {
    app.heard(stale);
    news::tell(window, &Change { stale: stale.to_vec() });
}

// Nothing when the app ends, no tags when only the backstop rang.
fn next(rumours: &Receiver<Tag>) -> Option<Vec<Tag>> {
    match rumours.recv_timeout(BACKSTOP) {
        Ok(tag) => Some(vec![tag]),
        Err(RecvTimeoutError::Timeout) => Some(Vec::new()),
        Err(RecvTimeoutError::Disconnected) => None,
    }
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
    places: Vec<(PathBuf, Tag)>,
}

impl Watch {
    fn new(sender: Sender<Tag>) -> Self {
        Self { sender, watcher: None, places: Vec::new() }
    }

    fn follow(&mut self, places: Vec<(PathBuf, Tag)>) {
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
        // Without a watcher the backstop still looks every five seconds.
        self.watcher = made.ok().map(|mut watcher| {
            for (path, _) in &places {
                let _ = watcher.watch(path, RecursiveMode::NonRecursive);
            }
            watcher
        });
        self.places = places;
    }
}

// A lost or overflowing queue may have swallowed anything, so it concerns everything.
fn concerned(places: &[(PathBuf, Tag)], event: notify::Result<notify::Event>) -> Vec<Tag> {
    let Ok(event) = event else { return vec![Tag::Skills, Tag::Sessions] };
    if event.need_rescan() {
        return vec![Tag::Skills, Tag::Sessions];
    }
    if event.kind.is_access() {
        return Vec::new();
    }
    let mut tags: Vec<Tag> = places
        .iter()
        .filter(|(place, _)| event.paths.iter().any(|path| path.starts_with(place)))
        .map(|(_, tag)| *tag)
        .collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}
