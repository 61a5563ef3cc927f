//! Listens for rumours that files changed.
//!
//! A rumour only causes a second look: its content is never trusted, and a look every five seconds
//! finds what no rumour told. The first rumour is passed on at once, so that a live log grows on
//! screen without delay; while more keep coming, one goes to the page every 30 ms, for all of them.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
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

/// What is listened for: one window, as long as its engine is there.
#[derive(Clone)]
struct Ear {
    app: AppHandle,
    label: String,
    engine: Weak<App>,
}

/// Starts listening for the window with this label; ends with its engine.
pub fn start(app: &AppHandle, label: &str, engine: &Arc<App>) {
    let ear = Ear { app: app.clone(), label: label.to_owned(), engine: Arc::downgrade(engine) };
    engine.leave_large_logs();
    for work in [listen, read_on, index] {
        let ear = ear.clone();
        std::thread::spawn(move || work(&ear));
    }
}

// Large and long logs are read, and the index follows on threads of their own: a rumour never waits for them.

fn read_on(ear: &Ear) {
    background::enter();
    while let Some(engine) = ear.engine.upgrade() {
        let step = engine.read_on();
        if step == Some(true) {
            ear.tell(&engine, &Rumour::anywhere(vec![Tag::Sessions]));
        }
        // It ends with its window, not a rest later.
        drop(engine);
        match step {
            Some(true) => {}
            Some(false) => std::thread::sleep(PAUSE),
            None => std::thread::sleep(REST),
        }
    }
}

// Each window follows the logs for its own lists, as every process of Assay does; whoever comes first writes.
fn index(ear: &Ear) {
    background::enter();
    std::thread::sleep(REST);
    let mut told: Option<Instant> = None;
    while let Some(engine) = ear.engine.upgrade() {
        let step = engine.everywhere().index_some();
        let is_due = told.is_none_or(|told| told.elapsed() >= INDEX_NEWS);
        match step {
            Some(_) if is_due => {
                told = Some(Instant::now());
                news::tell(&ear.app, &ear.label, &Change::of(&[Tag::Index]));
            }
            Some(_) => {}
            None => {
                if told.take().is_some() {
                    news::tell(&ear.app, &ear.label, &Change::of(&[Tag::Index]));
                }
                drop(engine);
                std::thread::sleep(REST);
            }
        }
    }
}

/// What may have changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Rumour {
    tags: Vec<Tag>,
    /// Where, as far as that is known; nothing where it may be anywhere.
    paths: Option<Vec<PathBuf>>,
}

impl Rumour {
    fn anywhere(tags: Vec<Tag>) -> Self {
        Self { tags, paths: None }
    }

    fn and(mut self, other: Self) -> Self {
        self.tags.extend(other.tags);
        self.tags.sort_unstable();
        self.tags.dedup();
        self.paths = self.paths.zip(other.paths).map(|(mut paths, more)| {
            paths.extend(more);
            paths.sort_unstable();
            paths.dedup();
            paths
        });
        self
    }
}

fn listen(ear: &Ear) {
    let (sender, rumours) = channel();
    let mut watch = Watch::new(sender);
    let mut next = Instant::now();
    while let Some(engine) = ear.engine.upgrade() {
        watch.follow(engine.watched());
        drop(engine);
        let heard = rumours.recv_timeout(BACKSTOP);
        let Some(engine) = ear.engine.upgrade() else { return };
        match heard {
            Ok(rumour) => {
                ear.tell(&engine, &gather(rumour, &rumours, next));
                next = Instant::now() + GATHER;
            }
            Err(RecvTimeoutError::Timeout) => {
                ear.tell(&engine, &Rumour::anywhere(engine.look_for_changes()));
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

impl Ear {
    fn tell(&self, engine: &App, rumour: &Rumour) {
        if rumour.tags.is_empty() {
            return;
        }
        engine.heard(&rumour.tags);
        let sessions = rumour.paths.as_ref().and_then(|paths| engine.workspace.keys_at(paths));
        news::tell(&self.app, &self.label, &Change { stale: rumour.tags.clone(), sessions });
    }
}

/// A rumour with all that come until a moment, which may have passed.
fn gather(first: Rumour, rumours: &Receiver<Rumour>, until: Instant) -> Rumour {
    let mut gathered = first;
    while let Ok(rumour) = rumours.recv_timeout(until.saturating_duration_since(Instant::now())) {
        gathered = gathered.and(rumour);
    }
    gathered
}

struct Watch {
    sender: Sender<Rumour>,
    // A watcher is made anew when the places change; dropping the old one ends its watches.
    watcher: Option<RecommendedWatcher>,
    places: Vec<Watched>,
}

impl Watch {
    fn new(sender: Sender<Rumour>) -> Self {
        Self { sender, watcher: None, places: Vec::new() }
    }

    fn follow(&mut self, places: Vec<Watched>) {
        if self.places == places && self.watcher.is_some() {
            return;
        }
        let sender = self.sender.clone();
        let known = places.clone();
        let made = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Some(rumour) = concerned(&known, event) {
                let _ = sender.send(rumour);
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
fn concerned(places: &[Watched], event: notify::Result<notify::Event>) -> Option<Rumour> {
    let lost = || Some(Rumour::anywhere(vec![Tag::Skills, Tag::Sessions]));
    let Ok(event) = event else { return lost() };
    if event.need_rescan() {
        return lost();
    }
    if event.kind.is_access() {
        return None;
    }
    let told = places.iter().filter(|place| event.paths.iter().any(|path| place.concerns(path)));
    let mut tags: Vec<Tag> = told.map(|place| place.tag).collect();
    tags.sort_unstable();
    tags.dedup();
    (!tags.is_empty()).then_some(Rumour { tags, paths: Some(event.paths) })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use super::{Rumour, Tag, gather};

    #[test]
    fn a_flood_of_rumours_is_one_rumour_and_a_single_one_waits_for_nothing() {
        let (sender, rumours) = channel();
        let one = || Rumour { tags: vec![Tag::Sessions], paths: Some(vec!["/a".into()]) };
        for _ in 0..10_000 {
            sender.send(one()).expect("heard");
        }
        assert_eq!(gather(one(), &rumours, Instant::now() + Duration::from_millis(300)), one());
        assert!(rumours.try_recv().is_err(), "nothing is left for the next");
        let begun = Instant::now();
        assert_eq!(gather(one(), &rumours, begun), one());
        assert!(begun.elapsed() < Duration::from_millis(200), "it waited");
    }

    #[test]
    fn rumours_name_every_place_unless_one_of_them_knows_none() {
        let at = |path: &str| Rumour { tags: vec![Tag::Sessions], paths: Some(vec![path.into()]) };
        let both = at("/b").and(at("/a")).and(at("/b"));
        assert_eq!(both.paths, Some(vec!["/a".into(), "/b".into()]));
        let lost = both.and(Rumour::anywhere(vec![Tag::Skills]));
        assert_eq!(lost, Rumour { tags: vec![Tag::Skills, Tag::Sessions], paths: None });
    }
}
