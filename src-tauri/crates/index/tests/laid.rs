//! Sessions in another program's database: listed, searched and followed as those in files are.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use index::{Asked, Go, Index, Letters, Told, Wanted, query, search_logs};
use rusqlite::Connection;
use sessions::{Heads, Homes, LogPlace, Source, find_elsewhere};

fn places(home: &Path) -> Vec<LogPlace> {
    let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
    find_elsewhere(&homes, &mut Heads::default()).logs
}

/// Brings the index to the state of the logs: sessions read and sessions forgotten.
fn sync(index: &mut Index, places: &[LogPlace]) -> (u32, u32) {
    let wanted = Wanted { workspaces: &[], elsewhere: places, kept: None, now: SystemTime::now() };
    let work = index.sync(&wanted).unwrap();
    assert_eq!(work.faults, []);
    while index.fill_words(1 << 20).unwrap().is_some() {}
    (work.sessions, work.gone)
}

fn exact(logs: &[(PathBuf, Source)], words: &str) -> Vec<(u32, String)> {
    let query = query(words, Letters::Exact).unwrap();
    let mut hits = Vec::new();
    let searched = search_logs(&Asked { logs, query: &query, limit: 100 }, &mut |told| {
        if let Told::Hit(hit) = told {
            hits.push((hit.place.line, hit.field));
        }
        Go::On
    });
    assert_eq!((searched.faults.len(), searched.logs), (0, logs.len()));
    hits
}

#[test]
fn sessions_in_a_database_are_listed_searched_and_followed() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join(".local/share/opencode");
    fs::create_dir_all(&data).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sessions/tests/fixtures/agents/opencode");
    let db = Connection::open(data.join("opencode.db")).unwrap();
    for rows in ["schema.sql", "command.sql", "sub-agent.sql"] {
        db.execute_batch(&fs::read_to_string(fixtures.join(rows)).unwrap()).unwrap();
    }
    let mut index = Index::open(Some(&home.path().join("index")));
    assert_eq!(sync(&mut index, &places(home.path())), (3, 0));
    assert_eq!(sync(&mut index, &places(home.path())), (0, 0), "nothing has changed");
    let listed = index.listed().unwrap();
    let asking =
        listed.sessions.iter().find(|one| one.path.ends_with("ses_dfa52c4f1ffeFn3KdtaedIA8Gh")).unwrap();
    assert_eq!(
        (asking.source, asking.workspace.as_str(), asking.turns),
        (Source::OpenCode, "/home/ada/shop", 1)
    );
    assert!(asking.started.is_some() && asking.bytes > 0);
    assert_eq!(asking.title, "A title", "a session is called as its agent calls it");
    let ranked = |index: &Index, words: &str| {
        let found = index.ranked(words, 10, &|_| true).unwrap();
        assert_eq!(found.dropped, 0);
        found.hits.into_iter().map(|hit| (hit.path, hit.line)).collect::<Vec<_>>()
    };
    assert_eq!(ranked(&index, "all done"), [(asking.path.clone(), 11)]);
    let logs: Vec<_> = places(home.path()).into_iter().map(|place| (place.path, place.source)).collect();
    assert_eq!(exact(&logs, "All done."), [(9, "data.text".to_owned())]);

    let changed = r#"{"type":"text","text":"All otherwise."}"#;
    let update = "update part set data = ?, time_updated = time_updated + 1 where data like '%All done.%'";
    assert_eq!(db.execute(update, [changed]), Ok(1));
    assert_eq!(sync(&mut index, &places(home.path())), (1, 0), "one session has changed");
    assert_eq!((ranked(&index, "all done").len(), ranked(&index, "otherwise").len()), (0, 1));
    assert_eq!(exact(&logs, "All otherwise.").len(), 1);
    db.execute_batch("delete from session where parent_id is not null").unwrap();
    assert_eq!(sync(&mut index, &places(home.path())), (0, 1), "one session is gone");
}
