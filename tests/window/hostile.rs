//! Skills and a session written to break out: nothing runs, nothing leaves, nothing hides.

use std::fs;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

use serde_json::json;
use tests::example::Example;

use crate::driver::Window;

/// Lays the hostile fixtures out, with the address of `listener` in every payload, and what is too large to
/// keep: a line of a megabyte, a table of 2,000 rows, quotes and lists 2,000 levels deep.
fn lay_out(folder: &Path, listener: &TcpListener) -> Example {
    let port = listener.local_addr().expect("a port").port().to_string();
    let example = Example { home: folder.join("home"), workspace: folder.join("workspace") };
    let skills = example.workspace.join(".agents/skills");
    let sessions = example.workspace.join(".pixir/sessions");
    for folder in [&example.home, &example.workspace.join(".git"), &skills, &sessions] {
        fs::create_dir_all(folder).expect("a folder");
    }
    let source = tests::fixture("hostile");
    let fill =
        |text: String| text.replace("{{PORT}}", &port).replace("{{LONG}}", &"<b>long</b> ".repeat(87_000));
    for name in ["markup", "invisible", "breakout"] {
        fs::create_dir_all(skills.join(name)).expect("a skill");
        let text =
            fs::read_to_string(source.join("skills").join(name).join("SKILL.md")).expect("a hostile skill");
        fs::write(skills.join(name).join("SKILL.md"), fill(text)).expect("a hostile skill");
    }
    let log = "20261118T060708-bad000.ndjson";
    let text = fs::read_to_string(source.join("sessions").join(log)).expect("a hostile log");
    fs::write(sessions.join(log), fill(text)).expect("a hostile log");
    let large = format!(
        "---\nname: large\ndescription: {}\n---\n\n{}\n\n{}\n\n{}\n\n| a | b |\n|---|---|\n{}",
        "word ".repeat(2_000),
        "x".repeat(1_000_000),
        ">".repeat(2_000),
        (0..2_000).map(|level| format!("{}- {level}\n", " ".repeat(level % 100))).collect::<String>(),
        "| <script>window.__pwned=1</script> | b |\n".repeat(2_000),
    );
    fs::create_dir_all(skills.join("large")).expect("a skill");
    fs::write(skills.join("large/SKILL.md"), large).expect("a large skill");
    example
}

/// What would be there if something had run, loaded or hidden. The page itself has one script.
const SIGNS: &str = r"
const outside = (address) => address !== '' && !address.startsWith('data:') && !address.startsWith(location.origin);
const sources = [...document.querySelectorAll('[src],[href],[srcset],[data],[action],[formaction]')].flatMap((element) =>
  ['src', 'href', 'srcset', 'data', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''));
const handlers = [...document.querySelectorAll('*')].filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')));
// What is read aloud but not drawn can hide nothing from the eye.
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let drawn = '';
while (walk.nextNode()) if (walk.currentNode.parentElement.closest('.unseen,script,style') === null) drawn += walk.currentNode.data + '\n';
const hidden = drawn.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200c\u2060-\u2069\u202a-\u202e\ufeff\u{e0000}-\u{e007f}]/u);
const signs = [];
if (window.__pwned !== undefined) signs.push('a payload ran');
if (document.scripts.length !== window.scriptsAtStart) signs.push(`${document.scripts.length} scripts`);
if (document.querySelector('main iframe, main object, main embed, main form, main style, main link, main base, main meta, main svg script, main video') !== null) signs.push('an element of the content');
if (sources.some((source) => /^\s*(javascript|vbscript|file):/i.test(source))) signs.push('a link that runs');
for (const source of sources.filter((source) => /^[a-z]+:/i.test(source) && outside(source))) signs.push(`an address: ${source}`);
for (const element of handlers) signs.push(`a handler: ${element.outerHTML.slice(0, 80)}`);
for (const violation of window.violations) signs.push(`the policy had to stop ${violation}`);
if (hidden !== null) signs.push(`a hidden character U+${hidden[0].codePointAt(0).toString(16)} after ${JSON.stringify(drawn.slice(Math.max(0, hidden.index - 40), hidden.index))}`);
if (document.body.getBoundingClientRect().height === 0) signs.push('the page is gone');
if (document.scrollingElement.scrollWidth > innerWidth) signs.push('the page is wider than its window');
return signs;";

#[track_caller]
fn no_signs(window: &Window, place: &str) {
    assert_eq!(window.run(SIGNS, &[]), json!([]), "{place}");
}

#[test]
fn nothing_runs_nothing_leaves_nothing_hides() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a listener");
    listener.set_nonblocking(true).expect("a listener that does not wait");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = lay_out(folder.path(), &listener);
    let window = Window::open_on(folder, example);
    window.run(
        "window.scriptsAtStart = document.scripts.length; window.violations = [];
         document.addEventListener('securitypolicyviolation', (event) =>
           window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));",
        &[],
    );
    skills(&window);
    session(&window);
    window.go("Drift");
    window.await_role("row", "markup");
    no_signs(&window, "drift");
    let met = listener.accept().map(|(_, from)| from);
    assert!(
        met.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock),
        "somebody called: {met:?}"
    );
}

fn skills(window: &Window) {
    window.go("Skills");
    for (name, sign) in
        [("markup", "Markup"), ("invisible", "U+202E"), ("</span>", "Breakout"), ("large", "xxxx")]
    {
        window.click_on("option", name);
        window.await_text(sign);
        no_signs(window, &format!("{name}, instructions"));
        for tab in ["Catalog", "Checks", "Resources", "Instructions"] {
            window.click_on("tab", tab);
            window.await_that(
                "the tab is open",
                "return document.querySelector('[role=tabpanel]') !== null",
                &[],
            );
            no_signs(window, &format!("{name}, {tab}"));
        }
    }
    window.click_on("option", "markup");
    window.click_on("radio", "Source");
    window.await_text("onerror=");
    no_signs(window, "markup, source");
}

fn session(window: &Window) {
    window.open_session("<script>");
    no_signs(window, "session");
    window.click_on("treeitem", "Turn 1");
    // Terminal codes are words, and the answer is drawn without its markup coming alive.
    window.await_text("ESC");
    no_signs(window, "turn 1");
    let begun = window.number("return performance.now()", &[]);
    window.run("for (const box of document.querySelectorAll('main *')) box.scrollTop = 1e6;", &[]);
    window.run_and_wait(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))",
        &[],
    );
    let took = window.number("return performance.now()", &[]) - begun;
    println!("scrolling past a line of a megabyte took {took} ms");
    no_signs(window, "turn 1, scrolled");
    window.click_on("treeitem", "Turn 2");
    window.await_text("</p><script>");
    no_signs(window, "turn 2");
}
