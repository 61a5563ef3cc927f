//! One real window: the built app on a display of its own, driven through WebKitWebDriver.
//!
//! Traps this avoids, all met: killing the driver leaves the app running, so the session is deleted first and
//! the display ends with the window; a driver has one session, so each window has its own; output goes to
//! files, since a pipe nobody reads stops the program; a click before the page has loaded is lost, so every
//! search waits.

use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::example::{self, Example};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::{ScriptRet, WebDriverResult};
use thirtyfour::support::block_on;
use thirtyfour::{Capabilities, WebDriver, WebElement, WindowHandle};
use xtask::checkout;
use xtask::picture::Picture;
use xtask::screen::{self, Screen};

/// How long anything may take to appear. A machine under load is slow; a window that hangs is slower.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How often the page is asked.
const BEAT: Duration = Duration::from_millis(40);

/// Two frames of a slow machine.
const FRAMES: Duration = Duration::from_millis(50);

/// The home of whoever starts the app, below the folder of a test.
const SETTINGS: &str = "settings";

/// A window on a workspace, with everything it stands on; all of it ends when this is dropped.
pub struct Window {
    driver: WebDriver,
    server: Child,
    address: String,
    screen: Screen,
    /// Workspace and home that the window shows; gone afterwards.
    pub example: Example,
    folder: tempfile::TempDir,
}

impl Window {
    /// Opens the app on a fresh copy of the example, 1440 × 900.
    pub fn open() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let example = example::lay_out(&folder.path().join("example")).expect("the example is laid out");
        Self::open_on(folder, example)
    }

    /// Opens the app on what was laid out in a temporary folder.
    pub fn open_on(folder: tempfile::TempDir, example: Example) -> Self {
        Self::open_beside(None, folder, example)
    }

    /// Opens the app on what was laid out, on the session bus with this address.
    pub fn open_beside(bus: Option<&str>, folder: tempfile::TempDir, example: Example) -> Self {
        let window = Self::start(bus, folder, example, &arguments_of);
        window.begin();
        window
    }

    /// Opens the app as somebody does who has never worked with an agent: it asks which folder is meant. Home and
    /// workspace are those that the example has once it is opened from there, its home that of the person.
    pub fn open_nowhere(bus: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let home = folder.path().join(SETTINGS);
        let workspace = home.join(".local/share/assay/example/workspace");
        let window = Self::start(Some(bus), folder, Example { home, workspace }, &|_| Vec::new());
        window.resize(1440, 900);
        window.await_text("Open a workspace folder");
        window
    }

    fn start(
        bus: Option<&str>,
        folder: tempfile::TempDir,
        example: Example,
        arguments: &dyn Fn(&Example) -> Vec<String>,
    ) -> Self {
        let screen = Screen::start(1600, 1000, &folder.path().join("screen")).expect("an Xvfb of one's own");
        let (server, address) = start_server(folder.path(), screen.display(), bus);
        let driver = start_app(&address, &arguments(&example));
        Self { driver, server, address, screen, example, folder }
    }

    /// Ends the app and starts it again in the same folders.
    pub fn restart(&mut self) {
        self.close();
        self.open_again();
    }

    /// Ends the app; everything around it stays.
    pub fn close(&self) {
        block_on(self.driver.clone().quit()).expect("the app ends");
    }

    /// Starts the app that was ended, in the same folders.
    pub fn open_again(&mut self) {
        self.driver = start_app(&self.address, &arguments_of(&self.example));
        self.begin();
    }

    /// From here on drives the window with this label: `main`, or `main-2` of the one after it.
    #[track_caller]
    pub fn drive(&self, label: &str) {
        let begun = Instant::now();
        while !self.is_at(label) {
            if begun.elapsed() > PATIENCE {
                self.fail(&format!("no window {label} within {PATIENCE:?}"));
            }
            std::thread::sleep(BEAT);
        }
    }

    /// Looks for the window with this label among those the driver reaches, and stays there.
    fn is_at(&self, label: &str) -> bool {
        self.handles().into_iter().any(|handle| self.label_of(handle).as_deref() == Some(label))
    }

    /// The labels of all windows that the driver reaches, in order.
    pub fn labels(&self) -> Vec<String> {
        let mut labels: Vec<_> = self.handles().into_iter().filter_map(|one| self.label_of(one)).collect();
        labels.sort();
        labels
    }

    fn handles(&self) -> Vec<WindowHandle> {
        ask(|| self.driver.windows()).unwrap_or_default()
    }

    /// What the window behind a handle is called, if it is still there.
    fn label_of(&self, handle: WindowHandle) -> Option<String> {
        let named = "return window.__TAURI_INTERNALS__?.metadata.currentWindow.label ?? ''";
        block_on(self.driver.switch_to_window(handle)).ok()?;
        block_on(self.driver.execute(named, vec![])).ok()?.json().as_str().map(str::to_owned)
    }

    /// Waits for what every test begins with.
    fn begin(&self) {
        self.resize(1440, 900);
        self.await_that("the page has drawn its frame", "return document.querySelector('nav') !== null", &[]);
    }

    /// Runs a function body in the page; `arguments` are its arguments.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        let answer = ask(|| self.driver.execute(script, arguments.to_vec()));
        answer.unwrap_or_else(|error| panic!("the page could not run\n{script}\n{error}")).json().clone()
    }

    /// Runs a function body in the page that calls its last argument with the answer.
    pub fn run_and_wait(&self, script: &str, arguments: &[Value]) -> Value {
        let answer = ask(|| self.driver.execute_async(script, arguments.to_vec()));
        answer.unwrap_or_else(|error| panic!("the page could not run\n{script}\n{error}")).json().clone()
    }

    /// Waits until a function body says `true`, and fails with `what` and the page's text if it never does.
    #[track_caller]
    pub fn await_that(&self, what: &str, script: &str, arguments: &[Value]) {
        let begun = Instant::now();
        while self.run(script, arguments) != json!(true) {
            if begun.elapsed() > PATIENCE {
                self.fail(&format!("not so within {PATIENCE:?}: {what}"));
            }
            std::thread::sleep(BEAT);
        }
    }

    /// Ends the test with what the window shows, as words and as a picture named after the test.
    #[track_caller]
    fn fail(&self, words: &str) -> ! {
        let test = std::thread::current().name().unwrap_or("window").replace("::", "-");
        let picture = checkout::records().join(format!("{test}.png"));
        // The screen's own picture: a window that hangs gives none.
        fs::create_dir_all(checkout::records()).expect("a folder for pictures");
        let shown = self.screen.picture().ok().flatten().expect("the screen shows something");
        fs::write(&picture, shown.png()).expect("a picture on disk");
        panic!("{words}\npicture: {}\n{}", picture.display(), self.text());
    }

    /// Everything a reader sees.
    pub fn text(&self) -> String {
        self.run("return document.body.innerText", &[]).as_str().unwrap_or_default().to_owned()
    }

    /// Types into whatever has the focus. Special keys are the characters WebDriver gives them.
    pub fn press(&self, keys: &str) {
        ask(|| async { self.driver.action_chain().send_keys(keys).perform().await })
            .expect("keys are pressed");
    }

    /// Presses one key while another is held.
    pub fn press_with(&self, held: &str, key: &str) {
        let held = held.chars().next().expect("a key to hold");
        let chain = || self.driver.action_chain().key_down(held).send_keys(key).key_up(held);
        ask(|| async { chain().perform().await }).expect("keys are pressed");
    }

    /// Gives the window this size in points.
    pub fn resize(&self, width: u32, height: u32) {
        ask(|| self.driver.set_window_rect(0, 0, width, height)).expect("the window takes a size");
    }

    /// The element a function body returns, clicked with the pointer once it stands still.
    #[track_caller]
    pub fn click(&self, what: &str, script: &str, arguments: &[Value]) {
        let begun = Instant::now();
        let mut tries = 0;
        // The driver points at places of a page that is drawn in its own size; in another the page itself clicks.
        let zoomed = self.run("return Math.abs(outerWidth / innerWidth - 1) > 0.05", &[]) == json!(true);
        let pressed = format!(
            "const found = (function () {{ {script} }}).apply(null, arguments); found?.closest('button,a,input,select,[tabindex]')?.focus(); found?.click(); return found !== null;"
        );
        loop {
            if zoomed && self.run(&pressed, arguments) == json!(true) {
                return;
            }
            let found =
                block_on(self.driver.execute(script, arguments.to_vec())).and_then(ScriptRet::element);
            // It may have been drawn anew between being found and being clicked; while it moves, a click meets its
            // neighbour.
            let refused = match found {
                Ok(_) if zoomed => "it is not in the page".to_owned(),
                Ok(element) if !stands_still(&element) => "it moves".to_owned(),
                Ok(element) => match block_on(element.click()) {
                    Ok(()) => return,
                    Err(error) => error.to_string(),
                },
                Err(error) => error.to_string(),
            };
            tries += 1;
            // A single click of the driver hangs at times for longer than a reader would wait.
            if begun.elapsed() > PATIENCE && tries > 2 {
                self.fail(&format!("not clicked within {PATIENCE:?}: {what}: {refused}"));
            }
            std::thread::sleep(BEAT);
        }
    }

    /// What the window shows, as the screen has it: the driver's own pictures hang at times.
    pub fn picture(&self) -> Picture {
        let size = self.run("return [innerWidth, innerHeight]", &[]);
        let side = |index: usize| size[index].as_u64().expect("a size in points") as usize;
        let shown = self.screen.picture().ok().flatten().expect("the screen shows something");
        shown.cropped(side(0), side(1))
    }

    /// Saves what the window shows as a PNG.
    pub fn save_picture(&self, path: &Path) {
        fs::write(path, self.picture().png()).expect("a picture on disk");
    }

    /// Waits until nothing on the display has changed for longer than keys stay off in a window that decides.
    pub fn settle(&self) {
        let begun = Instant::now();
        let shown = || self.screen.picture().ok().flatten().map(|picture| picture.png());
        let mut before = shown();
        loop {
            std::thread::sleep(Duration::from_millis(1_500));
            let now = shown();
            if now == before || begun.elapsed() > PATIENCE {
                return;
            }
            before = now;
        }
    }

    /// The home of whoever started the app.
    pub fn own_home(&self) -> PathBuf {
        self.folder.path().join(SETTINGS)
    }

    /// The display it is on.
    pub fn display(&self) -> &str {
        self.screen.display()
    }

    /// Replaces a file of the workspace, as an editor would.
    pub fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.example.workspace.join(name);
        fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // The session first: only that ends the app. A failure here would hide the test's own.
        block_on(self.driver.clone().quit()).ok();
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// Asks the driver, and once more if it had just closed the idle connection that the question took.
fn ask<T, F>(question: impl Fn() -> F) -> WebDriverResult<T>
where
    T: Send,
    F: Future<Output = WebDriverResult<T>> + Send,
{
    match block_on(question()) {
        Err(error) if matches!(error.as_inner(), WebDriverErrorInner::HttpError(_)) => block_on(question()),
        answer => answer,
    }
}

/// What opens the app on an example.
fn arguments_of(example: &Example) -> Vec<String> {
    let arguments = [
        OsStr::new("--workspace"),
        example.workspace.as_os_str(),
        OsStr::new("--home"),
        example.home.as_os_str(),
    ];
    arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Starts the app, and a session with it.
fn start_app(address: &str, arguments: &[String]) -> WebDriver {
    let app = checkout::program("assay-window");
    assert!(app.is_file(), "{} is missing: run `cargo xtask test window`", app.display());
    let mut wanted = Capabilities::new();
    wanted
        .set("webkitgtk:browserOptions", json!({ "binary": app, "args": arguments }))
        .expect("options are plain JSON");
    let session = WebDriver::builder(address, wanted).request_timeout(PATIENCE * 2);
    block_on(session.into_future()).expect("a session; see WebKitWebDriver.log")
}

fn start_server(folder: &Path, display: &str, bus: Option<&str>) -> (Child, String) {
    let port = free_port();
    let log = fs::File::create(folder.join("WebKitWebDriver.log")).expect("a log file");
    let mut command = Command::new("WebKitWebDriver");
    command.arg("--host=127.0.0.1").arg(format!("--port={port}"));
    screen::draw_on(&mut command, OsStr::new(display));
    command.envs(bus.map(|address| ("DBUS_SESSION_BUS_ADDRESS", address)));
    // The app inherits all this: it must not see the settings, or the skills, of whoever runs the tests.
    let home = folder.join(SETTINGS);
    fs::create_dir_all(&home).expect("a home for settings");
    // Nobody started it in a folder.
    command.current_dir(&home);
    command.env("TAURI_WEBVIEW_AUTOMATION", "true").env("HOME", &home).env("XDG_RUNTIME_DIR", &home);
    for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "PIXIR_HOME"] {
        command.env_remove(name);
    }
    // The window speaks as the system does, and the tests read English.
    command.env("LC_ALL", "C.UTF-8").env_remove("LANGUAGE");
    command.stdin(Stdio::null()).stderr(log.try_clone().expect("a second handle")).stdout(log);
    let server = command.spawn().expect("WebKitWebDriver starts (Debian: webkit2gtk-driver)");
    let begun = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(begun.elapsed() < PATIENCE, "WebKitWebDriver does not listen on {port}");
        std::thread::sleep(BEAT);
    }
    (server, format!("http://127.0.0.1:{port}"))
}

/// A port nobody listens on, a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

/// Whether an element is where it was two frames ago.
fn stands_still(element: &WebElement) -> bool {
    let place = || block_on(element.rect()).map(|at| (at.x, at.y)).ok();
    let before = place();
    std::thread::sleep(FRAMES);
    before.is_some() && before == place()
}
