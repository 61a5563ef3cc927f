//! Readers of hostile bytes, each fed with what was mutated from real files: none may panic, hang or take memory beyond
//! its limit, and each keeps a law of its own.
//!
//! Every input is made from a number alone, so a failure names the number that brings it back:
//! `ASSAY_FUZZ_SEED=N cargo nextest run -p tests fuzz::log_lines`. `ASSAY_FUZZ_SECONDS` says for how long each reader is
//! tried; `cargo xtask test` gives each a minute. This is mutation without coverage: what it does not find may be there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tests::fixture;
use tests::generated::dice::Dice;
use tests::mutated::mutated;

/// Bytes of the longest input.
const LONGEST: usize = 64 << 10;
/// How long one input may take. Tests run unoptimised and beside others.
const SLOWEST: Duration = Duration::from_secs(10);

/// Feeds a reader until the time is up; `reader` panics when its law does not hold.
fn feed(name: &str, seeds: &[Vec<u8>], mut reader: impl FnMut(&[u8])) {
    assert!(!seeds.is_empty(), "{name} has nothing to begin with");
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    seeds.iter().for_each(|seed| reader(seed));
    if let Some(seed) = number("ASSAY_FUZZ_SEED") {
        return reader(&input(seeds, seed));
    }
    let until = Instant::now() + Duration::from_secs(number("ASSAY_FUZZ_SECONDS").unwrap_or(1));
    let mut seed = number("ASSAY_FUZZ_FROM").unwrap_or(0);
    let first = seed;
    while Instant::now() < until {
        let bytes = input(seeds, seed);
        let told = Told { name, seed };
        let began = Instant::now();
        reader(&bytes);
        assert!(began.elapsed() < SLOWEST, "{} bytes took {:?}", bytes.len(), began.elapsed());
        std::mem::forget(told);
        seed += 1;
    }
    println!("{name}: {} inputs", seed - first);
}

/// Says which input it was, when a reader panics over it.
struct Told<'a> {
    name: &'a str,
    seed: u64,
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        eprintln!("{} fails with ASSAY_FUZZ_SEED={}", self.name, self.seed);
    }
}

fn input(seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Dice::seeded(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut bytes = mutated(seeds, &mut random);
    bytes.truncate(LONGEST);
    bytes
}

/// The files below a folder of this project whose names end so.
fn seeds(folder: &Path, end: &str) -> Vec<Vec<u8>> {
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                found.push(fs::read(path).unwrap());
            }
        }
    }
    found.iter_mut().for_each(|bytes| bytes.truncate(LONGEST / 4));
    found
}

#[test]
fn log_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.ndjson");
    let seeds = [seeds(&fixture("example"), ".ndjson"), seeds(&fixture("hostile"), ".ndjson")].concat();
    feed("log_lines", &seeds, |bytes| {
        fs::write(&path, bytes).unwrap();
        let read = || {
            let mut log = sessions::Log::open(&path).unwrap();
            log.validate().unwrap();
            log
        };
        let (log, again) = (read(), read());
        // Read twice it is the same, and what was read is what stands in its lines.
        let events =
            |log: &sessions::Log| format!("{:?}", (0..log.len()).map(|at| log.event(at)).collect::<Vec<_>>());
        assert_eq!(events(&log), events(&again));
        assert_eq!(log.unread(), again.unread());
        // The last line may have no end; empty lines are neither.
        assert!(log.len() + log.unread().len() <= log.lines() as usize + 1, "nothing is told twice");
        let context = sessions::Context::read(&log);
        for at in 0..log.len() {
            let (sent, gone) = (context.visible_at(&log, at), context.dropped_at(&log, at));
            assert!(gone.iter().all(|one| !sent.contains(&one.position)));
        }
        drop(sessions::fold(&log));
    });
}

#[test]
fn frontmatter() {
    let seeds = [seeds(&fixture("example"), "SKILL.md"), seeds(&fixture("hostile"), "SKILL.md")].concat();
    feed("frontmatter", &seeds, |bytes| {
        assert_eq!(skills::pixir_fields(bytes), skills::pixir_fields(bytes));
        let (once, twice) = (format!("{:?}", skills::fields(bytes)), format!("{:?}", skills::fields(bytes)));
        assert_eq!(once, twice);
        assert_eq!(skills::body(bytes), skills::body(bytes));
        drop(skills::read_yaml(bytes));
    });
}

#[test]
fn context_sources() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("ws/.agents/skills/a");
    fs::create_dir_all(&at).unwrap();
    fs::create_dir_all(folder.path().join("ws/.git")).unwrap();
    let content = b"---\nname: a\ndescription: b\n---\n!`date`\n";
    fs::write(at.join("SKILL.md"), content).unwrap();
    let places = skills::Places { workspace: folder.path().join("ws"), ..skills::Places::default() };
    let found = skills::discover(&places);
    let skill = found.skills.first().expect("the skill is found");
    let seeds = seeds(&fixture("example"), "context-sources.yaml");
    feed("context_sources", &seeds, |bytes| {
        fs::write(at.join("context-sources.yaml"), bytes).unwrap();
        let read = || format!("{:?}", hydration::sources(skill, content, hydration::Remote::No));
        assert_eq!(read(), read());
        // And the same bytes as a SKILL.md, where sources may stand in the frontmatter and in the body.
        drop(hydration::sources(skill, bytes, hydration::Remote::Yes));
    });
}

fn zips() -> Vec<Vec<u8>> {
    let part = |name: &str, bytes: &[u8]| bundle::Part {
        name: name.to_owned(),
        what: "a part".to_owned(),
        bytes: bytes.to_vec(),
    };
    let parts = vec![part("a.txt", b"aaaa"), part("b/c.txt", &[b'c'; 4000])];
    vec![bundle::pack(parts, "a test", serde_json::Map::new()).unwrap()]
}

#[test]
fn archives() {
    feed("archives", &zips(), |bytes| {
        let Ok(mut opened) = bundle::open(bytes.to_vec()) else { return };
        let (_, _) = (opened.has_twins(), opened.has_overlaps());
        for at in 0..opened.len().min(200) {
            if opened.listed(at).is_ok() {
                // However much it promises, no more comes out than was asked for.
                if let Ok(unpacked) = opened.unpacked(at, 1 << 20) {
                    assert!(unpacked.len() <= 1 << 20);
                }
            }
        }
    });
}

#[test]
fn bundles() {
    feed("bundles", &zips(), |bytes| {
        let (once, twice) = (format!("{:?}", bundle::verify(bytes)), format!("{:?}", bundle::verify(bytes)));
        assert_eq!(once, twice);
    });
}

#[cfg(unix)]
#[test]
fn frames_of_the_broker() {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    struct Echo;
    impl broker::Answer for Echo {
        fn answer(&self, question: &broker::Value, _: &broker::Gone) -> broker::Value {
            question.clone()
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _listening = broker::listen(&path, std::sync::Arc::new(Echo)).unwrap();
    let seeds =
        [r#"{"hydrate":{"skill":"a","source":"b","turn":null}}"#, r#"{"here":{"connection":"x"}}"#, "[1,2]"];
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|line| format!("{line}\n").into_bytes()).collect();
    let question = serde_json::json!({ "after": "all" });
    feed("frames_of_the_broker", &seeds, |bytes| {
        let mut stream = UnixStream::connect(&path).unwrap();
        stream.set_read_timeout(Some(SLOWEST)).unwrap();
        // It may hang up in the middle of what it does not want.
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.len() <= broker::LINE_LIMIT + 1);
        assert_eq!(broker::ask(&path, &question).unwrap(), question, "others are answered all the same");
    });
}

#[test]
fn frames_of_an_agent() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let example = xtask::example::lay_out(&folder.path().join("x")).unwrap();
    let mut assay = Command::new(crate::doors::program());
    assay.arg("--workspace").arg(&example.workspace).arg("mcp").env("HOME", &example.home);
    assay.env("XDG_DATA_HOME", folder.path().join("data")).env("XDG_RUNTIME_DIR", folder.path());
    let mut assay =
        assay.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut to, mut from) = (assay.stdin.take().unwrap(), BufReader::new(assay.stdout.take().unwrap()));
    let hello = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}"#;
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    to.write_all(format!("{hello}\n{ready}\n").as_bytes()).unwrap();
    let calls = [
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"activate_skill","arguments":{"name":"review"}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read_skill_file","arguments":{"name":"review","path":"a"}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"skill://review/SKILL.md"}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"review"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
    ];
    let seeds: Vec<Vec<u8>> = calls.iter().map(|line| line.as_bytes().to_vec()).collect();
    let mut asked = 0_u64;
    feed("frames_of_an_agent", &seeds, |bytes| {
        asked += 1;
        let mark = format!("after-{asked}");
        let mut frame: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'\n').collect();
        frame.extend(
            format!("\n{{\"jsonrpc\":\"2.0\",\"id\":\"{mark}\",\"method\":\"ping\"}}\n").into_bytes(),
        );
        to.write_all(&frame).expect("the program still reads");
        loop {
            let mut line = String::new();
            assert_ne!(from.read_line(&mut line).unwrap(), 0, "the program still answers");
            if line.contains(&mark) {
                break;
            }
        }
    });
    drop(to);
    let done = assay.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(!told.contains("a fault of this program"), "{told}");
}
