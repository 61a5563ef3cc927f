#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::print_stdout, reason = "a test may")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use parquet::file::reader::{FileReader, SerializedFileReader};

use super::{Book, part, plain};
use crate::schema::{ACTIVATIONS, DRIFT, Kind, TABLES};
use crate::sheet::Value;

/// Takes in a row.
type Add<'a> = dyn FnMut(&[(&str, Value<'_>)]) + 'a;

/// A row of `activations`, made from its number.
fn row(number: u64, add: &mut Add<'_>) {
    let session = format!("session-{:06}", number / 40);
    let skill = format!("skill-{}", number % 97);
    let hash = format!("{:064x}", (number % 97) * 7 + number / 500_000);
    let path = format!("/home/ada/shop/.agents/skills/{skill}/SKILL.md");
    let file = format!("/home/ada/shop/.pixir/sessions/{session}.ndjson");
    let number = i64::try_from(number).expect("small");
    add(&[
        ("session", Value::Text(&session)),
        ("agent", Value::Text("pixir")),
        ("workspace", Value::Text("/home/ada/shop")),
        ("turn", Value::Count(number % 40 + 1)),
        ("given_at", Value::Time(1_790_000_000_000 + number * 1000)),
        ("skill", Value::Text(&skill)),
        ("scope", Value::Text("repo")),
        ("path", Value::Text(&path)),
        ("hash", Value::Text(&hash)),
        ("asked_by", if number % 3 == 0 { Value::Text("user") } else { Value::Text("model") }),
        ("copied", Value::Flag(number % 50 == 0)),
        ("given_again", Value::Flag(false)),
        ("stale", Value::Absent),
        ("file", Value::Text(&file)),
        ("record", Value::Count(number % 900 + 1)),
        ("evidence", Value::Text("recorded")),
    ]);
}

fn day(number: u64) -> String {
    format!("2026-{:02}-{:02}", number / 28 % 12 + 1, number % 28 + 1)
}

fn rows_in(folder: &Path) -> i64 {
    let mut rows = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rows += rows_in(&path);
        } else {
            rows +=
                SerializedFileReader::try_from(path.as_path()).unwrap().metadata().file_metadata().num_rows();
        }
    }
    rows
}

#[test]
fn every_row_arrives_however_many_days_and_parts_there_are() {
    let room = tempfile::tempdir().unwrap();
    let mut book = Book::open(room.path(), "a machine/..", None, None).unwrap();
    for number in 0..300_000 {
        let day = day(if number < 200_000 { 0 } else { number % 300 });
        row(number, &mut |row| book.add(&ACTIVATIONS, &day, row).unwrap());
    }
    let written = book.close().unwrap();
    assert_eq!((written.rows["activations"], rows_in(room.path())), (300_000, 300_000));
    let first = room.path().join("activations/day=2026-01-01/machine=a-machine---");
    assert!(first.join(part(1)).exists(), "a day of many rows has several files");
    // Fewer rows the next time leave no file of before.
    let mut book = Book::open(room.path(), "a machine/..", None, None).unwrap();
    row(0, &mut |row| book.add(&ACTIVATIONS, &day(0), row).unwrap());
    book.close().unwrap();
    assert_eq!(fs::read_dir(&first).unwrap().count(), 1);
}

/// The id of a process that ended.
fn ended() -> u32 {
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

#[test]
fn half_written_files_go_unless_their_process_runs() {
    let room = tempfile::tempdir().unwrap();
    let write = || {
        let mut book = Book::open(room.path(), "one", None, None).unwrap();
        row(0, &mut |row| book.add(&ACTIVATIONS, &day(0), row).unwrap());
        book.close().unwrap();
    };
    write();
    // Also in the folder of a day that is not written again.
    let other = room.path().join("turns/day=2026-01-02/machine=one");
    fs::create_dir_all(&other).unwrap();
    let folder = room.path().join("activations/day=2026-01-01/machine=one");
    // The parent of this process runs as long as it does.
    let running = std::os::unix::process::parent_id();
    for folder in [&folder, &other] {
        fs::write(folder.join(format!("part-0000.parquet.tmp-{}-1", ended())), "half").unwrap();
        fs::write(folder.join(format!("part-0000.parquet.tmp-{running}-1")), "half").unwrap();
        fs::write(folder.join("notes.tmp-1-1"), "somebody's").unwrap();
    }
    write();
    assert_eq!((fs::read_dir(&folder).unwrap().count(), fs::read_dir(&other).unwrap().count()), (3, 2));
}

#[test]
fn export_that_was_killed_is_completed_by_the_next_one() {
    let room = tempfile::tempdir().unwrap();
    let drift: Vec<(&str, Value<'_>)> = DRIFT
        .columns
        .iter()
        .map(|column| match column.name {
            "skill" => (column.name, Value::Text("notes")),
            name => (name, Value::Absent),
        })
        .collect();
    let export = |close: bool| {
        let mut book = Book::open(room.path(), "one", None, None).unwrap();
        let since = book.since().to_owned();
        book.add(&DRIFT, "2026-11-27", &drift).unwrap();
        for number in 0..140_000 {
            row(number, &mut |row| book.add(&ACTIVATIONS, &day(0), row).unwrap());
        }
        row(0, &mut |row| book.add(&ACTIVATIONS, &day(1), row).unwrap());
        if close {
            book.close().unwrap();
        }
        since
    };
    // Killed with one file written: the mark of a whole export is not there.
    assert_eq!(export(false), "");
    assert!(!room.path().join("drift").exists() && rows_in(room.path()) > 0);
    assert_eq!(export(true), "");
    assert_eq!(rows_in(&room.path().join("activations")), 140_001);
    assert_eq!(export(true), "2026-11-27");
}

#[test]
fn home_folders_are_shortened_in_every_column() {
    let room = tempfile::tempdir().unwrap();
    let mut book = Book::open(room.path(), "one", None, Some(Path::new("/srv/mara"))).unwrap();
    for table in TABLES {
        let text = "/srv/mara/a and /home/otto/b C:\\Users\\Otto\\c ~otto/d /w/projects/-home-otto-e";
        let row: Vec<_> = table
            .columns
            .iter()
            .map(|column| {
                (column.name, if column.kind == Kind::Text { Value::Text(text) } else { Value::Absent })
            })
            .collect();
        book.add(table, "2026-02-03", &row).unwrap();
    }
    book.close().unwrap();
    for table in TABLES {
        let file = room.path().join(table.name).join("day=2026-02-03/machine=one").join(part(0));
        let reader = SerializedFileReader::try_from(file.as_path()).unwrap();
        let row = reader.get_row_iter(None).unwrap().next().unwrap().unwrap().to_string();
        assert!(!row.to_lowercase().contains("otto") && !row.contains("mara"), "{}: {row}", table.name);
    }
}

#[test]
fn what_is_read_back_is_what_was_written() {
    let room = tempfile::tempdir().unwrap();
    let mut book = Book::open(room.path(), "one", None, None).unwrap();
    row(50, &mut |row| book.add(&ACTIVATIONS, "2026-02-03", row).unwrap());
    row(51, &mut |row| book.add(&ACTIVATIONS, "2026-02-03", row).unwrap());
    book.close().unwrap();
    let file = room.path().join("activations/day=2026-02-03/machine=one").join(part(0));
    let reader = SerializedFileReader::try_from(file.as_path()).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(about.iter().any(|one| one.key == "assay.tables" && one.value.as_deref() == Some("1")));
    let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert_eq!(rows.len(), 2);
    for piece in ["session: \"session-000001\"", "turn: 11", "copied: true", "stale: null", "2026-"] {
        assert!(rows[0].contains(piece), "{piece} in {}", rows[0]);
    }
    assert!(rows[1].contains("copied: false") && rows[1].contains("asked_by: \"user\""), "{}", rows[1]);
}

#[test]
fn names_of_machines_stay_in_their_folder() {
    for (name, expected) in [("laptop-7", "laptop-7"), ("../x", "---x"), ("", "unnamed"), ("a=b\n", "a-b-")] {
        assert_eq!(plain(name), expected);
    }
    assert!(TABLES.iter().all(|table| table.columns.len() > 5));
}

/// Ten million rows, in how much time and memory, beside pyarrow that reads the same rows as JSON and writes them.
#[test]
#[ignore = "prints figures; `cargo xtask bench tables` asks for it"]
fn figures_of_ten_million_activations() {
    let rows: u64 = std::env::var("ASSAY_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(10_000_000);
    let room = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let mut book = Book::open(&room.path().join("ours"), "one", None, None).unwrap();
    for number in 0..rows {
        let day = day(number * 300 / rows);
        row(number, &mut |row| book.add(&ACTIVATIONS, &day, row).unwrap());
    }
    let written = book.close().unwrap();
    let ours = began.elapsed();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM unknown").to_owned();
    println!("{rows} rows: {ours:.1?}, {} files, {} bytes, {most}", written.files, written.bytes);
    let json = room.path().join("rows.json");
    let mut lines = std::io::BufWriter::new(fs::File::create(&json).unwrap());
    for number in 0..rows / 10 {
        row(number, &mut |row| {
            use std::io::Write as _;
            let cells = row.iter().map(|(name, value)| match value {
                Value::Text(text) => format!("\"{name}\":\"{text}\""),
                Value::Count(number) | Value::Time(number) => format!("\"{name}\":{number}"),
                Value::Flag(flag) => format!("\"{name}\":{flag}"),
                Value::Absent => format!("\"{name}\":null"),
            });
            writeln!(lines, "{{{}}}", cells.collect::<Vec<_>>().join(",")).unwrap();
        });
    }
    drop(lines);
    let script = "import sys,time,pyarrow.json as j,pyarrow.parquet as p\nt=time.time()\np.write_table(j.read_json(sys.argv[1]),sys.argv[2])\nprint(time.time()-t)";
    let told = Command::new("python3")
        .args(["-c", script])
        .arg(&json)
        .arg(room.path().join("theirs.parquet"))
        .output();
    let told = told.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_owned()).unwrap_or_default();
    match told.parse::<f64>() {
        Ok(theirs) => println!(
            "pyarrow, JSON to Parquet, a tenth of the rows × 10: {:.1} s; ours / theirs {:.2}",
            theirs * 10.0,
            ours.as_secs_f64() / (theirs * 10.0)
        ),
        Err(_) => println!("skipped: there is no `pyarrow` here"),
    }
}
