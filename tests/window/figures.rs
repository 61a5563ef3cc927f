//! How soon the window answers: figures, printed as ratios to an empty round trip in the same run.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::deciding::{RUN, find, is_gone, open, press_through};

/// Rounds; the median is printed.
const ROUNDS: usize = 7;

#[test]
#[ignore = "prints figures; `cargo xtask bench window` asks for it"]
fn figures() {
    let window = open();
    let empty = window.run_and_wait(
        "const done = arguments[0];
         const ask = () => window.__TAURI_INTERNALS__.invoke('ask', { name: 'none', body: '{}' }).catch(() => 0);
         (async () => {
           await ask();
           const begun = performance.now();
           for (let round = 0; round < 200; round += 1) await ask();
           done((performance.now() - begun) / 200);
         })();",
        &[],
    );
    let empty = empty.as_f64().expect("milliseconds");
    let mut shown = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let said = window.run_and_wait(
            "const [body, done] = arguments;
             window.__TAURI_INTERNALS__.invoke('ask', { name: 'skills', body: JSON.stringify(body) })
               .then((found) => {
                 const rows = found.rows;
                 const skill = rows.find((row) => row.name === 'release-notes').id;
                 const body = JSON.stringify({ skill, source: 'newest', session: null, turn: null });
                 return window.__TAURI_INTERNALS__.invoke('ask', { name: 'hydrate', body });
               }).then(done, (failure) => done(`failed: ${JSON.stringify(failure)} ${failure}`));",
            &[json!({ "text": "", "state": "any", "sort": "name", "from": 0, "count": 50 })],
        );
        while find(&window, RUN).is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "no question: {said}");
            std::thread::sleep(Duration::from_millis(2));
        }
        shown.push(begun.elapsed().as_secs_f64() * 1_000.0);
        press_through(&window, RUN, "Escape");
        assert!(is_gone(&window));
    }
    shown.sort_by(f64::total_cmp);
    let median = shown[ROUNDS / 2];
    println!("empty round trip                {empty:8.2} ms  1.0");
    println!("request to question on screen   {median:8.1} ms  {:.0} × the round trip", median / empty);
}
