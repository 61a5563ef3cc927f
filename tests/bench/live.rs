//! A log that gains ten thousand events a second, and an engine that follows it as the window does: once a frame it is
//! told that something changed, and asked for the session, its last turns and the events of the last of them.
//!
//! The engine follows in a process of its own, whose memory and time of processors are its alone; beside it `tail -f`.

use std::fs::File;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use api::sessions::{EventsAsk, SessionAsk, TimelineAsk};
use api::{App, Page, Surroundings, Tag};
use serde_json::{Value, json};
use tests::generated::log;
use tests::room::{every_session, open, surroundings};

use crate::cost::{cpu_of, has, resident};
use crate::table::{Figure, Outcome};
use crate::{Size, limit, made, print};

/// Events a second.
const PACE: u64 = 10_000;
/// The events of one step of the writer, which takes so many at once and writes each by itself.
const STEP: u64 = PACE / 100;
const FRAME: Duration = Duration::from_millis(16);
/// Bytes of an event, as they come out of the generator, and some more.
const BYTES: u64 = 1_150;
pub const FOLLOW: &str = "--follow-alone";

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let events = PACE * size.seconds;
    let (aside, sessions) = (folder.join("aside"), folder.join("work/.pixir/sessions"));
    std::fs::create_dir_all(&sessions)?;
    made("events", || log::write(&aside, events * BYTES))?;
    let live = sessions.join("20260901T080000-0b5e55.ndjson");
    let mut lines = BufReader::with_capacity(1 << 20, File::open(&aside)?).lines();
    let mut file = File::create(&live)?;
    let mut write = |count: u64| -> std::io::Result<()> {
        for line in lines.by_ref().take(count as usize) {
            file.write_all(format!("{}\n", line?).as_bytes())?;
        }
        Ok(())
    };
    write(1)?;
    let own = std::env::current_exe()?;
    let follower = Command::new(own)
        .arg(FOLLOW)
        .arg(folder.join("work"))
        .arg(events.to_string())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut tail = has("tail").then(|| beside(&live)).transpose()?;
    let begun = Instant::now();
    for step in 0..events / STEP {
        write(if step == 0 { STEP - 1 } else { STEP })?;
        let due = begun + Duration::from_micros((step + 1) * STEP * 1_000_000 / PACE);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    let took = begun.elapsed();
    let told = follower.wait_with_output()?;
    let tailed = tail.as_mut().and_then(|tail| {
        let cpu = cpu_of(tail.id());
        tail.kill().ok()?;
        tail.wait().ok()?;
        cpu
    });
    let told: Value = serde_json::from_slice(&told.stdout).map_err(std::io::Error::other)?;
    println!("      {events} events in {:.1} s, {} looks", took.as_secs_f64(), told["looks"]);
    print_figures(&told, events, tailed);
    Ok(())
}

fn beside(live: &Path) -> std::io::Result<std::process::Child> {
    let mut tail = Command::new("tail");
    tail.args(["-n", "0", "-f"]).arg(live).stdout(Stdio::null()).spawn()
}

fn print_figures(told: &Value, events: u64, tailed: Option<Duration>) {
    let number = |key: &str| told[key].as_u64().unwrap_or_default();
    let arrived = Outcome::Limit {
        shown: number("events").to_string(),
        limit: format!("all {events}"),
        held: number("events") == events,
    };
    print(Figure { goal: 8, what: "10,000 events a second: those that arrived", outcome: arrived });
    let (late, worst) = (Duration::from_micros(number("late")), Duration::from_micros(number("worst")));
    print(limit(8, "a look at all that is shown, 95 of 100", late, FRAME));
    print(limit(8, "the same, the worst", worst, Duration::from_millis(100)));
    let cpu = Duration::from_millis(number("cpu"));
    let shown = match tailed {
        Some(tail) => format!("{:.1} x `tail -f`", cpu.as_secs_f64() / tail.as_secs_f64().max(0.01)),
        None => format!("{:.1} s", cpu.as_secs_f64()),
    };
    println!("      processors: {shown}, {:.2} of one", cpu.as_secs_f64() * PACE as f64 / events as f64);
    // From the middle on nothing but what is kept of each row may come to it.
    let (grown, rows) = (number("grown"), (events - number("half")) * sessions::ROW_BYTES as u64);
    let outcome = Outcome::Limit {
        shown: format!("{:.1} MB", grown as f64 / 1e6),
        limit: format!("2.5 x {:.1} MB of new rows", rows as f64 / 1e6),
        held: grown * 2 <= rows * 5,
    };
    print(Figure { goal: 8, what: "memory that came in the second half", outcome });
}

/// Follows the one log of a workspace until it has so many events, and tells how that went.
pub fn follow(workspace: &Path, events: u64) -> std::io::Result<()> {
    let app = open(Surroundings { kept: None, ..surroundings(workspace.to_owned()) });
    let key = Page(&app).sessions(&every_session()).expect("sessions are listed").rows[0].key.clone();
    let (mut looks, mut half, mut seen) = (Vec::new(), None, 0);
    let begun = Instant::now();
    // Whatever goes wrong, it ends.
    let most = Duration::from_secs(events / PACE * 2 + 30);
    while seen < events && begun.elapsed() < most {
        let look = Instant::now();
        app.heard(&[Tag::Sessions]);
        seen = u64::from(asked(&app, &key));
        looks.push(look.elapsed());
        if seen >= events / 2 && half.is_none() {
            half = Some((seen, resident()));
        }
        std::thread::sleep(FRAME.saturating_sub(look.elapsed()));
    }
    let (half, held) = half.unwrap_or_default();
    looks.sort();
    let micros = |at: usize| looks.get(at).map_or(0, |look| look.as_micros() as u64);
    let told = json!({
        "events": seen,
        "looks": looks.len(),
        "late": micros(looks.len() * 95 / 100),
        "worst": micros(looks.len() - 1),
        "cpu": cpu_of(std::process::id()).unwrap_or_default().as_millis() as u64,
        "half": half,
        "grown": resident().unwrap_or_default().saturating_sub(held.unwrap_or_default()),
    });
    println!("{told}");
    Ok(())
}

/// What a page with the session open asks; how many events there are.
fn asked(app: &App, key: &str) -> u32 {
    let page = Page(app);
    let view = page.session(&SessionAsk { key: key.to_owned() }).expect("a session");
    let last = view.timeline_rows.saturating_sub(1);
    let from = view.timeline_rows.saturating_sub(100);
    let turns = page.timeline(&TimelineAsk { key: key.to_owned(), from, count: 100 });
    black_box(turns.expect("turns"));
    let ask =
        EventsAsk { key: key.to_owned(), row: last, only: None, from: 0, count: 100, bookkeeping: false };
    black_box(page.events(&ask).expect("events"));
    view.lines
}
