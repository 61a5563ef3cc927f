//! Finding things as a reader does: by role and name, or by visible text.

use serde_json::{Value, json};

use crate::driver::Window;

/// WebDriver's characters for keys.
pub const ENTER: &str = "\u{E007}";
/// Held with another key.
pub const CONTROL: &str = "\u{E009}";
/// One step back out.
pub const ESCAPE: &str = "\u{E00C}";
/// The next stop.
pub const TAB: &str = "\u{E004}";
/// Held with another key.
pub const SHIFT: &str = "\u{E008}";
/// Help.
pub const F1: &str = "\u{E031}";
/// With Shift: the menu of what is current.
pub const F10: &str = "\u{E03A}";
/// The next row.
pub const DOWN: &str = "\u{E015}";

/// The next of a row.
pub const RIGHT: &str = "\u{E014}";
/// With Control: the end of a text.
pub const END: &str = "\u{E010}";

/// The long session of the example; a fork of it begins with the same words.
pub const LONG_SESSION: &str = "survey the repo … 9 turns";

/// The start of every search: elements of a role, their names, and what a reader can see of them.
const SEARCH: &str = r"
const tags = { button: 'button', checkbox: 'input[type=checkbox]', radio: 'input[type=radio]', link: 'a[href]', textbox: 'input:not([type]),input[type=text],input[type=search]', heading: 'h1,h2,h3', dialog: 'dialog[open]' };
const nameOf = (element) => {
  const by = element.getAttribute('aria-labelledby');
  const label = element.getAttribute('aria-label') ?? (by && document.getElementById(by)?.textContent)
    ?? element.labels?.[0]?.textContent;
  return (label ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
};
const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
const find = (role, wanted) => {
  const [name, ...more] = wanted.split(' … ');
  const selector = `[role=${role}]` + (tags[role] ? ',' + tags[role] : '');
  const all = [...document.querySelectorAll(selector)].filter((element) => seen(element)
    && [name, ...more].every((part) => nameOf(element).includes(part)));
  return all.find((element) => nameOf(element).startsWith(name)) ?? all[0] ?? null;
};
";

impl Window {
    /// Clicks the element of this role whose name starts with, or else contains, `name`. A name of several
    /// parts, as in `survey … 9 turns`, must contain each.
    #[track_caller]
    pub fn click_on(&self, role: &str, name: &str) {
        // To the middle: at the edge of a list a row may lie under the head of its group.
        let script = format!(
            "{SEARCH} const found = find(arguments[0], arguments[1]);
             found?.scrollIntoView({{ block: 'center' }}); return found;"
        );
        self.click(&format!("{role} “{name}”"), &script, &[json!(role), json!(name)]);
    }

    /// Waits for an element of this role and name.
    #[track_caller]
    pub fn await_role(&self, role: &str, name: &str) {
        let script = format!("{SEARCH} return find(arguments[0], arguments[1]) !== null;");
        self.await_that(&format!("{role} “{name}”"), &script, &[json!(role), json!(name)]);
    }

    /// Waits for text that a reader sees.
    #[track_caller]
    pub fn await_text(&self, text: &str) {
        let script = "return document.body.innerText.replace(/\\s+/g, ' ').includes(arguments[0])";
        self.await_that(&format!("the text “{text}”"), script, &[json!(text)]);
    }

    /// Waits until a reader no longer sees a text.
    #[track_caller]
    pub fn await_no_text(&self, text: &str) {
        let script = "return !document.body.innerText.replace(/\\s+/g, ' ').includes(arguments[0])";
        self.await_that(&format!("no text “{text}”"), script, &[json!(text)]);
    }

    /// The role of what has the focus, as it is written.
    pub fn focused_role(&self) -> String {
        let script = "return document.activeElement?.getAttribute('role') ?? ''";
        self.run(script, &[]).as_str().unwrap_or_default().to_owned()
    }

    /// The accessible name of what has the focus, or of the row that a list has picked.
    pub fn focused(&self) -> String {
        let script = format!(
            "{SEARCH} let at = document.activeElement; const inner = at?.getAttribute('aria-activedescendant');
             while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
             return nameOf((inner && document.getElementById(inner)) || at);"
        );
        self.run(&script, &[]).as_str().unwrap_or_default().to_owned()
    }

    /// Draws the page in a theme from now on, and begins anew.
    pub fn draw_in(&self, theme: &str) {
        let chosen = "localStorage.setItem('assay.theme', arguments[0]); location.reload();";
        self.run(chosen, &[json!(theme)]);
        let drawn = "return document.documentElement.dataset.theme === arguments[0] && document.querySelector('nav') !== null";
        self.await_that(&format!("the page is {theme}"), drawn, &[json!(theme)]);
    }

    /// Has the page in a language from now on, drawn anew where the reader is.
    pub fn speak(&self, language: &str) {
        // What is remembered is written a little later.
        std::thread::sleep(std::time::Duration::from_millis(400));
        let chosen = "localStorage.setItem('assay.language', arguments[0]); location.reload();";
        self.run(chosen, &[json!(language)]);
        let spoken =
            "return document.documentElement.lang === arguments[0] && document.querySelector('nav') !== null";
        self.await_that(&format!("the page speaks {language}"), spoken, &[json!(language)]);
    }

    /// Goes to a section by the rail: `Skills`, `Sessions` or `Drift`.
    #[track_caller]
    pub fn go(&self, section: &str) {
        self.click_on("button", &format!("{section}, "));
        let here = "return document.querySelector('nav [aria-current=page]')?.textContent.includes(arguments[0]) === true";
        self.await_that(&format!("the section {section}"), here, &[json!(section)]);
    }

    /// Opens a row: a click picks it, Enter opens it.
    #[track_caller]
    pub fn open_row(&self, role: &str, name: &str) {
        self.click_on(role, name);
        self.press(ENTER);
    }

    /// Opens a session from the list of sessions, by its title.
    #[track_caller]
    pub fn open_session(&self, title: &str) {
        self.go("Sessions");
        self.open_row("row", title);
        self.await_role("tree", "");
    }

    /// Numbers the page gives, in milliseconds or points.
    pub fn number(&self, script: &str, arguments: &[Value]) -> f64 {
        self.run(script, arguments).as_f64().unwrap_or_else(|| panic!("no number from {script}"))
    }
}
