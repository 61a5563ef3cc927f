//! Many folders with many short sessions of another agent: lists, one session, a search and the drift of all, as the
//! program is started for each.

use std::path::Path;
use std::time::{Duration, Instant};

use tests::generated::folders;

use crate::agents::{Place, run};
use crate::{Size, limit, made, print};

/// Sessions in each folder.
const EACH: usize = 84;
/// How often each is asked once it was asked before; the middle one counts.
const AGAIN: usize = 5;

/// What is asked, the words for it, and within which time the answer is wanted of 50,400 sessions.
const ASKED: [(&str, &[&str], Duration); 4] = [
    (
        "every session of 600 folders listed, the index made",
        &["sessions", "--everywhere"],
        Duration::from_secs(1),
    ),
    ("one session of them by its id", &["session", "SESSION"], Duration::from_millis(500)),
    ("exact words in all of them", &["search", "--everywhere", "task number-000042"], Duration::from_secs(3)),
    ("drift of all of them", &["drift", "--everywhere"], Duration::from_secs(10)),
];

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let folder = folder.canonicalize()?;
    let Some(place) = Place::of(&folder) else {
        println!("      skipped: `assay` was not built beside this; `cargo build --release -p cli` does");
        return Ok(());
    };
    let work = folder.join("work");
    let sessions = made("folders with sessions of another agent", || {
        folders::write(place.home(), &work, size.folders, EACH)
    })?;
    println!("      {sessions} sessions of Claude Code in {} folders", size.folders);
    let asked_in = place.in_folder(&work.join("project-000"));
    let time = |command| {
        let begun = Instant::now();
        run(command);
        begun.elapsed()
    };
    let first = time(asked_in.assay(&["sessions", "--everywhere"]));
    print(limit(0, "every session of 600 folders listed, from nothing", first, Duration::from_secs(10)));
    let id = folders::id(1);
    for (what, words, wanted) in ASKED {
        let words: Vec<&str> =
            words.iter().map(|word| if *word == "SESSION" { id.as_str() } else { word }).collect();
        let mut times: Vec<Duration> = (0..AGAIN).map(|_| time(asked_in.assay_again(&words))).collect();
        times.sort_unstable();
        print(limit(0, what, times[AGAIN / 2], wanted));
    }
    Ok(())
}
