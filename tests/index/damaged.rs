//! No damaged byte of the index becomes an answer: it is noticed, and the index is made anew from the logs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use api::{App, Surroundings};
use serde_json::{Value, json};

use super::line;
use tests::room::{open, surroundings};

const SESSIONS: u32 = 25;
/// Words that occur in some sessions, in all, and in one each.
const SAID: [&str; 4] =
    ["paint the shed in red", "sell the boat", "the red roof leaks", "mend the boat and the roof"];

/// A workspace whose sessions between them have every kind of row, and a folder for what Assay keeps.
struct Yard {
    home: tempfile::TempDir,
}

impl Yard {
    fn new() -> Self {
        let yard = Self { home: tempfile::tempdir().expect("a folder") };
        let now = "---\nname: notes\ndescription: Notes.\n---\nNow.\n";
        let skill = yard.path("work/.agents/skills/notes/SKILL.md");
        fs::create_dir_all(skill.parent().expect("a folder")).expect("made");
        fs::write(&skill, now).expect("written");
        for session in 0..SESSIONS {
            let then = if session % 3 == 0 {
                now.to_owned()
            } else {
                now.replace("Now", &format!("Then {}", session % 4))
            };
            let activation = json!({
                "activated_by": if session % 2 == 0 { "user" } else { "model" }, "content": then,
                "content_hash": disk::Digest::of(then.as_bytes()).to_string(), "name": "notes",
                "path": skill, "root": yard.path("work/.agents/skills"), "scope": "repo",
            })
            .to_string();
            let mut text = String::new();
            for seq in 0..40 + session * 3 {
                let said = SAID[(seq + session) as usize % SAID.len()];
                let message =
                    json!({ "text": format!("{said} {} of {session}", seq * 7 + session) }).to_string();
                let event = match seq % 8 {
                    0 if (seq / 8 + session) % 2 == 0 => ("skill_activation", activation.as_str()),
                    1 | 5 => ("user_message", message.as_str()),
                    2 => ("tool_call", r#"{"args":{"command":"ls -l boat"},"call_id":"c","name":"bash"}"#),
                    3 => ("tool_result", r#"{"call_id":"c","ok":true,"output":"total 0 red"}"#),
                    4 => ("provider_usage", r#"{"model":"m","usage":{"input_tokens":7}}"#),
                    _ => ("assistant_message", message.as_str()),
                };
                text.push_str(&(line(seq, event) + "\n"));
            }
            let path = yard.path(&format!(
                "work/.pixir/sessions/202605{:02}T1020{session:02}-abcdef.ndjson",
                session + 1
            ));
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        yard
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn index(&self) -> PathBuf {
        self.path("kept/index/index.sqlite")
    }

    fn app(&self) -> App {
        open(Surroundings {
            home: Some(self.home.path().to_owned()),
            kept: Some(self.path("kept")),
            ..surroundings(self.path("work"))
        })
    }

    /// What the nine questions answer, each without what it says of the index itself. The first two are asked
    /// as the window asks, which looks at no log before it answers.
    fn answers(&self) -> Result<Vec<Value>, String> {
        let app = self.app();
        let filter = |filter: Value| ("listed_sessions_report", filter, "sessions");
        let list = |sort: &str| {
            ("all_sessions", json!({"filter": {}, "sort": sort, "first": 0, "count": 99}), "rows")
        };
        let search = |words: &str, way: &str| {
            let search =
                json!({"words": words, "way": way, "letters": "any", "filter": {}, "first": 0, "count": 99});
            ("search_report", json!({ "search": search }), "hits")
        };
        [
            list("turns"),
            list("drift"),
            filter(json!({})),
            filter(json!({"drift": ["body_changed"]})),
            filter(json!({"skill": "notes", "outcomes": ["answered"], "text": "boat"})),
            search("of 24", "ranked"),
            search("boat of 0", "ranked"),
            ("usage_report", json!({"unused": "all"}), "skills"),
            search("red roof", "exact"),
        ]
        .into_iter()
        .map(|(name, body, part)| {
            let answer = tests::answer(&app, name, &body.to_string())
                .map_err(|failure| format!("{name}: {failure}"))?;
            let mut answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
            Ok(answer[part].take())
        })
        .collect()
    }

    /// The same of a whole index.
    fn right(&self) -> Vec<Value> {
        self.app().everywhere().index_sessions().expect("indexed");
        let right = self.answers().expect("answered");
        assert!(right.iter().all(|answer| answer.as_array().is_some_and(|rows| !rows.is_empty())));
        assert!(self.answers().as_ref() == Ok(&right), "the same twice");
        right
    }

    /// The files of the index as they are while a process that filled it is still there, or after it ended.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = self.index();
        let entries = fs::read_dir(folder.parent().expect("a folder")).expect("listed");
        let files = entries.map(|entry| entry.expect("an entry").path());
        // The third file is shared memory: each process that is the first makes it anew.
        files
            .filter(|file| !file.ends_with("index.sqlite-shm"))
            .map(|file| (file.clone(), fs::read(file).expect("read")))
            .collect()
    }

    fn lay(&self, files: &[(PathBuf, Vec<u8>)]) {
        let folder = self.path("kept/index");
        fs::remove_dir_all(&folder).expect("removed");
        fs::create_dir_all(folder).expect("made");
        for (file, bytes) in files {
            fs::write(file, bytes).expect("written");
        }
    }
}

/// Puts something else in the place of a file.
type Damage<'a> = &'a dyn Fn(&Path);

/// What flipped bits did.
#[derive(Debug, Default)]
struct Told {
    same: u32,
    wrong: Vec<String>,
    failed: Vec<String>,
    anew: u32,
}

impl Told {
    fn take(&mut self, yard: &Yard, right: &[Value], what: &str) {
        let answers = yard.answers();
        match (&answers, differing(&answers, right)) {
            (_, none) if none.is_empty() => self.same += 1,
            (Ok(_), which) => self.wrong.push(format!("{what}: {which}")),
            (Err(_), words) => self.failed.push(format!("{what}: {words}")),
        }
        self.anew += u32::from(yard.path("kept/index/index.sqlite.broken").exists());
    }
}

/// Which answers are not the right ones, in a few words.
fn differing(answers: &Result<Vec<Value>, String>, right: &[Value]) -> String {
    match answers {
        Ok(answers) if answers == right => String::new(),
        Ok(answers) => {
            let which: Vec<usize> = (0..right.len()).filter(|at| answers[*at] != right[*at]).collect();
            format!("answers {which:?}")
        }
        Err(words) => words.clone(),
    }
}

/// Numbers without a pattern, the same in every run.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

fn flips(yard: &Yard, files: &[(PathBuf, Vec<u8>)], of: &str, count: usize, right: &[Value]) -> Told {
    let (mut told, mut number) = (Told::default(), numbers(count as u64));
    for _ in 0..count {
        let mut files = files.to_vec();
        let file = files.iter_mut().find(|(file, _)| file.ends_with(of)).expect("the file");
        let (at, bit) = (number(file.1.len()), number(8));
        file.1[at] ^= 1 << bit;
        yard.lay(&files);
        told.take(yard, right, &format!("{of} byte {at} bit {bit}"));
    }
    told
}

/// How many flips are tried: `ASSAY_FLIPS` for a thorough look.
fn count(few: usize) -> usize {
    std::env::var("ASSAY_FLIPS").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}

#[test]
fn a_flipped_bit_in_the_index_is_never_an_answer() {
    let yard = Yard::new();
    let right = yard.right();
    assert!(right.iter().all(|answer| answer.as_array().is_some_and(|rows| !rows.is_empty())), "{right:?}");
    assert_eq!(yard.answers().as_ref(), Ok(&right), "the same twice");
    let files = yard.files();
    let begun = Instant::now();
    let told = flips(&yard, &files, "index.sqlite", count(60), &right);
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    println!("{} same, {} anew, index of {bytes} bytes, {:?}", told.same, told.anew, begun.elapsed());
    assert!(told.wrong.is_empty() && told.failed.is_empty(), "{told:#?}");
    assert!(told.anew > 0, "no bit was one of a row: {told:?}");
}

#[test]
fn a_flipped_bit_in_the_indexs_write_ahead_log_is_never_an_answer() {
    let yard = Yard::new();
    let right = yard.right();
    fs::remove_dir_all(yard.path("kept/index")).expect("removed");
    // Still open: the last changes stand in the write-ahead log.
    let app = yard.app();
    while app.everywhere().index_some().is_some() {}
    let files = yard.files();
    assert!(files.iter().any(|(file, bytes)| file.ends_with("index.sqlite-wal") && bytes.len() > 100_000));
    drop(app);
    for of in ["index.sqlite-wal", "index.sqlite"] {
        let told = flips(&yard, &files, of, count(30), &right);
        println!("{of}: {} same, {} anew", told.same, told.anew);
        assert!(told.wrong.is_empty() && told.failed.is_empty(), "{told:#?}");
    }
}

#[test]
fn a_value_that_was_edited_in_the_index_is_never_an_answer() {
    let yard = Yard::new();
    let right = yard.right();
    let files = yard.files();
    let mut told = Told::default();
    for edit in [
        "update session set turns = turns + 1 where id = 3",
        "update session set title = 'nothing of the kind' where id = 4",
        "update session set outcome = 2 where id = 5",
        "update session set outcome = 2, seal = 0 where id = 5",
        "update session set started = started - 86400000 where id = 6",
        "update session set path = replace(path, 'abcdef', 'abcdee') where id = 7",
        "update session set worded = lines - 4 where id = 8",
        "delete from session where id = 9",
        "insert into session select 99, path || 'x', workspace, name, subagent, owner, device, inode, size, modified,
         changed, companion, lines, reached, head, tail, events, unread, first_unread, unfinished, opens, turns,
         outcome, title, started, last, activations, mismatched, unhashed, hydrations, ancestry, worded, activated,
         related, pieces, seal from session where id = 2",
        "update activation set name = 'other' where session = 3",
        "update activation set hash = 'a' || substr(hash, 2) where session = 5",
        "delete from activation where session = 3",
        "update snapshot set body = body || 'x'",
        "delete from snapshot",
        "update state set revision = revision + 1",
        "update rows set first = first + 1 where id = (select min(id) from rows)",
        "delete from rows where id = (select max(id) from rows)",
        "delete from lengths where id = (select max(id) from lengths)",
        "delete from words_data where id > 100",
        "update words_idx set pgno = pgno + 2",
        "update words_data set block = zeroblob(length(block)) where id > 100",
        "drop index activation_content",
        "drop table lengths",
    ] {
        yard.lay(&files);
        edited(&yard.index(), edit);
        let before = told.anew;
        told.take(&yard, &right, edit);
        assert_eq!(told.anew, before + 1, "{edit}: it was not put aside; {told:#?}");
    }
    assert!(told.wrong.is_empty() && told.failed.is_empty(), "{told:#?}");
}

/// What another program does to the file.
fn edited(file: &Path, edit: &str) {
    let db = rusqlite::Connection::open(file).expect("opened");
    db.execute_batch(edit).unwrap_or_else(|error| panic!("{edit}: {error}"));
}

#[cfg(unix)]
#[test]
fn something_else_in_the_place_of_the_index_is_put_aside_and_every_answer_is_right() {
    use std::os::unix::fs::symlink;
    let yard = Yard::new();
    let right = yard.right();
    let files = yard.files();
    let folder = |path: &Path| {
        fs::create_dir(path).expect("made");
        fs::write(path.join("mine"), "kept").expect("written");
    };
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|made| made.success()));
    };
    let nowhere = |path: &Path| symlink("/nowhere/at/all", path).expect("linked");
    let round = |path: &Path| symlink(path, path).expect("linked");
    let all: [(&str, Damage); 4] = [
        ("a folder", &folder),
        ("a pipe", &pipe),
        ("a link to nothing", &nowhere),
        ("a link to itself", &round),
    ];
    for (what, make) in all {
        for end in ["", "-wal", "-shm"] {
            yard.lay(&files);
            let mut name = yard.index().into_os_string();
            name.push(end);
            let _ = fs::remove_file(&name);
            make(Path::new(&name));
            let answers = yard.answers();
            assert_eq!(differing(&answers, &right), "", "{what} at index.sqlite{end}");
            let mut aside = name.clone();
            aside.push(".broken");
            assert!(fs::symlink_metadata(&aside).is_ok(), "{what} at index.sqlite{end} is kept");
            if what == "a folder" {
                assert!(Path::new(&aside).join("mine").exists());
                // A second one takes nothing from the first.
                let _ = fs::remove_file(&name);
                make(Path::new(&name));
                assert_eq!(differing(&yard.answers(), &right), "");
                assert!(Path::new(&aside).join("mine").exists());
            }
        }
    }
}
