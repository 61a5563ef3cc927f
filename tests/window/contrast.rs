//! Colours of the system's own (`forced-colors`), which only the window of Windows has: grounds and shadows fall
//! away, and what is picked, pressed, current or has the focus must still be told from what is not.
//!
//! The engine that these tests drive cannot force colours, so the page is dressed as one that does: its own sheets with the
//! media query switched on, and on every element that does not keep its colours what such an engine puts there. An
//! engine's other habits, of scroll bars and native controls, are not seen here.

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use xtask::checkout;

use crate::deciding::{LOOSEN, RUN, SEND, answered, asks, at_step, open, press_through};
use crate::driver::Window;
use crate::looks::{SCREENS, THEMES, leave};
use crate::page::{CONTROL, DOWN, ENTER, ESCAPE, LONG_SESSION};

/// The sheets of the page once more, above those it came with. `forced-color-adjust` becomes a property that every engine
/// hands down.
const DRESS: &str = "
const sheet = new CSSStyleSheet();
sheet.replaceSync(arguments[0].replaceAll(/@media ?\\(forced-colors: ?active\\)/g, '@media all').replaceAll('forced-color-adjust:', '--forced:'));
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];";

/// Puts the system's colours on everything that is on the page now, and says what can no longer be told apart.
const FORCE: &str = "
for (const [element, style] of window.dressed ?? []) element.style.cssText = style;
window.dressed = [];
const keeps = (style) => style.getPropertyValue('--forced').trim() === 'none';
const edges = ['border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color', 'outline-color', 'text-decoration-color'];
for (const element of document.querySelectorAll('body, body *')) {
  const style = getComputedStyle(element);
  if (keeps(style) || element.closest('svg') !== null) continue;
  window.dressed.push([element, element.style.cssText]);
  const put = (name, value) => element.style.setProperty(name, value, 'important');
  const clear = (colour) => colour === 'transparent' || /, ?0\\)$/.test(colour);
  const grounded = !clear(style.backgroundColor);
  const ink = element.matches(':disabled, :disabled *') ? 'GrayText' : element.matches('a, a *') ? 'LinkText' : 'CanvasText';
  put('color', ink);
  for (const edge of edges) put(edge, ink);
  put('box-shadow', 'none');
  put('text-shadow', 'none');
  if (!style.backgroundImage.includes('url(')) put('background-image', 'none');
  if (grounded) put('background-color', 'Canvas');
}
const drawn = ['color', 'background-color', 'background-image', 'border-top', 'border-right', 'border-bottom', 'border-left', 'font-weight', 'text-decoration', 'opacity', 'content', 'width', 'transform'];
const lines = (style) => [style.outlineStyle === 'none' || style.outlineWidth === '0px' ? 'no outline' : style.outline, ...drawn.slice(0, 10).map((name) => style.getPropertyValue(name))];
// What is before and after an element cannot be dressed; a ground of its own that is not kept is not seen.
const grounds = (style) => style.content === '\"\"' && !keeps(style) && style.borderStyle === 'none';
const marks = (style) => style.content === 'none' || grounds(style) ? 'none' : drawn.map((name) => style.getPropertyValue(name)).join();
const look = (element) => JSON.stringify([lines(getComputedStyle(element)), marks(getComputedStyle(element, '::before')), marks(getComputedStyle(element, '::after'))]);
// With what it holds: a tick or a knob may say it, words may not.
const whole = (element) => JSON.stringify([look(element), ...[...element.querySelectorAll('svg, i, [class*=box], [class*=track], input')].map(look)]);
const states = { 'aria-selected': 'true', 'aria-checked': 'true', 'aria-pressed': 'true', 'aria-current': 'page', 'data-highlighted': '' };
const seen = (element) => element.getClientRects().length > 0;
const name = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
const same = [];
for (const [state, on] of Object.entries(states)) for (const element of document.querySelectorAll(`[${state}=\"${on}\"]`)) {
  const alike = [...element.parentElement.children].find((other) => other !== element && seen(other)
    && other.tagName === element.tagName && other.getAttribute('role') === element.getAttribute('role')
    && other.className === element.className && other.getAttribute(state) !== on);
  // What is only heard is drawn by another.
  if (seen(element) && element.closest('.unseen') === null && alike !== undefined && whole(element) === whole(alike)) same.push(`${state}: ${element.className} ${name(element)}`);
}
const stops = [...document.querySelectorAll('button, input, select, a[href], [tabindex=\"0\"]')].filter((one) => seen(one) && !one.disabled && !one.closest('.unseen'));
const before = document.activeElement;
const frame = (element) => [element, element.parentElement].map(look).join();
for (const stop of stops) {
  before?.blur();
  if (!stop.isConnected) continue;
  const [idle, picked] = [frame(stop), stop.getAttribute('aria-activedescendant')];
  stop.focus({ preventScroll: true, focusVisible: true });
  if (stop.isConnected && document.activeElement === stop && stop.matches(':focus-visible') && picked === null && !stop.matches('.rows') && frame(stop) === idle)
    same.push(`focus: ${stop.className || stop.tagName} ${name(stop)}`);
  stop.blur();
}
before?.focus({ preventScroll: true });
return [...new Set(same)];";

/// Everything the sheets of the built page say, also those that only some screens load.
fn sheets() -> String {
    let folder = checkout::page().join("dist/assets");
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "css"));
    assert!(!paths.is_empty(), "{} has no sheets", folder.display());
    paths.iter().map(|path| fs::read_to_string(path).expect("a sheet")).collect()
}

/// What cannot be told from its neighbour on what the window shows.
fn alike(window: &Window, screen: &str, theme: &str) -> Vec<String> {
    let found = window.run(FORCE, &[]);
    let found = found.as_array().expect("a list of findings").clone();
    found.iter().map(|finding| format!("{screen}, {theme}: {finding}")).collect()
}

#[test]
fn what_is_picked_or_has_the_focus_is_told_without_grounds_and_shadows() {
    let window = Window::open();
    let mut found = Vec::new();
    for theme in THEMES {
        window.draw_in(theme);
        window.run(DRESS, &[json!(sheets())]);
        for (screen, reach) in SCREENS {
            reach(&window);
            found.extend(alike(&window, screen, theme));
            leave(&window, screen);
        }
        window.go("Skills");
        window.click_on("button", "More actions for all skills");
        window.press(DOWN);
        found.extend(alike(&window, "menu", theme));
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

/// The way to a screen, and the words that find its dialogs in the palette.
type Dialogs = (fn(&Window), &'static [&'static str]);

const DIALOGS: &[Dialogs] = &[
    (
        |window| {
            window.go("Skills");
            window.click_on("option", "release-notes, repo");
        },
        &[
            "New skill",
            "Import skills",
            "Export skills",
            "Changes and trash",
            "Visibility",
            "Saved skill texts",
            "Export tables",
            "Rename",
        ],
    ),
    (
        |window| {
            window.open_session(LONG_SESSION);
            window.click_on("treeitem", "Turn 8");
        },
        &["Go to turn", "Show session tree", "Verify log integrity", "Export…"],
    ),
];

#[test]
fn dialogs_are_told_without_grounds_and_shadows() {
    let window = Window::open();
    let mut found = Vec::new();
    let is_open = "const open = document.querySelector('dialog[open]'); return (open !== null && document.querySelector('.palette') === null) === arguments[0]";
    for theme in THEMES {
        window.draw_in(theme);
        window.run(DRESS, &[json!(sheets())]);
        for (reach, dialogs) in DIALOGS {
            reach(&window);
            for words in *dialogs {
                window.press_with(CONTROL, "k");
                window.await_role("combobox", "");
                window.press(&format!(">{words}"));
                window.await_role("option", words);
                window.press(ENTER);
                window.await_that(words, is_open, &[json!(true)]);
                found.extend(alike(&window, words, theme));
                window.press(ESCAPE);
                window.await_that("no dialog", is_open, &[json!(false)]);
            }
        }
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_window_that_decides_is_told_without_grounds_and_shadows() {
    let window = open();
    let mut found = Vec::new();
    let mut look = |step: &str, theme: &str| {
        at_step(&window, step);
        window.drive("approval");
        window.await_that("it has its buttons", "return document.querySelector('button') !== null", &[]);
        window.run(DRESS, &[json!(sheets())]);
        found.extend(alike(&window, step, theme));
        window.drive("main");
    };
    for theme in THEMES {
        window.draw_in(theme);
        let asker = asks(&window, "settings");
        look(RUN, theme);
        press_through(&window, RUN, "r");
        look(SEND, theme);
        press_through(&window, SEND, "Escape");
        answered(asker);
        window.click_on("radio", "auto");
        look(LOOSEN, theme);
        press_through(&window, LOOSEN, "Escape");
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}
