//! The longest session and very many of them in the window: how soon they are there, how smoothly they scroll, what
//! they cost.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::example;
use tests::generated::log;

use crate::driver::Window;
use crate::page::{CONTROL, ENTER};

const SESSION: &str = "20260901T080000-0b5e55";
/// Bytes of its log.
const SIZE: u64 = 512 << 20;
/// Frames of one run.
const FRAMES: u32 = 240;

#[test]
#[ignore = "prints figures; `cargo xtask bench window` asks for it"]
fn figures_of_the_longest_session() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example::lay_out(&folder.path().join("example")).expect("the example is laid out");
    let window = Window::open_on(folder, example);
    window.go("Sessions");
    window.await_role("row", "survey the repo");
    let before = resident(&window);
    // Written aside first: what is measured is a session that is there, not one that grows.
    let (aside, sessions) =
        (window.example.home.join("log"), window.example.workspace.join(".pixir/sessions"));
    let events = log::write(&aside, SIZE).expect("a log is written");
    println!("{events} events in {} MB", SIZE >> 20);
    let begun = Instant::now();
    fs::rename(&aside, sessions.join(format!("{SESSION}.ndjson"))).expect("the log is there at once");
    let listed = "return document.body.innerText.includes('All 12 sessions shown')";
    await_long(&window, listed);
    println!("listed after                     {:7.0} ms", begun.elapsed().as_secs_f64() * 1_000.0);

    let last = format!("{SESSION}#{}", events - 1);
    window.press_with(CONTROL, "k");
    window.await_role("combobox", "");
    window.press(&last);
    window.await_role("option", &last);
    let begun = Instant::now();
    window.press(ENTER);
    let there = "return document.querySelector('[role=feed] [data-current]') !== null";
    await_long(&window, there);
    let opened = begun.elapsed();
    println!("to its last event                {:7.0} ms", opened.as_secs_f64() * 1_000.0);

    let drawn = "return document.querySelector('.strip svg, .strip canvas') !== null";
    await_long(&window, drawn);
    println!("the whole session drawn after    {:7.0} ms", begun.elapsed().as_secs_f64() * 1_000.0);
    let overview = window.run_and_wait(
        "const [text, done] = arguments;
         const ask = (name, body) => window.__TAURI_INTERNALS__.invoke('ask', { name, body: JSON.stringify(body) });
         ask('reference', { text }).then(async ({ key }) => {
           const begun = performance.now();
           for (let round = 0; round < 5; round += 1) await ask('overview', { key, stretches: 240 });
           done((performance.now() - begun) / 5);
         });",
        &[json!(SESSION)],
    );
    println!("an overview of 240 stretches     {:7.1} ms", overview.as_f64().expect("milliseconds"));

    let idle = frames(&window, "[role=tree]", 0);
    print("frames while nothing moves", &idle, &idle);
    for (what, list, step) in [
        ("turns, a row a frame", "[role=tree]", 63),
        ("turns, a page a frame", "[role=tree]", 700),
        ("turns, thousands a frame", "[role=tree]", 40_000),
        ("events of a turn", "[role=feed]", 240),
    ] {
        let run = frames(&window, list, step);
        print(what, &run, &idle);
    }
    let elements = window.number("return document.querySelectorAll('*').length", &[]);
    println!("elements in the page             {elements:7}");
    // A row by itself has 24 bytes: place, length, line, number, time; in pieces it has some six.
    let header = f64::from(events) * 24.0;
    let grown = resident(&window).saturating_sub(before) as f64;
    println!(
        "memory of the backend grew by    {:7.0} MB  {:.2} × {:.0} MB of header index, {:.3} × the log",
        grown / 1e6,
        grown / header,
        header / 1e6,
        grown / SIZE as f64
    );
}

/// Bytes of many logs together, and how many they are.
const MANY: (u64, u64) = (1 << 30, 200);

#[test]
#[ignore = "prints figures; `cargo xtask bench window` asks for it"]
fn figures_of_very_many_sessions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example::lay_out(&folder.path().join("example")).expect("the example is laid out");
    let sessions = example.workspace.join(".pixir/sessions");
    let mut events = 0;
    for number in 0..MANY.1 {
        let path = sessions.join(format!("202608{:02}T080000-{number:06x}.ndjson", 1 + number % 28));
        events += log::write_seeded(&path, MANY.0 / MANY.1, 100 + number).expect("a log is written");
    }
    println!("{events} events in {} sessions, {} MB", MANY.1, MANY.0 >> 20);
    let begun = Instant::now();
    let window = Window::open_on(folder, example);
    window.go("Sessions");
    await_long(&window, "return document.body.innerText.includes('All 211 sessions shown')");
    println!("from the start to the list       {:7.0} ms", begun.elapsed().as_secs_f64() * 1_000.0);
    window.click_on("radio", "Search");
    window.click_on("textbox", "Search messages");
    let begun = Instant::now();
    // One prompt of the example has it, in the newest session but one: every log is read.
    window.press("keep it under 12");
    await_long(&window, "return document.body.innerText.includes('1 match in 1 of')");
    println!("a search of every log, typed     {:7.0} ms", begun.elapsed().as_secs_f64() * 1_000.0);
    window.click_on("radio", "This workspace");
    let idle = frames(&window, "[role=grid]", 0);
    print("frames while nothing moves", &idle, &idle);
    print("sessions, a row a frame", &frames(&window, "[role=grid]", 34), &idle);
    println!("memory of the backend            {:7.0} MB", resident(&window) as f64 / 1e6);
}

/// Events that a log gains in a second, and for how many seconds.
const GROWTH: (u32, u32) = (10_000, 60);

/// Counts what crosses to the page at each frame, beside what the page itself does with it.
const COUNT: &str = "
const done = arguments[0];
const live = (window.live = { news: 0, frames: 0, most: 0, now: 0, took: [] });
const handler = window.__TAURI_INTERNALS__.transformCallback(() => { live.news += 1; live.now += 1; });
const target = { kind: 'Any' };
window.__TAURI_INTERNALS__.invoke('plugin:event|listen', { event: 'changed', target, handler })
  .then(() => done('listening'), (failure) => done(`${failure}`));
let last = performance.now();
const next = (now) => {
  live.most = Math.max(live.most, live.now);
  live.now = 0;
  live.frames += 1;
  live.took.push(now - last);
  last = now;
  requestAnimationFrame(next);
};
requestAnimationFrame(next);";

#[test]
#[ignore = "prints figures; `cargo xtask bench window` asks for it"]
fn figures_of_a_log_that_grows_fast() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example::lay_out(&folder.path().join("example")).expect("the example is laid out");
    let (aside, live) = (
        example.home.join("log"),
        example.workspace.join(".pixir/sessions").join(format!("{SESSION}.ndjson")),
    );
    let events = GROWTH.0 * GROWTH.1;
    log::write(&aside, u64::from(events) * 1_150).expect("events are written aside");
    let mut lines = BufReader::new(File::open(&aside).expect("the events")).lines();
    let mut file = File::create(&live).expect("the log");
    let mut write = move |count: u32| {
        for line in lines.by_ref().take(count as usize) {
            writeln!(file, "{}", line.expect("an event")).expect("written");
        }
    };
    write(100);
    let window = Window::open_on(folder, example);
    let first = format!("{SESSION}#0");
    window.press_with(CONTROL, "k");
    window.await_role("combobox", "");
    window.press(&first);
    window.await_role("option", &first);
    window.press(ENTER);
    await_long(&window, "return document.querySelector('[role=feed]') !== null");
    assert_eq!(window.run_and_wait(COUNT, &[]), json!("listening"));
    let (before, begun) = (resident(&window), Instant::now());
    let writer = std::thread::spawn(move || {
        let (begun, step) = (Instant::now(), GROWTH.0 / 100);
        for number in 1..events / step {
            write(step);
            let due = begun + Duration::from_millis(u64::from(number) * 10);
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        }
    });
    std::thread::sleep(Duration::from_secs(u64::from(GROWTH.1) / 2));
    let half = resident(&window);
    writer.join().expect("it wrote");
    let took = begun.elapsed().as_secs_f64();
    let shown = format!("return document.body.innerText.replace(/\\D/g, '').includes('{events}')");
    await_long(&window, &shown);
    let all = begun.elapsed().as_secs_f64();
    let live = window.run(
        "const { news, frames, most, took } = window.live;
         took.sort((a, b) => a - b);
         return { news, frames, most, median: took[frames >> 1], late: took[Math.floor(frames * 0.95)] };",
        &[],
    );
    println!("{events} events in {took:.0} s, all of them shown {:.1} s later", all - took);
    println!(
        "news {} in {} frames, at most {} in one; a frame takes {:.1} ms, 95 of 100 under {:.1} ms",
        live["news"],
        live["frames"],
        live["most"],
        live["median"].as_f64().unwrap_or_default(),
        live["late"].as_f64().unwrap_or_default()
    );
    let megabytes = |more: u64, than: u64| more.saturating_sub(than) as f64 / 1e6;
    let after = resident(&window);
    println!(
        "memory of the backend grew by {:.0} MB in the first half and {:.0} MB in the second; {:.0} MB of rows each",
        megabytes(half, before),
        megabytes(after, half),
        f64::from(events) * 12.0 / 1e6
    );
}

/// Waits longer than a test of what a user sees may.
pub fn await_long(window: &Window, script: &str) {
    let begun = Instant::now();
    while window.run(script, &[]) != json!(true) {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "not within two minutes: {script}\n{}",
            window.text()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Scrolls a list by so many pixels at every frame, and says how long the frames took and what was not yet drawn.
fn frames(window: &Window, list: &str, step: u32) -> Value {
    window.run_and_wait(
        "const [selector, step, frames, done] = arguments;
         const list = document.querySelector(selector);
         list.scrollTop = 0;
         const took = [];
         let last = performance.now(), waiting = 0, down = true;
         const next = (now) => {
           took.push(now - last);
           last = now;
           if (/loading…/.test(list.textContent) || list.querySelector('.event-waiting')) waiting += 1;
           if (took.length === frames) {
             took.sort((a, b) => a - b);
             const at = (share) => took[Math.floor(took.length * share)];
             done({ median: at(0.5), worst: took.at(-1), late: at(0.95), waiting });
             return;
           }
           const end = list.scrollHeight - list.clientHeight;
           if (list.scrollTop >= end - 1) down = false;
           if (list.scrollTop <= 0) down = true;
           list.scrollTop += down ? step : -step;
           requestAnimationFrame(next);
         };
         requestAnimationFrame((now) => { last = now; requestAnimationFrame(next); });",
        &[json!(list), json!(step), json!(FRAMES)],
    )
}

fn print(what: &str, run: &Value, idle: &Value) {
    let of = |run: &Value, key: &str| run[key].as_f64().expect("milliseconds");
    println!(
        "{what:<28} median {:6.1} ms ({:.2} × idle), 95 of 100 under {:6.1} ms, worst {:6.1} ms, {} of {FRAMES} \
         frames with rows on their way",
        of(run, "median"),
        of(run, "median") / of(idle, "median"),
        of(run, "late"),
        of(run, "worst"),
        run["waiting"],
    );
}

/// Bytes of memory the app's own process holds, its page's process not counted.
fn resident(window: &Window) -> u64 {
    let home = window.example.home.to_str().expect("a name in UTF-8").to_owned();
    let own = |folder: &PathBuf| {
        let line = fs::read_to_string(folder.join("cmdline")).unwrap_or_default();
        line.contains("assay-window") && line.contains(&home)
    };
    let processes = fs::read_dir("/proc").expect("a list of processes");
    let app = processes.flatten().map(|entry| entry.path()).find(own).expect("the app runs");
    let pages = fs::read_to_string(app.join("status")).expect("its status");
    let line = pages.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
    let kibibytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    kibibytes.expect("a number") * 1024
}
